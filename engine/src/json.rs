//! JSON, read and written.

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}
use Json::*;

/// What is wrong with a message.
pub type Fault = String;
const DEEPEST: usize = 100;

impl Json {
    pub fn parse(text: &str) -> Result<Json, Fault> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let found = reader.value(0)?;
        reader.space();
        if reader.at == text.len() {
            Ok(found)
        } else {
            Err(reader.fault())
        }
    }
    pub fn get(&self, key: &str) -> Result<&Json, Fault> {
        self.find(key).ok_or_else(|| format!("expected the key {}", key))
    }
    pub fn find(&self, key: &str) -> Option<&Json> {
        match self {
            Object(pairs) => pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }
    pub fn number(&self) -> Result<i64, Fault> {
        match self {
            Number(number) => Ok(*number),
            _ => Err(format!("expected a number, found {}", self)),
        }
    }
    pub fn text(&self) -> Result<&str, Fault> {
        match self {
            Text(text) => Ok(text),
            _ => Err(format!("expected a text, found {}", self)),
        }
    }
    pub fn list(&self) -> Result<&[Json], Fault> {
        match self {
            List(items) => Ok(items),
            _ => Err(format!("expected a list, found {}", self)),
        }
    }
    pub fn pairs(&self) -> Result<&[(String, Json)], Fault> {
        match self {
            Object(pairs) => Ok(pairs),
            _ => Err(format!("expected an object, found {}", self)),
        }
    }
    pub fn is_null(&self) -> bool {
        *self == Null
    }
}

pub fn object(pairs: Vec<(&str, Json)>) -> Json {
    Object(pairs.into_iter().map(|(key, value)| (key.to_string(), value)).collect())
}
pub fn text(value: &str) -> Json {
    Text(value.to_string())
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}
impl Reader<'_> {
    fn fault(&self) -> Fault {
        format!("no JSON from character {} on", self.at)
    }
    fn space(&mut self) {
        while matches!(self.text.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1
        }
    }
    /// Whether this comes next; then it is taken.
    fn take(&mut self, word: &str) -> bool {
        self.space();
        let found = self.text[self.at..].starts_with(word.as_bytes());
        if found {
            self.at += word.len()
        }
        found
    }
    fn value(&mut self, depth: usize) -> Result<Json, Fault> {
        if depth > DEEPEST {
            return Err(self.fault());
        }
        for (word, value) in [("null", Null), ("true", Bool(true)), ("false", Bool(false))] {
            if self.take(word) {
                return Ok(value);
            }
        }
        if self.take("[") {
            let mut items = vec![];
            while !self.take("]") {
                if !items.is_empty() && !self.take(",") {
                    return Err(self.fault());
                }
                items.push(self.value(depth + 1)?)
            }
            return Ok(List(items));
        }
        if self.take("{") {
            let mut pairs = vec![];
            while !self.take("}") {
                if !pairs.is_empty() && !self.take(",") {
                    return Err(self.fault());
                }
                if !self.take("\"") {
                    return Err(self.fault());
                }
                let key = self.quoted()?;
                if !self.take(":") {
                    return Err(self.fault());
                }
                pairs.push((key, self.value(depth + 1)?))
            }
            return Ok(Object(pairs));
        }
        if self.take("\"") {
            return Ok(Text(self.quoted()?));
        }
        let start = self.at;
        while matches!(self.text.get(self.at), Some(b'-' | b'0'..=b'9')) {
            self.at += 1
        }
        let digits = std::str::from_utf8(&self.text[start..self.at]).unwrap();
        digits.parse().map(Number).map_err(|_| self.fault())
    }
    fn quoted(&mut self) -> Result<String, Fault> {
        let mut found = vec![];
        loop {
            let byte = *self.text.get(self.at).ok_or_else(|| self.fault())?;
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(found).map_err(|_| self.fault()),
                b'\\' => {
                    let escaped = *self.text.get(self.at).ok_or_else(|| self.fault())?;
                    self.at += 1;
                    match escaped {
                        b'n' => found.push(b'\n'),
                        b't' => found.push(b'\t'),
                        b'r' => found.push(b'\r'),
                        b'b' => found.push(8),
                        b'f' => found.push(12),
                        b'u' => {
                            let mut code = self.hex()?;
                            if (0xd800..0xdc00).contains(&code) && self.text[self.at..].starts_with(b"\\u") {
                                self.at += 2;
                                code = 0x10000 + ((code - 0xd800) << 10) + (self.hex()?.wrapping_sub(0xdc00) & 0x3ff)
                            }
                            let letter = char::from_u32(code).ok_or_else(|| self.fault())?;
                            found.extend_from_slice(letter.to_string().as_bytes())
                        }
                        other => found.push(other),
                    }
                }
                other => found.push(other),
            }
        }
    }
    fn hex(&mut self) -> Result<u32, Fault> {
        let digits = self.text.get(self.at..self.at + 4).and_then(|four| std::str::from_utf8(four).ok());
        let code = digits.and_then(|four| u32::from_str_radix(four, 16).ok()).ok_or_else(|| self.fault())?;
        self.at += 4;
        Ok(code)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Null => out.write_str("null"),
            Bool(value) => write!(out, "{}", value),
            Number(number) => write!(out, "{}", number),
            Text(text) => quote(out, text),
            List(items) => {
                for (number, item) in items.iter().enumerate() {
                    write!(out, "{}{}", if number == 0 { "[" } else { "," }, item)?
                }
                out.write_str(if items.is_empty() { "[]" } else { "]" })
            }
            Object(pairs) => {
                for (number, (key, value)) in pairs.iter().enumerate() {
                    out.write_str(if number == 0 { "{" } else { "," })?;
                    quote(out, key)?;
                    write!(out, ":{}", value)?
                }
                out.write_str(if pairs.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

fn quote(out: &mut fmt::Formatter, text: &str) -> fmt::Result {
    out.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{}", letter)?,
            '\0'..='\x1f' => write!(out, "\\u{:04x}", letter as u32)?,
            _ => write!(out, "{}", letter)?,
        }
    }
    out.write_str("\"")
}
