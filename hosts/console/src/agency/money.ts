import type { ReplyOf } from "@cartulary/http/pages";
import { rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import type { Field } from "../components/form.ts";
import { filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { Words } from "../components/words.ts";
import type { ActionDefinition, Html, PageDefinition } from "../frame/definitions.ts";
import type { Typed } from "../frame/form-input.ts";
import { day, moneyText, numberText } from "../frame/formats.ts";
import { FRAME_TEXTS } from "../frame/texts.ts";
import { type AgencyVisit, agencyPage, withAgencyLinks } from "./agency-visit.ts";
import { AUXILIARY_OPERATIONS, auxiliaryCode, namesWithAccount } from "./auxiliary-accounts.ts";
import { importNotice } from "./bank-file.ts";
import { choiceText } from "./choice-words.ts";
import { moneyTexts } from "./money-texts.ts";
import { questionAction } from "./question-action.ts";

const {
  assignBankTransaction,
  deleteBankAssignment,
  getBankTransaction,
  getReconciliation,
  listBankStatements,
  listBankTransactions,
} = rentalOperations;

type Transaction = ReplyOf<typeof listBankTransactions>["value"][number];

/** The account of tenants, to which a transaction is matched. */
const TENANTS = "411000";
const ACCOUNTS: Readonly<Record<string, Words>> = {
  "165000": { en: "Deposits of tenants", fr: "Dépôts de garantie" },
  "401000": { en: "Suppliers", fr: "Fournisseurs" },
  "411000": { en: "Tenants", fr: "Locataires" },
  "467000": { en: "Owners", fr: "Propriétaires" },
  "512100": { en: "Agency's own bank account", fr: "Banque de l'agence" },
  "580000": { en: "Transfers between accounts", fr: "Virements internes" },
  "627000": { en: "Bank charges", fr: "Frais bancaires" },
};

const money: PageDefinition = agencyPage(
  "/agency/money",
  [listBankTransactions, getReconciliation, listBankStatements],
  async (visit) => {
    const { words, texts } = visit;
    const importing = bar([linkButton(visit.href("/agency/money/import"), texts.controls.import)]);
    const main = html`${importNotice(visit)}${importing}${await transactions(visit)}${await reconciliation(visit)}${await statements(visit)}`;
    return withAgencyLinks(visit, { title: words.headings.money, main });
  },
);

async function transactions(visit: AgencyVisit): Promise<Html> {
  const { language, texts } = visit;
  const own = moneyTexts(language);
  // "unmatched" comes after "matched" in the alphabet, so that those to be handled are first.
  const query = listQuery(visit, { defaults: { sort: "status", direction: "desc" } });
  const reply = await visit.call(listBankTransactions, { query });
  const statuses = ["unmatched", "matched"].map((value) => ({ value, text: choiceText(language, value) }));
  return html`<section><h2>${own.transactions}</h2>${filters(visit, {
    fields: [
      {
        ...{ name: "q[status_eq]", label: own.status, kind: "select" },
        options: [{ value: "", text: "–" }, ...statuses],
      },
      { name: "q[label_cont]", label: own.label },
      { name: "q[booked_on_gteq]", label: own.from, kind: "date" },
      { name: "q[booked_on_lteq]", label: own.to, kind: "date" },
    ],
    kept: ["mandataire_id"],
  })}
${table({
  ...{ caption: own.transactions, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: own.reference, cell: ({ bankReference }) => bankReference },
    { head: own.day, cell: ({ bookedOn }) => day(language, bookedOn) },
    { head: own.label, cell: ({ label }) => label ?? "–" },
    { head: own.counterparty, cell: ({ counterpartyName }) => counterpartyName ?? "–" },
    { head: own.direction, cell: ({ direction }) => choiceText(language, direction) },
    { head: own.amount, isNumber: true, cell: ({ amountCents }) => moneyText(language, amountCents) },
    { head: own.status, cell: ({ status }) => choiceText(language, status) },
    { head: own.suspense, isNumber: true, cell: ({ suspenseCents }) => moneyText(language, suspenseCents) },
    { head: own.assignments, cell: (transaction) => assignments(visit, transaction) },
    { head: texts.actions, cell: (transaction) => transactionActions(visit, transaction) },
  ],
})}
${pageLinks(visit, pageOfList(reply))}</section>`;
}

function transactionActions(visit: AgencyVisit, { id, suspenseCents, bankReference }: Transaction): Html | string {
  if (suspenseCents === 0) return "–";
  const { match, assign } = visit.texts.controls;
  const path = `/agency/money/${id}/assignments`;
  return bar([
    linkButton(visit.href(path, { account_code: TENANTS }), match, `${match} ${bankReference}`),
    linkButton(visit.href(path), assign, `${assign} ${bankReference}`),
  ]);
}

function assignments(visit: AgencyVisit, { id, assignments: own }: Transaction): Html | string {
  const { remove } = visit.texts.controls;
  if (own.length === 0) return "–";
  return html`<ul>${own.map(
    (one) =>
      html`<li>${moneyText(visit.language, one.amountCents)} ${one.lines.map(({ accountCode, auxiliaryCode }) => auxiliaryCode ?? accountCode).join(", ")} <a href="${visit.href(`/agency/money/${id}/assignments/${one.id}/delete`)}">${remove}</a></li>`,
  )}</ul>`;
}

async function reconciliation(visit: AgencyVisit): Promise<Html> {
  const { language } = visit;
  const own = moneyTexts(language);
  const { value } = await visit.call(getReconciliation);
  const text = (cents: number | null) => (cents === null ? "–" : moneyText(language, cents));
  return html`<section><h2>${own.reconciliation}</h2>${facts([
    [own.day, day(language, value.on)],
    [own.bankBalance, text(value.bankBalance)],
    [own.bookBalance, text(value.bookBalance)],
    [own.gap, text(value.difference)],
  ])}
${table({
  ...{ caption: own.unexplained, empty: FRAME_TEXTS[language].nothing, rows: value.unexplained },
  columns: [
    { head: own.reference, cell: ({ bankReference }) => bankReference },
    { head: own.day, cell: ({ bookedOn }) => day(language, bookedOn) },
    { head: own.label, cell: ({ label }) => label ?? "–" },
    { head: own.amount, isNumber: true, cell: ({ amountCents }) => moneyText(language, amountCents) },
  ],
})}</section>`;
}

async function statements(visit: AgencyVisit): Promise<Html> {
  const { language } = visit;
  const own = moneyTexts(language);
  const { value } = await visit.call(listBankStatements, { query: "per_page=25&sort=to&direction=desc" });
  const text = (cents: number | null) => (cents === null ? "–" : moneyText(language, cents));
  return html`<section><h2>${own.statements}</h2>${table({
    ...{ caption: own.statements, empty: FRAME_TEXTS[language].nothing, rows: value },
    columns: [
      { head: own.reference, cell: ({ statementId }) => statementId },
      { head: own.from, cell: ({ from }) => day(language, from) },
      { head: own.to, cell: ({ to }) => day(language, to) },
      { head: own.opening, isNumber: true, cell: ({ openingBalance }) => text(openingBalance) },
      { head: own.closing, isNumber: true, cell: ({ closingBalance }) => text(closingBalance) },
      { head: own.transactions, isNumber: true, cell: ({ entriesCount }) => numberText(language, entriesCount) },
    ],
  })}</section>`;
}

const transactionOf = async (visit: AgencyVisit) =>
  (await visit.call(getBankTransaction, { params: { id: visit.param("id") } })).value;

const isMatching = (visit: AgencyVisit) => visit.queried("account_code") === TENANTS;

const assign: ActionDefinition = questionAction({
  ...{
    page: "money",
    path: "{id}/assignments",
    operations: [getBankTransaction, assignBankTransaction, ...AUXILIARY_OPERATIONS],
  },
  button: (visit) => visit.texts.controls[isMatching(visit) ? "match" : "assign"],
  question: async (visit) => {
    const { language } = visit;
    const own = moneyTexts(language);
    const found = await transactionOf(visit);
    return html`<p>${isMatching(visit) ? own.matchQuestion : own.assignQuestion}</p>${facts([
      [own.reference, found.bankReference],
      [own.label, found.label ?? "–"],
      [own.counterparty, found.counterpartyName ?? "–"],
      [own.suspense, moneyText(language, found.suspenseCents)],
    ])}`;
  },
  fields: assignmentFields,
  perform: async (visit, typed) => {
    const lines = [await assignedLine(visit, typed)];
    return visit.call(assignBankTransaction, { params: { id: visit.param("id") }, body: { lines } });
  },
  done: ({ language }) => moneyTexts(language).assignedNow,
  refusals: ({ language }) => ({ several_people: moneyTexts(language).severalPeople }),
});

async function assignmentFields(visit: AgencyVisit): Promise<readonly Field[]> {
  const own = moneyTexts(visit.language);
  const { suspenseCents } = await transactionOf(visit);
  return [
    {
      ...{ name: "lines[0][account_code]", label: own.account, kind: "select", isRequired: true },
      value: visit.queried("account_code") ?? null,
      options: [
        { value: "", text: "–" },
        ...Object.entries(ACCOUNTS).map(([value, name]) => ({ value, text: `${value} – ${name[visit.language]}` })),
      ],
    },
    {
      ...{
        name: "lines[0][auxiliary_code]",
        label: own.auxiliary,
        hint: own[isMatching(visit) ? "tenantHint" : "auxiliaryHint"],
      },
      ...{ isRequired: isMatching(visit), suggestions: await namesWithAccount(visit, isMatching(visit)) },
    },
    {
      ...{ name: "lines[0][amount_cents]", label: own.cents, kind: "number", isRequired: true },
      value: String(suspenseCents),
    },
    { name: "lines[0][label]", label: own.label },
  ];
}

async function assignedLine(visit: AgencyVisit, typed: Typed): Promise<Readonly<Record<string, unknown>>> {
  const value = (name: string) => typed.value(`lines[0][${name}]`) ?? "";
  const amount = value("amount_cents");
  return {
    account_code: value("account_code"),
    auxiliary_code: (await auxiliaryCode(visit, value("account_code"), value("auxiliary_code").trim())) || null,
    amount_cents: /^-?\d{1,15}$/.test(amount) ? Number(amount) : amount,
    label: value("label") || null,
  };
}

const unassign: ActionDefinition = questionAction({
  ...{ page: "money", path: "{id}/assignments/{assignment_id}/delete", isDangerous: true },
  operations: [getBankTransaction, deleteBankAssignment],
  button: ({ texts }) => texts.controls.remove,
  question: async (visit) => {
    await transactionOf(visit);
    return moneyTexts(visit.language).removeQuestion;
  },
  perform: async (visit) => visit.call(deleteBankAssignment, { params: visit.params }),
});

export const moneyPages: readonly PageDefinition[] = [money];

export const moneyActions: readonly ActionDefinition[] = [assign, unassign];
