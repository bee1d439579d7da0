// Finds what is cut, overlaps or cannot be read in the part of a page that is seen; gives sentences.
(() => {
  const isSeen = element => element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && !element.closest(".unseen");
  const told = element => `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}.${element.getAttribute("class") ?? ""} “${element.textContent.trim().slice(0, 40)}”`;
  const hasText = element => [...element.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.data.trim());
  const box = element => element.getBoundingClientRect();
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const pairs = all => all.flatMap((first, at) => all.slice(at + 1).map(second => [first, second]));
  const seen = selector => [...document.querySelectorAll(selector)].filter(isSeen);

  const wider = () => document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : [];

  const cut = () => seen("body *").filter(element => element instanceof HTMLElement && element.clientWidth > 0).filter(element => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const hides = value => value === "hidden" || value === "clip";
    return hides(overflowX) && element.scrollWidth > element.clientWidth + 1 || hides(overflowY) && element.scrollHeight > element.clientHeight + 1;
  }).map(element => `cut: ${told(element)}`);

  const outside = () => seen(".chart svg.marks").flatMap(svg => [...svg.querySelectorAll("text")].filter(isSeen).filter(text => {
    const [inner, outer] = [box(text), box(svg)];
    return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
  }).map(text => `outside of its chart: ${told(text)}`));

  const crowded = () => seen(".chart .role-axis-label").flatMap(axis => {
    const labels = [...axis.querySelectorAll("text")].filter(isSeen).filter(text => !/rotate\((?!0\))/.test(text.getAttribute("transform") ?? ""));
    return pairs(labels).filter(([a, b]) => overlap(box(a), box(b))).map(([a, b]) => `labels overlap: ${told(a)} ${told(b)}`);
  });

  const covered = () => {
    const isCut = element => {
      const scrolled = element.closest(".table");
      return scrolled && box(element).right > box(scrolled).right;
    };
    const controls = seen("button, select, input").filter(element => !isCut(element));
    return pairs(controls).filter(([a, b]) => overlap(box(a), box(b))).map(([a, b]) => `controls overlap: ${told(a)} ${told(b)}`);
  };

  const channel = value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  const parse = colour => { const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number); return [r, g, b, a]; };
  const over = ([r, g, b, a], below) => [r, g, b].map((value, at) => value * a + below[at] * (1 - a));
  const chain = element => element ? [element, ...chain(element.parentElement)] : [];
  const paper = element => chain(element).reverse().reduce((below, each) => over(parse(getComputedStyle(each).backgroundColor), below), [255, 255, 255]);

  // Letters on cells have a dark edge, those on squares of a chart are white or black by the colour of the square.
  const faint = () => seen("body *").filter(hasText).filter(element => !element.closest(".mark, .role-mark, :disabled, option, .vega-actions")).flatMap(element => {
    const style = getComputedStyle(element), below = paper(element);
    const [r, g, b, a] = parse(element instanceof SVGElement ? style.fill : style.color);
    const strength = chain(element).reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1);
    const [first, second] = [light(over([r, g, b, a * strength], below)), light(below)].sort((x, y) => y - x);
    const contrast = (first + 0.05) / (second + 0.05);
    return contrast < 4.5 ? [`contrast ${contrast.toFixed(2)}: ${told(element)}`] : [];
  });

  return { shape: [...wider(), ...cut(), ...outside(), ...crowded(), ...covered()], contrast: faint() };
})()
