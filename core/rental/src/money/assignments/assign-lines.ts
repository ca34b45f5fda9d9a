import { isStorable, orNotFound, throwIfInvalid } from "@cartulary/kernel";
import {
  type Auxiliary,
  type Cents,
  type LineId,
  type NewEntry,
  type NewLine,
  sum,
  yearOf,
  ZERO,
} from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import { nextReferences, SERIES } from "../../agency/reference.ts";
import { creditLine, debitLine, labelOf } from "../../billing/run-application/entry-lines.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import { bankLabel } from "../money-in/bank-label.ts";
import { bankWordsOrNull } from "../money-in/bank-words.ts";
import { type IngestionContext, postAll } from "../money-in/ingestion-context.ts";
import { letterTenantAccounts } from "../money-in/letter-tenant-accounts.ts";
import { bankEntry } from "../money-in/receipt-entries.ts";
import { methodOf } from "../money-in/record-receipts.ts";
import { borneByOwners, type RefundedCredit } from "../money-in/refunded-credits.ts";
import type { AssignmentCredit, BankAssignment } from "../payments/bank-assignment.ts";
import { type BankTransaction, movedOn, suspendedCents } from "../payments/bank-transaction.ts";
import { type Payment, type PaymentId, withAllocations } from "../payments/payment.ts";
import { coverErrors, type ValidAssignmentLine } from "./assignment-input.ts";
import { type Refunded, refundsOf } from "./free-credits.ts";
import { requireOwnersCovered } from "./owner-cover.ts";
import { letterSuspense } from "./suspense-letters.ts";

/** A line of an assignment with the auxiliary account it names. */
interface LineWithHolder extends ValidAssignmentLine {
  readonly holder: Auxiliary | null;
}

/** Moves the amounts of lines of a locked transaction out of suspense. Returns the updated transaction. */
export async function assign(
  intake: IngestionContext,
  transaction: BankTransaction,
  inputs: readonly ValidAssignmentLine[],
): Promise<BankTransaction> {
  const { stores, mandataireId, newId, now } = intake;
  // A code that cannot be stored matches no account and must not be queried.
  const codes = new Set(inputs.flatMap(({ auxiliaryCode }) => auxiliaryCode || []).filter(isStorable));
  const holders = new Map((await stores.accounts.auxiliaries([...codes])).map((each) => [each.code, each]));
  throwIfInvalid(coverErrors(inputs, suspendedCents(transaction), holders));
  const lines = inputs.map(
    (line): LineWithHolder => ({ ...line, holder: holders.get(line.auxiliaryCode ?? "") ?? null }),
  );
  const refunded = await planRefunds(intake, transaction, lines);
  const borne = (await borneByOwners(intake, creditsIn(refunded))).flat();
  if (transaction.direction === "outbound") await requireOwnersCovered(intake, [...lines, ...debitsIn(borne)]);
  const id = newId<"BankAssignment">();
  const amountCents = sum(lines.map((line) => line.amountCents));
  const [entry] = await postAll(intake, [entryOf(intake, transaction, { id, amountCents, lines, borne })]);
  const { id: entryId, accountingDate, lines: sealed } = orNotFound(entry);
  const own = sealed.filter(({ accountCode }) => accountCode !== ACCOUNTS.suspense);
  const lineIds = own.map((line) => line.id);
  const created = await createCredits(intake, transaction, { entryId, lines, lineIds });
  const assignment: BankAssignment = {
    ...{ mandataireId, id, bankTransactionId: transaction.id, entryId, assignedOn: accountingDate, amountCents },
    lines: lines.map(({ accountCode, auxiliaryCode, amountCents: cents, label }, index) => ({
      ...{ accountCode, auxiliaryCode: auxiliaryCode || null, amountCents: cents, label: bankWordsOrNull(label) },
      lineId: orNotFound(lineIds[index]),
    })),
    credits: [...created, ...(await saveRefunds(intake, refunded, lineIds))],
    ...{ isReversed: false, createdAt: now, updatedAt: now },
  };
  await stores.bankAssignments.insert(assignment);
  const moved = movedOn({ ...transaction, updatedAt: now }, { assigned: amountCents });
  await stores.bankTransactions.update([moved]);
  await letterSuspense(intake, moved);
  const refundedPayments = new Set<PaymentId>(refunded.refunds.map(({ paymentId }) => paymentId));
  if (refundedPayments.size > 0) await letterTenantAccounts(intake, { calls: [], payments: [...refundedPayments] });
  return moved;
}

/** Returns the refunds of free credits, from lines of outgoing money on tenants' accounts. */
async function planRefunds(
  { stores }: IngestionContext,
  { direction }: BankTransaction,
  lines: readonly LineWithHolder[],
): Promise<Refunds> {
  const refundLines = lines.flatMap(({ holder, accountCode, amountCents }, index) =>
    direction === "outbound" && accountCode === ACCOUNTS.tenants && holder
      ? [{ index, tenantId: holder.entityId as TenantId, amountCents }]
      : [],
  );
  if (refundLines.length === 0) return { payments: [], refunds: [] };
  const payments = await stores.payments.lockCredits([...new Set(refundLines.map(({ tenantId }) => tenantId))]);
  const { refunds, errors } = refundsOf(refundLines, payments);
  throwIfInvalid(errors);
  return { payments, refunds };
}

