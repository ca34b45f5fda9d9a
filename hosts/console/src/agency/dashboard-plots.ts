import { rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { pageOfList } from "../components/list.ts";
import { plot } from "../components/plot.ts";
import type { Html } from "../frame/definitions.ts";
import { moneyText, numberText } from "../frame/formats.ts";
import type { AgencyVisit } from "./agency-visit.ts";
import { DASHBOARD_TEXTS } from "./dashboard-texts.ts";

const TENANTS = "411000";
const BANK = "512000";
const MONTHS = 12;
const PROPERTIES_MAX = 12;
const DAY_MS = 86_400_000;

/** Renders the plots of the dashboard, each with its table. */
export async function dashboardPlots(visit: AgencyVisit, today: string, arrears: Arrears): Promise<Html> {
  return html`${await duesAndReceipts(visit, today)}${await occupancy(visit)}${agesOf(visit, arrears)}`;
}

/** The last months, the present one included, as `YYYY-MM`. */
function monthsUntil(today: string): readonly string[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}

/** Debits of the tenants' accounts and of the bank's account by month, from trial balances. */
async function duesAndReceipts(visit: AgencyVisit, today: string): Promise<Html> {
  const { language, texts } = visit;
  const words = DASHBOARD_TEXTS[language];
  const months = monthsUntil(today);
  const rows = [];
  for (const month of months) {
    const query = `from=${month}-01&to=${lastDayOf(month)}`;
    const { value } = await visit.call(rentalOperations.getTrialBalance, { query });
    const debitOf = (code: string) =>
      value.accounts.filter(({ accountCode }) => accountCode === code).reduce((sum, { debit }) => sum + debit, 0);
    rows.push({ dues: debitOf(TENANTS), receipts: debitOf(BANK) });
  }
  return plot({
    ...{ caption: words.months, head: words.month, empty: texts.nothing, text: (cents) => moneyText(language, cents) },
    labels: months.map((month) => `${month.slice(5)}/${month.slice(2, 4)}`),
    series: [
      { name: words.dues, values: rows.map(({ dues }) => dues) },
      { name: words.receipts, values: rows.map(({ receipts }) => receipts) },
    ],
  });
}

function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

async function occupancy(visit: AgencyVisit): Promise<Html> {
  const { language, texts } = visit;
  const words = DASHBOARD_TEXTS[language];
  const query = `per_page=${PROPERTIES_MAX}&sort=name&direction=asc`;
  const { value } = await visit.call(rentalOperations.listProperties, { query });
  return plot({
    ...{ caption: words.occupancy, head: visit.words.headings.properties, empty: texts.nothing },
    text: (count) => numberText(language, count),
    labels: value.map(({ name }) => name),
    series: [
      { name: words.let, values: value.map(({ occupiedCount }) => occupiedCount) },
      { name: words.vacant, values: value.map(({ vacantCount }) => vacantCount) },
    ],
  });
}

/** Days overdue of each age, inclusive; the last has no end. */
const AGES = [
  [1, 30],
  [31, 60],
  [61, 90],
  [91, null],
] as const;

/** What tenants owe of overdue calls, by age. */
export interface Arrears {
  readonly amountsCents: readonly number[];
  /** True if an age has more calls than were read. */
  readonly isCut: boolean;
}

/** Reads what tenants owe of overdue calls. */
export async function readArrears(visit: AgencyVisit, today: string): Promise<Arrears> {
  const amountsCents = [];
  let isCut = false;
  for (const [least, most] of AGES) {
    const before = (days: number) => new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
    const from = most === null ? "" : `&q[due_date_gteq]=${before(most)}`;
    const query = `per_page=100&q[overdue_eq]=true&q[due_date_lteq]=${before(least)}${from}`;
    const reply = await visit.call(rentalOperations.listRentCalls, { query });
    amountsCents.push(reply.value.reduce((sum, { remainingAmountCents }) => sum + remainingAmountCents, 0));
    isCut ||= pageOfList(reply).total > reply.value.length;
  }
  return { amountsCents, isCut };
}

function agesOf({ language, texts }: AgencyVisit, { amountsCents, isCut }: Arrears): Html {
  const words = DASHBOARD_TEXTS[language];
  return html`${plot({
    ...{ caption: words.arrears, head: words.age, empty: texts.nothing, text: (cents) => moneyText(language, cents) },
    labels: words.ages,
    series: [{ name: words.overdueAmount, values: amountsCents }],
  })}${isCut ? html`<p>${words.atLeast}</p>` : ""}`;
}
