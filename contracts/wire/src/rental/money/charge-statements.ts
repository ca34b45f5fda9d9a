import { CHARGE_NATURES, CHARGE_STATEMENT_STATUSES, chargeStatementListing } from "@cartulary/rental/billing";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { cents, day, decimal, instant, integer, listOf, text, uuid } from "../../fields.ts";
import { BYTES, operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record, requiredByOperation } from "../../record.ts";
import { input } from "../agency/input-fields.ts";

const shared = () => ({
  shareKeyId: uuid<"ShareKey">().nullable().describe("Key that divides the line; null by area, else equally"),
  chargeNature: z.enum(CHARGE_NATURES).nullable().describe("Nature of the charges"),
});

const ChargeStatementLine = camelRecord("ChargeStatementLine", {
  ...shared(),
  totalCents: integer().describe("Charges without VAT, in cents"),
  recoverablePercent: decimal().describe("Part that tenants bear, in percent"),
  recoverableCents: integer().describe("That part, in cents"),
  supplierInvoiceId: uuid<"SupplierInvoice">().nullable().describe("Invoice of the line; null for a line of the body"),
});

const ChargeStatementShare = camelRecord("ChargeStatementShare", {
  ...shared(),
  recoverableCents: integer().describe("Recoverable part of the line, in cents"),
  shareCents: integer().describe("The tenant's share of it, in cents"),
});

const ChargeStatementTenant = camelRecord("ChargeStatementTenant", {
  leaseId: uuid<"Lease">().describe("Lease of the tenant"),
  leaseReference: text().describe("Reference of the lease when the statement was created"),
  unitIdentifier: text().describe("Unit that the lease lets"),
  days: integer().describe("Days of the period on which it is let"),
  shareCents: integer().describe("Charges that the tenant bears, without VAT, in cents"),
  provisionsCents: integer().describe("Provisions called for these days, without VAT, in cents"),
  balanceCents: integer().describe("Difference, positive is owed by the tenant, in cents"),
  lines: listOf(ChargeStatementShare).describe("Share of each line"),
});

/** The yearly settlement of a property's charges with its tenants. */
export const ChargeStatementRecord = camelRecord("ChargeStatement", {
  id: uuid<"ChargeStatement">().describe("Identifier of the statement"),
  propertyId: uuid<"Property">().describe("Property whose charges are settled"),
  periodFrom: day().describe("First day of the settled period"),
  periodTo: day().describe("Last day of the settled period"),
  status: z.enum(CHARGE_STATEMENT_STATUSES).describe("How far it is; billed once runs have billed all balances"),
  lines: listOf(ChargeStatementLine).describe("Charges of the body and of suppliers' invoices"),
  tenants: listOf(ChargeStatementTenant).describe("Account of each unit of a lease; flat leases are left out"),
  remainderCents: integer().describe("Part of vacant units and flat leases, which the owners bear, in cents"),
  approvedAt: instant().nullable().describe("When it was approved; null for a draft"),
  retainUntil: day().describe(
    "Last day on which it is retained once it is approved: ten years from the close of its year",
  ),
  createdAt: instant().describe("When the record was created"),
  updatedAt: instant().describe("When the record last changed"),
});

/** The body that creates a statement. */
export const ChargeStatementCreation = record("ChargeStatementCreate", {
  propertyId: requiredByOperation(uuid<"Property">().exactOptional().describe("Property whose charges are settled")),
  periodFrom: requiredByOperation(day().exactOptional().describe("First day of the period")),
  periodTo: requiredByOperation(day().exactOptional().describe("Last day of the period, at most 731 days later")),
  lines: input
    .listOf(
      record("ChargeStatementLineInput", {
        shareKeyId: uuid<"ShareKey">().nullable().exactOptional().describe("Key of the property that divides the line"),
        chargeNature: z.enum(CHARGE_NATURES).nullable().exactOptional().describe("Nature of the charges"),
        totalCents: requiredByOperation(cents().exactOptional().describe("Charges without VAT, in cents")),
        recoverablePercent: decimal().exactOptional().describe("Part that tenants bear, in percent; 100 by default"),
      }),
    )
    .describe("Charges besides those of suppliers' invoices, at most 100"),
});

const ALL = { path: `${RENTAL_BASE}/charge_statements`, tag: "charge_statements", mandataire: true } as const;
const ONE = {
  ...ALL,
  path: `${RENTAL_BASE}/charge_statements/{id}`,
  params: snakeObject({ id: uuid<"ChargeStatement">() }),
} as const;

/** Statements of charges (régularisation annuelle). */
export const chargeStatementOperations = operations({
  listChargeStatements: {
    ...ALL,
    method: "get",
    summary: "List statements of charges",
    scope: "read",
    list: chargeStatementListing,
    replies: { 200: listOf(ChargeStatementRecord) },
  },
  createChargeStatement: {
    ...ALL,
    method: "post",
    summary: "Create the draft of a statement of a property's charges",
    scope: "write",
    body: ChargeStatementCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: ChargeStatementRecord },
  },
  getChargeStatement: {
    ...ONE,
    method: "get",
    summary: "Get a statement of charges",
    scope: "read",
    replies: { 200: ChargeStatementRecord },
  },
  deleteChargeStatement: {
    ...ONE,
    method: "delete",
    summary: "Delete the draft of a statement of charges",
    scope: "write",
    replies: { 204: null },
  },
  approveChargeStatement: {
    ...ONE,
    path: `${RENTAL_BASE}/charge_statements/{id}/approve`,
    method: "post",
    summary: "Approve a statement of charges; the next runs bill its balances",
    scope: "write",
    replies: { 200: ChargeStatementRecord },
  },
  downloadChargeStatement: {
    ...ONE,
    path: `${RENTAL_BASE}/charge_statements/{id}/document`,
    method: "get",
    summary: "Download a lease's statement of charges (décompte) as PDF",
    scope: "read",
    query: snakeObject({ leaseId: requiredByOperation(uuid<"Lease">().exactOptional()) }),
    headers: ["Range", "If-Range", "If-None-Match"],
    awaitsChild: true,
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});
