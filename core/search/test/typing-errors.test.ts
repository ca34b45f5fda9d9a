import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { correctableWords, correctedQueries } from "../src/corrections.ts";
import { isOneTypingError } from "../src/index.ts";

describe("a typing error", () => {
  it.each([
    ["ascneseur", "ascenseur"],
    ["chaudere", "chaudiere"],
    ["chaudiiere", "chaudiere"],
    ["chaudlere", "chaudiere"],
    ["chaudier", "chaudiere"],
    ["xchaudiere", "chaudiere"],
    ["loyerr", "loyer"],
  ])("makes %s of %s", (word, other) => {
    expect(isOneTypingError(word, other)).toBe(true);
  });

  it.each([
    ["chaudiere", "chaudiere"],
    ["chadeire", "chaudiere"],
    ["jardn", "jardin"],
    ["abc123", "abc124"],
    ["ascneseru", "ascenseur"],
  ])("does not make %s of %s", (word, other) => {
    expect(isOneTypingError(word, other)).toBe(false);
  });

  it("is a single edit, in either direction", () => {
    const letter = fc.constantFrom(..."abé𝒶");
    const words = fc.array(letter, { minLength: 7, maxLength: 9 });
    fc.assert(
      fc.property(
        words,
        fc.nat(6),
        letter,
        fc.constantFrom("insert", "delete", "replace", "swap"),
        (word, at, by, edit) => {
          const [one = "", two = ""] = [word[at], word[at + 1]];
          const put = { insert: [by, one], delete: [], replace: [by], swap: [two, one] }[edit];
          const other = [...word.slice(0, at), ...put, ...word.slice(at + (edit === "swap" ? 2 : 1))];
          const [left, right] = [word.join(""), other.join("")];
          const isEdit = left !== right && (edit !== "swap" || two !== "");
          if (!isEdit) return;
          expect(isOneTypingError(left, right)).toBe(true);
          expect(isOneTypingError(right, left)).toBe(true);
        },
      ),
    );
  });
});

describe("corrections", () => {
  it("apply to long words of letters, outside quotes, without a sign, and not to prefixes", () => {
    expect(
      correctableWords('Chaudère "quitance" -ascneseur locat* jardn 0123456 piècé12 l’assurence Chaudère'),
    ).toEqual(["chaudere", "assurence"]);
  });

  it("leave the rest of the query unchanged", () => {
    const like = new Map([
      ["quitance", ["quittance", "quitances"]],
      ["tileuls", ["tilleuls"]],
    ]);
    const all = [...correctedQueries('  Quitance (Tileuls) "quitance" -quitance', like)].map(({ query }) => query);
    expect(all).toEqual([
      '  quittance (Tileuls) "quitance" -quitance',
      '  quitances (Tileuls) "quitance" -quitance',
      '  Quitance (tilleuls) "quitance" -quitance',
      '  quittance (tilleuls) "quitance" -quitance',
      '  quitances (tilleuls) "quitance" -quitance',
    ]);
  });
});
