import { DEPOSIT_KEEPERS, DEPOSIT_STATUSES, securityDepositListing } from "@cartulary/rental/billing";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { cents, day, flag, instant, integer, listOf, text, uuid } from "../../fields.ts";
import { BYTES, operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record, requiredByOperation } from "../../record.ts";
import { input } from "../agency/input-fields.ts";

const DepositDeduction = camelRecord("DepositDeduction", {
  label: text().describe("Reason of the deduction"),
  amountCents: integer().describe("Amount that is kept, in cents"),
});

/** A tenant's deposit (dépôt de garantie). */
export const SecurityDepositRecord = camelRecord("SecurityDeposit", {
  id: uuid<"SecurityDeposit">().describe("Identifier of the deposit"),
  leaseId: uuid<"Lease">().describe("Lease whose tenant gave the deposit"),
  leaseReference: text().describe("Reference of the lease when the deposit was called or taken over"),
  tenantId: uuid<"TenantActor">().nullable().describe("The tenant; null if the lease had none"),
  tenantName: text().nullable().describe("Name of the tenant when the deposit was called or taken over"),
  amountCents: integer().describe("Amount that is called, in cents"),
  receivedCents: integer().describe("Part of it that came in, in cents"),
  heldBy: z.enum(DEPOSIT_KEEPERS).describe("Who keeps the money; the agency if it keeps any part"),
  status: z.enum(DEPOSIT_STATUSES).describe("How far the deposit is; partially_returned if something was kept of it"),
  returnDueOn: day().nullable().describe("Last day on which it must go back; null while the lease runs"),
  deductions: listOf(DepositDeduction).describe("Amounts that were kept at the return"),
  returnedOn: day().nullable().describe("Day on which the deposit went back; null before"),
  returnedAt: instant().nullable().describe("When the return was recorded"),
  lateMonths: integer().describe("Months begun after returnDueOn; 0 in time"),
  lateAmountCents: integer().describe("Increase that the law gives the tenant for these months, in cents; not posted"),
  createdAt: instant().describe("When the record was created"),
  updatedAt: instant().describe("When the record last changed"),
});

/** The body that returns a deposit. */
export const SecurityDepositReturn = record("SecurityDepositReturn", {
  returnedOn: requiredByOperation(
    day().exactOptional().describe("Day of the return: from the end of the lease to today"),
  ),
  deductions: input
    .listOf(
      record("DepositDeductionInput", {
        label: requiredByOperation(text().exactOptional().describe("Reason of the deduction")),
        amountCents: requiredByOperation(cents().exactOptional().describe("Amount to keep, in cents, 1 or more")),
      }),
    )
    .describe("Amounts to keep, together at most what is left of the deposit"),
  inConformity: requiredByOperation(
    flag().exactOptional().describe("Whether the premises are as they were at the beginning"),
  ),
  keysReturnedOn: day().nullable().exactOptional().describe("Day of the keys' return, if later than the lease's end"),
});

const ALL = { path: `${RENTAL_BASE}/security_deposits`, tag: "security_deposits", mandataire: true } as const;
const ONE = {
  ...ALL,
  path: `${RENTAL_BASE}/security_deposits/{id}`,
  params: snakeObject({ id: uuid<"SecurityDeposit">() }),
} as const;

/** Deposits called by runs or taken over with their leases. */
export const securityDepositOperations = operations({
  listSecurityDeposits: {
    ...ALL,
    method: "get",
    summary: "List security deposits",
    scope: "read",
    list: securityDepositListing,
    replies: { 200: listOf(SecurityDepositRecord) },
  },
  getSecurityDeposit: {
    ...ONE,
    method: "get",
    summary: "Get a security deposit",
    scope: "read",
    replies: { 200: SecurityDepositRecord },
  },
  returnSecurityDeposit: {
    ...ONE,
    path: `${RENTAL_BASE}/security_deposits/{id}/return`,
    method: "post",
    summary: "Return a security deposit after the end of its lease, less arrears and deductions",
    scope: "write",
    body: SecurityDepositReturn,
    replies: { 200: SecurityDepositRecord },
  },
  downloadSecurityDeposit: {
    ...ONE,
    path: `${RENTAL_BASE}/security_deposits/{id}/document`,
    method: "get",
    summary: "Download the statement of a security deposit as PDF",
    scope: "read",
    headers: ["Range", "If-Range", "If-None-Match"],
    awaitsChild: true,
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});
