// Two hashes, synchronous unlike those of browsers: SHA-256 for digests, BLAKE2b for chance by seed.

const text = new TextEncoder();

/** The first bits of the fraction of a root of each prime. */
function fractions(count: number, root: (prime: number) => number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    let divisor = 2;
    while (n % divisor) divisor++;
    if (divisor === n) found.push((root(n) % 1) * 2 ** 32);
  }
  return found;
}
const SHA_START = Uint32Array.from(fractions(8, Math.sqrt));
const SHA_ROUNDS = Uint32Array.from(fractions(64, Math.cbrt));

/** The SHA-256 of a text in UTF-8, in hexadecimal digits. */
export function sha256(of: string): string {
  const bytes = text.encode(of), size = bytes.length;
  const padded = new Uint8Array((size + 72) & ~63), words = new DataView(padded.buffer);
  padded.set(bytes);
  padded[size] = 0x80;
  words.setBigUint64(padded.length - 8, BigInt(size) * 8n);
  const hash = SHA_START.slice(), w = new Uint32Array(64);
  const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = words.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!, y = w[i - 2]!;
      w[i] = w[i - 16]! + w[i - 7]! + (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + SHA_ROUNDS[i]! + w[i]!;
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i]! += word));
  }
  return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
}

// BLAKE2b counts in words of 64 bits. Here they are pairs of 32 bits, the lower half first.

const BLAKE_START = Uint32Array.from(
  [..."f3bcc9086a09e667 84caa73bbb67ae85 fe94f82b3c6ef372 5f1d36f1a54ff53a ade682d1510e527f 2b3e6c1f9b05688c fb41bd6b1f83d9ab 137e21795be0cd19"
    .replaceAll(" ", "").matchAll(/.{8}/g)].map(([half]) => parseInt(half, 16)),
);
const ORDERS = (
  "0123456789abcdef ea489fd61c02b753 b8c052fdae367194 7931dcbe265a40f8 905724afe1bc683d "
  + "2c6a0b834d75fe19 c51fed4a0763928b db7ec13950f4862a 6fe9b308c2d714a5 a2847615fb9e3cd0"
).split(" ").map((order) => [...order].map((digit) => 2 * parseInt(digit, 16)));

function plus(v: Uint32Array, a: number, low: number, high: number): void {
  const sum = v[a]! + low;
  v[a] = sum;
  v[a + 1]! += high + (sum > 0xffffffff ? 1 : 0);
}
/** Half a mixing of four words with a word of the block: the first half turns by 32 and 24 bits, the second by 16 and 63. */
function mix(v: Uint32Array, a: number, b: number, c: number, d: number, block: Uint32Array, x: number, first: boolean): void {
  plus(v, a, v[b]!, v[b + 1]!);
  plus(v, a, block[x]!, block[x + 1]!);
  let low = v[d]! ^ v[a]!, high = v[d + 1]! ^ v[a + 1]!;
  v[d] = first ? high : (low >>> 16) | (high << 16);
  v[d + 1] = first ? low : (high >>> 16) | (low << 16);
  plus(v, c, v[d]!, v[d + 1]!);
  low = v[b]! ^ v[c]!;
  high = v[b + 1]! ^ v[c + 1]!;
  v[b] = first ? (low >>> 24) | (high << 8) : (low << 1) | (high >>> 31);
  v[b + 1] = first ? (high >>> 24) | (low << 8) : (high << 1) | (low >>> 31);
}

/** The BLAKE2b hash of 16 bytes of a text in UTF-8, as a number below 2^128. */
export function blake2b(of: string): bigint {
  const bytes = text.encode(of), size = bytes.length;
  const hash = BLAKE_START.slice(), v = new Uint32Array(32), block = new Uint32Array(32);
  hash[0]! ^= 0x01010010; // 16 bytes, no key
  for (let from = 0; from === 0 || from < size; from += 128) {
    const words = new DataView(new ArrayBuffer(128)), taken = Math.min(size, from + 128);
    new Uint8Array(words.buffer).set(bytes.subarray(from, taken));
    for (let i = 0; i < 32; i++) block[i] = words.getUint32(4 * i, true);
    v.set(hash);
    v.set(BLAKE_START, 16);
    v[24]! ^= taken;
    if (taken === size) v[28] = ~v[28]!, v[29] = ~v[29]!;
    for (let round = 0; round < 12; round++) {
      const order = ORDERS[round % 10]!;
      for (let i = 0; i < 8; i++) {
        const column = 2 * (i % 4), turn = i < 4 ? 0 : 2; // columns, then diagonals
        const place = (row: number): number => 8 * row + ((column + row * turn) % 8);
        mix(v, place(0), place(1), place(2), place(3), block, order[2 * i]!, true);
        mix(v, place(0), place(1), place(2), place(3), block, order[2 * i + 1]!, false);
      }
    }
    for (let i = 0; i < 16; i++) hash[i]! ^= v[i]! ^ v[i + 16]!;
  }
  const words = new DataView(new ArrayBuffer(16));
  for (let i = 0; i < 4; i++) words.setUint32(4 * i, hash[i]!, true);
  return (words.getBigUint64(0) << 64n) | words.getBigUint64(8);
}
