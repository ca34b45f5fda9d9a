import type { Day, Id } from "@cartulary/kernel";
import { type Book, type Cents, firstOpenDay, type NewEntry, type NewLine, sum } from "@cartulary/ledger";
import { credited, debited, labelOf, UNKNOWN_TENANT } from "../applying/accounts.ts";
import type { RentCall, RentCallId } from "../calls/rent-call.ts";
import { ACCOUNTS } from "../chart.ts";
import { type BankTransaction, suspendedCents } from "../payments/bank-transaction.ts";
import type { OwnerId } from "../people/owner.ts";
import type { TenantId } from "../people/tenant.ts";
import { bankLabel } from "./bank-label.ts";
import type { PaidCall } from "./dues.ts";

/** What entries about money that came in have in common. */
export interface Bookings {
  readonly book: Book;
  readonly societyCode: string;
  readonly today: Day;
  /** Codes of the accounts of tenants and owners. */
  readonly codes: ReadonlyMap<TenantId | OwnerId, string>;
  /** The days that the entries of calls count for. */
  readonly callDays: ReadonlyMap<RentCallId, Day>;
}

/** The code of somebody's account. Whoever books has looked up all of them; what nobody is known to owe has one too. */
function auxiliaryOf({ codes }: Pick<Bookings, "codes">, id: TenantId | OwnerId | null): string {
  const code = id === null ? UNKNOWN_TENANT : codes.get(id);
  if (code === undefined) throw new TypeError(`Nobody looked up the account of ${id}`);
  return code;
}

/** What moved, where it stood before, and what the entry is about. */
export interface Movement {
  readonly transaction: BankTransaction;
  /** It was booked before and stands in suspense: the entry takes it from there, on the day of matching. */
  readonly isInSuspense: boolean;
  /** What of it moves; all that is in suspense, or comes in, where it is not said. */
  readonly amountCents?: Cents;
  readonly source: Pick<NewEntry, "sourceType" | "sourceId" | "sourceSeq">;
  readonly description: string;
}

/** The day that a transaction is dated in the book: when the bank booked it, or the day on which it was matched later. */
export function bankDay(
  { transaction, isInSuspense }: Pick<Movement, "transaction" | "isInSuspense">,
  { book, today }: Pick<Bookings, "book" | "today">,
): Day {
  return firstOpenDay(book, isInSuspense ? today : transaction.bookedOn);
}

/** The entry of a bank transaction (rental.md 2.7): what moved on one side, on the other what it is for. */
export function bankEntry(movement: Movement, others: readonly NewLine[], bookings: Bookings): NewEntry {
  const { transaction, isInSuspense, source, description } = movement;
  const { direction, bankReference } = transaction;
  const { amountCents = suspendedCents(transaction) } = movement;
  const account = { accountCode: isInSuspense ? ACCOUNTS.suspense : ACCOUNTS.bank, label: bankLabel(transaction) };
  const own = direction === "inbound" ? debited(account, amountCents) : credited(account, amountCents);
  return {
    societyCode: bookings.societyCode,
    journal: "BANQUE",
    accountingDate: bankDay(movement, bookings),
    documentDate: isInSuspense ? bookings.today : transaction.bookedOn,
    documentReference: bankReference,
    description: labelOf(description),
    ...source,
    lines: direction === "inbound" ? [...own, ...others] : [...others, ...own],
  };
}

/** Where a transaction stands that nobody knows what it is for. */
export function suspenseLine(transaction: BankTransaction): readonly NewLine[] {
  const line = { accountCode: ACCOUNTS.suspense, label: bankLabel(transaction) };
  return transaction.direction === "inbound"
    ? credited(line, transaction.amountCents)
    : debited(line, transaction.amountCents);
}

/** Tenants credited: a line for each call that is paid, in their order, then one for what is left (rental.md 2.7). */
export function tenantLines(
  { paid, leftCents, tenantId, reference }: TenantCredit,
  bookings: Pick<Bookings, "codes">,
): readonly NewLine[] {
  return [
    ...paid.flatMap(({ call, amountCents }) =>
      credited(tenantLine(bookings, call.tenantId, reference, call.reference), amountCents),
    ),
    ...credited(tenantLine(bookings, tenantId, reference), leftCents),
  ];
}

