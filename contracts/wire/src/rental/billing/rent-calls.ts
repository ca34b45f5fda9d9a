import { REMINDER_LEVELS, RENT_CALL_KINDS, reminderListing, rentCallListing } from "@cartulary/rental/billing";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { instant, integer, listOf, moment, text, uuid } from "../../fields.ts";
import { BYTES, operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record, requiredByOperation } from "../../record.ts";
import { input } from "../agency/input-fields.ts";
import { callFields, ReminderRecord } from "../property/rent-call-fields.ts";

const ContributionRecord = camelRecord("RentCallContribution", {
  partyId: uuid<"LeaseParty">(),
  name: text().nullable(),
  amountCents: integer(),
  paidCents: integer(),
  remainingCents: integer(),
});

export const RentCallRecord = camelRecord("RentCall", {
  ...callFields,
  leaseId: uuid<"Lease">().nullable(),
  leaseReference: text().nullable(),
  tenantId: uuid<"TenantActor">().nullable(),
  tenantName: text().nullable(),
  billingRunId: uuid<"BillingRun">().nullable().describe("The run that issued the call; null for an initial balance"),
  kind: z.enum(RENT_CALL_KINDS),
  contributions: listOf(ContributionRecord).nullable(),
  createdAt: instant(),
  updatedAt: instant(),
});

/** The calls that were sent: named ones or all of a run. */
export const SentCallsInput = requiredByOperation(
  record("RentCallsSent", {
    ids: input.listOf(uuid<"RentCall">()),
    billingRunId: input.id<"BillingRun">(),
    sentAt: moment().exactOptional(),
  }),
);

export const SentCallsCount = camelRecord("RentCallsSentCount", { count: integer() });

/** The body that creates a reminder. */
export const ReminderCreation = record("RentCallReminderCreate", { level: z.literal(REMINDER_LEVELS) });

const ALL = { path: `${RENTAL_BASE}/rent_calls`, tag: "rent_calls", mandataire: true } as const;
const ONE = {
  ...ALL,
  path: `${RENTAL_BASE}/rent_calls/{id}`,
  params: snakeObject({ id: uuid<"RentCall">() }),
} as const;

const REMINDERS = `${RENTAL_BASE}/rent_calls/{id}/reminders`;

/** Rent calls created by applied runs, and reminders of those that are overdue. */
export const rentCallOperations = operations({
  listRentCalls: {
    ...ALL,
    method: "get",
    summary: "List rent calls",
    scope: "read",
    list: rentCallListing,
    replies: { 200: listOf(RentCallRecord) },
  },
  // Before the operations whose path has an identifier in that place.
  markRentCallsSent: {
    ...ALL,
    path: `${RENTAL_BASE}/rent_calls/mark_sent`,
    method: "post",
    summary: "Record that rent calls were sent to their tenants: named ones or all of a run",
    scope: "write",
    body: SentCallsInput,
    replies: { 200: SentCallsCount },
  },
  getRentCall: {
    ...ONE,
    method: "get",
    summary: "Get a rent call",
    scope: "read",
    replies: { 200: RentCallRecord },
  },
  downloadRentCall: {
    ...ONE,
    path: `${RENTAL_BASE}/rent_calls/{id}/document`,
    method: "get",
    summary: "Download the notice of a rent call as PDF",
    scope: "read",
    headers: ["Range", "If-Range", "If-None-Match"],
    awaitsChild: true,
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
  downloadRentReceipt: {
    ...ONE,
    path: `${RENTAL_BASE}/rent_calls/{id}/receipt`,
    method: "get",
    summary: "Download the receipt of a rent call as PDF: a quittance once fully paid, before that a reçu",
    scope: "read",
    headers: ["Range", "If-Range", "If-None-Match"],
    awaitsChild: true,
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
  listRentCallReminders: {
    ...ONE,
    path: REMINDERS,
    method: "get",
    summary: "List the reminders of a rent call",
    scope: "read",
    list: reminderListing,
    replies: { 200: listOf(ReminderRecord) },
  },
  createRentCallReminder: {
    ...ONE,
    path: REMINDERS,
    method: "post",
    summary: "Create a reminder of an overdue rent call, with its letter",
    scope: "write",
    body: ReminderCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: ReminderRecord },
  },
  downloadRentCallReminder: {
    ...ONE,
    path: `${REMINDERS}/{reminder_id}/document`,
    params: snakeObject({ id: uuid<"RentCall">(), reminderId: uuid<"RentCallReminder">() }),
    method: "get",
    summary: "Download the letter of a reminder as PDF: rappel, relance or mise en demeure",
    scope: "read",
    headers: ["Range", "If-Range", "If-None-Match"],
    awaitsChild: true,
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});
