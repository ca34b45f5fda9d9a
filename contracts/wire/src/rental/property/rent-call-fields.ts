import { REMINDER_LEVELS } from "@cartulary/rental/billing";
import { RENT_CALL_STATUSES } from "@cartulary/rental/property";
import { z } from "zod";
import { day, instant, integer, text, uuid } from "../../fields.ts";
import { camelRecord } from "../../record.ts";

/** The fields of a rent call in every reply. */
export const callFields = {
  id: uuid<"RentCall">(),
  reference: text(),
  periodStart: day(),
  periodEnd: day(),
  totalAmountCents: integer(),
  rentAmountCents: integer(),
  chargesAmountCents: integer(),
  otherAmountCents: integer().describe("The total without rent and charges, in cents: deposit, fees, initial balance"),
  paidAmountCents: integer(),
  remainingAmountCents: integer(),
  fullyPaid: z.boolean(),
  overdue: z.boolean(),
  dueDate: day(),
  status: z.enum(RENT_CALL_STATUSES),
  sentAt: instant().nullable(),
};

/** A reminder of an overdue rent call. */
export const ReminderRecord = camelRecord("RentCallReminder", {
  id: uuid<"RentCallReminder">(),
  level: z.literal(REMINDER_LEVELS),
  amountCents: integer(),
  createdAt: instant(),
  documentUrl: text(),
});
