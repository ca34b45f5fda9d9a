import { type Digests, existing, type Instant, monthOf, refused, requireSound } from "@cartulary/kernel";
import { aPassage, nullable } from "../estate/fields.ts";
import type { OwnerId } from "../people/owner.ts";
import type { RentalStores } from "../ports.ts";
import type { Writing } from "./lines-made.ts";
import { ownerAccounts } from "./owner-accounts.ts";
import type { BillingRun } from "./run.ts";
import type { LineReview } from "./run-input.ts";
import type { BillingRunLine, Computation } from "./run-line.ts";
import { requireDoor } from "./transitions.ts";

/** The lines of a run that are read. */
export const readLines = ({ id: runId, computation }: Pick<BillingRun, "id" | "computation">): Computation => ({
  runId,
  computation,
});

/**
 * Writes what somebody makes of a line of a locked run: whether it counts, what he says of it. Where it counts otherwise,
 * the accounts of the owners whom it touches are made anew, out of what the run was computed from, and nothing else is.
 */
export async function reviewLine(
  stores: RentalStores,
  run: BillingRun,
  { id, excluded, reviewStatus, comment }: LineReview,
  { now, digests }: { readonly now: Instant; readonly digests: Pick<Digests, "sha256"> },
): Promise<void> {
  const { billingRuns, billingRunLines } = stores;
  const lines = readLines(run);
  const line = existing(await billingRunLines.find(lines, id));
  requireDoor(run, "review");
  const aComment = nullable(aPassage);
  requireSound(comment === undefined ? [] : [aComment.errorOf("comment", comment)]);
  if (line.isAlreadyBilled && excluded === false)
    throw refused("invalid_transition", "These days were billed by another run: the line stays out of this one");
  const status = excluded === undefined ? line.status : excluded ? "excluded" : "active";
  const reviewed: BillingRunLine = {
    ...line,
    status,
    reviewStatus: reviewStatus ?? line.reviewStatus,
    comment: comment === undefined ? line.comment : aComment.kept(comment),
    updatedAt: now,
  };
  await billingRunLines.update(reviewed);
  if (status !== line.status) await remakeAccounts(stores, run, reviewed, { now, digests });
  await billingRuns.update({ ...run, ...(await billingRunLines.amounts(lines)), updatedAt: now });
}

/** Makes the accounts anew of those whom a line touches. */
async function remakeAccounts(
  { billingRunLines, billingRunInputs }: RentalStores,
  run: BillingRun,
  line: BillingRunLine,
  occasion: { readonly now: Instant; readonly digests: Pick<Digests, "sha256"> },
): Promise<void> {
  const lines = readLines(run);
  const { status } = line;
  const owners = await ownersTouched({ billingRunLines }, lines, line);
  if (owners.length === 0) return;
  const inputs = (
    await billingRunInputs.of(
      lines,
      owners.map((id) => `owner:${id}`),
    )
  ).flatMap(({ content }) => content ?? []);
  const called = await billingRunLines.creditsOf(lines, owners);
  const present = await billingRunLines.ofOwners(lines, owners);
  const before = new Map(present.map((each) => [each.lineKey, goesAlong(each, line) ? { ...each, status } : each]));
  const { mandataireId, groupingMode, periodStart } = run;
  const writing: Writing = { ...lines, ...occasion, mandataireId, groupingMode, month: monthOf(periodStart) };
  const made = ownerAccounts({ inputs, called, before }, writing);
  await billingRunLines.removeOfOwners(lines, owners);
  await billingRunLines.insert(made, []);
}

/** A fee that is not charged bears no VAT; one that is charged again bears it again. */
const goesAlong = (other: BillingRunLine, line: BillingRunLine): boolean =>
  line.billingCategory === "management_fee" &&
  other.billingCategory === "management_fee_vat" &&
  other.mandateId === line.mandateId;

async function ownersTouched(
  { billingRunLines }: Pick<RentalStores, "billingRunLines">,
  lines: Computation,
  line: BillingRunLine,
): Promise<readonly OwnerId[]> {
  if (line.ownerId !== null) return [line.ownerId];
  const parts = await billingRunLines.partsOf(lines, [line.id]);
  return [...new Set(parts.map(({ ownerId }) => ownerId))].toSorted();
}
