// The links to a page in other languages lead to the entry that is read now.
"use strict";

{
  const follow = () => {
    for (const link of document.querySelectorAll(".languages a[hreflang]")) link.hash = location.hash;
  };
  addEventListener("hashchange", follow);
  // The theme changes the address while one scrolls, and nothing is heard of it: what counts is where one is at the end.
  for (const use of ["pointerdown", "focusin", "click"]) document.addEventListener(use, follow, { capture: true });
  follow();
}
