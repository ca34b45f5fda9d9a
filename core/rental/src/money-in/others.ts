import { appendAll } from "@cartulary/kernel";
import type { NewEntry, NewLine } from "@cartulary/ledger";
import { credited, debited } from "../applying/accounts.ts";
import { ACCOUNTS } from "../chart.ts";
import { type BankTransaction, movedOn, suspendedCents } from "../payments/bank-transaction.ts";
import type { PaidOut, PayoutMatching } from "../payouts/execution.ts";
import type { RentalStores } from "../ports.ts";
import { bankLabel } from "./bank-label.ts";
import { type Brought, isUndoing } from "./brought.ts";
import { type Intake, postAll } from "./intake.ts";
import { letterTouched } from "./lettering.ts";
import { originalOf, originalsSought, reversesOf } from "./originals.ts";
import { bankEntry, type Movement, suspenseLine } from "./receipt-entries.ts";
import { refund, rejectAll } from "./undoing.ts";

interface Paying<Stores> {
  readonly stores: Stores;
  readonly outbound: PayoutMatching<Stores>;
}

/**
 * Settles what no tenant paid, money that goes out or comes back, in their order: each may undo what one before it did.
 * Neighbours that are paid out or are rejections, of which an agency has hundreds, are settled together, anything else by
 * itself. Answers them as they are then.
 */
export async function settleOthers<Stores extends RentalStores>(
  intake: Intake,
  others: readonly Brought[],
  paying: Paying<Stores>,
): Promise<readonly BankTransaction[]> {
  const settled: BankTransaction[] = [];
  for (const neighbours of alike(others)) {
    const found = await matchedOf(intake, neighbours, paying);
    appendAll(settled, await written(intake, neighbours, found));
    intake.alive();
  }
  return settled;
}

type Kind = "paid out" | "rejection" | "other";

function kindOf(other: Brought): Kind {
  const { direction, method } = other.transaction;
  if (direction === "inbound") return "other";
  if (method === "rejection") return "rejection";
  // What undoes something, named or not, pays nobody.
  return method === "refund" || isUndoing(other) ? "other" : "paid out";
}

/** Neighbours of one kind together. */
function alike(others: readonly Brought[]): readonly (readonly [Brought, ...Brought[]])[] {
  const groups: [Brought, ...Brought[]][] = [];
  for (const other of others) {
    const [last, kind] = [groups.at(-1), kindOf(other)];
    if (last && kind !== "other" && kindOf(last[0]) === kind) last.push(other);
    else groups.push([other]);
  }
  return groups;
}

/** What each of some neighbours is for, with all that follows of it but its own row; `null` where nobody knows. */
async function matchedOf<Stores extends RentalStores>(
  intake: Intake,
  neighbours: readonly [Brought, ...Brought[]],
  paying: Paying<Stores>,
): Promise<readonly (BankTransaction | null)[]> {
  const [first] = neighbours;
  if (kindOf(first) === "paid out") return paidOut(intake, neighbours, paying);
  if (kindOf(first) === "rejection") return rejectAll(intake, neighbours);
  return [await undo(intake, first, paying)];
}

/** Stores transactions as they were found to be; what of them is nobody's is in suspense from then on. */
async function written(
  intake: Intake,
  neighbours: readonly Brought[],
  found: readonly (BankTransaction | null)[],
): Promise<readonly BankTransaction[]> {
  const { bankTransactions } = intake.stores;
  const strange = neighbours.filter(
    ({ isInSuspense, transaction }, index) => !isInSuspense && suspendedCents(found[index] ?? transaction) > 0,
  );
  const entries = await postAll(
    intake,
    strange.map((other) => suspenseEntry(intake, other)),
  );
  const entryOf = new Map(strange.map(({ transaction }, index) => [transaction.id, entries[index]?.id ?? null]));
  const settled = neighbours.map(({ transaction }, index) => {
    const now = found[index] ?? transaction;
    return { ...now, entryId: now.entryId ?? entryOf.get(now.id) ?? null };
  });
  await bankTransactions.insert(settled.filter((_, index) => !neighbours[index]?.isInSuspense));
  await bankTransactions.update(settled.filter((_, index) => neighbours[index]?.isInSuspense && found[index]));
  const refunded = settled.flatMap(({ tenantLineId, paymentId }) => (tenantLineId && paymentId ? [paymentId] : []));
  if (refunded.length > 0) await letterTouched(intake, { calls: [], payments: refunded });
  return settled;
}

/** What pays an owner, or the agency its fees. */
async function paidOut<Stores extends RentalStores>(
  intake: Intake,
  others: readonly Brought[],
  { stores, outbound }: Paying<Stores>,
): Promise<readonly (BankTransaction | null)[]> {
  const movements = others.map((other) => ({ movement: movementOf(other), hint: other.hints }));
  const { each, done } = await outbound.match(stores, intake, movements);
  const booked = await bookedAll(intake, others, each);
  await done();
  return booked;
}

