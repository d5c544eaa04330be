// The theme puts the button beside each block of code into a landmark without a name: it gets a plain place instead.
"use strict";

{
  const plain = () => {
    for (const nav of document.querySelectorAll("nav.md-code__nav")) {
      const place = document.createElement("div");
      place.className = nav.className;
      place.append(...nav.childNodes);
      nav.replaceWith(place);
    }
  };
  new MutationObserver(plain).observe(document.body, { childList: true, subtree: true });
  plain();
}
