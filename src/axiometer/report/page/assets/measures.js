// Opens the case of a sign in front of the page; without it, the link leads to the case below. Sorts tables.
(() => {
  "use strict";

  const element = (name, text) => {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  };

  const copyOf = (found) => {
    const copy = found.cloneNode(true);
    copy.removeAttribute("id");
    return copy;
  };

  const closing = () => {
    const form = document.createElement("form");
    form.method = "dialog";
    form.append(element("button", "Close"));
    return form;
  };

  const show = (sign, found) => {
    const dialog = document.createElement("dialog");
    dialog.className = "case";
    const title = element("h2", sign.getAttribute("aria-label"));
    title.id = "axiom-case-open";
    dialog.setAttribute("aria-labelledby", title.id);
    const said = document.getElementById(found.dataset.said);
    dialog.append(closing(), title, ...(said ? [copyOf(said)] : []), copyOf(found));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  };

  const sort = (head) => {
    const heads = [...head.parentElement.children];
    const column = heads.indexOf(head);
    const body = head.closest("table").tBodies[0];
    const isNumber = [...body.rows].some((row) => "value" in row.cells[column].dataset);
    // Of numbers, the largest come first.
    const isFalling = head.hasAttribute("aria-sort") ? head.getAttribute("aria-sort") === "ascending" : isNumber;
    heads.forEach((each) => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", isFalling ? "descending" : "ascending");
    const key = (row) => (isNumber ? Number(row.cells[column].dataset.value ?? NaN) : row.cells[column].textContent);
    const isMissing = (value) => Number.isNaN(value) || value === "";
    const rows = [...body.rows].map((row) => [key(row), row]);
    rows.sort(([a], [b]) => {
      if (isMissing(a) || isMissing(b)) return isMissing(a) - isMissing(b);
      const order = isNumber ? a - b : a.localeCompare(b, "en", { numeric: true });
      return isFalling ? -order : order;
    });
    body.append(...rows.map(([, row]) => row));
  };

  document.addEventListener("click", (event) => {
    const head = event.target.closest("table.sortable button.sort")?.closest("th");
    if (head) {
      sort(head);
      return;
    }
    if (event.target.matches("dialog.case")) {
      event.target.close(); // What is behind the dialog was clicked.
      return;
    }
    const sign = event.target.closest("a.sign");
    const found = sign && document.getElementById(sign.hash.slice(1));
    if (!found || event.ctrlKey || event.metaKey || event.shiftKey || !window.HTMLDialogElement) return;
    event.preventDefault();
    show(sign, found);
  });
})();
