import { CHARGE_NATURES, CHARGE_STATEMENT_STATUSES } from "@cartulary/rental/billing";
import { rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import { dayText } from "../frame/formats.ts";
import { choiceText } from "./choice-words.ts";
import { propertyChoices } from "./choices.ts";
import { FIELD_WORDS } from "./field-words.ts";
import { recordLink, recordTable } from "./record-table.ts";
import type { Resource } from "./resource.ts";
import { rowFields, rowsIn } from "./rows.ts";

const isDraft = ({ status }: { readonly status?: unknown }): boolean => status === "draft";

/** Yearly settlements of a property's charges with its tenants. */
export const chargeStatements: Resource = {
  name: "chargeStatements",
  list: rentalOperations.listChargeStatements,
  get: rentalOperations.getChargeStatement,
  creation: {
    operation: rentalOperations.createChargeStatement,
    names: ["property_id", "period_from", "period_to"],
    pickers: { property_id: propertyChoices },
    pickerOperations: [rentalOperations.listProperties],
    extra: ({ language }) =>
      rowFields("lines", [
        { name: "total_cents", label: FIELD_WORDS.totalCents[language], kind: "number" },
        {
          ...{ name: "charge_nature", label: FIELD_WORDS.chargeNature[language], kind: "select" },
          options: [
            { value: "", text: "–" },
            ...CHARGE_NATURES.map((value) => ({ value, text: choiceText(language, value) })),
          ],
        },
        { name: "recoverable_percent", label: FIELD_WORDS.recoverablePercent[language] },
      ]),
    complete: (body, typed) => ({
      ...body,
      lines: rowsIn(typed, "lines", { texts: ["charge_nature"], numbers: ["total_cents", "recoverable_percent"] }),
    }),
  },
  remove: { operation: rentalOperations.deleteChargeStatement, isAllowed: isDraft },
  titleOf: ({ periodFrom, periodTo }, language) =>
    [periodFrom, periodTo].map((date) => dayText(language, String(date))).join(" – "),
  columns: ["periodFrom", "periodTo", "status", "remainderCents", "approvedAt"],
  filters: [
    { name: "q[status_eq]", field: "status", choices: CHARGE_STATEMENT_STATUSES },
    { name: "q[period_from_gteq]", field: "periodFrom" },
  ],
  sorts: ["period_from", "period_to", "created_at"],
  groups: [
    {
      legend: { en: "Statement", fr: "Régularisation" },
      names: ["periodFrom", "periodTo", "status", "remainderCents", "approvedAt"],
    },
    { legend: { en: "Record", fr: "Fiche" }, names: ["id", "createdAt", "updatedAt"] },
  ],
  parts: (visit, { id, propertyId, lines, tenants }) => [
    facts([[FIELD_WORDS.propertyId[visit.language], recordLink(visit, "properties", propertyId, propertyId)]]),
    recordTable(visit, { en: "Charges", fr: "Charges" }, lines, [
      ["chargeNature"],
      ["totalCents"],
      ["recoverablePercent"],
      ["recoverableCents"],
      [
        "reference",
        ({ supplierInvoiceId }) => recordLink(visit, "supplierInvoices", supplierInvoiceId, supplierInvoiceId),
      ],
    ]),
    recordTable(visit, { en: "Tenants", fr: "Locataires" }, tenants, [
      ["leaseReference", ({ leaseId, leaseReference }) => recordLink(visit, "leases", leaseId, leaseReference)],
      ["unitIdentifier"],
      ["days"],
      ["shareCents"],
      ["provisionsCents"],
      ["balanceCents"],
      [
        "document",
        ({ leaseId, leaseReference }) => {
          const { download } = visit.texts.controls;
          const at = visit.href(`/agency/charge_statements/${String(id)}/document`, { lease_id: String(leaseId) });
          return html`<a href="${at}" aria-label="${download} ${String(leaseReference)}">${download}</a>`;
        },
      ],
    ]),
  ],
  actions: [
    {
      verb: "approve",
      operation: rentalOperations.approveChargeStatement,
      label: { en: "Approve", fr: "Approuver" },
      question: {
        en: "The next billing runs bill the balances of the tenants.",
        fr: "Les prochains quittancements facturent les soldes des locataires.",
      },
      isAllowed: isDraft,
    },
  ],
};
