import { existing, isStorable, requireSound } from "@cartulary/kernel";
import { type Auxiliary, type Cents, type LineId, type NewEntry, sum, yearOf, ZERO } from "@cartulary/ledger";
import { credited, debited, labelOf } from "../applying/accounts.ts";
import { ACCOUNTS } from "../chart.ts";
import { bankLabel } from "../money-in/bank-label.ts";
import { bankWordsOrNull } from "../money-in/bank-words.ts";
import { type Intake, postAll } from "../money-in/intake.ts";
import { letterTouched } from "../money-in/lettering.ts";
import { bankEntry } from "../money-in/receipt-entries.ts";
import { methodOf } from "../money-in/receiving.ts";
import type { AssignmentCredit, BankAssignment } from "../payments/bank-assignment.ts";
import { type BankTransaction, movedOn, suspendedCents } from "../payments/bank-transaction.ts";
import { type Payment, type PaymentId, settledPayment } from "../payments/payment.ts";
import type { TenantId } from "../people/tenant.ts";
import { allottedReferences } from "../references/reference.ts";
import { coverErrors, type SoundAssignmentLine } from "./assignment-input.ts";
import { type Refunded, refundsOf } from "./free-credits.ts";
import { requireOwnersCovered } from "./owner-cover.ts";
import { letterSuspense } from "./suspense-letters.ts";

/** A line of an assignment with whose account it is. */
interface PlacedLine extends SoundAssignmentLine {
  readonly holder: Auxiliary | null;
}

/** Moves what lines say of a locked transaction out of suspense. Answers the transaction as it is then. */
export async function assign(
  intake: Intake,
  transaction: BankTransaction,
  said: readonly SoundAssignmentLine[],
): Promise<BankTransaction> {
  const { stores, mandataireId, newId, now } = intake;
  // A code that cannot be kept is nobody's, and cannot be asked for either.
  const codes = new Set(said.flatMap(({ auxiliaryCode }) => auxiliaryCode || []).filter(isStorable));
  const holders = new Map((await stores.accounts.auxiliaries([...codes])).map((each) => [each.code, each]));
  requireSound(coverErrors(said, suspendedCents(transaction), holders));
  const lines = said.map((line): PlacedLine => ({ ...line, holder: holders.get(line.auxiliaryCode ?? "") ?? null }));
  if (transaction.direction === "outbound") await requireOwnersCovered(intake, lines);
  const refunded = await refundedBy(intake, transaction, lines);
  const id = newId<"BankAssignment">();
  const amountCents = sum(lines.map((line) => line.amountCents));
  const [entry] = await postAll(intake, [entryOf(intake, transaction, { id, amountCents, lines })]);
  const { id: entryId, accountingDate, lines: sealed } = existing(entry);
  const own = sealed.filter(({ accountCode }) => accountCode !== ACCOUNTS.suspense);
  const lineIds = own.map((line) => line.id);
  const made = await creditsMade(intake, transaction, { entryId, lines, lineIds });
  const assignment: BankAssignment = {
    ...{ mandataireId, id, bankTransactionId: transaction.id, entryId, assignedOn: accountingDate, amountCents },
    lines: lines.map(({ accountCode, auxiliaryCode, amountCents: cents, label }, index) => ({
      ...{ accountCode, auxiliaryCode: auxiliaryCode || null, amountCents: cents, label: bankWordsOrNull(label) },
      lineId: existing(lineIds[index]),
    })),
    credits: [...made, ...(await giveBack(intake, refunded, lineIds))],
    ...{ isReversed: false, createdAt: now, updatedAt: now },
  };
  await stores.bankAssignments.insert(assignment);
  const moved = movedOn({ ...transaction, updatedAt: now }, { assigned: amountCents });
  await stores.bankTransactions.update([moved]);
  await letterSuspense(intake, moved);
  const givenBack = new Set<PaymentId>(refunded.refunds.map(({ paymentId }) => paymentId));
  if (givenBack.size > 0) await letterTouched(intake, { calls: [], payments: [...givenBack] });
  return moved;
}

