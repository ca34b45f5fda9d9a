import { computeOwnerLines, type LineKey } from "../billing/compute-run.ts";
import { carried, isNoticedAlike, isTakenOutBySomebody, type LinesBefore } from "./carrying.ts";
import { ownerLineMade, type Writing } from "./lines-made.ts";
import type { CalledCredit, OwnerBasis } from "./ports.ts";
import type { BillingRunLine } from "./run-line.ts";

/** What the accounts of some owners are made from. */
export interface AccountsAsked {
  readonly inputs: readonly OwnerBasis[];
  /** What is theirs of the lines of tenants that count, whatever the mandate. */
  readonly called: readonly CalledCredit[];
  readonly before: LinesBefore;
}

/**
 * The lines of some owners. A line that was taken out stays out as long as the same is noticed about it; that it does may
 * depend on the others, so that it is looked at again without it.
 */
export function ownerAccounts(asked: AccountsAsked, writing: Writing): readonly BillingRunLine[] {
  const { before } = asked;
  const wanted = new Set([...before.values()].filter(isTakenOutBySomebody).map(({ lineKey }) => lineKey));
  const lines = linesOf(asked, wanted, writing);
  const alike = lines.filter((line) => {
    const old = before.get(line.lineKey);
    return wanted.has(line.lineKey) && old !== undefined && isNoticedAlike(line, old);
  });
  const kept = new Set(alike.map(({ lineKey }) => lineKey));
  const settled = kept.size === wanted.size ? lines : linesOf(asked, kept, writing);
  return settled.map((line) => ({ ...carried(line, before), status: line.status }));
}

function linesOf(
  { inputs, called }: AccountsAsked,
  excluded: ReadonlySet<LineKey>,
  writing: Writing,
): readonly BillingRunLine[] {
  const calledOf = Map.groupBy(called, ({ ownerId }) => ownerId);
  return inputs.flatMap((input) => {
    const { owner, premiums, collected } = input;
    const credits = [...collected, ...(calledOf.get(owner.id) ?? []).filter(({ isAccrual }) => isAccrual)];
    if (credits.length === 0 && premiums.length === 0 && owner.balanceCents === 0) return [];
    const snapshot = { owners: [owner], premiums, month: writing.month, credits };
    const lines = computeOwnerLines(writing.digests, snapshot, excluded);
    return lines.map((line) => ownerLineMade(line, { ...input, lines, credits }, writing));
  });
}
