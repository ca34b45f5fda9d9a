import type { CodeStore } from "../estate/store.ts";

/** What references without gap begin with: runs, rent calls, payments, payouts (reversements), incidents. */
const REFERENCE_DIGITS = { QT: 4, AP: 6, EN: 6, RV: 6, IN: 6 } as const;
/** One of them. */
export type ReferenceKind = keyof typeof REFERENCE_DIGITS;

/**
 * The next references of a kind in a year, `AP-2026-000001`: without gap in a mandataire's year, since the counter is a row
 * that stays locked until the transaction ends.
 */
export async function nextReferences(
  codes: Pick<CodeStore, "lock" | "set">,
  kind: ReferenceKind,
  year: string,
  count: number,
): Promise<readonly string[]> {
  const counter = `${kind}-${year}`;
  const last = await codes.lock(counter);
  await codes.set(counter, last + count);
  return Array.from(
    { length: count },
    (_, index) => `${counter}-${String(last + index + 1).padStart(REFERENCE_DIGITS[kind], "0")}`,
  );
}
