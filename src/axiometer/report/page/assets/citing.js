// What can be taken along: texts to copy, and tables as files of CSV.

const quoted = value => {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const csv = (head, rows) => [head, ...rows].map(row => row.map(quoted).join(",")).join("\r\n") + "\r\n";

function valueRows() {
  const { systems, measures, data: values, undefined: missing } = data.values;
  const isMissing = missing.map(places => new Set(places));
  return measures.flatMap((measure, m) => systems.flatMap((system, s) => values[m][s].flatMap((value, query) =>
    value === null && !isMissing[m].has(s * data.queries.length + query) ? []
      : [[data.exact.systems[system], data.exact.queries[query], data.exact.measures[measure],
          isMissing[m].has(s * data.queries.length + query) ? "NaN" : value]])));
}

const DOWNLOADS = {
  values: () => csv(["system", data.asker, "measure", "value"], valueRows()),
  leaderboard: () => csv(["measure", "system", "rank", "mean", "low", "high", plural(data.asker), "groups", "difference", "p_corrected"], [...data.leaderboard.flatMap((its, m) =>
    its.system.map((system, at) => [data.exact.measures[m], data.exact.systems[system], its.rank[at], its.mean[at], its.low[at], its.high[at], its.n[at], its.groups[at], its.difference[at], its.p[at]])),
    ...data.systemMeasures.flatMap(its => its.values.map((value, system) => [its.name, data.exact.systems[system], null, value, ...Array(6).fill(null)]))]),
  pairs: () => csv(["measure", "left", "right", "difference", "low", "high", "p_corrected"], data.pairs.measures.flatMap((its, m) =>
    data.pairs.left.map((left, at) => [data.exact.measures[m], data.exact.systems[left], data.exact.systems[data.pairs.right[at]], its.difference[at], its.low[at], its.high[at], its.p[at]]))),
};

function download(name) {
  const address = URL.createObjectURL(new Blob([DOWNLOADS[name]()], { type: "text/csv" }));
  const link = make("a", { href: address, download: `${name}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function copy(button) {
  const source = document.querySelector(button.dataset.copies);
  let isDone = true;
  try {
    await navigator.clipboard.writeText(source.textContent);
  } catch {
    // Pages from a file may not write to the clipboard everywhere: mark the text, so that a key copies it.
    getSelection().selectAllChildren(source);
    isDone = document.execCommand("copy");
  }
  const told = button.textContent;
  button.textContent = isDone ? "Copied" : "Marked: press Ctrl+C";
  setTimeout(() => { button.textContent = told; }, 2000);
}

function startCiting() {
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-download], [data-copies]");
    if (button?.dataset.download) download(button.dataset.download);
    else if (button) copy(button);
  });
}
