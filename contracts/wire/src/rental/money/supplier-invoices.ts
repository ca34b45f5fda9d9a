import { supplierInvoiceListing, supplierInvoiceRecord } from "@cartulary/rental/billing";
import { snakeObject } from "../../casing.ts";
import { listOf, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { answerShape, lenientCreationShape } from "../../record-shapes.ts";

const { mandataireId: _, entriesCount: __, ...answered } = answerShape(supplierInvoiceRecord);

/** A supplier's invoice. */
export const SupplierInvoiceRecord = camelRecord("SupplierInvoice", answered);

/** The body that creates an invoice, for a property or for a unit. */
export const SupplierInvoiceCreation = record("SupplierInvoiceCreate", lenientCreationShape(supplierInvoiceRecord));

const ALL = { path: `${RENTAL_BASE}/supplier_invoices`, tag: "supplier_invoices", mandataire: true } as const;
const ONE = {
  ...ALL,
  path: `${RENTAL_BASE}/supplier_invoices/{id}`,
  params: snakeObject({ id: uuid<"SupplierInvoice">() }),
} as const;

/** Suppliers' invoices, which the agency pays from the owners' money. */
export const supplierInvoiceOperations = operations({
  listSupplierInvoices: {
    ...ALL,
    method: "get",
    summary: "List invoices of suppliers",
    scope: "read",
    list: supplierInvoiceListing,
    replies: { 200: listOf(SupplierInvoiceRecord) },
  },
  createSupplierInvoice: {
    ...ALL,
    method: "post",
    summary: "Create an invoice of a supplier and charge the owners in the book",
    scope: "write",
    body: SupplierInvoiceCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: SupplierInvoiceRecord },
  },
  getSupplierInvoice: {
    ...ONE,
    method: "get",
    summary: "Get an invoice of a supplier",
    scope: "read",
    replies: { 200: SupplierInvoiceRecord },
  },
  deleteSupplierInvoice: {
    ...ONE,
    method: "delete",
    summary: "Delete an unpaid invoice of a supplier and reverse its entry",
    scope: "write",
    replies: { 204: null },
  },
});
