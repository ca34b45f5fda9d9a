import { expect, it } from "vitest";
import { appendAll, decodeText, type FieldError, invalid, textOfUnits, throwIfInvalid } from "../src/index.ts";

/** More than the maximum number of arguments of a call. */
const MANY = 150_000;

const errors = (count: number): readonly FieldError[] =>
  Array.from({ length: count }, (_, index) => ({ field: `row ${index}`, code: "blank", message: "can't be blank" }));

it("appends any number of items", () => {
  const list = [0];
  appendAll(list, new Set(Array.from({ length: MANY }, (_, index) => index + 1)));
  expect(list).toHaveLength(MANY + 1);
  expect(list.at(-1)).toBe(MANY);
});

it("an error takes any number of field errors; validation reports the first hundred", () => {
  const [first, ...others] = errors(MANY);
  expect(invalid(first as FieldError, others).details).toHaveLength(MANY);
  expect(() => throwIfInvalid([null, ...errors(MANY)])).toThrow(/row 0 can't be blank.*row 99 can't be blank$/);
});

it("builds text of any length from units and from bytes", () => {
  expect(textOfUnits(new Uint16Array(MANY).fill(0x20ac))).toBe("€".repeat(MANY));
  const smiles = "é😀".repeat(MANY / 10);
  expect(decodeText(new TextEncoder().encode(smiles))).toBe(smiles);
});