const tenantLine = (bookings: Pick<Bookings, "codes">, id: TenantId | null, ...words: readonly string[]) => ({
  accountCode: ACCOUNTS.tenants,
  auxiliaryCode: auxiliaryOf(bookings, id),
  label: labelOf(...words),
});

/** A tenant debited with what he is given back of a payment. */
export function refundLines(
  { tenantId, reference, amountCents }: Pick<TenantCredit, "tenantId" | "reference"> & { readonly amountCents: Cents },
  bookings: Pick<Bookings, "codes">,
): readonly NewLine[] {
  return debited(tenantLine(bookings, tenantId, reference), amountCents);
}

/** What tenants are credited with. */
interface TenantCredit {
  readonly paid: readonly Pick<PaidCall, "call" | "amountCents">[];
  readonly leftCents: Cents;
  readonly tenantId: TenantId | null;
  /** Of the payment. */
  readonly reference: string;
}

/** An entry that hands over to owners what was collected for them, and the calls that it was collected on. */
export interface Transfer {
  readonly entry: Omit<NewEntry, "sourceSeq">;
  readonly calls: ReadonlySet<RentCallId>;
}

/**
 * What was collected on calls that credit owners when they are paid (rental.md 2.5, 2.7): dated the later of the receipt's
 * day and the call's, one entry a day, with a pair of lines for each owner.
 */
export function collectionTransfers(
  paid: readonly PaidCall[],
  { paymentId, reference, day, documentDate, documentReference }: CollectedPayment,
  bookings: Bookings,
): readonly Transfer[] {
  const inCash = paid.filter(({ instalments }) => collectedOf(instalments).size > 0);
  const days = Map.groupBy(inCash, ({ call }) => laterOf(day, bookings.callDays.get(call.id) ?? day));
  return [...days]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([transferDay, own]) => ({
      calls: new Set(own.map(({ call }) => call.id)),
      entry: {
        societyCode: bookings.societyCode,
        journal: "PROPRIO",
        accountingDate: firstOpenDay(bookings.book, transferDay),
        documentDate,
        documentReference,
        description: `Encaissement ${reference}`,
        sourceType: "Payment",
        sourceId: paymentId,
        lines: transferLines(collectedOf(own.flatMap(({ instalments }) => instalments)), labelOfCalls(own), bookings),
      },
    }));
}

/** The payment that calls are paid with. */
interface CollectedPayment {
  readonly paymentId: Id<"Payment">;
  readonly reference: string;
  /** When the bank booked it, on whatever day it was matched. */
  readonly day: Day;
  readonly documentDate: Day;
  readonly documentReference: string;
}

const laterOf = (one: Day, other: Day): Day => (one < other ? other : one);

const labelOfCalls = (paid: readonly { readonly call: RentCall }[]): string =>
  labelOf(["Encaissement", ...paid.map(({ call }) => call.reference)].join(" "));

/** What owners are credited with by being paid for, VAT included. */
function collectedOf(instalments: PaidCall["instalments"]): ReadonlyMap<OwnerId, Cents> {
  const inCash = instalments.flatMap(({ shares }) => shares.filter(({ isAccrual }) => !isAccrual));
  return new Map(
    [...Map.groupBy(inCash, ({ ownerId }) => ownerId)].map(([ownerId, own]) => [
      ownerId,
      sum(own.flatMap(({ htCents, vatCents }) => [htCents, vatCents])),
    ]),
  );
}

function transferLines(
  collected: ReadonlyMap<OwnerId, Cents>,
  label: string,
  bookings: Pick<Bookings, "codes">,
): readonly NewLine[] {
  const owners = [...collected].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const line = (accountCode: string, ownerId: OwnerId) => ({
    accountCode,
    auxiliaryCode: auxiliaryOf(bookings, ownerId),
    label,
  });
  return [
    ...owners.flatMap(([ownerId, amount]) => debited(line(ACCOUNTS.called, ownerId), amount)),
    ...owners.flatMap(([ownerId, amount]) => credited(line(ACCOUNTS.owners, ownerId), amount)),
  ];
}
