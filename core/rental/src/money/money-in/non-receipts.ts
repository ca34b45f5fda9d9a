import { appendAll } from "@cartulary/kernel";
import type { NewEntry, NewLine } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import { creditLine, debitLine } from "../../billing/run-application/entry-lines.ts";
import { type BankTransaction, movedOn, suspendedCents } from "../payments/bank-transaction.ts";
import type { MatchedPayment, PayoutMatching } from "../payout-matching/match-payouts.ts";
import type { MoneyStores } from "../ports.ts";
import { bankLabel } from "./bank-label.ts";
import { type IncomingTransaction, isUndoing } from "./incoming-transaction.ts";
import { type IngestionContext, postAll } from "./ingestion-context.ts";
import { letterTenantAccounts } from "./letter-tenant-accounts.ts";
import { originalOf, originalsQuery, reversesOf } from "./originals.ts";
import { bankEntry, type Movement, suspenseLine } from "./receipt-entries.ts";
import { refund, rejectAll } from "./reject-and-refund.ts";

interface Paying<Stores> {
  readonly stores: Stores;
  readonly outbound: PayoutMatching<Stores>;
}

/**
 * Settles, in order, transactions that are not receipts: each may reverse the result of an earlier one. Consecutive
 * payouts or rejections, of which an agency has hundreds, are settled together, others one at a time. Returns the
 * updated transactions.
 */
export async function settleNonReceipts<Stores extends MoneyStores>(
  intake: IngestionContext,
  others: readonly IncomingTransaction[],
  paying: Paying<Stores>,
): Promise<readonly BankTransaction[]> {
  const settled: BankTransaction[] = [];
  for (const group of groupNeighbours(others)) {
    const found = await matchGroup(intake, group, paying);
    appendAll(settled, await saveTransactions(intake, group, found));
    intake.heartbeat();
  }
  return settled;
}

type Kind = "paid out" | "rejection" | "other";

function kindOf(other: IncomingTransaction): Kind {
  const { direction, method } = other.transaction;
  if (direction === "inbound") return "other";
  if (method === "rejection") return "rejection";
  // A reversal, even without a named original, is not a payout.
  return method === "refund" || isUndoing(other) ? "other" : "paid out";
}

/** Groups consecutive transactions of one kind. */
function groupNeighbours(
  others: readonly IncomingTransaction[],
): readonly (readonly [IncomingTransaction, ...IncomingTransaction[]])[] {
  const groups: [IncomingTransaction, ...IncomingTransaction[]][] = [];
  for (const other of others) {
    const [last, kind] = [groups.at(-1), kindOf(other)];
    if (last && kind !== "other" && kindOf(last[0]) === kind) last.push(other);
    else groups.push([other]);
  }
  return groups;
}

/** Matches each transaction of a group and saves all but its own row; `null` without a match. */
async function matchGroup<Stores extends MoneyStores>(
  intake: IngestionContext,
  group: readonly [IncomingTransaction, ...IncomingTransaction[]],
  paying: Paying<Stores>,
): Promise<readonly (BankTransaction | null)[]> {
  const [first] = group;
  if (kindOf(first) === "paid out") return matchPayouts(intake, group, paying);
  if (kindOf(first) === "rejection") return rejectAll(intake, group);
  return [await undo(intake, first, paying)];
}

/** Saves the transactions; unmatched amounts go into suspense. */
async function saveTransactions(
  intake: IngestionContext,
  group: readonly IncomingTransaction[],
  found: readonly (BankTransaction | null)[],
): Promise<readonly BankTransaction[]> {
  const { bankTransactions } = intake.stores;
  const unmatched = group.filter(
    ({ isInSuspense, transaction }, index) => !isInSuspense && suspendedCents(found[index] ?? transaction) > 0,
  );
  const entries = await postAll(
    intake,
    unmatched.map((other) => suspenseEntry(intake, other)),
  );
  const entryOf = new Map(unmatched.map(({ transaction }, index) => [transaction.id, entries[index]?.id ?? null]));
  const settled = group.map(({ transaction }, index) => {
    const now = found[index] ?? transaction;
    return { ...now, entryId: now.entryId ?? entryOf.get(now.id) ?? null };
  });
  await bankTransactions.insert(settled.filter((_, index) => !group[index]?.isInSuspense));
  await bankTransactions.update(settled.filter((_, index) => group[index]?.isInSuspense && found[index]));
  const refunded = settled.flatMap(({ tenantLineId, paymentId }) => (tenantLineId && paymentId ? [paymentId] : []));
  if (refunded.length > 0) await letterTenantAccounts(intake, { calls: [], payments: refunded });
  return settled;
}

/** Matches payouts to owners and fee withdrawals. */
async function matchPayouts<Stores extends MoneyStores>(
  intake: IngestionContext,
  others: readonly IncomingTransaction[],
  { stores, outbound }: Paying<Stores>,
): Promise<readonly (BankTransaction | null)[]> {
  const movements = others.map((other) => ({ movement: suspendedPart(other), hint: other.hints }));
  const { each, done } = await outbound.match(stores, intake, movements);
  const matched = await postMatches(intake, others, each);
  await done();
  return matched;
}

/** Returns the transaction with its amount in suspense, by which payouts are found. */
const suspendedPart = ({ transaction }: IncomingTransaction): BankTransaction => ({
  ...transaction,
  amountCents: suspendedCents(transaction),
});

