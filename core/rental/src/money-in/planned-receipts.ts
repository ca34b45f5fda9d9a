import { type NewEntry, yearOf } from "@cartulary/ledger";
import type { Payment } from "../payments/payment.ts";
import type { CallLine } from "../payments/ports.ts";
import type { OwnerId } from "../people/owner.ts";
import type { TenantId } from "../people/tenant.ts";
import { allottedReferences } from "../references/reference.ts";
import type { Brought } from "./brought.ts";
import type { Intake } from "./intake.ts";
import type { Receipt } from "./receipt.ts";
import {
  type Bookings,
  bankEntry,
  collectionTransfers,
  suspenseLine,
  type Transfer,
  tenantLines,
} from "./receipt-entries.ts";

/** A transaction with what it comes to, its entries in their order. */
export interface Planned {
  readonly item: Brought;
  readonly receipt: Receipt | null;
  readonly payment: Pick<Payment, "id" | "reference"> | null;
  readonly entry: NewEntry | null;
  readonly transfers: readonly Transfer[];
}

/** Receipts, and the lines of the calls that they pay. */
export interface Made {
  readonly receipts: readonly (Receipt | null)[];
  readonly callLines: readonly CallLine[];
}

/** What receipts come to: the number of their payments, and their entries; what is nobody's stands in suspense. */
export async function plannedReceipts(
  intake: Intake,
  items: readonly Brought[],
  { receipts, callLines }: Made,
): Promise<readonly Planned[]> {
  const bookings = await bookingsOf(intake, { receipts, callLines });
  const payments = await newPayments(intake, receipts);
  return items.map((item, index) => {
    const [receipt = null, payment = null] = [receipts[index], payments[index]];
    if (!receipt || !payment)
      return { item, receipt: null, payment: null, transfers: [], entry: suspenseEntry(item, bookings) };
    return { item, receipt, payment, ...receiptEntries(item, receipt, payment, bookings) };
  });
}

/** What nobody knows the purpose of stands in suspense; what stands there already stays. */
function suspenseEntry({ transaction, isInSuspense }: Brought, bookings: Bookings): NewEntry | null {
  if (isInSuspense) return null;
  const source = { sourceType: "Payment", sourceId: transaction.id, sourceSeq: 0 };
  const description = `Encaissement à identifier ${transaction.bankReference}`;
  return bankEntry({ transaction, isInSuspense, source, description }, suspenseLine(transaction), bookings);
}

function receiptEntries(
  { transaction, isInSuspense }: Brought,
  receipt: Receipt,
  { id, reference }: Pick<Payment, "id" | "reference">,
  bookings: Bookings,
): Pick<Planned, "entry" | "transfers"> {
  const movement = {
    ...{ transaction, isInSuspense, description: `Encaissement ${reference}` },
    source: { sourceType: "Payment", sourceId: id, sourceSeq: 0 },
  };
  const { bookedOn: day } = transaction;
  const collected = { paymentId: id, reference, day, documentDate: day, documentReference: reference };
  return {
    entry: bankEntry(movement, tenantLines({ ...receipt, reference }, bookings), bookings),
    transfers: collectionTransfers(receipt.paid, collected, bookings),
  };
}

/** Codes of accounts and days of calls, of all that receipts pay. */
async function bookingsOf(
  { stores, book, societyCode, today }: Intake,
  { receipts, callLines }: Made,
): Promise<Bookings> {
  const made = receipts.flatMap((receipt) => receipt ?? []);
  const calls = made.flatMap(({ paid }) => paid.map(({ call }) => call));
  const tenants = new Set(
    [...made, ...calls].flatMap(({ tenantId }): readonly TenantId[] => (tenantId ? [tenantId] : [])),
  );
  const owners = new Set(
    made
      .flatMap(({ paid }) => paid.flatMap(({ instalments }) => instalments.flatMap(({ shares }) => shares)))
      .map((share): OwnerId => share.ownerId),
  );
  const tenantCodes = await stores.applicationSource.tenantCodes([...tenants]);
  const payees = await stores.applicationSource.payees([...owners]);
  return {
    ...{ book, societyCode, today },
    codes: new Map<TenantId | OwnerId, string>([
      ...tenantCodes,
      ...payees.map(({ id, accountingCode }) => [id, accountingCode] as const),
    ]),
    callDays: new Map(callLines.map(({ rentCallId, accountingDate }) => [rentCallId, accountingDate] as const)),
  };
}

/** Ids and references of the payments that receipts make, numbered in their order, by the year of the bank's day. */
async function newPayments(
  { stores: { codes }, newId }: Intake,
  receipts: readonly (Receipt | null)[],
): Promise<readonly (Pick<Payment, "id" | "reference"> | null)[]> {
  const ids = receipts.map(() => newId<"Payment">()).sort();
  const years = Map.groupBy(
    receipts.flatMap((receipt, index) => (receipt ? [{ index, day: receipt.transaction.bookedOn }] : [])),
    ({ day }) => `${yearOf(day)}`,
  );
  const references = new Map<number, string>();
  for (const [year, own] of [...years].sort()) {
    const allotted = await allottedReferences(codes, "EN", year, own.length);
    for (const [place, { index }] of own.entries()) references.set(index, allotted[place]?.text ?? "");
  }
  return receipts.map((receipt, index) =>
    receipt ? { id: ids[index] as Payment["id"], reference: references.get(index) ?? "" } : null,
  );
}

/** All entries of one, in the order in which they are posted. */
export const entriesOf = ({ entry, transfers }: Planned): readonly NewEntry[] => [
  ...(entry ? [entry] : []),
  ...transfers.map((transfer, index) => ({ ...transfer.entry, sourceSeq: index + 1 })),
];
