// Charts in Vega-Lite. Colours of text and lines are those of the page around them, also when its theme changes.

const room = () => Math.max(240, byId("panels").clientWidth);
const drawn = new Map();  // id → {make, view}

// Draw, in the element with this id, the chart that a function makes for a width.
async function chart(id, makeChart, told) {
  const place = byId(id);
  drawn.get(id)?.view?.finalize();
  const turn = { makeChart, told };
  drawn.set(id, turn);
  const spec = harmless(makeChart(Math.min(room(), 960)));
  const view = await vegaEmbed(place, { $schema: data.schema, ...spec }, {
    renderer: "svg",
    config: data.config,
    actions: { export: { svg: true, png: true }, source: false, compiled: false, editor: false },
    downloadFileName: id,
    logLevel: 1,
  });
  if (drawn.get(id) !== turn) { view.finalize(); return; }
  turn.view = view;
  place.setAttribute("role", "figure");
  place.setAttribute("aria-label", told);
}

// Vega keeps groups in plain objects, in which a name such as "constructor" is taken: a sign without width sets it apart.
function harmless(part) {
  if (typeof part === "string") return part in Object.prototype ? `${part}\u200b` : part;
  if (Array.isArray(part)) return part.map(harmless);
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(Object.entries(part).map(([name, its]) => [name, harmless(its)]));
}

function startCharts() {
  let width = room(), waiting = null;
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (Math.abs(room() - width) < 8) return;
      width = room();
      for (const [id, { makeChart, told }] of [...drawn]) chart(id, makeChart, told);
    }, 200);
  });
}

// Names that are too long for an axis are cut there; the tooltip has them whole. Titles of fields become parts of Vega's
// expressions: those of tooltips are never names from files.
const shortLabel = most => {
  const half = Math.floor(most / 2);
  return `length(datum.label) > ${most} ? slice(datum.label, 0, ${most - half}) + '…' + slice(datum.label, 1 - ${half}) : datum.label`;
};

function heatMap(names, matrix, width) {
  const values = names.flatMap((first, i) => names.map((second, j) => ({ first, second, tau: matrix[i][j] })));
  const cell = Math.max(18, Math.min(46, (width - (width < 500 ? 130 : 260)) / names.length));
  const isTold = cell >= 30;
  const square = { x: { field: "second", type: "nominal", sort: null, axis: { title: null, labelAngle: -45, labelLimit: 200, labelExpr: shortLabel(width < 500 ? 16 : 28) } },
                   y: { field: "first", type: "nominal", sort: null, axis: { title: null, labelLimit: 300, labelExpr: shortLabel(width < 500 ? 16 : 36) } } };
  const tooltip = [{ field: "first", title: "measure" }, { field: "second", title: "with" },
                   { field: "tau", title: "Kendall's τ", format: ".4f" }];
  const layer = [{
    mark: { type: "rect", stroke: "currentColor", strokeOpacity: 0.15 },
    encoding: { ...square, tooltip, color: {
      field: "tau", type: "quantitative", title: "τ",
      scale: { scheme: "blueorange", domain: [-1, 1], reverse: true },
      legend: isTold ? null : { orient: "bottom", direction: "horizontal", gradientLength: 160 } } },
  }];
  if (isTold) layer.push({
    mark: { type: "text", fontSize: 11 },
    encoding: { ...square, text: { field: "tau", type: "quantitative", format: ".2f" }, tooltip,
      color: { condition: { test: "abs(datum.tau) > 0.7", value: "#fff" }, value: "#222" } },
  });
  return { data: { values }, width: { step: cell }, height: { step: Math.min(cell, 32) }, layer };
}

const FINEST = 400;  // More differences than these are drawn as one outline.
const MOST_POINTS = 1500;  // More points than these are counted in squares.

