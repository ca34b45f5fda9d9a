import { computeOwnerLines, type LineKey } from "../computation/compute-run.ts";
import type { BilledMandate } from "../computation/owner-lines.ts";
import { buildOwnerLine, type LineContext } from "./build-lines.ts";
import { carryOver, hasSameAnomalies, isManuallyExcluded, type PreviousLines } from "./carry-over.ts";
import type { CalledCredit, OwnerBasis } from "./ports.ts";
import type { BillingRunLine } from "./run-line.ts";

/** The input of the accounts of some owners. */
export interface OwnerAccountsInput {
  readonly inputs: readonly OwnerBasis[];
  /** The owners' parts of tenant lines that are not excluded, under any mandate. */
  readonly called: readonly CalledCredit[];
  readonly before: PreviousLines;
}

/**
 * Returns the lines of some owners. A line excluded by a user stays excluded while its anomalies are unchanged. Its
 * anomalies may depend on the other lines, so lines are computed again if an exclusion ends.
 */
export function ownerAccounts(input: OwnerAccountsInput, writing: LineContext): readonly BillingRunLine[] {
  const { before } = input;
  const excludedBefore = new Set([...before.values()].filter(isManuallyExcluded).map(({ lineKey }) => lineKey));
  const lines = linesOf(input, excludedBefore, writing);
  const unchanged = lines.filter((line) => {
    const old = before.get(line.lineKey);
    return excludedBefore.has(line.lineKey) && old !== undefined && hasSameAnomalies(line, old);
  });
  const stillExcluded = new Set(unchanged.map(({ lineKey }) => lineKey));
  const settled = stillExcluded.size === excludedBefore.size ? lines : linesOf(input, stillExcluded, writing);
  return settled.map((line) => ({ ...carryOver(line, before), status: line.status }));
}

/** Returns true if nothing makes a service of the mandate due without receipts. */
const isWithoutServices = ({ letUnits = [], services }: BilledMandate): boolean =>
  letUnits.length === 0 && services.every(({ events = [] }) => events.length === 0);

function linesOf(
  { inputs, called }: OwnerAccountsInput,
  excluded: ReadonlySet<LineKey>,
  writing: LineContext,
): readonly BillingRunLine[] {
  const calledOf = Map.groupBy(called, ({ ownerId }) => ownerId);
  return inputs.flatMap((input) => {
    const { owner, premiums, collected } = input;
    const credits = [...collected, ...(calledOf.get(owner.id) ?? []).filter(({ isAccrual }) => isAccrual)];
    const isIdle = owner.mandates.every(isWithoutServices);
    if (credits.length === 0 && premiums.length === 0 && owner.balanceCents === 0 && isIdle) return [];
    const snapshot = { owners: [owner], premiums, month: writing.month, credits };
    const lines = computeOwnerLines(writing.digests, snapshot, excluded);
    return lines.map((line) => buildOwnerLine(line, { ...input, lines, credits }, writing));
  });
}
