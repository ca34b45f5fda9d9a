import { DEPOSIT_KEEPERS, DEPOSIT_STATUSES } from "@cartulary/rental/billing";
import { rentalOperations } from "@cartulary/wire";
import { facts } from "../components/facts.ts";
import { FIELD_WORDS } from "./field-words.ts";
import { recordLink, recordTable } from "./record-table.ts";
import type { Resource } from "./resource.ts";
import { rowFields, rowsIn } from "./rows.ts";

const isBack = (status: unknown): boolean => status === "returned" || status === "partially_returned";

/** Security deposits with their return. */
export const securityDeposits: Resource = {
  name: "securityDeposits",
  list: rentalOperations.listSecurityDeposits,
  get: rentalOperations.getSecurityDeposit,
  titleOf: ({ leaseReference, tenantName }) => [leaseReference, tenantName].filter(Boolean).join(" – "),
  columns: ["leaseReference", "tenantName", "amountCents", "receivedCents", "heldBy", "status", "returnDueOn"],
  filters: [
    { name: "q[lease_reference_cont]", field: "leaseReference" },
    { name: "q[tenant_name_cont]", field: "tenantName" },
    { name: "q[status_eq]", field: "status", choices: DEPOSIT_STATUSES },
    { name: "q[held_by_eq]", field: "heldBy", choices: DEPOSIT_KEEPERS },
  ],
  sorts: ["lease_reference", "tenant_name", "amount_cents", "created_at"],
  groups: [
    {
      legend: { en: "Deposit", fr: "Dépôt de garantie" },
      names: ["leaseReference", "tenantName", "status", "heldBy", "amountCents", "receivedCents"],
    },
    {
      legend: { en: "Return", fr: "Restitution" },
      names: ["returnDueOn", "returnedOn", "returnedAt", "lateMonths", "lateAmountCents"],
    },
    { legend: { en: "Record", fr: "Fiche" }, names: ["id", "leaseId", "tenantId", "createdAt", "updatedAt"] },
  ],
  parts: (visit, { leaseId, leaseReference, tenantId, tenantName, deductions }) => [
    facts([
      [FIELD_WORDS.tenantName[visit.language], recordLink(visit, "tenants", tenantId, tenantName)],
      [FIELD_WORDS.leaseReference[visit.language], recordLink(visit, "leases", leaseId, leaseReference)],
    ]),
    recordTable(visit, { en: "Deductions", fr: "Retenues" }, deductions, [["label"], ["amountCents"]]),
  ],
  files: [
    {
      path: "document",
      label: { en: "Download statement", fr: "Télécharger le décompte" },
      isThere: ({ status }) => isBack(status),
    },
  ],
  actions: [
    {
      verb: "return",
      operation: rentalOperations.returnSecurityDeposit,
      label: { en: "Return", fr: "Restituer" },
      question: {
        en: "The deposit goes back to the tenant, less what is owed and what is kept. This cannot be undone.",
        fr: "Le dépôt est rendu au locataire, moins ce qu'il doit et ce qui est retenu. C'est sans retour.",
      },
      isAllowed: ({ status, returnDueOn }) => !isBack(status) && returnDueOn !== null,
      isDangerous: true,
      names: ["returned_on", "in_conformity", "keys_returned_on"],
      extra: ({ language }) =>
        rowFields("deductions", [
          { name: "label", label: FIELD_WORDS.deduction[language] },
          { name: "amount_cents", label: FIELD_WORDS.amountCents[language], kind: "number" },
        ]),
      complete: (body, typed) => ({
        ...body,
        deductions: rowsIn(typed, "deductions", { texts: ["label"], numbers: ["amount_cents"] }),
      }),
    },
  ],
};
