// Keeps the site on the reader's device: everything for players at once, the rest as it is read. A new version of the
// site has another name here and replaces the old one. Written by website/theme/finishing.py.
"use strict";

const VERSION = "{version}";
const FILES = ["{files}"];
const CACHE = `toledo-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          // "board-engine" was Python, which the board once needed.
          names.filter((name) => (name.startsWith("toledo-") && name !== CACHE) || name === "board-engine").map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

// The network first, so that nobody reads an old ruling while they are online; what is kept when there is no network.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    fetch(request)
      .then((response) => {
        if (response.ok) {
          const copy = response.clone();
          event.waitUntil(caches.open(CACHE).then((cache) => cache.put(request, copy)));
        }
        return response;
      })
      .catch(async () => {
        const kept = await caches.match(request, { ignoreSearch: true });
        return kept || (request.mode === "navigate" && (await caches.match("404.html"))) || Response.error();
      }),
  );
});
