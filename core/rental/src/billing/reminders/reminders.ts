import {
  type Caller,
  type Clock,
  createIdempotently,
  type ListQuery,
  type NewId,
  orNotFound,
  type Page,
  type ReplayStores,
  replayWhileVisible,
  type TransactFor,
  unprocessable,
} from "@cartulary/kernel";
import { dayInParis, minus } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import { type PrintDependencies, type PrintedDocument, printLetter } from "../../agency/printing/print-letter.ts";
import type { BillingStores } from "../ports.ts";
import { callDocument, callHead, type RentCallDocument } from "../rent-calls/call-letter.ts";
import type { RentCallId } from "../rent-calls/rent-call.ts";
import type { Reminder, ReminderField, ReminderId, ReminderLetter, ReminderLevel } from "./reminder.ts";
import { reminderLetter } from "./reminder-letter.ts";

/** The level of a new reminder of a call. */
export interface ReminderInput {
  readonly rentCallId: RentCallId;
  readonly level: ReminderLevel;
}

/** The reminders of one mandataire's rent calls; the caller's membership is checked before. */
export interface Reminders {
  /**
   * Creates a reminder of an overdue call and stores what its letter prints. Throws 404 for an unknown call and 422
   * `invalid_transition` for one that is not overdue today.
   */
  create(caller: Caller, input: ReminderInput): Promise<Reminder>;
  /** Throws 404 for an unknown call. */
  list(caller: Caller, rentCallId: RentCallId, query: ListQuery<ReminderField>): Promise<Page<Reminder>>;
  /** Returns the letter as a PDF, always with the facts of the day of its creation. */
  document(caller: Caller, key: ReminderKey): Promise<PrintedDocument>;
}

interface ReminderKey {
  readonly rentCallId: RentCallId;
  readonly id: ReminderId;
}

interface Dependencies<Stores> extends PrintDependencies {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function createReminders<Stores extends BillingStores & ReplayStores>({
  transactFor,
  clock,
  newId,
  ...printing
}: Dependencies<Stores>): (mandataireId: MandataireId) => Reminders {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      async create(caller, input) {
        const work = (stores: Stores) => createReminder(stores, input, { clock, newId, mandataireId });
        return (await createIdempotently(transact, caller, work, replayIfFound)).reply;
      },

      list: (_caller, rentCallId, query) =>
        transact.read(async ({ rentCalls, reminders }) => {
          orNotFound(await rentCalls.find(rentCallId));
          return reminders.list(rentCallId, query);
        }),

      async document(_caller, { rentCallId, id }) {
        const reminder = await transact.read(async ({ reminders }) => orNotFound(await reminders.find(rentCallId, id)));
        return printLetter(printing, reminderLetter(reminder));
      },
    };
  };
}

const replayIfFound = replayWhileVisible<BillingStores, Reminder>(async ({ reminders }, _caller, { rentCallId, id }) =>
  orNotFound(await reminders.find(rentCallId, id)),
);

interface CreationContext extends Pick<Dependencies<never>, "clock" | "newId"> {
  readonly mandataireId: MandataireId;
}

/** Locks the call, so that a payment at the same time comes before the reminder or after it. */
async function createReminder(
  stores: BillingStores,
  { rentCallId, level }: ReminderInput,
  { clock, newId, mandataireId }: CreationContext,
): Promise<Reminder> {
  const [call] = await stores.rentCalls.lock([rentCallId]);
  const now = clock.now();
  const view = await stores.rentCalls.view(orNotFound(call ?? null), dayInParis(now));
  if (!view.overdue)
    throw unprocessable("invalid_transition", `The rent call ${view.reference} is not overdue; remind of overdue ones`);
  const letter = frozenLetter(await callDocument(stores, orNotFound(call ?? null), view));
  const id = newId<"RentCallReminder">();
  const amountCents = view.remainingAmountCents;
  const reminder = { ...{ mandataireId, id, rentCallId, level, amountCents }, createdAt: now };
  await stores.reminders.insert({ ...reminder, letter });
  return reminder;
}

function frozenLetter(document: RentCallDocument): ReminderLetter {
  const { call, agency, tenants, reversedCents } = document;
  const { tenantName, leaseReference, periodStart, periodEnd, dueDate } = call;
  const totalAmountCents = minus(call.totalAmountCents, reversedCents);
  const paidAmountCents = minus(call.paidAmountCents, reversedCents);
  const { principals, addressee } = callHead(document);
  const tenantAddress = addressee.address.slice(tenants.length - 1).join("\n") || null;
  return {
    ...{ agency, owners: principals, tenantName, tenants, tenantAddress, leaseReference },
    ...{ callReference: call.reference, periodStart, periodEnd, dueDate, totalAmountCents, paidAmountCents },
  };
}
