// The tabs, the choice of the measure, and the theme.

const tabs = () => [...document.querySelectorAll("[role=tab]")];

function showTab(tab) {
  state.tab = tab;
  for (const each of tabs()) {
    const isChosen = each.dataset.tab === tab;
    each.setAttribute("aria-selected", String(isChosen));
    each.tabIndex = isChosen ? 0 : -1;
    byId(`panel-${each.dataset.tab}`).classList.toggle("chosen", isChosen);
  }
  remember();
  drawPanel(tab);
}

function startTabs() {
  const keys = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
  for (const [at, tab] of tabs().entries()) {
    tab.addEventListener("click", () => showTab(tab.dataset.tab));
    tab.addEventListener("keydown", event => {
      if (!(event.key in keys)) return;
      event.preventDefault();
      const n = tabs().length, move = keys[event.key];
      const next = tabs()[Number.isFinite(move) ? (at + move + n) % n : move < 0 ? 0 : n - 1];
      next.focus();
      showTab(next.dataset.tab);
    });
  }
}

function startMeasures() {
  const select = byId("measure");
  options(select, data.measures.map((measure, m) => [m, measure.name]), state.measure);
  select.addEventListener("change", () => choose({ measure: Number(select.value) }));
}

function startTheme() {
  const root = document.documentElement, button = byId("theme");
  const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const tell = () => button.replaceChildren(isDark() ? "Light" : "Dark");
  button.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; tell(); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
  tell();
}