/** Returns the amounts refunded, by payment. */
const creditsIn = ({ payments, refunds }: Refunds): readonly RefundedCredit[] =>
  payments.flatMap((payment) => {
    const own = refunds.filter(({ paymentId }) => paymentId === payment.id);
    return own.length === 0 ? [] : [{ payment, amountCents: sum(own.map(({ amountCents }) => amountCents)) }];
  });

/** Returns the debits of lines, as amounts to take from their accounts. */
const debitsIn = (lines: readonly NewLine[]) =>
  lines.flatMap(({ accountCode, auxiliaryCode, debitCents: amountCents }) =>
    amountCents ? [{ accountCode, amountCents, ...(auxiliaryCode && { auxiliaryCode }) }] : [],
  );

interface Refunds {
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refunded[];
}

interface AssignedLines extends Pick<BankAssignment, "id" | "amountCents"> {
  readonly lines: readonly LineWithHolder[];
  /** What owners bear of refunds. */
  readonly borne: readonly NewLine[];
}

/** Returns the entry, from suspense on the day of the assignment (money.md 5). */
function entryOf(
  { book, societyCode, today }: IngestionContext,
  transaction: BankTransaction,
  { id, amountCents, lines, borne }: AssignedLines,
): NewEntry {
  const side = transaction.direction === "inbound" ? creditLine : debitLine;
  const others = lines.flatMap(({ accountCode, auxiliaryCode, amountCents: cents, label }) =>
    side(
      {
        ...{ accountCode, auxiliaryCode: auxiliaryCode || null },
        label: bankLabel({
          label: bankWordsOrNull(label) ?? transaction.label,
          bankReference: transaction.bankReference,
        }),
      },
      cents,
    ),
  );
  const source = { sourceType: "Payment", sourceId: id, sourceSeq: 0 };
  const movement = {
    ...{ transaction, isInSuspense: true, amountCents, source },
    description: labelOf(`Affectation ${transaction.bankReference}`),
  };
  // The lines of the assignment come first: each is found by its place.
  return bankEntry(movement, [...others, ...borne], {
    book,
    societyCode,
    today,
    codes: new Map(),
    callDays: new Map(),
  });
}

/** Creates free credits for tenants to whom incoming money is assigned: payments without allocations. */
async function createCredits(
  { stores, mandataireId, newId, now }: IngestionContext,
  transaction: BankTransaction,
  { entryId, lines, lineIds }: PostedAssignment,
): Promise<readonly AssignmentCredit[]> {
  const own = lines.flatMap((line, index) =>
    transaction.direction === "inbound" && line.accountCode === ACCOUNTS.tenants && line.holder
      ? [{ amountCents: line.amountCents, holder: line.holder, lineId: orNotFound(lineIds[index]) }]
      : [],
  );
  if (own.length === 0) return [];
  const references = await nextReferences(stores.codes, SERIES.payment, `${yearOf(transaction.bookedOn)}`, own.length);
  const ids = own.map(() => newId<"Payment">()).sort();
  await stores.payments.insert(
    own.map(
      ({ amountCents, holder, lineId }, index): Payment => ({
        ...{ mandataireId, id: orNotFound(ids[index]), reference: orNotFound(references[index]).text },
        ...{ bankTransactionId: transaction.id, amountCents, allocatedCents: ZERO, refundedCents: ZERO },
        ...{ remainingCents: amountCents, currency: "EUR", paymentDate: transaction.bookedOn, direction: "inbound" },
        ...{ paymentMethod: methodOf(transaction), status: "received" },
        ...{ tenantId: holder.entityId as TenantId, tenantName: holder.name, leaseId: null, leaseReference: null },
        ...{ payerId: null, payerName: null, payingTenantId: holder.entityId as TenantId },
        ...{ bankAccountId: null, entryId, entriesCount: 0, creditLineId: lineId, createdAt: now, updatedAt: now },
      }),
    ),
  );
  return own.map(({ amountCents, lineId }, index) => ({
    ...{ paymentId: orNotFound(ids[index]), amountCents, tenantLineId: lineId, isRefund: false },
  }));
}

interface PostedAssignment extends Pick<BankAssignment, "entryId"> {
  readonly lines: readonly LineWithHolder[];
  readonly lineIds: readonly LineId[];
}

/** Saves the refunds of payments. */
async function saveRefunds(
  intake: IngestionContext,
  { payments, refunds }: Refunds,
  lineIds: readonly LineId[],
): Promise<readonly AssignmentCredit[]> {
  const ofPayment = Map.groupBy(refunds, ({ paymentId }) => paymentId);
  const changed = payments.filter(({ id }) => ofPayment.has(id));
  const refundedOf = ({ id, refundedCents }: Payment): Cents =>
    sum([refundedCents, ...(ofPayment.get(id) ?? []).map(({ amountCents }) => amountCents)]);
  await intake.stores.payments.update(
    changed.map((payment) => withAllocations(payment, { refundedCents: refundedOf(payment) }, intake.now)),
  );
  return refunds.map(({ index, paymentId, amountCents }) => ({
    ...{ paymentId, amountCents, tenantLineId: orNotFound(lineIds[index]), isRefund: true },
  }));
}
