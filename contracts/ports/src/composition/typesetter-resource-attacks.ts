import type { TypesetCause, Typesetter } from "@cartulary/composition";
import { expect, it } from "../runner/runner.ts";
import { typesetRequest } from "./typesetter-contract.ts";

/** A plugin of WebAssembly whose only function, `f`, never ends. */
const ENDLESS_PLUGIN = [
  "0061736d01000000",
  "0105016000017f", // a type: nothing to a number
  "03020100", // one function of it
  "0503010001", // one page of memory
  "070e02066d656d6f7279020001660000", // exports: memory, f
  "0a0b01090003400c000b41000b", // its code: a loop
].join("");

const bytesOf = (hex: string): string => `bytes((${[...Buffer.from(hex, "hex")].join(", ")}))`;

/** A source, and what it is ended for; `null` where that is a matter of luck. */
type Bomb = readonly [source: string, cause: TypesetCause | null];

/** Sources that take all the time there is. */
export const TIME_ATTACKS: Readonly<Record<string, Bomb>> = {
  "loops in loops": ["#for a in range(100000) { for b in range(100000) { } }", "timeout"],
};

/** Sources that take all the memory there is, or end the process that compiles them. */
export const MEMORY_ATTACKS: Readonly<Record<string, Bomb>> = {
  "a text of 4 GB": ['#("x" * 4000000000)', "memory"],
  "parentheses without end": ['#eval("(" * 200000 + ")" * 200000)', "crash"],
};

/** More attacks, for long runs. */
export const MORE_ATTACKS: Readonly<Record<string, Bomb>> = {
  "an array that doubles": ["#{ let a = (1,); for i in range(40) { a = a + a } }", "memory"],
  "a million pages": ["#for i in range(1000000) { pagebreak() }", "memory"],
  "a plugin that never answers": [`#let endless = plugin(${bytesOf(ENDLESS_PLUGIN)})\n#endless.f()`, "timeout"],
  "a long range": ["#range(1000000000)", "memory"],
  "a long text": ["#lorem(50000000)", null],
  "a text that doubles": ['#{ let s = "x"; for i in range(40) { s = s + s }; s }', "memory"],
  "content that doubles": ["#{ let c = [x]; for i in range(40) { c = c + c }; c }", null],
  "an array a thousand million times": ["#((1,) * 1000000000)", "memory"],
  "brackets without end": ['#eval("[" * 100000)', null],
  "parentheses in a formula": [`$${"(".repeat(20_000)}`, "crash"],
  "a table of a million cells": ["#table(columns: 1000, ..range(1000000).map(i => [x]))", null],
  "a list of 2^47 in CBOR": [`#cbor(${bytesOf("9b0000800000000000")})`, null],
};

/** Sources that look like these and do no harm. */
export const HARMLESS_SOURCES: readonly string[] = [
  "#while true { }",
  "#let f(n) = f(n + 1)\n#f(0)",
  '#show "a": "aa"\na',
  "#show heading: it => it + [= x]\n= y",
  "#repeat[.]",
  '#("a" * 30000 + "b").match(regex("(a+)+$"))',
  '#show regex("(a+)+$"): [x]\n#("a" * 3000 + "b")',
];

const ENDED = /^(?:timeout|memory|crash|error)$/;

/** Tests that attacks end within the limits of the typesetter, and that concurrent and later compilations succeed. */
export function typesetterResourceAttacks(
  name: string,
  create: () => Typesetter,
  bombs: Readonly<Record<string, Bomb>>,
): void {
  const [first = ""] = Object.keys(bombs);
  it(`${name} ends ${first} and similar attacks, and compiles the next source`, async () => {
    const typesetter = create();
    const causeOf = async ([source]: Bomb) => {
      const result = await typesetter.typeset(typesetRequest(source));
      return result.outcome === "failed" ? result.cause : result.outcome;
    };
    const ending = Promise.all(Object.values(bombs).map(causeOf));
    expect((await typesetter.typeset(typesetRequest("= Bail"))).outcome).toBe("typeset");
    const ended = await ending;
    expect((await typesetter.typeset(typesetRequest("= Quittance"))).outcome).toBe("typeset");
    const expected = Object.entries(bombs).map(([bomb, [, cause]]) => [bomb, cause ?? expect.stringMatching(ENDED)]);
    expect(Object.keys(bombs).map((bomb, index) => [bomb, ended[index]])).toEqual(expected);
  });
}
