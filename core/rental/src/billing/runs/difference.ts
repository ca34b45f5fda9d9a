import type { BillingRunLineView } from "./run-line.ts";

/** The differences between a computation and the previous one, line by line. */
export interface RunDifference {
  readonly added: readonly BillingRunLineView[];
  readonly removed: readonly BillingRunLineView[];
  readonly changed: readonly LineChange[];
}

/** A line of both computations with different values. */
export interface LineChange {
  readonly lineKey: BillingRunLineView["lineKey"];
  readonly before: BillingRunLineView;
  readonly after: BillingRunLineView;
}

/** Compares the lines of two computations by key. */
export function differenceOf(
  before: readonly BillingRunLineView[],
  after: readonly BillingRunLineView[],
): RunDifference {
  const old = new Map(before.map((line) => [line.lineKey, line]));
  const present = new Set(after.map(({ lineKey }) => lineKey));
  return {
    added: after.filter(({ lineKey }) => !old.has(lineKey)),
    removed: before.filter(({ lineKey }) => !present.has(lineKey)),
    changed: after.flatMap((line) => {
      const was = old.get(line.lineKey);
      return was && computedText(was) !== computedText(line)
        ? [{ lineKey: line.lineKey, before: was, after: line }]
        : [];
    }),
  };
}

/** Returns the computed values of a line, without the user's review. */
function computedText({ updatedAt: _, reviewStatus: __, comment: ___, ...computed }: BillingRunLineView): string {
  return JSON.stringify(computed);
}
