import { expect, it } from "vitest";
import { appendAll, decoded, type FieldError, invalid, requireSound, textOfUnits } from "../src/index.ts";

/** More than a call can have arguments. */
const MANY = 150_000;

const errors = (count: number): readonly FieldError[] =>
  Array.from({ length: count }, (_, index) => ({ field: `row ${index}`, code: "blank", message: "can't be blank" }));

it("items are appended however many there are", () => {
  const list = [0];
  appendAll(list, new Set(Array.from({ length: MANY }, (_, index) => index + 1)));
  expect(list).toHaveLength(MANY + 1);
  expect(list.at(-1)).toBe(MANY);
});

it("a refusal takes any number of faults, and one of judged values names the first hundred", () => {
  const [first, ...others] = errors(MANY);
  expect(invalid(first as FieldError, others).details).toHaveLength(MANY);
  expect(() => requireSound([null, ...errors(MANY)])).toThrow(/row 0 can't be blank.*row 99 can't be blank$/);
});

it("text of any length is made of units and of bytes", () => {
  expect(textOfUnits(new Uint16Array(MANY).fill(0x20ac))).toBe("€".repeat(MANY));
  const smiles = "é😀".repeat(MANY / 10);
  expect(decoded(new TextEncoder().encode(smiles))).toBe(smiles);
});
