//! The rules of Toledo, generated from the clauses of the specification: see README.md.

pub mod json;
pub mod play;
pub mod protocol;
pub mod rules;
pub mod runtime;
pub mod search;
pub mod terms;
pub mod value;
pub mod values;

#[cfg(target_arch = "wasm32")]
mod face {
    use crate::protocol::Answering;
    use std::cell::RefCell;

    thread_local! {
        static ANSWERING: RefCell<Answering> = RefCell::default();
        static TEXT: RefCell<Vec<u8>> = RefCell::default();
    }

    /// Room for a message of so many bytes.
    #[no_mangle]
    pub extern "C" fn room(size: usize) -> *mut u8 {
        TEXT.with(|text| {
            let mut text = text.borrow_mut();
            *text = vec![0; size];
            text.as_mut_ptr()
        })
    }
    /// Answers the message that was put there. Returns the number of bytes of the answer.
    #[no_mangle]
    pub extern "C" fn answer() -> usize {
        TEXT.with(|text| {
            let mut text = text.borrow_mut();
            let message = String::from_utf8_lossy(&text).into_owned();
            *text = ANSWERING.with(|answering| answering.borrow_mut().answer(&message).to_string().into_bytes());
            text.len()
        })
    }
    /// Where the answer is.
    #[no_mangle]
    pub extern "C" fn text() -> *const u8 {
        TEXT.with(|text| text.borrow().as_ptr())
    }
}
