// What is wrong with the picture on the page: run in the browser, by test_pictures.py.
() => {
    const svg = document.querySelector("svg"), page = svg.getBoundingClientRect();
    const hit = shape => shape.classList.contains("tl-hit");
    const boxes = [...svg.querySelectorAll("rect")].filter(r => !hit(r)).map(r => r.getBoundingClientRect());
    const texts = [...svg.querySelectorAll("text")].map(t => {
        const box = t.getBoundingClientRect(), scale = svg.getScreenCTM().a;
        const size = parseFloat(getComputedStyle(t).fontSize) * scale;
        const baseline = page.top + t.y.baseVal[0].value * scale;
        // what is drawn: from the top of a capital to the baseline
        return {text: t.textContent, element: t, size, left: box.left, right: box.right,
                top: baseline - 0.73 * size, bottom: baseline};
    });
    const within = (a, b, slack) => a.left >= b.left - slack && a.right <= b.right + slack
                                 && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
    const covered = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.7
                           && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.7;
    const found = {overflowing: [], overlapping: [], crossing: [], faint: [], smallest: 99, texts: texts.length};
    for (const t of texts) {
        found.smallest = Math.min(found.smallest, t.size);
        const x = (t.left + t.right) / 2, y = (t.top + t.bottom) / 2;
        const around = boxes.filter(b => b.left <= x && x <= b.right && b.top <= y && y <= b.bottom)
                            .sort((a, b) => a.width * a.height - b.width * b.height)[0];
        if (!around || !within(t, around, 0.5) || !within(t, page, 0)) found.overflowing.push(t.text);
    }
    texts.forEach((a, i) => texts.slice(i + 1).forEach(b => {
        if (covered(a, b)) found.overlapping.push([a.text, b.text]);
    }));
    const frames = [...svg.querySelectorAll(".tl-panel, .tl-on, .tl-cell, .tl-site, .tl-chip")]
        .map(f => f.getBoundingClientRect());
    frames.forEach((a, i) => frames.slice(i + 1).forEach(b => {
        if (covered(a, b) && !within(a, b, 0) && !within(b, a, 0)) found.crossing.push([a.x, a.y, b.x, b.y]);
    }));
    const channels = colour => colour.match(/[\d.]+/g).map(Number);
    const light = colour => {
        const [r, g, b] = channels(colour).map(c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    for (const t of texts) {
        const under = document.elementsFromPoint((t.left + t.right) / 2, (t.top + t.bottom) / 2)
            .filter(e => e.closest("svg") && e.tagName !== "text" && e.tagName !== "svg" && !hit(e))
            .map(e => getComputedStyle(e).fill).filter(fill => fill.startsWith("rgb("));
        const [a, b] = [light(getComputedStyle(t.element).fill), light(under[0])].sort((p, q) => q - p);
        const contrast = (a + 0.05) / (b + 0.05);
        if (contrast < 4.5) found.faint.push([t.text, contrast, under[0]]);
    }
    return found;
}
