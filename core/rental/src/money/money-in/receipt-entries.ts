import type { Day, Id } from "@cartulary/kernel";
import { type Book, type Cents, firstOpenDay, type NewEntry, type NewLine, sum } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import type { RentCall, RentCallId } from "../../billing/rent-calls/rent-call.ts";
import { creditLine, debitLine, labelOf, UNKNOWN_TENANT } from "../../billing/run-application/entry-lines.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import { type BankTransaction, suspendedCents } from "../payments/bank-transaction.ts";
import type { PaidCall } from "./amounts-due.ts";
import { bankLabel } from "./bank-label.ts";

/** The common data of entries about incoming money. */
export interface Bookings {
  readonly book: Book;
  readonly societyCode: string;
  readonly today: Day;
  /** Account codes of tenants and owners. */
  readonly codes: ReadonlyMap<TenantId | OwnerId, string>;
  /** The accounting days of the entries of calls. */
  readonly callDays: ReadonlyMap<RentCallId, Day>;
}

/** Returns the code of a tenant, an owner or the unknown tenant. Throws a `TypeError` if it was not loaded. */
function auxiliaryOf({ codes }: Pick<Bookings, "codes">, id: TenantId | OwnerId | null): string {
  const code = id === null ? UNKNOWN_TENANT : codes.get(id);
  if (code === undefined) throw new TypeError(`Account of ${id} was not loaded`);
  return code;
}

/** A movement of money, its former account and the reason of the entry. */
export interface Movement {
  readonly transaction: BankTransaction;
  /** True if it was posted to suspense before; the entry then takes it from there, on the day of matching. */
  readonly isInSuspense: boolean;
  /** The amount moved; by default all that is in suspense or comes in. */
  readonly amountCents?: Cents;
  readonly source: Pick<NewEntry, "sourceType" | "sourceId" | "sourceSeq">;
  readonly description: string;
}

/** Returns the accounting day of a transaction: of the bank's booking, or of the later match. */
export function bankDay(
  { transaction, isInSuspense }: Pick<Movement, "transaction" | "isInSuspense">,
  { book, today }: Pick<Bookings, "book" | "today">,
): Day {
  return firstOpenDay(book, isInSuspense ? today : transaction.bookedOn);
}

