import type { NewLine } from "@cartulary/ledger";
import type { BankTransaction } from "../payments/bank-transaction.ts";
import type { PaidOut, PayoutMatching } from "../payouts/execution.ts";
import type { RentalStores } from "../ports.ts";
import { type Brought, reversesOf } from "./brought.ts";
import { type Intake, postAll } from "./intake.ts";
import { letterTouched } from "./lettering.ts";
import { bankEntry, type Movement, suspenseLine } from "./receipt-entries.ts";
import { refund, reject } from "./undoing.ts";

interface Paying<Stores> {
  readonly stores: Stores;
  readonly outbound: PayoutMatching<Stores>;
}

/** Settles what no tenant paid, money that goes out or comes back, one after the other, in their order: each may undo what one before it did. Answers them as they are then. */
export async function settleOthers<Stores extends RentalStores>(
  intake: Intake,
  others: readonly Brought[],
  paying: Paying<Stores>,
): Promise<readonly BankTransaction[]> {
  const settled: BankTransaction[] = [];
  for (const other of others) {
    settled.push(await settleOther(intake, other, paying));
    intake.alive();
  }
  return settled;
}

async function settleOther<Stores extends RentalStores>(
  intake: Intake,
  other: Brought,
  paying: Paying<Stores>,
): Promise<BankTransaction> {
  const { bankTransactions } = intake.stores;
  const undone = await undo(intake, other, paying);
  const settled = undone ?? (await paidOut(intake, other, paying)) ?? (await inSuspense(intake, other));
  if (other.isInSuspense) await bankTransactions.update(settled.status === "matched" ? [settled] : []);
  else await bankTransactions.insert([settled]);
  if (settled.tenantLineId !== null && settled.paymentId !== null)
    await letterTouched(intake, { calls: [], payments: [settled.paymentId] });
  return settled;
}

/** What undoes something that is known; `null` for everything else. */
async function undo<Stores extends RentalStores>(
  intake: Intake,
  other: Brought,
  { stores, outbound }: Paying<Stores>,
): Promise<BankTransaction | null> {
  const { method, direction } = other.transaction;
  if (method !== "rejection" && method !== "refund") return null;
  const reverses = reversesOf(other);
  if (reverses === null) return direction === "inbound" ? returned(intake, other, { stores, outbound }) : null;
  const [original] = await intake.stores.bankTransactions.lock([reverses]);
  if (!original || original.id === other.transaction.id) return null;
  if (direction === "outbound")
    return method === "rejection" ? reject(intake, other, original) : refund(intake, other, original);
  if (original.direction !== "outbound" || original.status !== "matched") return null;
  return booked(intake, other, await outbound.returned(stores, intake, other.transaction, original));
}

/** What comes back of payouts that it names, or its sender does, where nobody says by which transaction they left. */
async function returned<Stores extends RentalStores>(
  intake: Intake,
  other: Brought,
  { stores, outbound }: Paying<Stores>,
): Promise<BankTransaction | null> {
  return booked(intake, other, await outbound.returnedAsNamed(stores, intake, other.transaction, other.hints));
}

/** What pays an owner, or the agency its fees. What undoes something, named or not, pays nobody. */
async function paidOut<Stores extends RentalStores>(
  intake: Intake,
  other: Brought,
  { stores, outbound }: Paying<Stores>,
): Promise<BankTransaction | null> {
  const { direction, method } = other.transaction;
  if (direction !== "outbound" || reversesOf(other) !== null || method === "rejection" || method === "refund")
    return null;
  return booked(intake, other, await outbound.match(stores, intake, other.transaction, other.hints));
}

async function booked(
  intake: Intake,
  { transaction, isInSuspense }: Brought,
  match: PaidOut | null,
): Promise<BankTransaction | null> {
  if (!match) return null;
  const { entry, done } = match;
  const entryId = entry && (await postOther(intake, { transaction, isInSuspense }, entry));
  if (entry === null && isInSuspense) await leaveSuspense(intake, transaction);
  await done();
  return { ...transaction, status: "matched", entryId: transaction.entryId ?? entryId, updatedAt: intake.now };
}

type Standing = Pick<Brought, "transaction" | "isInSuspense">;

async function postOther(intake: Intake, standing: Standing, { lines, source }: NonNullable<PaidOut["entry"]>) {
  const words = standing.transaction.direction === "outbound" ? "Reversement" : "Retour de reversement";
  return post(intake, standing, lines, source, `${words} ${standing.transaction.bankReference}`);
}

/** What was in the books already before it was booked into suspense: the entry there is reversed. */
async function leaveSuspense(
  { stores, caller, bookkeeping, today }: Intake,
  { entryId, bankReference: documentReference }: BankTransaction,
): Promise<void> {
  if (entryId === null) return;
  const [entry] = await stores.entries.sealed([entryId]);
  if (!entry) return;
  const accountingDate = today > entry.accountingDate ? today : entry.accountingDate;
  const dated = { accountingDate, documentDate: accountingDate, documentReference };
  await bookkeeping.reverseAll.run(stores, caller, [{ id: entry.id, journal: entry.journal, ...dated }]);
}

/** Stands in suspense until somebody says what it is for. */
async function inSuspense(intake: Intake, { transaction, isInSuspense }: Brought): Promise<BankTransaction> {
  if (isInSuspense) return transaction;
  const source = { sourceType: "Payment", sourceId: transaction.id, sourceSeq: 0 };
  const description = `À identifier ${transaction.bankReference}`;
  const standing = { transaction, isInSuspense };
  return { ...transaction, entryId: await post(intake, standing, suspenseLine(transaction), source, description) };
}

async function post(
  intake: Intake,
  { transaction, isInSuspense }: Standing,
  lines: readonly NewLine[],
  source: Movement["source"],
  description: string,
) {
  const { book, societyCode, today } = intake;
  const bookings = { book, societyCode, today, codes: new Map(), callDays: new Map() };
  const [entry] = await postAll(intake, [
    bankEntry({ transaction, isInSuspense, source, description }, lines, bookings),
  ]);
  return entry?.id ?? null;
}
