import { type Clock, type Id, orNotFound, type TransactFor } from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { OwnerStatements } from "../accounting/statements/owner-statements.ts";
import type { MandataireId } from "../agency/mandataire.ts";
import type { Letter } from "../agency/printing/letter.ts";
import type { ChargeStatementId } from "../billing/charges/charge-statement.ts";
import type { ReminderId } from "../billing/reminders/reminder.ts";
import { reminderLetter } from "../billing/reminders/reminder-letter.ts";
import type { RentCallId } from "../billing/rent-calls/rent-call.ts";
import { noticeOf, receiptOf } from "../billing/rent-calls/rent-calls.ts";
import { chargeLetterOf } from "../money/charge-statements/charge-statements.ts";
import { receiptsOfCall } from "../money/payments/receipts-of-call.ts";
import type { LeaseId } from "../property/leases/lease.ts";
import type { RevisionId } from "../property/leases/revision.ts";
import { revisionLetterOf } from "../property/leases/revision-letters.ts";
import type { OwnerId } from "../property/people/owner.ts";
import type { LetterSubject } from "./batched-letter.ts";
import type { LetterBatch, LetterKind } from "./letter-batch.ts";
import type { MailingStores } from "./ports.ts";

/** The services that build a letter. */
interface LetterDependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly ownerStatements: (mandataireId: MandataireId) => Pick<OwnerStatements, "letter">;
}

/**
 * Returns a letter of a batch, the same that its own operation prints. Throws what that operation throws: 404 for records
 * that are gone, 422 such as `nothing_paid`.
 */
export async function letterOf<Stores extends MailingStores>(
  { transactFor, clock, ownerStatements }: LetterDependencies<Stores>,
  { mandataireId, kind, periodFrom: from, periodTo: to, year }: LetterBatch,
  subject: LetterSubject,
): Promise<Letter> {
  if (kind === "owner_statement")
    return ownerStatements(mandataireId).letter({ ownerId: subject.id as Id<string> as OwnerId, from, to, year });
  const context = { mandataireId, today: dayInParis(clock.now()) };
  return transactFor(mandataireId).read((stores) => LETTERS[kind](stores, subject, context));
}

type Read = (
  stores: MailingStores,
  subject: LetterSubject,
  context: { readonly mandataireId: MandataireId; readonly today: ReturnType<typeof dayInParis> },
) => Promise<Letter>;

const LETTERS = {
  notice: (stores, { id }, context) => noticeOf(stores, id as Id<string> as RentCallId, context),
  receipt: (stores, { id }, context) => receiptOf(stores, id as Id<string> as RentCallId, context, receiptsOfCall),
  revision: (stores, { id, partOf }, { mandataireId }) =>
    revisionLetterOf(stores, { mandataireId, leaseId: partOf as LeaseId, revisionId: id as Id<string> as RevisionId }),
  reminder: async ({ reminders }, { id, partOf }) =>
    reminderLetter(orNotFound(await reminders.find(partOf as RentCallId, id as Id<string> as ReminderId))),
  charge_statement: (stores, { id, partOf }, { mandataireId }) =>
    chargeLetterOf(stores, { mandataireId, id: id as Id<string> as ChargeStatementId, leaseId: partOf as LeaseId }),
} as const satisfies Readonly<Record<Exclude<LetterKind, "owner_statement">, Read>>;
