// Folds of a heavy page: a link in each leads to a page beside it (website/theme/lightening.py). When a fold is opened,
// that page is loaded in a frame, which works from a folder too, and hands over what belongs there.
"use strict";

{
  const pages = new Map();

  const load = (address) => {
    if (!pages.has(address)) {
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.src = address;
      pages.set(
        address,
        new Promise((resolve) => {
          window.addEventListener("message", function hear({ source, data }) {
            if (source !== frame.contentWindow) return;
            window.removeEventListener("message", hear);
            frame.remove();
            resolve(data);
          });
        }),
      );
      document.body.append(frame);
    }
    return pages.get(address);
  };

  document.addEventListener(
    "toggle",
    async ({ target }) => {
      const link = target.open && target.querySelector(":scope > a.fold");
      if (!link) return;
      const [address, id] = link.href.split("#");
      const inside = (await load(address))[id];
      if (!inside || !link.isConnected) return;
      link.insertAdjacentHTML("afterend", inside);
      link.remove();
      ToledoBoards.watch(target);
    },
    true, // it does not bubble
  );
}
