import type { Day, Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import type {
  ChargeNature,
  ChargeStatement,
  ChargeStatementId,
  ChargeStatementStatus,
  SupplierInvoice,
  SupplierInvoiceId,
} from "@cartulary/rental/billing";
import type { LeaseId, LeaseUnitId, OwnerId, RentalContactId } from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { type Database, foldedText, id, instant, integer, json, text } from "../../../engine/columns.ts";
import { day, decimal, key, timestampColumns, timestampIndexes } from "../../property/tables/columns.ts";

export const supplierInvoiceRows = defineEntity({
  name: "SupplierInvoice",
  tableName: "supplier_invoices",
  properties: {
    ...key<SupplierInvoiceId>(),
    serviceProviderId: id<RentalContactId>(),
    reference: text(),
    referenceFold: foldedText(),
    /** The letters and digits of the reference, by which transfers name it. */
    referenceKey: text(),
    invoiceDate: day(),
    dueDate: day().nullable(),
    propertyId: id<Id<"Property">>().nullable(),
    unitId: id<Id<"Unit">>().nullable(),
    shareKeyId: id<Id<"ShareKey">>().nullable(),
    totalCents: integer<Cents>(),
    vatCents: integer<Cents>(),
    chargeNature: text<ChargeNature>().nullable(),
    recoverablePercent: decimal(),
    label: text(),
    labelFold: foldedText(),
    documentId: id<Id<"Document">>().nullable(),
    status: text<SupplierInvoice["status"]>(),
    paidOn: text<Day>().nullable(),
    entryId: id<Id<"Entry">>(),
    entriesCount: integer(),
    chargeStatementId: id<ChargeStatementId>().nullable(),
    bankTransactionId: id<Id<"BankTransaction">>().nullable(),
    ...timestampColumns(),
  },
  indexes: [
    ...timestampIndexes("supplier_invoices"),
    { name: "supplier_invoices_property_id_index", properties: ["mandataireId", "propertyId"] },
    { name: "supplier_invoices_unit_id_index", properties: ["mandataireId", "unitId"] },
    { name: "supplier_invoices_share_key_id_index", properties: ["mandataireId", "shareKeyId"] },
    { name: "supplier_invoices_bank_transaction_id_index", properties: ["mandataireId", "bankTransactionId"] },
    { name: "supplier_invoices_charge_statement_id_index", properties: ["mandataireId", "chargeStatementId"] },
    { name: "supplier_invoices_reference_key_index", properties: ["mandataireId", "referenceKey"] },
  ],
  uniques: [
    {
      name: "supplier_invoices_reference_unique",
      properties: ["mandataireId", "serviceProviderId", "reference"],
    },
  ],
});

export const supplierInvoicePartRows = defineEntity({
  name: "SupplierInvoicePart",
  tableName: "supplier_invoice_parts",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    invoiceId: id<SupplierInvoiceId>().primary(),
    ownerId: id<OwnerId>().primary(),
    amountCents: integer<Cents>(),
  },
  indexes: [{ name: "supplier_invoice_parts_owner_id_index", properties: ["mandataireId", "ownerId"] }],
});

export const chargeStatementRows = defineEntity({
  name: "ChargeStatement",
  tableName: "charge_statements",
  properties: {
    ...key<ChargeStatementId>(),
    propertyId: id<Id<"Property">>(),
    periodFrom: day(),
    periodTo: day(),
    status: text<ChargeStatementStatus>(),
    lines: json<ChargeStatement["lines"]>(),
    tenants: json<ChargeStatement["tenants"]>(),
    remainderCents: integer<Cents>(),
    approvedAt: instant().nullable(),
    ...timestampColumns(),
  },
  indexes: [
    ...timestampIndexes("charge_statements"),
    { name: "charge_statements_property_id_index", properties: ["mandataireId", "propertyId"] },
  ],
});

export const chargeAdjustmentRows = defineEntity({
  name: "ChargeAdjustment",
  tableName: "charge_adjustments",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    statementId: id<ChargeStatementId>().primary(),
    leaseUnitId: id<LeaseUnitId>().primary(),
    leaseId: id<LeaseId>(),
    periodFrom: day(),
    periodTo: day(),
    lastDay: day(),
    balanceCents: integer<Cents>(),
    /** The applied run that billed it. */
    billingRunId: id<Id<"BillingRun">>().nullable(),
  },
  indexes: [
    { name: "charge_adjustments_billing_run_id_index", properties: ["mandataireId", "billingRunId"] },
    { name: "charge_adjustments_lease_unit_id_index", properties: ["mandataireId", "leaseUnitId"] },
    { name: "charge_adjustments_due_index", properties: ["mandataireId", "leaseId"], where: "billing_run_id is null" },
  ],
});

export type ChargeTables = Database<
  typeof supplierInvoiceRows | typeof supplierInvoicePartRows | typeof chargeStatementRows | typeof chargeAdjustmentRows
>;
