// Lets a reader see one class of a table's lines only, and sort a table by any of its columns. Without it a table is simply in its own order.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const order = new Intl.Collator(document.documentElement.lang, { numeric: true });
  for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const text = (row) => row.cells[column].textContent;
      const rows = [...body.rows].sort((a, b) => order.compare(text(a), text(b)));
      body.append(...(up ? rows : rows.reverse()));
    });
  }
}

for (const place of document.querySelectorAll(".filter[data-classes]")) {
  const rows = [...document.querySelectorAll("table.sortable tbody tr")];
  const kind = (row) => row.querySelector("[class^=class-]")?.textContent;
  const all = place.dataset.all;
  for (const name of [all, ...place.dataset.classes.split(" ")]) {
    const count = name === all ? rows.length : rows.filter((row) => kind(row) === name).length;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `${name} (${count})`;
    button.setAttribute("aria-pressed", String(name === all));
    button.addEventListener("click", () => {
      for (const other of place.children) other.setAttribute("aria-pressed", String(other === button));
      for (const row of rows) row.hidden = name !== all && kind(row) !== name;
    });
    place.append(button);
  }
}

// A table that is wider than a small screen can be scrolled by keyboard too.
addEventListener("load", () => {
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap")) wide.tabIndex = 0;
});
