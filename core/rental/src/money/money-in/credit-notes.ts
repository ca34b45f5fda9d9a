import { conflict, orNotFound } from "@cartulary/kernel";
import { type LetterableLine, type LineId, negate, ZERO } from "@cartulary/ledger";
import { nextReferences, SERIES } from "../../agency/reference.ts";
import type { RentCall } from "../../billing/rent-calls/rent-call.ts";
import { type Payment, rejectedPayment } from "../payments/payment.ts";
import type { IngestionContext } from "./ingestion-context.ts";

/** Returns the credit notes of known tenants among calls. */
const notesIn = (calls: readonly RentCall[]): readonly RentCall[] =>
  calls.filter(({ kind, tenantId }) => kind === "credit_note" && tenantId !== null);

/**
 * Makes the amount of each credit note a free credit of its tenant (rental.md 3.2): a payment without a bank
 * transaction, which no list shows. Its entries debited the owners, so what it pays is not handed over to them.
 */
export async function creditNotes(intake: IngestionContext, calls: readonly RentCall[]): Promise<void> {
  const notes = notesIn(calls);
  if (notes.length === 0) return;
  const { stores, today } = intake;
  const carriers = await carriersOf(intake, notes);
  const references = await nextReferences(stores.codes, SERIES.credit, today.slice(0, 4), notes.length);
  const ids = notes.map(() => intake.newId<"Payment">()).sort();
  await stores.payments.insert(
    notes.map((note, index) =>
      creditOf(intake, note, {
        id: orNotFound(ids[index]),
        reference: orNotFound(references[index]).text,
        carrier: orNotFound(carriers.get(note.id)),
      }),
    ),
  );
}

/** What identifies a credit, with the line on the tenant's account that carries it. */
interface CreditIdentity extends Pick<Payment, "id" | "reference"> {
  readonly carrier: LetterableLine;
}

function creditOf(
  { mandataireId, now, today }: IngestionContext,
  { totalAmountCents, tenantId, tenantName, leaseId, leaseReference }: RentCall,
  { id, reference, carrier }: CreditIdentity,
): Payment {
  const amountCents = negate(totalAmountCents);
  return {
    ...{ mandataireId, id, reference, bankTransactionId: null },
    ...{ amountCents, allocatedCents: ZERO, refundedCents: ZERO, remainingCents: amountCents, currency: "EUR" },
    ...{ paymentDate: today, paymentMethod: "other", direction: "inbound", status: "received" },
    ...{ tenantId, tenantName, payerId: null, payerName: null, payingTenantId: null },
    ...{ leaseId, leaseReference, bankAccountId: null },
    ...{ entryId: carrier.entryId, entriesCount: 0, creditLineId: carrier.id, createdAt: now, updatedAt: now },
  };
}

/** Returns the line with the largest credit of each note. */
async function carriersOf(
  { stores }: IngestionContext,
  notes: readonly RentCall[],
): Promise<ReadonlyMap<RentCall["id"], LetterableLine>> {
  const callLines = await stores.moneyInSource.callLines(notes.map(({ id }) => id));
  const lines = new Map(
    (await stores.letterings.lines(callLines.map(({ lineId }) => lineId))).map((line) => [line.id, line]),
  );
  const carriers = new Map<RentCall["id"], LetterableLine>();
  for (const { rentCallId, lineId } of callLines) {
    const [line, before] = [orNotFound(lines.get(lineId)), carriers.get(rentCallId)];
    if (!before || line.creditCents > before.creditCents) carriers.set(rentCallId, line);
  }
  return carriers;
}

/**
 * Takes back the credits of the credit notes of a run to cancel, whose own allocations are reversed. Throws 409
 * `conflict` if one was refunded or pays calls of another run.
 */
export async function withdrawCreditNotes(
  { stores, now }: IngestionContext,
  calls: readonly RentCall[],
): Promise<void> {
  const notes = notesIn(calls);
  if (notes.length === 0) return;
  const lines = (await stores.moneyInSource.callLines(notes.map(({ id }) => id))).map(({ lineId }): LineId => lineId);
  const credits = await stores.payments.lockOfLines(
    [...new Set(notes.flatMap(({ tenantId }) => tenantId ?? []))],
    lines,
  );
  const used = credits.find(({ amountCents, remainingCents }) => remainingCents < amountCents);
  if (used)
    throw conflict(
      "conflict",
      `The credit note of ${used.tenantName} pays calls of another run or was refunded; cancel that run first`,
    );
  await stores.payments.update(credits.map((credit) => rejectedPayment(credit, now)));
}