// Differences from the largest win of the left system to its largest loss; rows: {name, difference, sign}. The colours are
// those of the key above the chart.
function differenceChart(rows, measure, width) {
  const values = rows.map((row, at) => ({ place: at + 1, name: row.name, difference: row.difference, sign: row.sign }));
  const y = { field: "difference", type: "quantitative", title: middle(`difference of ${measure}`, 36) };
  const color = { field: "sign", type: "nominal", legend: null,
    scale: { domain: [1, 0, -1], range: ["#0072b2", "#6b6b6b", "#b34a00"] } };
  if (rows.length > FINEST) {
    return { data: { values }, width: width - 80, height: 220, mark: { type: "area", interpolate: "step" },
      encoding: { x: { field: "place", type: "quantitative", title: `${plural(data.asker)}, sorted`, scale: { domain: [1, rows.length], nice: false } },
        y: { ...y, stack: null }, color } };
  }
  return { data: { values }, width: width - 80, height: 220, mark: { type: "bar" },
    encoding: {
      x: { field: "name", type: "nominal", sort: null, scale: { paddingInner: rows.length > 100 ? 0 : 0.1 },
        axis: rows.length > width / 14 ? { labels: false, ticks: false, title: `${counted(rows.length, data.asker)}, sorted` }
          : { labelAngle: -90, labelLimit: 90, title: data.asker } },
      y, color,
      tooltip: [{ field: "name", title: data.asker }, { field: "difference", format: "+.4f" }] } };
}

function scatterChart(rows, systems, measure, width) {
  const values = rows.map(row => ({ name: row.name, left: row.left, right: row.right }));
  const side = Math.min(width - 90, 360);
  const all = rows.flatMap(row => [row.left, row.right]);
  const [low, high] = all.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, -Infinity]);
  const axis = (field, title) => ({ field, type: "quantitative", title: middle(`${measure} of ${title}`, 42),
    scale: { domain: [Math.min(0, low), high > 0 || low < 0 ? Math.max(0, high) : 1], nice: true } });
  const line = { data: { values: [{ a: Math.min(0, low) }, { a: Math.max(0, high) }] },
    mark: { type: "line", strokeDash: [4, 4], color: "currentColor", opacity: 0.5 },
    encoding: { x: { field: "a", type: "quantitative" }, y: { field: "a", type: "quantitative" } } };
  const encoding = { x: axis("right", systems[1]), y: axis("left", systems[0]) };
  if (rows.length > MOST_POINTS) {
    const bin = { maxbins: 40 };
    return { width: side, height: side, layer: [{ data: { values }, mark: "rect", encoding: {
      x: { ...encoding.x, bin }, y: { ...encoding.y, bin },
      color: { aggregate: "count", type: "quantitative", title: plural(data.asker), scale: { scheme: "blues" },
        legend: { orient: "bottom", direction: "horizontal" } } } }, line] };
  }
  return { width: side, height: side, layer: [{ data: { values },
    mark: { type: "point", filled: true, opacity: 0.85, size: 36, color: data.palette[0] },
    encoding: { ...encoding, tooltip: [{ field: "name", title: data.asker }, { field: "left", format: ".4f" }, { field: "right", format: ".4f" }] } }, line] };
}

// What each rank contributed; rows: {system, rank, value}.
function contributionChart(rows, systems, ranks, width) {
  return {
    data: { values: rows.map(row => ({ ...row, system: data.systems[row.system] })) },
    facet: { row: { field: "system", type: "nominal", sort: systems.map(system => data.systems[system]), title: null,
      header: { labelExpr: shortLabel(width < 500 ? 36 : 80), labelAngle: 0, labelAlign: "left", labelAnchor: "start", labelOrient: "top", labelLimit: width - 60, labelPadding: 2 } } },
    spec: { width: width - 80, height: 70, mark: { type: "bar", color: data.palette[0] },
      encoding: {
        x: { field: "rank", type: "ordinal", scale: { domain: Array.from({ length: ranks }, (_, at) => at + 1) },
          axis: { labelAngle: 0, title: "rank", labelOverlap: "greedy", labelSeparation: 4 } },
        y: { field: "value", type: "quantitative", title: null, axis: { tickCount: 3 } },
        tooltip: [{ field: "system" }, { field: "rank" }, { field: "value", title: "contributed", format: ".4f" }] } },
  };
}
