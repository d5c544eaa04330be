// The links to a page in other languages lead to the entry that is read now. A browser that is set to one of our languages
// gets the first page in it, unless its reader has chosen a language or is on the way from another page of ours.
"use strict";

{
  const follow = () => {
    for (const link of document.querySelectorAll(".languages a[hreflang]")) link.hash = location.hash;
  };
  addEventListener("hashchange", follow);
  // The theme changes the address while one scrolls, and nothing is heard of it: what counts is where one is at the end.
  for (const use of ["pointerdown", "focusin", "click"]) document.addEventListener(use, follow, { capture: true });
  follow();

  const CHOSEN = "toledo-language";
  const kept = (use) => {
    try {
      return use(localStorage);
    } catch {
      return null; // this browser keeps nothing
    }
  };
  document.addEventListener("click", ({ target }) => {
    const link = target.closest?.(".languages a[hreflang]");
    if (link) kept((storage) => storage.setItem(CHOSEN, link.hreflang));
  });
  const wanted = navigator.language.slice(0, 2);
  const from = document.referrer && new URL(document.referrer).origin === location.origin;
  const first = document.querySelector(".hero") && document.documentElement.lang === "en";
  if (first && !from && !location.search && !location.hash && !kept((storage) => storage.getItem(CHOSEN))) {
    const there = document.querySelector(`.languages a[hreflang="${wanted}"]`);
    if (there) location.replace(there.href);
  }
}
