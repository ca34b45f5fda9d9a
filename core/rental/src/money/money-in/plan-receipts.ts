import { type NewEntry, yearOf } from "@cartulary/ledger";
import { nextReferences, SERIES } from "../../agency/reference.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { Payment } from "../payments/payment.ts";
import type { CallLine } from "../payments/ports.ts";
import type { IncomingTransaction } from "./incoming-transaction.ts";
import type { IngestionContext } from "./ingestion-context.ts";
import type { Receipt } from "./receipt.ts";
import {
  type Bookings,
  bankEntry,
  collectionTransfers,
  suspenseLine,
  type Transfer,
  tenantLines,
} from "./receipt-entries.ts";

/** A transaction with its planned payment and entries, in order. */
export interface PlannedReceipt {
  readonly item: IncomingTransaction;
  readonly receipt: Receipt | null;
  readonly payment: Pick<Payment, "id" | "reference"> | null;
  readonly entry: NewEntry | null;
  readonly transfers: readonly Transfer[];
}

/** Receipts with the lines of the calls they pay. */
export interface PlannedReceipts {
  readonly receipts: readonly (Receipt | null)[];
  readonly callLines: readonly CallLine[];
}

/** Plans receipts: allots payment numbers and builds entries. Unmatched transactions go into suspense. */
export async function planReceipts(
  intake: IngestionContext,
  items: readonly IncomingTransaction[],
  { receipts, callLines }: PlannedReceipts,
): Promise<readonly PlannedReceipt[]> {
  const bookings = await bookingsOf(intake, { receipts, callLines });
  const payments = await newPayments(intake, receipts);
  return items.map((item, index) => {
    const [receipt = null, payment = null] = [receipts[index], payments[index]];
    if (!receipt || !payment)
      return { item, receipt: null, payment: null, transfers: [], entry: suspenseEntry(item, bookings) };
    return { item, receipt, payment, ...receiptEntries(item, receipt, payment, bookings) };
  });
}

/** Returns the suspense entry of an unmatched transaction, or `null` if it is in suspense already. */
function suspenseEntry({ transaction, isInSuspense }: IncomingTransaction, bookings: Bookings): NewEntry | null {
  if (isInSuspense) return null;
  const source = { sourceType: "Payment", sourceId: transaction.id, sourceSeq: 0 };
  const description = `Encaissement à identifier ${transaction.bankReference}`;
  return bankEntry({ transaction, isInSuspense, source, description }, suspenseLine(transaction), bookings);
}

function receiptEntries(
  { transaction, isInSuspense }: IncomingTransaction,
  receipt: Receipt,
  { id, reference }: Pick<Payment, "id" | "reference">,
  bookings: Bookings,
): Pick<PlannedReceipt, "entry" | "transfers"> {
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

/** Reads account codes and call days for all receipts. */
async function bookingsOf(
  { stores, book, societyCode, today }: IngestionContext,
  { receipts, callLines }: PlannedReceipts,
): Promise<Bookings> {
  const matched = receipts.flatMap((receipt) => receipt ?? []);
  const calls = matched.flatMap(({ paid }) => paid.map(({ call }) => call));
  const tenants = new Set(
    [...matched, ...calls].flatMap(({ tenantId }): readonly TenantId[] => (tenantId ? [tenantId] : [])),
  );
  const owners = new Set(
    matched
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

/** Allots ids and references to the payments of receipts, in order, by year of the bank's booking day. */
async function newPayments(
  { stores: { codes }, newId }: IngestionContext,
  receipts: readonly (Receipt | null)[],
): Promise<readonly (Pick<Payment, "id" | "reference"> | null)[]> {
  const ids = receipts.map(() => newId<"Payment">()).sort();
  const years = Map.groupBy(
    receipts.flatMap((receipt, index) => (receipt ? [{ index, day: receipt.transaction.bookedOn }] : [])),
    ({ day }) => `${yearOf(day)}`,
  );
  const references = new Map<number, string>();
  for (const [year, own] of [...years].sort()) {
    const allotted = await nextReferences(codes, SERIES.payment, year, own.length);
    for (const [place, { index }] of own.entries()) references.set(index, allotted[place]?.text ?? "");
  }
  return receipts.map((receipt, index) =>
    receipt ? { id: ids[index] as Payment["id"], reference: references.get(index) ?? "" } : null,
  );
}

/** Returns all entries of a receipt, in posting order. */
export const entriesOf = ({ entry, transfers }: PlannedReceipt): readonly NewEntry[] => [
  ...(entry ? [entry] : []),
  ...transfers.map((transfer, index) => ({ ...transfer.entry, sourceSeq: index + 1 })),
];
