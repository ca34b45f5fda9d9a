import type { SupplierInvoices } from "@cartulary/rental/money";
import type { supplierInvoiceOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, type OfMandataire, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";

/** The suppliers' invoices of a mandataire over HTTP. */
export const supplierInvoiceHandlers: Handlers<
  typeof supplierInvoiceOperations,
  { readonly supplierInvoices: OfMandataire<SupplierInvoices> }
> = {
  listSupplierInvoices: async ({ mandataireId, list, caller }, { supplierInvoices }) =>
    listReply(await supplierInvoices(mandataireId).list(caller, list)),
  createSupplierInvoice: async ({ mandataireId, body, caller }, { supplierInvoices }) =>
    created(await supplierInvoices(mandataireId).create(caller, body)),
  getSupplierInvoice: async ({ mandataireId, params, caller }, { supplierInvoices }) =>
    ok(await supplierInvoices(mandataireId).get(caller, params.id)),
  deleteSupplierInvoice: async ({ mandataireId, params, caller }, { supplierInvoices }) =>
    noContent(await supplierInvoices(mandataireId).remove(caller, params.id)),
};
