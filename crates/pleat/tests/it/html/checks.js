// Checks of a page; each is a list of findings, and empty if all is well.
({
  // Links of the page that lead nowhere.
  links: () => [...document.querySelectorAll("a[href]")]
    .map((a) => a.getAttribute("href"))
    .filter((href) => !href.startsWith("#") || !document.getElementById(href.slice(1))),

  // Ids that occur twice.
  ids: () => {
    const all = [...document.querySelectorAll("[id]")].map((e) => e.id);
    return all.filter((id, k) => all.indexOf(id) !== k);
  },

  // Files that the page would load.
  files: () => [...document.querySelectorAll("[src], link[href]")]
    .map((e) => e.getAttribute("src") ?? e.getAttribute("href"))
    .filter((url) => !url.startsWith("data:")),

  // Elements that are wider than the window, outside of those that scroll.
  wide: () => {
    const root = document.documentElement;
    if (root.scrollWidth <= innerWidth) return [];
    return [`page: ${root.scrollWidth} > ${innerWidth}`]
      .concat([...document.querySelectorAll("main *")]
        .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll"))
        .slice(0, 5).map((e) => `${e.tagName}.${e.className} ${e.textContent.slice(0, 30)}`));
  },

  // Figures without a title, a text alternative or a drawing; labels that are cut off or overlap.
  figures: () => {
    const found = [];
    for (const figure of document.querySelectorAll("figure")) {
      const svg = figure.querySelector("svg[role=img]");
      const title = figure.querySelector("h5")?.textContent ?? "";
      const names = svg?.getAttribute("aria-labelledby")?.split(" ") ?? [];
      const texts = names.map((id) => document.getElementById(id)?.textContent ?? "");
      if (title.length < 10 || texts.length !== 2 || texts.some((text) => text.length < 10))
        found.push(`${figure.id}: no title or alternative: ${title}`);
      if (!svg || svg.querySelectorAll("path, rect, circle").length === 0) {
        found.push(`${figure.id}: nothing is drawn`);
        continue;
      }
      const outer = svg.getBoundingClientRect();
      const labels = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
      for (const [text, box] of labels)
        if (box.left < outer.left - 1 || box.right > outer.right + 1 || box.bottom > outer.bottom + 1 || box.top < outer.top - 3)
          found.push(`${figure.id}: "${text}" is cut off`);
      labels.forEach(([text, a], k) => {
        for (const [other, b] of labels.slice(k + 1)) {
          const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (x > 1 && y > 5) found.push(`${figure.id}: "${text}" is on "${other}"`);
        }
      });
    }
    return found;
  },

  // Texts with too little contrast (WCAG 2.2: 4.5 to 1).
  contrast: () => {
    const parts = (color) => color.match(/[\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b]
      .map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
    const ground = (element) => {
      for (let e = element; e; e = e.parentElement) {
        const color = parts(getComputedStyle(e).backgroundColor);
        if (color.length === 3 || color[3] > 0) return color;
      }
      return [255, 255, 255];
    };
    const seen = new Set();
    const found = [];
    for (const e of document.querySelectorAll("main :not(desc), header *")) {
      if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
      const style = getComputedStyle(e);
      const color = e.closest("svg") ? style.fill : style.color;
      const below = ground(e);
      if (seen.has(color + below)) continue;
      seen.add(color + below);
      const [a, b] = [light(parts(color)), light(below)].sort((x, y) => y - x);
      const contrast = (a + 0.05) / (b + 0.05);
      if (contrast < 4.5) found.push(`${e.tagName}.${e.className}: ${color} on ${below}: ${contrast.toFixed(2)}`);
    }
    return seen.size < 5 ? ["too few colours were found"] : found;
  },
})
