// Data that comes compressed inside a script: see website/model/packing.py.
"use strict";

var ToledoPacked = {
  async open(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  },
};
