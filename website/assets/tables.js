// Lets a reader sort a table by any of its columns. Without it a table is simply in its own order.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const order = new Intl.Collator("en", { numeric: true });
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
