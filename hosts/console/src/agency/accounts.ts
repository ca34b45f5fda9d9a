import type { ReplyOf } from "@cartulary/http/pages";
import { rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import { filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton, notice } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { Words } from "../components/words.ts";
import type { ActionDefinition, Html, PageDefinition } from "../frame/definitions.ts";
import { day, moment, moneyText, monthText, numberText } from "../frame/formats.ts";
import { type AgencyVisit, agencyPage, withAgencyLinks } from "./agency-visit.ts";
import { choiceText } from "./choice-words.ts";
import { downloadPage } from "./download.ts";
import { moneyTexts } from "./money-texts.ts";
import { questionAction } from "./question-action.ts";

const {
  closeAccountingPeriod,
  createFecExport,
  downloadFecExport,
  getLedgerAccount,
  getTrialBalance,
  listAccountingPeriods,
  listFecExports,
} = rentalOperations;

type Period = ReplyOf<typeof listAccountingPeriods>["value"][number];
type FecExport = ReplyOf<typeof listFecExports>["value"][number];

/** The ids of the parts of the page, in order. */
const PARTS = ["accounting-files", "accounts", "periods"] as const;

const accounts: PageDefinition = agencyPage(
  "/agency/accounts",
  [getTrialBalance, getLedgerAccount, listAccountingPeriods, listFecExports],
  async (visit) => {
    const own = moneyTexts(visit.language);
    const account = accountOf(visit);
    const { value: months } = await visit.call(listAccountingPeriods);
    const parts = [own.fec, account === "" ? own.trialBalance : own.ledger, own.periods];
    const jumps = PARTS.map((id, index) => html`<a href="#${id}">${parts[index]}</a>`);
    const main = html`<nav aria-label="${own.sections}">${bar(jumps)}</nav>
${await files(visit, months)}${filters(visit, {
  fields: [
    { name: "account", label: own.account },
    { name: "auxiliary", label: own.auxiliary },
    { name: "from", label: own.from, kind: "date" },
    { name: "to", label: own.to, kind: "date" },
  ],
  kept: ["mandataire_id"],
})}
${account === "" && auxiliaryOf(visit) !== "" ? notice(own.noSuchAccount, "warn") : ""}
${account === "" ? await trialBalance(visit) : await ledger(visit)}${periods(visit, months)}`;
    return withAgencyLinks(visit, { title: visit.words.headings.accounts, main });
  },
);

/** The account of tenants, owners and suppliers, by the beginning of their auxiliary accounts. */
const COLLECTIVE: Readonly<Record<string, string>> = { LOC: "411000", PRO: "467000", FOU: "401000" };

/** Returns the auxiliary account that was typed; codes are in upper case. */
const auxiliaryOf = (visit: AgencyVisit): string => (visit.queried("auxiliary") ?? "").trim().toUpperCase();

/** Returns the account to show: an auxiliary account alone names its own. */
const accountOf = (visit: AgencyVisit): string =>
  visit.queried("account") || (COLLECTIVE[auxiliaryOf(visit).slice(0, 3)] ?? "");

/** Returns the parameters of the page that were sent. */
function sent(visit: AgencyVisit, names: readonly string[]): string {
  const given = names.flatMap((name) => {
    const value = visit.queried(name) ?? "";
    return value === "" ? [] : [[name, value] as [string, string]];
  });
  return new URLSearchParams(given).toString();
}

async function trialBalance(visit: AgencyVisit): Promise<Html> {
  const { language, texts } = visit;
  const own = moneyTexts(language);
  const { value } = await visit.call(getTrialBalance, { query: sent(visit, ["from", "to"]) });
  const money = (cents: number) => moneyText(language, cents);
  return html`<section><h2 id="accounts">${own.trialBalance}</h2>${table({
    ...{ caption: own.trialBalance, empty: texts.nothing, rows: value.accounts },
    columns: [
      {
        head: own.account,
        cell: ({ accountCode, auxiliaryCode }) =>
          html`<a href="${visit.href("/agency/accounts", { account: accountCode, ...(auxiliaryCode !== null && { auxiliary: auxiliaryCode }) })}">${accountCode}${auxiliaryCode === null ? "" : ` ${auxiliaryCode}`}</a>`,
      },
      { head: own.label, cell: ({ accountName }) => accountName },
      { head: own.debit, isNumber: true, cell: ({ debit }) => money(debit) },
      { head: own.credit, isNumber: true, cell: ({ credit }) => money(credit) },
      { head: own.balance, isNumber: true, cell: ({ balance }) => money(balance) },
    ],
    totals: [own.total, "", money(value.totalDebit), money(value.totalCredit), ""],
  })}</section>`;
}

async function ledger(visit: AgencyVisit): Promise<Html> {
  const { language, texts } = visit;
  const own = moneyTexts(language);
  const auxiliary = auxiliaryOf(visit);
  const named = new URLSearchParams({ account: accountOf(visit), ...(auxiliary !== "" && { auxiliary }) });
  const query = `${named}&${sent(visit, ["from", "to"])}`;
  const { value } = await visit.call(getLedgerAccount, { query });
  const money = (cents: number) => moneyText(language, cents);
  const caption = `${own.ledger} – ${value.accountCode} ${value.auxiliaryCode ?? ""} ${value.accountName}`;
  return html`<section><h2 id="accounts">${caption}</h2>${facts([
    [own.opening, money(value.openingBalance)],
    [own.closing, money(value.closingBalance)],
  ])}
${table({
  ...{ caption, empty: texts.nothing, rows: value.lines },
  columns: [
    { head: own.reference, cell: ({ reference }) => reference },
    { head: own.day, cell: ({ date }) => day(language, date) },
    { head: own.journal, cell: ({ journal }) => journal },
    { head: own.label, cell: ({ label }) => label },
    { head: own.debit, isNumber: true, cell: ({ debit }) => money(debit) },
    { head: own.credit, isNumber: true, cell: ({ credit }) => money(credit) },
    { head: own.balance, isNumber: true, cell: ({ balance }) => money(balance) },
  ],
})}
${bar([linkButton(visit.href("/agency/accounts"), own.trialBalance)])}</section>`;
}

function periods(visit: AgencyVisit, value: readonly Period[]): Html {
  const { language, texts } = visit;
  const own = moneyTexts(language);
  const { close } = texts.controls;
  const next = value.find(({ status }) => status === "open")?.period;
  return html`<section><h2 id="periods">${own.periods}</h2>${table({
    ...{ caption: own.periods, empty: texts.nothing, rows: value },
    columns: [
      { head: own.period, cell: ({ period }) => monthText(language, period) },
      { head: own.status, cell: ({ status }) => choiceText(language, status) },
      { head: own.entries, isNumber: true, cell: ({ entriesPosted }) => numberText(language, entriesPosted) },
      { head: own.closedAt, cell: ({ closedAt }) => moment(language, closedAt) },
      {
        head: texts.actions,
        cell: ({ period }) =>
          period === next
            ? linkButton(
                visit.href(`/agency/accounts/periods/${period}/close`),
                close,
                `${close} ${monthText(language, period)}`,
              )
            : "–",
      },
    ],
  })}</section>`;
}

async function files(visit: AgencyVisit, months: readonly Period[]): Promise<Html> {
  const { language, texts } = visit;
  const year = months.at(-1)?.period.slice(0, 4);
  const own = moneyTexts(language);
  const query = listQuery(visit, { defaults: { per_page: "25", sort: "created_at", direction: "desc" } });
  const reply = await visit.call(listFecExports, { query });
  const { download } = texts.controls;
  return html`<section><h2 id="accounting-files">${own.fec}</h2>${bar([linkButton(visit.href("/agency/accounts/fec_exports", year === undefined ? {} : { year }), own.makeFec)])}
${table({
  ...{ caption: own.fec, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: own.file, cell: ({ filename }) => filename },
    { head: own.year, cell: ({ year }) => String(year) },
    { head: own.madeAt, cell: ({ createdAt }) => moment(language, createdAt) },
    { head: own.lines, isNumber: true, cell: ({ linesCount }) => numberText(language, linesCount) },
    { head: own.debit, isNumber: true, cell: ({ totalDebit }) => moneyText(language, totalDebit) },
    { head: own.credit, isNumber: true, cell: ({ totalCredit }) => moneyText(language, totalCredit) },
    { head: own.verdict, cell: (file) => verdict(visit, file) },
    {
      head: texts.actions,
      cell: ({ id, filename }) =>
        linkButton(visit.href(`/agency/accounts/fec_exports/${id}/download`), download, `${download} ${filename}`),
    },
  ],
})}
${pageLinks(visit, pageOfList(reply), { label: own.fec })}</section>`;
}

/** A file is stored only if the checker finds it conforming; it may still have remarks. */
function verdict({ language }: AgencyVisit, { warnings }: FecExport): string {
  const own = moneyTexts(language);
  if (warnings.length === 0) return own.conforming;
  return `${own.conformingBut} ${warnings.map((warning) => remark(language, warning)).join(" ")}`;
}

/** Remarks by code; some are followed by their number of cases, others by these cases. */
const REMARKS: Readonly<Record<string, { readonly words: Words; readonly more?: "count" | "cases" }>> = {
  year_open: {
    words: {
      en: "Months of the year are still open, so that the file is not final.",
      fr: "Des mois de l'exercice ne sont pas clôturés : le fichier n'est pas définitif.",
    },
  },
  opening_missing: {
    words: {
      en: "The opening entries of the year before are missing.",
      fr: "Les à-nouveaux de l'exercice précédent manquent.",
    },
  },
  other_societies: {
    words: {
      en: "Entries of the year have another society code:",
      fr: "Des écritures de l'exercice ont un autre code société :",
    },
    more: "cases",
  },
  warning: { words: { en: "Remarks of the checker:", fr: "Remarques du contrôleur :" }, more: "count" },
};

/** A remark in a sentence. */
function remark(language: AgencyVisit["language"], { code, count, sample }: FecExport["warnings"][number]): string {
  const known = REMARKS[code];
  if (!known) return `${code} (${count})`;
  const { words, more } = known;
  if (more === undefined) return words[language];
  return `${words[language]} ${more === "count" ? numberText(language, count) : sample.join(", ")}.`;
}

const download = downloadPage("/agency/accounts/fec_exports/{id}/download", downloadFecExport);

const close: ActionDefinition = questionAction({
  ...{ page: "accounts", path: "periods/{period}/close", operations: [closeAccountingPeriod], isDangerous: true },
  button: ({ texts }) => texts.controls.close,
  question: (visit) =>
    `${monthText(visit.language, visit.param("period"))} – ${moneyTexts(visit.language).closeQuestion}`,
  perform: async (visit) => visit.call(closeAccountingPeriod, { params: { period: visit.param("period") } }),
});

const makeFec: ActionDefinition = questionAction({
  ...{ page: "accounts", path: "fec_exports", operations: [createFecExport] },
  button: ({ language }) => moneyTexts(language).makeFec,
  question: ({ language }) => moneyTexts(language).fec,
  fields: (visit) => [
    {
      ...{ name: "year", label: moneyTexts(visit.language).year, kind: "number", isRequired: true },
      value: visit.queried("year") ?? null,
    },
  ],
  done: ({ language }) => moneyTexts(language).fecMade,
  perform: async (visit, typed) => {
    const year = typed.value("year") ?? "";
    return visit.call(createFecExport, { body: { year: /^\d{1,9}$/.test(year) ? Number(year) : year } });
  },
});

export const accountPages: readonly PageDefinition[] = [accounts, download];

export const accountActions: readonly ActionDefinition[] = [close, makeFec];
