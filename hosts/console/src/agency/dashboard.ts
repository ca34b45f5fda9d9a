import type { ReplyOf } from "@cartulary/http/pages";
import { type Operation, rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { pageOfList } from "../components/list.ts";
import type { Html, PageDefinition } from "../frame/definitions.ts";
import { colon, moneyText, numberText } from "../frame/formats.ts";
import { type AgencyVisit, agencyLinks, agencyPage, withAgencyLinks } from "./agency-visit.ts";
import { type Arrears, dashboardPlots, readArrears } from "./dashboard-plots.ts";
import { DASHBOARD_TEXTS } from "./dashboard-texts.ts";
import { OPEN_STATUSES } from "./incidents.ts";
import { recordLink, recordTable } from "./record-table.ts";
import { PAYABLE_STATUSES } from "./rent-calls.ts";

const {
  listBillingRuns,
  listBankTransactions,
  listIncidents,
  listLeases,
  listLeaseTerms,
  listProperties,
  listRentCalls,
  getReconciliation,
  getTrialBalance,
} = rentalOperations;

const PAYABLE = { "q[status_in]": PAYABLE_STATUSES.join(","), "q[fully_paid_eq]": "false" };
const OVERDUE = { "q[overdue_eq]": "true" };
const TO_REVIEW = { "q[status_in]": "computed,review" };
const UNMATCHED = { "q[status_eq]": "unmatched" };
const OPEN_INCIDENTS = { "q[status_in]": OPEN_STATUSES.join(",") };
const HORIZON_DAYS = 60;
const DAY_MS = 86_400_000;

/** `/agency`: the mandataires to choose from, and what one of them has to do. */
export const dashboard: PageDefinition = agencyPage(
  "/agency",
  [
    ...[listBillingRuns, listBankTransactions, listIncidents, listLeases, listLeaseTerms],
    ...[listProperties, listRentCalls, getReconciliation, getTrialBalance],
  ],
  async (visit) => {
    const { value } = await visit.call(getReconciliation);
    const today = value.on;
    const words = DASHBOARD_TEXTS[visit.language];
    const arrears = await readArrears(visit, today);
    const main = html`${visit.agencies.length > 1 ? otherAgencies(visit) : ""}
<section><h2>${words.now}</h2>${await tasks(visit, arrears)}</section>
${await leasesThatEnd(visit, today)}
${await leasesToRevise(visit, today)}
${await dashboardPlots(visit, today, arrears)}`;
    return withAgencyLinks(visit, { title: visit.words.headings.dashboard, main });
  },
);

function otherAgencies(visit: AgencyVisit): Html {
  const others = visit.agencies.filter(({ id }) => id !== visit.mandataireId);
  return html`<section><h2>${visit.words.otherAgencies}</h2>${agencyLinks(visit, others)}</section>`;
}

/** Records to be handled, with the list and the filter where they are. */
interface Task {
  readonly text: string;
  readonly list: Operation;
  readonly path: string;
  readonly filter: Readonly<Record<string, string>>;
  /** An amount beside the count. */
  readonly more?: string;
}

/** Renders how many of each there are, with links to their lists. */
async function tasks(visit: AgencyVisit, { amountsCents, isCut }: Arrears): Promise<Html> {
  const { language } = visit;
  const words = DASHBOARD_TEXTS[language];
  const owed = moneyText(
    language,
    amountsCents.reduce((sum, amount) => sum + amount, 0),
  );
  const all: readonly Task[] = [
    { text: words.due, list: listRentCalls, path: "/agency/rent_calls", filter: PAYABLE },
    {
      ...{ text: words.overdue, list: listRentCalls, path: "/agency/rent_calls", filter: OVERDUE },
      more: isCut ? words.moreThan(owed) : owed,
    },
    { text: words.toReview, list: listBillingRuns, path: "/agency/runs", filter: TO_REVIEW },
    { text: words.unmatched, list: listBankTransactions, path: "/agency/money", filter: UNMATCHED },
    { text: words.incidents, list: listIncidents, path: "/agency/incidents", filter: OPEN_INCIDENTS },
  ];
  const lines = [];
  for (const { text, list, path, filter, more } of all) {
    const reply = await visit.call(list, { query: new URLSearchParams({ per_page: "1", ...filter }).toString() });
    const count = numberText(language, pageOfList(reply).total);
    const amount = more === undefined ? "" : ` – ${more}`;
    lines.push(html`<li><a href="${visit.href(path, filter)}">${text}</a>${colon(language)}${count}${amount}</li>`);
  }
  return html`<ul>${lines}</ul>`;
}

/** Returns a day a number of days later. */
const laterDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

async function leasesThatEnd(visit: AgencyVisit, today: string): Promise<Html> {
  const query = `per_page=100&sort=end_date&direction=asc&q[status_in]=active,notice&q[end_date_gteq]=${today}&q[end_date_lteq]=${laterDay(today, HORIZON_DAYS)}`;
  const { value } = await visit.call(listLeases, { query });
  return leaseTable(visit, DASHBOARD_TEXTS[visit.language].ending, value);
}

/** Leases in force with a term whose month of revision comes within the days ahead. */
async function leasesToRevise(visit: AgencyVisit, today: string): Promise<Html> {
  const days = Array.from({ length: HORIZON_DAYS + 1 }, (_, index) => laterDay(today, index));
  const months = [...new Set(days.map((day) => Number(day.slice(5, 7))))];
  const { value: terms } = await visit.call(listLeaseTerms, {
    query: `per_page=100&q[revision_month_in]=${months.join(",")}&q[effective_from_lteq]=${today}`,
  });
  const ids = [
    ...new Set(
      terms.filter(({ effectiveTo }) => effectiveTo === null || effectiveTo >= today).map((term) => term.leaseId),
    ),
  ];
  const query = `per_page=100&sort=reference&q[status_in]=active,notice&q[id_in]=${ids.join(",")}`;
  const found = ids.length === 0 ? [] : (await visit.call(listLeases, { query })).value;
  return leaseTable(visit, DASHBOARD_TEXTS[visit.language].toRevise, found);
}

function leaseTable(visit: AgencyVisit, caption: string, rows: ReplyOf<typeof listLeases>["value"]): Html {
  return recordTable(visit, { en: caption, fr: caption }, rows, [
    ["reference", ({ id, reference }) => recordLink(visit, "leases", id, reference)],
    ["tenantName"],
    ["propertyName"],
    ["endDate"],
  ]);
}
