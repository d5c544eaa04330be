// Keeps the site on the reader's device: everything for players at once, the rest as it is read. A new version of the
// site has another name here and replaces the old one. Written by website/theme/finishing.py.
"use strict";

const VERSION = "{version}";
const FILES = ["{files}"];
const CACHE = `toledo-${VERSION}`;
// The engine of the board is large and never changes under its name: it is kept once it was used, and only that of today.
const ENGINE = "board-engine";
const IN_ENGINE = /\/board\/engine-\w+\//;

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
          names.filter((name) => name.startsWith("toledo-") && name !== CACHE).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

async function ofEngine(request) {
  const cache = await caches.open(ENGINE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const [folder] = request.url.match(IN_ENGINE);
    for (const old of await cache.keys()) if (!old.url.includes(folder)) await cache.delete(old);
    await cache.put(request, response.clone());
  }
  return response;
}

// The network first, so that nobody reads an old ruling while they are online; what is kept when there is no network.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (IN_ENGINE.test(request.url)) return event.respondWith(ofEngine(request));
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
