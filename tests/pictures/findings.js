// What is wrong with the picture on the page: run in the browser, by test_pictures.py.
() => {
    const svg = document.querySelector("svg"), page = svg.getBoundingClientRect();
    const scale = svg.getScreenCTM().a;
    const texts = [...svg.querySelectorAll("text")].filter(t => !t.closest("defs")).map(t => {
        const box = t.getBoundingClientRect();
        const size = parseFloat(getComputedStyle(t).fontSize) * scale;
        const baseline = page.top + t.y.baseVal[0].value * scale;
        // what is drawn: from the top of a capital to the baseline
        return {text: t.textContent, size, left: box.left, right: box.right, top: baseline - 0.73 * size, bottom: baseline};
    });
    const within = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
    const covered = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.7
                           && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.7;
    const found = {overflowing: [], overlapping: [], smallest: 99, least: "", targets: 99, target: "", texts: texts.length};
    const noted = (size, text) => { if (size < found.smallest) { found.smallest = size; found.least = text; } };
    for (const t of texts) {
        noted(t.size, t.text);
        if (!within(t, page)) found.overflowing.push(t.text);
    }
    texts.forEach((a, i) => texts.slice(i + 1).forEach(b => {
        if (covered(a, b)) found.overlapping.push([a.text, b.text]);
    }));
    // Texts inside symbols, through every use of them.
    const turned = element => {
        let factor = 1;
        for (let e = element; e.tagName !== "symbol" && e !== svg; e = e.parentNode)
            factor *= (e.getAttribute("transform") || "").match(/scale\(([\d.]+)/)?.[1] ?? 1;
        return factor;
    };
    const inside = (use, factor) => {
        const symbol = svg.querySelector(`[id="${use.getAttribute("href").slice(1)}"]`);
        const [, , width] = symbol.getAttribute("viewBox").split(" ").map(Number);
        const here = factor * use.getAttribute("width") / width;
        for (const t of symbol.querySelectorAll("text")) noted(t.getAttribute("font-size") * here * turned(t), t.textContent);
        for (const inner of symbol.querySelectorAll("use")) inside(inner, here * turned(inner));
    };
    for (const use of svg.querySelectorAll("use")) if (!use.closest("defs")) inside(use, scale * turned(use));
    for (const part of svg.querySelectorAll("[id]")) {
        if (part.closest("defs")) continue;
        const box = part.getBoundingClientRect(), size = Math.min(box.width, box.height);
        if (size && size < found.targets) { found.targets = size; found.target = part.id; }
    }
    return found;
}