/** What payouts are found by: what is to be matched of a transaction. */
const movementOf = ({ transaction }: Brought): BankTransaction => ({
  ...transaction,
  amountCents: suspendedCents(transaction),
});

/** What undoes something that is known, but rejections of receipts; `null` for everything else. */
async function undo<Stores extends RentalStores>(
  intake: Intake,
  other: Brought,
  { stores, outbound }: Paying<Stores>,
): Promise<BankTransaction | null> {
  const { method, direction } = other.transaction;
  if (method !== "rejection" && method !== "refund") return null;
  const originals = await intake.stores.bankTransactions.lockOriginals(originalsSought([other]));
  if (direction === "outbound") {
    const [original, ...more] = originals.filter(
      ({ id, bankReference }) => id !== other.transaction.id && bankReference === reversesOf(other),
    );
    return original && more.length === 0 ? refund(intake, other, original) : null;
  }
  const executed = originals.filter((each) => each.direction === "outbound" && each.settledCents > 0);
  const original = originalOf(other, executed);
  const named =
    reversesOf(other) === null ? await outbound.returnedAsNamed(stores, intake, movementOf(other), other.hints) : null;
  const match = named ?? (original && (await outbound.returned(stores, intake, movementOf(other), original)));
  return booked(intake, other, match);
}

async function booked(intake: Intake, other: Brought, match: PaidOut | null): Promise<BankTransaction | null> {
  const [transaction = null] = await bookedAll(intake, [other], [match]);
  await match?.done();
  return transaction;
}

/** Books what transactions are for; what is in the books already leaves suspense, where it stands there. */
async function bookedAll(
  intake: Intake,
  others: readonly Brought[],
  matches: readonly (Pick<PaidOut, "entry"> | null)[],
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
 * What was in the books already before it was booked into suspense: the entries there are reversed; where only what is left
 * there was, that much is booked back.
 */
async function leaveSuspense(intake: Intake, all: readonly Brought[]): Promise<void> {
  const { stores, caller, bookkeeping, today } = intake;
  const isLeft = ({ transaction }: Brought) => suspendedCents(transaction) < transaction.amountCents;
  await postAll(
    intake,
    all.filter(isLeft).map((other) => bookedBack(intake, other)),
  );
  const others = all.filter((other) => !isLeft(other));
  const ids = others.flatMap(({ transaction: { entryId } }) => entryId ?? []);
  if (ids.length === 0) return;
  const references = new Map(others.map(({ transaction }) => [transaction.entryId, transaction.bankReference]));
  const reversals = (await stores.entries.sealed(ids)).map(({ id, journal, accountingDate: day }) => {
    const accountingDate = today > day ? today : day;
    const documentReference = references.get(id) ?? "";
    return { id, journal, accountingDate, documentDate: accountingDate, documentReference };
  });
  await bookkeeping.reverseAll.run(stores, caller, reversals);
}

function bookedBack(intake: Intake, other: Brought): NewEntry {
  const { id, direction, bankReference, label } = other.transaction;
  const line = { accountCode: ACCOUNTS.bank, label: bankLabel({ label, bankReference }) };
  const amount = suspendedCents(other.transaction);
  const lines = direction === "outbound" ? debited(line, amount) : credited(line, amount);
  const source = { sourceType: "Payment", sourceId: id, sourceSeq: 1 };
  return entryOfBank(intake, other, lines, { source, description: `Déjà comptabilisé ${bankReference}` });
}

function payoutEntry(intake: Intake, other: Brought, { lines, source }: NonNullable<PaidOut["entry"]>): NewEntry {
  const { direction, bankReference } = other.transaction;
  const words = direction === "outbound" ? "Reversement" : "Retour de reversement";
  return entryOfBank(intake, other, lines, { source, description: `${words} ${bankReference}` });
}

/** Stands in suspense until somebody says what it is for. */
function suspenseEntry(intake: Intake, other: Brought): NewEntry {
  const { id, bankReference } = other.transaction;
  const source = { sourceType: "Payment", sourceId: id, sourceSeq: 0 };
  return entryOfBank(intake, other, suspenseLine(other.transaction), {
    ...{ source, description: `À identifier ${bankReference}` },
  });
}

function entryOfBank(
  { book, societyCode, today }: Intake,
  { transaction, isInSuspense }: Brought,
  lines: readonly NewLine[],
  about: Pick<Movement, "source" | "description">,
): NewEntry {
  const bookings = { book, societyCode, today, codes: new Map(), callDays: new Map() };
  return bankEntry({ transaction, isInSuspense, ...about }, lines, bookings);
}
