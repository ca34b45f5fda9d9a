import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { Sender } from "../../agency/printing/sender.ts";
import type { RentCallId } from "../rent-calls/rent-call.ts";

export type ReminderId = Id<"RentCallReminder">;

/** The tone of a reminder: 1 rappel, 2 relance, 3 mise en demeure. */
export const REMINDER_LEVELS = [1, 2, 3] as const;
export type ReminderLevel = (typeof REMINDER_LEVELS)[number];

/** A letter that asks for the unpaid amount of an overdue rent call (effects.md 4). It never changes. */
export interface Reminder {
  readonly mandataireId: MandataireId;
  readonly id: ReminderId;
  readonly rentCallId: RentCallId;
  readonly level: ReminderLevel;
  /** The unpaid amount when the reminder was created. */
  readonly amountCents: Cents;
  readonly createdAt: Instant;
}

/** A reminder with the facts that its letter prints. */
export interface ReminderWithLetter extends Reminder {
  readonly letter: ReminderLetter;
}

/** The facts of the letter on the day of its creation, so that the letter stays the same. */
export interface ReminderLetter {
  readonly agency: Sender;
  /** The owners of the let units, on whose behalf the agency writes. */
  readonly owners: readonly string[];
  readonly tenantName: string | null;
  /** All tenants of the lease; letters that were stored before lack it. */
  readonly tenants?: readonly string[];
  readonly tenantAddress: string | null;
  readonly callReference: string;
  readonly leaseReference: string | null;
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly dueDate: Day;
  readonly totalAmountCents: Cents;
  readonly paidAmountCents: Cents;
}

const fields = { id: "uuid", level: "integer", amountCents: "integer", createdAt: "instant" } as const;

export type ReminderField = keyof typeof fields;

/** The filters and sorts of the reminders of one rent call. */
export const reminderListing: Listing<ReminderField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as ReminderField[],
  sort: "createdAt",
  updatedAt: "createdAt",
};
