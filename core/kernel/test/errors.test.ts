import { expect, it } from "vitest";
import { DomainError, FAULTS_MAX, type FieldError, requireSound } from "../src/index.ts";

const fault = (index: number): FieldError => ({ field: `lines[${index}]`, code: "blank", message: "can't be blank" });

it("a refusal names the first hundred faults, in their order, however many there are", () => {
  // More than a call takes arguments.
  const faults = Array.from({ length: 200_000 }, (_, index) => (index % 2 === 0 ? null : fault(index)));
  const details = detailsOf(() => requireSound(faults));
  expect(details).toHaveLength(FAULTS_MAX);
  expect(details.slice(0, 2)).toEqual([fault(1), fault(3)]);
});

it("without a fault nothing is refused", () => {
  expect(requireSound([null, null])).toBeUndefined();
});

function detailsOf(refusing: () => void): readonly FieldError[] {
  try {
    refusing();
  } catch (error) {
    if (error instanceof DomainError) return error.details as readonly FieldError[];
  }
  throw new Error("Nothing was refused");
}
