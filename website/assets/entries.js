// Beside each numbered entry: copy it as a citation, or copy a report that says what is wrong with it.
"use strict";

{
  const root = new URL("..", document.currentScript.src);
  const stamp = document.querySelector(".stamp")?.textContent.trim() || "";
  const tracker = document.querySelector("meta[name=tracker]")?.content || "";
  const NUMBER = /^(?:[A-Z]{3}|A|Q|EX)-\d+[a-z]?$/;

  const WORDS = {
    en: { cite: "Cite", cited: "Copy a citation of {id}", report: "Report", reported: "Copy a report about {id}", copied: "Copied", by_hand: "Copy this:" },
    de: { cite: "Zitieren", cited: "Ein Zitat von {id} kopieren", report: "Melden", reported: "Eine Meldung zu {id} kopieren", copied: "Kopiert", by_hand: "Das kopieren:" },
    fr: { cite: "Citer", cited: "Copier une citation de {id}", report: "Signaler", reported: "Copier un signalement sur {id}", copied: "Copié", by_hand: "Copiez ceci :" },
    it: { cite: "Cita", cited: "Copia una citazione di {id}", report: "Segnala", reported: "Copia una segnalazione su {id}", copied: "Copiato", by_hand: "Copia questo:" },
    nl: { cite: "Citeren", cited: "Een citaat van {id} kopiëren", report: "Melden", reported: "Een melding over {id} kopiëren", copied: "Gekopieerd", by_hand: "Kopieer dit:" },
    es: { cite: "Citar", cited: "Copiar una cita de {id}", report: "Avisar", reported: "Copiar un aviso sobre {id}", copied: "Copiado", by_hand: "Copia esto:" },
  };
  const words = WORDS[document.documentElement.lang] || WORDS.en;

  const copy = async (text, button) => {
    const said = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = words.copied;
    } catch {
      // From a folder some browsers keep the clipboard closed: then the text is shown, to be copied by hand.
      window.prompt(words.by_hand, text);
    }
    setTimeout(() => (button.textContent = said), 1500);
  };

  const button = (text, title, onclick) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.title = title;
    made.addEventListener("click", () => onclick(made));
    return made;
  };

  for (const heading of document.querySelectorAll(".md-content :is(h2, h3)[id]")) {
    if (!NUMBER.test(heading.id)) continue;
    const title = [...heading.childNodes]
      .filter((node) => !node.classList?.contains("headerlink") && !node.classList?.contains("number"))
      .map((node) => node.textContent)
      .join("")
      .trim();
    const address = new URL(`${heading.id}.html`, root).href;
    const bar = document.createElement("p");
    bar.className = "tools";
    bar.append(
      button(words.cite, words.cited.replace("{id}", heading.id), (self) =>
        copy(`Toledo, rule by rule, ${heading.id}: “${title}”. ${stamp}. ${address}`, self),
      ),
      button(words.report, words.reported.replace("{id}", heading.id), (self) => {
        const entry = heading.closest("section") || heading.parentElement;
        const position = positionAfter(heading);
        const report = [
          `Entry: ${heading.id} ${title}`,
          `Version: ${stamp}`,
          `Address: ${address}`,
          `Position: ${position || "(describe the table, or paste a position)"}`,
          "My reading: ",
          "Why (rulebook, page, sentence): ",
        ].join("\n");
        copy(report, self);
        if (tracker && entry) window.open(tracker, "_blank", "noopener");
      }),
    );
    heading.after(bar);
    // The button gives the address too: one stop of the tab key less for each entry.
    heading.querySelector(".headerlink")?.setAttribute("tabindex", "-1");
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
