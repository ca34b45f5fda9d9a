import { CHARGE_NATURES, SUPPLIER_INVOICE_STATUSES } from "@cartulary/rental/billing";
import { rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import { propertyChoices, providerChoices, unitChoices } from "./choices.ts";
import { FIELD_WORDS } from "./field-words.ts";
import { recordLink } from "./record-table.ts";
import type { Resource } from "./resource.ts";

/** Invoices of suppliers, which owners bear. */
export const supplierInvoices: Resource = {
  name: "supplierInvoices",
  list: rentalOperations.listSupplierInvoices,
  get: rentalOperations.getSupplierInvoice,
  creation: {
    operation: rentalOperations.createSupplierInvoice,
    names: [
      "service_provider_id",
      "reference",
      "label",
      "invoice_date",
      "due_date",
      "property_id",
      "unit_id",
      "total_cents",
      "vat_cents",
      "charge_nature",
      "recoverable_percent",
    ],
    pickers: { service_provider_id: providerChoices, property_id: propertyChoices, unit_id: unitChoices },
    pickerOperations: [
      rentalOperations.listServiceProviders,
      rentalOperations.listProperties,
      rentalOperations.listUnits,
    ],
  },
  remove: { operation: rentalOperations.deleteSupplierInvoice, isAllowed: ({ status }) => status === "open" },
  titleOf: ({ reference }) => String(reference),
  columns: ["reference", "label", "invoiceDate", "dueDate", "totalCents", "chargeNature", "status"],
  filters: [
    { name: "q[reference_cont]", field: "reference" },
    { name: "q[label_cont]", field: "label" },
    { name: "q[status_eq]", field: "status", choices: SUPPLIER_INVOICE_STATUSES },
    { name: "q[charge_nature_eq]", field: "chargeNature", choices: CHARGE_NATURES },
  ],
  sorts: ["reference", "invoice_date", "due_date", "total_cents"],
  groups: [
    {
      legend: { en: "Invoice", fr: "Facture" },
      names: ["reference", "label", "status", "invoiceDate", "dueDate", "paidOn", "totalCents", "vatCents"],
    },
    { legend: { en: "Charges", fr: "Charges" }, names: ["chargeNature", "recoverablePercent"] },
    { legend: { en: "Record", fr: "Fiche" }, names: ["id", "unitId", "entryId", "createdAt", "updatedAt"] },
  ],
  parts: (visit, { serviceProviderId, propertyId, documentId }) => [
    facts([
      [
        FIELD_WORDS.serviceProviderId[visit.language],
        recordLink(visit, "serviceProviders", serviceProviderId, serviceProviderId),
      ],
      [FIELD_WORDS.propertyId[visit.language], recordLink(visit, "properties", propertyId, propertyId)],
      [
        FIELD_WORDS.document[visit.language],
        typeof documentId === "string" ? html`<a href="${visit.base}/documents/${documentId}">${documentId}</a>` : "–",
      ],
    ]),
  ],
};
