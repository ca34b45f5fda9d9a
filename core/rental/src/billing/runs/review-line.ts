import {
  type Digests,
  type Instant,
  monthOf,
  nullableRule,
  orNotFound,
  passageRule,
  throwIfInvalid,
  unprocessable,
} from "@cartulary/kernel";
import type { OwnerId } from "../../property/people/owner.ts";
import type { BillingStores } from "../ports.ts";
import type { LineContext } from "./build-lines.ts";
import { ownerAccounts } from "./owner-accounts.ts";
import type { BillingRun } from "./run.ts";
import type { LineReview } from "./run-input.ts";
import type { BillingRunLine, Computation } from "./run-line.ts";
import { requireAllowedAction } from "./transitions.ts";

/** Returns the run's current computation. */
export const readLines = ({ id: runId, computation }: Pick<BillingRun, "id" | "computation">): Computation => ({
  runId,
  computation,
});

/**
 * Saves a user's review of a line of a locked run: exclusion, review status and comment. If the exclusion changes,
 * recomputes the accounts of the owners concerned from the stored inputs.
 */
export async function reviewLine(
  stores: BillingStores,
  run: BillingRun,
  { id, excluded, reviewStatus, comment }: LineReview,
  { now, digests }: { readonly now: Instant; readonly digests: Pick<Digests, "sha256"> },
): Promise<void> {
  const { billingRuns, billingRunLines } = stores;
  const lines = readLines(run);
  const line = orNotFound(await billingRunLines.find(lines, id));
  requireAllowedAction(run, "review");
  const commentRule = nullableRule(passageRule);
  throwIfInvalid(comment === undefined ? [] : [commentRule.errorOf("comment", comment)]);
  if (line.isAlreadyBilled && excluded === false)
    throw unprocessable("invalid_transition", "Another run billed these days; the line cannot be included");
  const status = excluded === undefined ? line.status : excluded ? "excluded" : "active";
  const reviewed: BillingRunLine = {
    ...line,
    status,
    reviewStatus: reviewStatus ?? line.reviewStatus,
    comment: comment === undefined ? line.comment : commentRule.normalize(comment),
    updatedAt: now,
  };
  await billingRunLines.update(reviewed);
  if (status !== line.status) await recomputeAccounts(stores, run, reviewed, { now, digests });
  await billingRuns.update({ ...run, ...(await billingRunLines.amounts(lines)), updatedAt: now });
}

/** Recomputes the accounts of the owners of a line. */
async function recomputeAccounts(
  { billingRunLines, billingRunInputs }: BillingStores,
  run: BillingRun,
  line: BillingRunLine,
  occasion: { readonly now: Instant; readonly digests: Pick<Digests, "sha256"> },
): Promise<void> {
  const lines = readLines(run);
  const { status } = line;
  const owners = await ownersOf({ billingRunLines }, lines, line);
  if (owners.length === 0) return;
  const inputs = (
    await billingRunInputs.of(
      lines,
      owners.map((id) => `owner:${id}`),
    )
  ).flatMap(({ content }) => content ?? []);
  const called = await billingRunLines.creditsOf(lines, owners);
  const current = await billingRunLines.ofOwners(lines, owners);
  const before = new Map(current.map((each) => [each.lineKey, isVatOfFee(each, line) ? { ...each, status } : each]));
  const { mandataireId, groupingMode, periodStart } = run;
  const writing: LineContext = { ...lines, ...occasion, mandataireId, groupingMode, month: monthOf(periodStart) };
  const recomputed = ownerAccounts({ inputs, called, before }, writing);
  await billingRunLines.removeOfOwners(lines, owners);
  await billingRunLines.insert(recomputed, []);
}

/** Management fee and its VAT are excluded and included together. */
const isVatOfFee = (other: BillingRunLine, line: BillingRunLine): boolean =>
  line.billingCategory === "management_fee" &&
  other.billingCategory === "management_fee_vat" &&
  other.mandateId === line.mandateId;

async function ownersOf(
  { billingRunLines }: Pick<BillingStores, "billingRunLines">,
  lines: Computation,
  line: BillingRunLine,
): Promise<readonly OwnerId[]> {
  if (line.ownerId !== null) return [line.ownerId];
  const parts = await billingRunLines.partsOf(lines, [line.id]);
  return [...new Set(parts.map(({ ownerId }) => ownerId))].toSorted();
}
