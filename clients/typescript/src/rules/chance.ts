// Sources of chance: what the rules ask for, and numbers that follow from a seed, the same as in the library.

import { blake2b } from "./hashes.js";

/** A source of chance. */
export interface Rng {
  /** A whole number from 0 to `stop` - 1, each equally likely. */
  randrange(stop: number): number;
}

/** The number that a source of chance gives for a range. A number outside the range is an error. */
export function drawn(rng: Rng, stop: number): number {
  const number = rng.randrange(stop);
  if (Number.isInteger(number) && number >= 0 && number < stop) return number;
  throw new RangeError(`a source of chance must give a whole number from 0 to ${stop - 1} here, not ${number}`);
}

const COUNT = /^(0|[1-9][0-9]*)$/;

/**
 * A source of chance that gives the same numbers for a seed on every machine, in every language and in every version:
 * each is a hash of the seed, the number of the game and the number of the draw. The algorithm is in docs/reference/chance.md.
 * It is for chance alone: give a bot that plays at random a stream of its own.
 */
export class Stream implements Rng {
  private readonly prefix: string;

  /** A seed is a text or a whole number; one beyond 2^53 is given as a bigint. */
  constructor(
    readonly seed: number | bigint | string,
    readonly game = 0,
    /** Number of draws so far. */
    public index = 0,
  ) {
    if (typeof seed === "number" && !Number.isSafeInteger(seed)) throw new RangeError(`a seed must be a whole number below 2^53, a bigint or a text, not ${seed}`);
    if (typeof seed === "string" && /\p{Surrogate}/u.test(seed)) throw new RangeError("a seed must be text, not halves of characters");
    for (const number of [game, index]) if (!COUNT.test(`${number}`)) throw new RangeError(`game and index must be 0 or more, not ${number}`);
    this.prefix = `toledo-rules chance 1\n${game}\n${typeof seed === "string" ? "text" : "number"} ${seed}\n`;
  }

  randrange(stop: number): number {
    if (!Number.isSafeInteger(stop) || stop < 1) throw new RangeError(`stop must be a whole number of 1 or more, not ${stop}`);
    const range = BigInt(stop), fair = (1n << 128n) - ((1n << 128n) % range); // numbers from here on would favour low results
    for (let attempt = 0; ; attempt++) {
      const number = blake2b(`${this.prefix}${this.index} ${attempt}`);
      if (number >= fair) continue;
      this.index++;
      return Number(number % range);
    }
  }
}
