// Tables on pages: a figure with a position becomes a table when it comes into sight; one that has a picture, when it is asked for.
// The table is a script of its own (website/board), which is loaded for the first of them; it knows no file but those that `load` brings.
"use strict";

var ToledoBoards = (() => {
  const root = new URL("..", document.currentScript.src);
  const files = new Map();
  const data = new Map();

  const put = (name, value) => data.set(name, value);

  /** Load a script of the folder `board`, which puts its data here: a page in a folder may load nothing else. */
  const load = (name) => {
    if (!files.has(name)) {
      files.set(
        name,
        new Promise((resolve, reject) => {
          const script = document.createElement("script");
          script.src = new URL(`board/${name}.js`, root);
          script.addEventListener("load", () => resolve(data.get(name)));
          script.addEventListener("error", () => {
            files.delete(name); // the next one asks again
            reject(new Error(`${name} is missing`));
          });
          document.head.append(script);
        }),
      );
    }
    return files.get(name);
  };

  /** Turn a figure into a table; without its data it stays what it is. */
  const enliven = async (figure) => {
    const language = figure.closest("[data-language]")?.dataset.language || document.documentElement.lang || "en";
    try {
      if (figure.dataset.game) {
        await load("table");
        return ToledoTables.game(figure, { language });
      }
      const [words] = await Promise.all([load(`example-${language}`), load("table")]);
      const { whole, search } = ToledoControls[language];
      const english = whole ? "" : ` (${search.english})`; // the rules to which it leads
      await ToledoTables.example(figure, { language, words, english });
    } catch (error) {
      console.warn(error.message);
      figure.classList.remove("is-live");
    }
  };

  const near = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        enliven(target);
      }
    },
    { rootMargin: "300px" },
  );

  /** Let the figures of a place become tables. */
  const watch = (place) => {
    for (const figure of place.querySelectorAll("figure:is([data-board], [data-game], [data-position])")) {
      const button = figure.querySelector("button.try-it");
      if (button) {
        button.hidden = false;
        button.addEventListener("click", () => enliven(figure), { once: true });
      } else {
        figure.classList.add("is-live"); // its place is kept
        near.observe(figure);
      }
    }
  };
  watch(document);
  return { root, put, load, watch };
})();
