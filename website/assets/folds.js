// Folds of a heavy page: what is inside comes from a file beside the page when the first of them is opened.
// The file is a script (website/theme/lightening.py), because a page in a folder may load nothing else.
"use strict";

var ToledoFolds = (() => {
  const files = new Map();
  let given;

  const load = (name) => {
    if (!files.has(name)) {
      files.set(
        name,
        new Promise((resolve, reject) => {
          const script = document.createElement("script");
          script.src = name;
          script.addEventListener("load", () => resolve(given));
          script.addEventListener("error", () => reject(new Error(`${name} is missing`)));
          document.head.append(script);
        }),
      );
    }
    return files.get(name);
  };

  const fill = async (fold) => {
    const [name, place] = fold.dataset.fold.split("#");
    delete fold.dataset.fold;
    fold.insertAdjacentHTML("beforeend", (await load(name))[place]);
    ToledoLive.watch(fold);
  };

  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (target.open && target.dataset.fold) fill(target);
    },
    true, // it does not bubble
  );
  return {
    put(folds) {
      given = folds;
    },
  };
})();