/** Returns the entry of a bank transaction (rental.md 2.7): the bank or suspense line against `others`. */
export function bankEntry(movement: Movement, others: readonly NewLine[], bookings: Bookings): NewEntry {
  const { transaction, isInSuspense, source, description } = movement;
  const { direction, bankReference } = transaction;
  const { amountCents = suspendedCents(transaction) } = movement;
  const account = { accountCode: isInSuspense ? ACCOUNTS.suspense : ACCOUNTS.bank, label: bankLabel(transaction) };
  const own = direction === "inbound" ? debitLine(account, amountCents) : creditLine(account, amountCents);
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

/** Returns the suspense line of an unmatched transaction. */
export function suspenseLine(transaction: BankTransaction): readonly NewLine[] {
  const line = { accountCode: ACCOUNTS.suspense, label: bankLabel(transaction) };
  return transaction.direction === "inbound"
    ? creditLine(line, transaction.amountCents)
    : debitLine(line, transaction.amountCents);
}

/** Returns credit lines of tenants: one per paid call, in order, then one for the remainder (rental.md 2.7). */
export function tenantLines(
  { paid, remainderCents, tenantId, reference }: TenantCredit,
  bookings: Pick<Bookings, "codes">,
): readonly NewLine[] {
  return [
    ...paid.flatMap(({ call, amountCents }) =>
      creditLine(tenantLine(bookings, call.tenantId, reference, call.reference), amountCents),
    ),
    ...creditLine(tenantLine(bookings, tenantId, reference), remainderCents),
  ];
}

const tenantLine = (bookings: Pick<Bookings, "codes">, id: TenantId | null, ...words: readonly string[]) => ({
  accountCode: ACCOUNTS.tenants,
  auxiliaryCode: auxiliaryOf(bookings, id),
  label: labelOf(...words),
});

/** Returns the debit line of a tenant's refund. */
export function refundLines(
  { tenantId, reference, amountCents }: Pick<TenantCredit, "tenantId" | "reference"> & { readonly amountCents: Cents },
  bookings: Pick<Bookings, "codes">,
): readonly NewLine[] {
  return debitLine(tenantLine(bookings, tenantId, reference), amountCents);
}

/** The amounts credited to tenants. */
interface TenantCredit {
  readonly paid: readonly Pick<PaidCall, "call" | "amountCents">[];
  readonly remainderCents: Cents;
  readonly tenantId: TenantId | null;
  /** The payment's reference. */
  readonly reference: string;
}

/** An entry that transfers collected amounts to owners, with the calls concerned. */
export interface Transfer {
  readonly entry: Omit<NewEntry, "sourceSeq">;
  readonly calls: ReadonlySet<RentCallId>;
}

/**
 * Returns the transfers of amounts collected on calls in cash mode (rental.md 2.5, 2.7): one entry per day, dated the
 * later of the receipt's and the call's day, with a pair of lines per owner.
 */
export function collectionTransfers(
  paid: readonly PaidCall[],
  payment: CollectedPayment,
  bookings: Bookings,
): readonly Transfer[] {
  const { day } = payment;
  const inCash = paid.filter(({ instalments }) => collectedOf(instalments).size > 0);
  const days = Map.groupBy(inCash, ({ call }) => laterOf(day, bookings.callDays.get(call.id) ?? day));
  return [...days]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([transferDay, own]) => ({
      calls: new Set(own.map(({ call }) => call.id)),
      entry: transferEntry(
        payment,
        transferDay,
        {
          description: `Encaissement ${payment.reference}`,
          lines: transferLines(collectedOf(own.flatMap(({ instalments }) => instalments)), labelOfCalls(own), bookings),
        },
        bookings,
      ),
    }))
    .filter(({ entry }) => entry.lines.length > 0);
}

/**
 * Returns the entry of the lines by which owners bear what a credit note pays of a call, dated like
 * {@link collectionTransfers}; none without lines.
 */
export function borneTransfers(
  call: RentCall,
  lines: readonly NewLine[],
  payment: CollectedPayment,
  bookings: Bookings,
): readonly Transfer[] {
  if (lines.length === 0) return [];
  const transferDay = laterOf(payment.day, bookings.callDays.get(call.id) ?? payment.day);
  return [
    {
      calls: new Set([call.id]),
      entry: transferEntry(payment, transferDay, { description: `Imputation ${payment.reference}`, lines }, bookings),
    },
  ];
}

const transferEntry = (
  { paymentId, documentDate, documentReference }: CollectedPayment,
  transferDay: Day,
  { description, lines }: { readonly description: string; readonly lines: readonly NewLine[] },
  { book, societyCode }: Bookings,
): Transfer["entry"] => ({
  ...{ societyCode, journal: "PROPRIO", accountingDate: firstOpenDay(book, transferDay) },
  ...{ documentDate, documentReference, description },
  ...{ sourceType: "Payment", sourceId: paymentId, lines },
});

/** The payment of the calls. */
interface CollectedPayment {
  readonly paymentId: Id<"Payment">;
  readonly reference: string;
  /** The bank's booking day, whenever it is matched. */
  readonly day: Day;
  readonly documentDate: Day;
  readonly documentReference: string;
}

const laterOf = (one: Day, other: Day): Day => (one < other ? other : one);

const labelOfCalls = (paid: readonly { readonly call: RentCall }[]): string =>
  labelOf(["Encaissement", ...paid.map(({ call }) => call.reference)].join(" "));

/** Returns the amounts credited to owners on collection, VAT included. */
export function collectedOf(instalments: PaidCall["instalments"]): ReadonlyMap<OwnerId, Cents> {
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
    ...owners.flatMap(([ownerId, amount]) => debitLine(line(ACCOUNTS.called, ownerId), amount)),
    ...owners.flatMap(([ownerId, amount]) => creditLine(line(ACCOUNTS.owners, ownerId), amount)),
  ];
}
