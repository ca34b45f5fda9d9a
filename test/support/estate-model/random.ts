import fc from "fast-check";
import { seededRandom } from "../seeded-random.ts";
import { plusDays } from "./calendar.ts";

/** Random decisions: the same seed gives the same ones. */
export interface Dice {
  /** Below a limit. */
  nat(limit: number): number;
  /** Once in so many times. */
  once(times: number): boolean;
  /** One of the elements. */
  of<Each>(list: readonly Each[]): Each;
  /** Some of them, each once. */
  some<Each>(list: readonly Each[], most: number): readonly Each[];
  /** A day about today: most often within some weeks, and rather at the end of a month. */
  day(today: string): string;
  /** One of the elements, or null. */
  dayOrNone(today: string): string | null;
}

/** Something that is done, by its name, with what decides how. */
export interface Act<Name extends string> {
  readonly name: Name;
  readonly seed: number;
}

/** Acts of some names; a repeated name is drawn more often. */
export function actsOf<Name extends string>(names: readonly Name[]): fc.Arbitrary<Act<Name>> {
  return fc.record({ name: fc.constantFrom(...names), seed: fc.noBias(fc.nat()) }, { noNullPrototype: true });
}

/** The draws of an act. */
export function diceOf({ seed }: Pick<Act<string>, "seed">): Dice {
  // Neighbouring seeds begin alike: they are spread first (Knuth's multiplicative hash).
  const { below: nat } = seededRandom(Math.imul(seed + 1, 2_654_435_761));
  const of = <Each>(list: readonly Each[]): Each => list[nat(list.length)] as Each;
  const day = (today: string): string => {
    const near = plusDays(today, of([0, 0, 1, -1, nat(60) - 30, nat(60) - 30, nat(800) - 400]));
    const month = near.slice(0, 8);
    return nat(5) === 0 ? plusDays(`${month}01`, of([-1, 0, 27])) : near;
  };
  return {
    nat,
    of,
    day,
    once: (times) => nat(times) === 0,
    dayOrNone: (today) => (nat(3) === 0 ? null : day(today)),
    some: (list, most) =>
      [...new Set(Array.from({ length: nat(most + 1) }, () => (list.length > 0 ? of(list) : null)))].filter(
        (each) => each !== null,
      ),
  };
}
