import type { Language } from "@cartulary/http/pages";
import { REMINDER_LEVELS } from "@cartulary/rental/billing";
import { RENT_CALL_STATUSES } from "@cartulary/rental/property";
import { rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import type { AgencyVisit } from "./agency-visit.ts";
import { FIELD_WORDS } from "./field-words.ts";
import { recordLink, recordTable } from "./record-table.ts";
import type { Resource } from "./resource.ts";
import type { AnyRecord } from "./values.ts";

const LEVELS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  1: { en: "Reminder", fr: "Rappel" },
  2: { en: "Second reminder", fr: "Relance" },
  3: { en: "Formal notice", fr: "Mise en demeure" },
};

const levelText = (language: Language, level: unknown): string => LEVELS[String(level)]?.[language] ?? String(level);

/** The statuses of calls that may still be paid. */
export const PAYABLE_STATUSES = ["issued", "sent", "partially_paid"] as const;

/** Rent calls of applied runs, with the reminders of those that are overdue. */
export const rentCalls: Resource = {
  name: "rentCalls",
  list: rentalOperations.listRentCalls,
  get: rentalOperations.getRentCall,
  titleOf: ({ reference }) => String(reference),
  columns: ["reference", "tenantName", "periodStart", "dueDate", "totalAmountCents", "remainingAmountCents", "status"],
  filters: [
    { name: "q[reference_cont]", field: "reference" },
    { name: "q[tenant_name_cont]", field: "tenantName" },
    { name: "q[lease_reference_cont]", field: "leaseReference" },
    {
      ...{ name: "q[status_in]", field: "status", choices: RENT_CALL_STATUSES },
      groups: [{ values: PAYABLE_STATUSES, words: { en: "To be paid", fr: "À encaisser" } }],
    },
    { name: "q[fully_paid_eq]", field: "fullyPaid", choices: ["true", "false"] },
    { name: "q[overdue_eq]", field: "overdue", choices: ["true", "false"] },
  ],
  sorts: ["reference", "due_date", "remaining_amount_cents"],
  groups: [
    {
      legend: { en: "Rent call", fr: "Appel de loyer" },
      names: ["reference", "kind", "status", "periodStart", "periodEnd", "dueDate", "overdue", "sentAt"],
    },
    {
      legend: { en: "Amounts", fr: "Montants" },
      names: [
        "rentAmountCents",
        "chargesAmountCents",
        "otherAmountCents",
        "totalAmountCents",
        "paidAmountCents",
        "remainingAmountCents",
      ],
    },
    { legend: { en: "Record", fr: "Fiche" }, names: ["id", "leaseId", "tenantId", "createdAt", "updatedAt"] },
  ],
  parts: async (visit, call) => [
    facts([
      [FIELD_WORDS.tenantName[visit.language], recordLink(visit, "tenants", call.tenantId, call.tenantName)],
      [FIELD_WORDS.leaseReference[visit.language], recordLink(visit, "leases", call.leaseId, call.leaseReference)],
    ]),
    await reminders(visit, call),
  ],
  partOperations: [rentalOperations.listRentCallReminders],
  files: [
    { path: "document", label: { en: "Download notice", fr: "Télécharger l'avis" }, isThere: () => true },
    {
      path: "receipt",
      label: { en: "Download receipt", fr: "Télécharger la quittance ou le reçu" },
      isThere: ({ paidAmountCents }) => Number(paidAmountCents) > 0,
    },
  ],
  actions: [
    {
      verb: "reminders",
      operation: rentalOperations.createRentCallReminder,
      label: { en: "Remind", fr: "Relancer" },
      question: {
        en: "A letter is made that asks for the amount that remains. It is not sent by itself.",
        fr: "Une lettre qui réclame le montant restant est créée. Elle n'est pas envoyée toute seule.",
      },
      isAllowed: ({ overdue }) => overdue === true,
      extra: ({ language }) => [
        {
          ...{ name: "level", label: FIELD_WORDS.level[language], kind: "select", isRequired: true, value: "1" },
          options: REMINDER_LEVELS.map((level) => ({ value: String(level), text: levelText(language, level) })),
        },
      ],
      complete: (_body, typed) => ({ level: Number(typed.value("level") ?? "") }),
    },
  ],
};

async function reminders(visit: AgencyVisit, { id }: AnyRecord) {
  const { value } = await visit.call(rentalOperations.listRentCallReminders, {
    params: { id: String(id) },
    query: "per_page=100&sort=created_at&direction=desc",
  });
  const { download } = visit.texts.controls;
  const document = (row: AnyRecord) => {
    const text = levelText(visit.language, row.level);
    const at = visit.href(`/agency/rent_calls/${String(id)}/reminders/${String(row.id)}/document`);
    return html`<a href="${at}" aria-label="${download} ${text}">${download}</a>`;
  };
  return recordTable(visit, { en: "Reminders", fr: "Relances" }, value, [
    ["level", ({ level }) => levelText(visit.language, level)],
    ["createdAt"],
    ["amountCents"],
    ["document", document],
  ]);
}
