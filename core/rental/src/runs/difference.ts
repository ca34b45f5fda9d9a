import type { BillingRunLineView } from "./run-line.ts";

/** How a computation of a run differs from the one before, line by line. */
export interface RunDifference {
  readonly added: readonly BillingRunLineView[];
  readonly removed: readonly BillingRunLineView[];
  readonly changed: readonly LineChange[];
}

/** A line that both have, and that comes to something else. */
export interface LineChange {
  readonly lineKey: BillingRunLineView["lineKey"];
  readonly before: BillingRunLineView;
  readonly after: BillingRunLineView;
}

/** The lines of two computations against each other, by their keys. */
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

/** What a computation says of a line, and nobody else. */
function computedText({ updatedAt: _, reviewStatus: __, comment: ___, ...computed }: BillingRunLineView): string {
  return JSON.stringify(computed);
}