/** What is given back of free credits, by lines on tenants' accounts of what went out. */
async function refundedBy(
  { stores }: Intake,
  { direction }: BankTransaction,
  lines: readonly PlacedLine[],
): Promise<Refunds> {
  const wanted = lines.flatMap(({ holder, accountCode, amountCents }, index) =>
    direction === "outbound" && accountCode === ACCOUNTS.tenants && holder
      ? [{ index, tenantId: holder.entityId as TenantId, amountCents }]
      : [],
  );
  if (wanted.length === 0) return { payments: [], refunds: [] };
  const payments = await stores.payments.lockCredits([...new Set(wanted.map(({ tenantId }) => tenantId))]);
  const { refunds, errors } = refundsOf(wanted, payments);
  requireSound(errors);
  return { payments, refunds };
}

interface Refunds {
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refunded[];
}

/** The entry: from suspense on the day of matching (money.md 5), as matches are booked. */
function entryOf(
  { book, societyCode, today }: Intake,
  transaction: BankTransaction,
  { id, amountCents, lines }: Pick<BankAssignment, "id" | "amountCents"> & { readonly lines: readonly PlacedLine[] },
): NewEntry {
  const side = transaction.direction === "inbound" ? credited : debited;
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
  return bankEntry(movement, others, { book, societyCode, today, codes: new Map(), callDays: new Map() });
}

/** Free credit of tenants whom something that came in was assigned to: payments that pay nothing yet. */
async function creditsMade(
  { stores, mandataireId, newId, now }: Intake,
  transaction: BankTransaction,
  { entryId, lines, lineIds }: Booked,
): Promise<readonly AssignmentCredit[]> {
  const own = lines.flatMap((line, index) =>
    transaction.direction === "inbound" && line.accountCode === ACCOUNTS.tenants && line.holder
      ? [{ amountCents: line.amountCents, holder: line.holder, lineId: existing(lineIds[index]) }]
      : [],
  );
  if (own.length === 0) return [];
  const references = await allottedReferences(stores.codes, "EN", `${yearOf(transaction.bookedOn)}`, own.length);
  const ids = own.map(() => newId<"Payment">()).sort();
  await stores.payments.insert(
    own.map(
      ({ amountCents, holder, lineId }, index): Payment => ({
        ...{ mandataireId, id: existing(ids[index]), reference: existing(references[index]).text },
        ...{ bankTransactionId: transaction.id, amountCents, allocatedCents: ZERO, refundedCents: ZERO },
        ...{ remainingCents: amountCents, currency: "EUR", paymentDate: transaction.bookedOn, direction: "inbound" },
        ...{ paymentMethod: methodOf(transaction), status: "received" },
        ...{ tenantId: holder.entityId as TenantId, tenantName: holder.name, leaseId: null, leaseReference: null },
        ...{ payerId: null, payerName: null },
        ...{ bankAccountId: null, entryId, entriesCount: 0, creditLineId: lineId, createdAt: now, updatedAt: now },
      }),
    ),
  );
  return own.map(({ amountCents, lineId }, index) => ({
    ...{ paymentId: existing(ids[index]), amountCents, tenantLineId: lineId, isRefund: false },
  }));
}

interface Booked extends Pick<BankAssignment, "entryId"> {
  readonly lines: readonly PlacedLine[];
  readonly lineIds: readonly LineId[];
}

/** Writes what payments gave back. */
async function giveBack(
  intake: Intake,
  { payments, refunds }: Refunds,
  lineIds: readonly LineId[],
): Promise<readonly AssignmentCredit[]> {
  const ofPayment = Map.groupBy(refunds, ({ paymentId }) => paymentId);
  const changed = payments.filter(({ id }) => ofPayment.has(id));
  const refundedOf = ({ id, refundedCents }: Payment): Cents =>
    sum([refundedCents, ...(ofPayment.get(id) ?? []).map(({ amountCents }) => amountCents)]);
  await intake.stores.payments.update(
    changed.map((payment) => settledPayment(payment, { refundedCents: refundedOf(payment) }, intake.now)),
  );
  return refunds.map(({ index, paymentId, amountCents }) => ({
    ...{ paymentId, amountCents, tenantLineId: existing(lineIds[index]), isRefund: true },
  }));
}