/** Matches the reversal of a known transaction, except rejections of receipts; returns `null` otherwise. */
async function undo<Stores extends MoneyStores>(
  intake: IngestionContext,
  other: IncomingTransaction,
  { stores, outbound }: Paying<Stores>,
): Promise<BankTransaction | null> {
  const { method, direction } = other.transaction;
  if (method !== "rejection" && method !== "refund") return null;
  const originals = await intake.stores.bankTransactions.lockOriginals(originalsQuery([other]));
  if (direction === "outbound") {
    const [original, ...more] = originals.filter(
      ({ id, bankReference }) => id !== other.transaction.id && bankReference === reversesOf(other),
    );
    return original && more.length === 0 ? refund(intake, other, original) : null;
  }
  const executed = originals.filter((each) => each.direction === "outbound" && each.settledCents > 0);
  const original = originalOf(other, executed);
  const named =
    reversesOf(other) === null
      ? await outbound.returnedByReference(stores, intake, suspendedPart(other), other.hints)
      : null;
  const match = named ?? (original && (await outbound.returned(stores, intake, suspendedPart(other), original)));
  return postMatch(intake, other, match);
}

async function postMatch(
  intake: IngestionContext,
  other: IncomingTransaction,
  match: MatchedPayment | null,
): Promise<BankTransaction | null> {
  const [transaction = null] = await postMatches(intake, [other], [match]);
  await match?.done();
  return transaction;
}

/** Posts the matches. A match that is in the book already is only removed from suspense. */
async function postMatches(
  intake: IngestionContext,
  others: readonly IncomingTransaction[],
  matches: readonly (Pick<MatchedPayment, "entry"> | null)[],
): Promise<readonly (BankTransaction | null)[]> {
  const toPost = others.flatMap((other, index) => {
    const entry = matches[index]?.entry;
    return entry ? [{ other, entry }] : [];
  });
  const entries = await postAll(
    intake,
    toPost.map(({ other, entry }) => payoutEntry(intake, other, entry)),
  );
  const entryOf = new Map(toPost.map(({ other }, index) => [other.transaction.id, entries[index]?.id ?? null]));
  await leaveSuspense(
    intake,
    others.filter(({ isInSuspense }, index) => isInSuspense && matches[index]?.entry === null),
  );
  return others.map(({ transaction }, index) => {
    if (!matches[index]) return null;
    const entryId = transaction.entryId ?? entryOf.get(transaction.id) ?? null;
    return movedOn({ ...transaction, entryId, updatedAt: intake.now }, { settled: suspendedCents(transaction) });
  });
}

/**
 * Removes transactions from suspense that were in the book before: reverses their suspense entries, or posts back the
 * part left in suspense.
 */
async function leaveSuspense(intake: IngestionContext, all: readonly IncomingTransaction[]): Promise<void> {
  const { stores, caller, bookkeeping, today } = intake;
  const isPartlySettled = ({ transaction }: IncomingTransaction) =>
    suspendedCents(transaction) < transaction.amountCents;
  await postAll(
    intake,
    all.filter(isPartlySettled).map((other) => suspenseReturnEntry(intake, other)),
  );
  const others = all.filter((other) => !isPartlySettled(other));
  const ids = others.flatMap(({ transaction: { entryId } }) => entryId ?? []);
  if (ids.length === 0) return;
  const references = new Map(others.map(({ transaction }) => [transaction.entryId, transaction.bankReference]));
  const reversals = (await stores.entries.findSealed(ids)).map(({ id, journal, accountingDate: day }) => {
    const accountingDate = today > day ? today : day;
    const documentReference = references.get(id) ?? "";
    return { id, journal, accountingDate, documentDate: accountingDate, documentReference };
  });
  await bookkeeping.reverseAll.run(stores, caller, reversals);
}

function suspenseReturnEntry(intake: IngestionContext, other: IncomingTransaction): NewEntry {
  const { id, direction, bankReference, label } = other.transaction;
  const line = { accountCode: ACCOUNTS.bank, label: bankLabel({ label, bankReference }) };
  const amount = suspendedCents(other.transaction);
  const lines = direction === "outbound" ? debitLine(line, amount) : creditLine(line, amount);
  const source = { sourceType: "Payment", sourceId: id, sourceSeq: 1 };
  return entryOfBank(intake, other, lines, { source, description: `Déjà comptabilisé ${bankReference}` });
}

function payoutEntry(
  intake: IngestionContext,
  other: IncomingTransaction,
  { lines, source }: NonNullable<MatchedPayment["entry"]>,
): NewEntry {
  const { direction, bankReference } = other.transaction;
  const paid = source.sourceType === "OwnerPayout" ? "Reversement" : "Règlement";
  const words = direction === "outbound" ? paid : `Retour de ${paid.toLowerCase()}`;
  return entryOfBank(intake, other, lines, { source, description: `${words} ${bankReference}` });
}

/** Posts to suspense until the purpose is known. */
function suspenseEntry(intake: IngestionContext, other: IncomingTransaction): NewEntry {
  const { id, bankReference } = other.transaction;
  const source = { sourceType: "Payment", sourceId: id, sourceSeq: 0 };
  return entryOfBank(intake, other, suspenseLine(other.transaction), {
    ...{ source, description: `À identifier ${bankReference}` },
  });
}

function entryOfBank(
  { book, societyCode, today }: IngestionContext,
  { transaction, isInSuspense }: IncomingTransaction,
  lines: readonly NewLine[],
  header: Pick<Movement, "source" | "description">,
): NewEntry {
  const bookings = { book, societyCode, today, codes: new Map(), callDays: new Map() };
  return bankEntry({ transaction, isInSuspense, ...header }, lines, bookings);
}
