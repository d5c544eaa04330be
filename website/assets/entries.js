// Beside each numbered entry: copy it as a citation, or copy a report that says what is wrong with it.
"use strict";

{
  const root = new URL("..", document.currentScript.src);
  const stamp = document.querySelector(".stamp")?.textContent.trim() || "";
  const tracker = document.querySelector("meta[name=tracker]")?.content || "";
  const NUMBER = /^(?:[A-Z]{3}|A|Q|EX)-\d+[a-z]?$/;

  const { lang } = document.documentElement;
  const { site, entries: words } = ToledoControls[lang] || ToledoControls.en;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  const copy = async (text, button) => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = words.copied;
    } catch {
      // From a folder some browsers keep the clipboard closed: then the text is shown, to be copied by hand.
      window.prompt(words.by_hand, text);
    }
    setTimeout(() => (button.textContent = button.dataset.says), 3000);
  };

  const button = (text, title, onclick) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.dataset.says = text; // again, some time after it was clicked, and clicked twice
    made.title = title;
    made.addEventListener("click", () => onclick(made));
    return made;
  };

  for (const link of document.querySelectorAll(".headerlink")) link.title = words.link;
  for (const heading of document.querySelectorAll(".md-content :is(h2, h3)[id]")) {
    const { id } = heading;
    if (!NUMBER.test(id)) continue;
    const title = [...heading.childNodes]
      .filter((node) => !node.classList?.contains("headerlink") && !node.classList?.contains("number"))
      .map((node) => node.textContent)
      .join("")
      .trim();
    const address = new URL(lang === "en" ? `${id}.html` : `${id}.html#${lang}`, root).href;
    // At the end of the line with the badge, or below a heading that has none.
    const line = badgeAfter(heading);
    const bar = document.createElement(line ? "span" : "p");
    bar.className = "tools";
    bar.append(
      button(words.cite, fill(words.cited, { id }), (self) =>
        copy(fill(words.citation, { site, id, title, stamp, address }), self),
      ),
      button(words.report, fill(words.reported, { id }), (self) => {
        const entry = heading.closest("section") || heading.parentElement;
        const position = positionAfter(heading);
        const report = [
          fill(words.entry, { id, title }),
          stamp,
          fill(words.address, { address }),
          fill(words.position, { position: position || words.described }),
          words.reading,
          words.why,
        ].join("\n");
        copy(report, self);
        if (tracker && entry) window.open(tracker, "_blank", "noopener");
      }),
    );
    if (line) line.prepend(bar);
    else heading.after(bar);
    // The button gives the address too: one stop of the tab key less for each entry.
    heading.querySelector(".headerlink")?.setAttribute("tabindex", "-1");
  }

  // The line with the badge of an entry.
  function badgeAfter(heading) {
    for (let next = heading.nextElementSibling; next && !/^H[23]$/.test(next.tagName); next = next.nextElementSibling) {
      if (next.matches(".shows, .status")) return next;
    }
    return null;
  }

  // The position of the first picture between this heading and the next one, in notation.
  function positionAfter(heading) {
    for (let next = heading.nextElementSibling; next && !/^H[23]$/.test(next.tagName); next = next.nextElementSibling) {
      const shown = next.matches("[data-position]") ? next : next.querySelector("[data-position]");
      if (shown) return shown.dataset.position;
    }
    return "";
  }
}
