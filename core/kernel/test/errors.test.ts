import { expect, it } from "vitest";
import { DomainError, ERRORS_REPORTED_MAX, type FieldError, throwIfInvalid } from "../src/index.ts";

const fault = (index: number): FieldError => ({ field: `lines[${index}]`, code: "blank", message: "can't be blank" });

it("an error reports the first hundred field errors, in order", () => {
  // More than the maximum number of arguments of a call.
  const faults = Array.from({ length: 200_000 }, (_, index) => (index % 2 === 0 ? null : fault(index)));
  const details = detailsOf(() => throwIfInvalid(faults));
  expect(details).toHaveLength(ERRORS_REPORTED_MAX);
  expect(details.slice(0, 2)).toEqual([fault(1), fault(3)]);
});

it("without field errors nothing is thrown", () => {
  expect(throwIfInvalid([null, null])).toBeUndefined();
});

function detailsOf(refusing: () => void): readonly FieldError[] {
  try {
    refusing();
  } catch (error) {
    if (error instanceof DomainError) return error.details as readonly FieldError[];
  }
  throw new Error("Nothing was refused");
}
