import { RENT_CALL_KINDS, RENT_CALL_STATUSES, rentCallListing } from "@cartulary/rental";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { day, instant, integer, listOf, text, uuid } from "../fields.ts";
import { BYTES, operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord } from "../record.ts";

/** What a call says wherever it is shown. */
export const callFields = {
  id: uuid<"RentCall">(),
  reference: text(),
  periodStart: day(),
  periodEnd: day(),
  totalAmountCents: integer(),
  rentAmountCents: integer(),
  chargesAmountCents: integer(),
  paidAmountCents: integer(),
  remainingAmountCents: integer(),
  fullyPaid: z.boolean(),
  overdue: z.boolean(),
  dueDate: day(),
  status: z.enum(RENT_CALL_STATUSES),
  sentAt: instant().nullable(),
};

/** What a tenant was asked to pay. */
export const RentCallRecord = camelRecord("RentCall", {
  ...callFields,
  leaseId: uuid<"Lease">().nullable(),
  leaseReference: text().nullable(),
  tenantId: uuid<"TenantActor">().nullable(),
  tenantName: text().nullable(),
  billingRunId: uuid<"BillingRun">(),
  kind: z.enum(RENT_CALL_KINDS),
  createdAt: instant(),
  updatedAt: instant(),
});

const ALL = { path: `${RENTAL_BASE}/rent_calls`, tag: "rent_calls", mandataire: true } as const;
const ONE = {
  ...ALL,
  path: `${RENTAL_BASE}/rent_calls/{id}`,
  params: snakeObject({ id: uuid<"RentCall">() }),
} as const;

/** The rent calls that applying runs wrote. */
export const rentCallOperations = operations({
  listRentCalls: {
    ...ALL,
    method: "get",
    summary: "The rent calls that were issued",
    scope: "read",
    list: rentCallListing,
    replies: { 200: listOf(RentCallRecord) },
  },
  getRentCall: {
    ...ONE,
    method: "get",
    summary: "One rent call",
    scope: "read",
    replies: { 200: RentCallRecord },
  },
  downloadRentCall: {
    ...ONE,
    path: `${RENTAL_BASE}/rent_calls/{id}/document`,
    method: "get",
    summary: "The notice of a rent call as it is sent, a PDF",
    scope: "read",
    headers: ["Range", "If-Range", "If-None-Match"],
    awaitsChild: true,
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
  downloadRentReceipt: {
    ...ONE,
    path: `${RENTAL_BASE}/rent_calls/{id}/receipt`,
    method: "get",
    summary: "What was paid on a rent call, a PDF: a quittance once that is all of it, until then a reçu",
    scope: "read",
    headers: ["Range", "If-Range", "If-None-Match"],
    awaitsChild: true,
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});
