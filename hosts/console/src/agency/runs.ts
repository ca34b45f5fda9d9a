import type { ReplyOf } from "@cartulary/http/pages";
import { ANOMALY_LEVELS } from "@cartulary/rental/billing";
import { rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import { filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton, notice } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { Html, PageDefinition, PageView } from "../frame/definitions.ts";
import { colon, day, moment, moneyText, monthText, numberText } from "../frame/formats.ts";
import { type AgencyVisit, agencyPage, withAgencyLinks } from "./agency-visit.ts";
import { choiceText } from "./choice-words.ts";
import { moneyTexts } from "./money-texts.ts";
import { recordLink } from "./record-table.ts";

const { getBillingRun, getBillingRunDifference, listBillingRunLines, listBillingRuns } = rentalOperations;

/** A run as the API answers it. */
export type Run = ReplyOf<typeof rentalOperations.getBillingRun>["value"];

type Line = ReplyOf<typeof listBillingRunLines>["value"][number];

const STATUSES = ["draft", "scheduled", "computed", "review", "validated", "applied", "cancelled", "failed"];
/** The step at which a run is computed. */
const COMPUTED_STEP = 5;

/** Returns the heading of a run: what it is and its month. */
export const runTitle = (visit: AgencyVisit, { periodStart }: Pick<Run, "periodStart">): string =>
  `${visit.words.run} ${monthText(visit.language, periodStart)}`;

const runs: PageDefinition = agencyPage("/agency/runs", [listBillingRuns], async (visit) => {
  const { language, texts, words } = visit;
  const own = moneyTexts(language);
  const query = listQuery(visit, { defaults: { sort: "period_start", direction: "desc" } });
  const reply = await visit.call(listBillingRuns, { query });
  const title = words.headings.runs;
  const money = (cents: number) => moneyText(language, cents);
  const main = html`${bar([linkButton(visit.href("/agency/runs/create"), texts.controls.compute)])}
${filters(visit, {
  fields: [
    { name: "q[reference_cont]", label: own.reference },
    {
      ...{ name: "q[status_in]", label: own.status, kind: "select" },
      options: [
        { value: "", text: "–" },
        { value: "computed,review", text: `${choiceText(language, "computed")}, ${choiceText(language, "review")}` },
        ...STATUSES.map((value) => ({ value, text: choiceText(language, value) })),
      ],
    },
  ],
  kept: ["mandataire_id"],
})}
${table({
  ...{ caption: title, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: own.reference, cell: ({ id, reference }) => recordLink(visit, "runs", id, reference) },
    { head: own.period, cell: ({ periodStart }) => monthText(language, periodStart) },
    { head: own.status, cell: ({ status }) => choiceText(language, status) },
    { head: own.called, isNumber: true, cell: ({ totalTenantAmount }) => money(totalTenantAmount) },
    { head: own.paidOut, isNumber: true, cell: ({ totalOwnerAmount }) => money(totalOwnerAmount) },
    { head: own.anomalies, isNumber: true, cell: ({ anomaliesCount }) => numberText(language, anomaliesCount) },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
  return withAgencyLinks(visit, { title, main });
});

const run: PageDefinition = agencyPage("/agency/runs/{id}", [getBillingRun, listBillingRunLines], async (visit) => {
  const { value } = await visit.call(getBillingRun, { params: { id: visit.param("id") } });
  const main = html`${runActions(visit, value)}${progressOf(visit, value)}${totals(visit, value)}${await linesOfPeople(visit, value)}`;
  const trail = [{ path: visit.to("/agency/runs"), text: visit.words.headings.runs }];
  return withAgencyLinks(visit, { title: runTitle(visit, value), main, trail });
});

function runActions(
  visit: AgencyVisit,
  { id, status, editable, cancellable, allAnomaliesAcknowledged }: Run,
): Html | string {
  const { controls } = visit.texts;
  const own = moneyTexts(visit.language);
  const link = (verb: string, text: string) => linkButton(visit.href(`/agency/runs/${id}/${verb}`), text);
  return bar([
    ...(editable && !allAnomaliesAcknowledged ? [link("acknowledge_anomalies", own.acknowledge)] : []),
    ...(editable ? [link("validate", controls.validate)] : []),
    ...(status === "validated" ? [link("apply", controls.apply)] : []),
    ...(editable || status === "failed" || status === "validated" ? [link("recompute", own.again)] : []),
    ...(editable ? [link("difference", own.difference)] : []),
    ...(status === "applied"
      ? [
          linkButton(visit.href("/agency/rent_calls", { "q[billing_run_id_eq]": id }), own.calls),
          ...[link("letters", own.printLetters), link("mark_sent", own.markSent)],
        ]
      : []),
    ...(cancellable ? [link("cancel", controls.cancelRun)] : []),
  ]);
}

/** Renders how far a computation is; the part is fetched again until it is done. */
function progressOf(visit: AgencyVisit, { status, currentStep, failureMessage }: Run): Html | string {
  const own = moneyTexts(visit.language);
  if (status === "failed") return notice(`${own.failed} ${failureMessage ?? ""}`, "warn");
  if (status !== "draft" && status !== "scheduled") return "";
  const text = currentStep === 0 ? own.waits : own.progress;
  return html`<div id="run-progress" data-live="2"><p aria-live="polite">${text}</p><progress max="${COMPUTED_STEP}" value="${currentStep}" aria-label="${text}"></progress></div>`;
}

function totals({ language }: AgencyVisit, value: Run): Html {
  const own = moneyTexts(language);
  const money = (cents: number) => moneyText(language, cents);
  return html`<section><h2>${own.totals}</h2>${facts([
    [own.reference, value.reference],
    [own.status, choiceText(language, value.status)],
    [own.called, money(value.totalTenantAmount)],
    [own.rents, money(value.totalRentAmount)],
    [own.charges, money(value.totalChargesAmount)],
    [own.paidOut, money(value.totalOwnerAmount)],
    [own.tenantLines, numberText(language, value.linesCount)],
    [own.anomalies, anomaliesText(language, value)],
    [choiceText(language, "computed"), moment(language, value.computedAt)],
    [choiceText(language, "validated"), moment(language, value.validatedAt)],
    [choiceText(language, "applied"), moment(language, value.appliedAt)],
  ])}</section>`;
}

function anomaliesText(language: AgencyVisit["language"], { anomaliesCount, allAnomaliesAcknowledged }: Run): string {
  const count = numberText(language, anomaliesCount);
  const isDone = anomaliesCount > 0 && allAnomaliesAcknowledged;
  return isDone ? `${count} (${moneyTexts(language).allAcknowledged})` : count;
}

/** The lines of tenants and then those of owners, or one kind alone if it is chosen: the API lists one at a time. */
async function linesOfPeople(visit: AgencyVisit, run: Run): Promise<Html> {
  const isLaterPage = visit.query.some(([name]) => name === "page" || name === "offset");
  const chosen = visit.queried("type") || (isLaterPage ? "tenant" : "");
  const types = chosen === "" ? ["tenant", "owner"] : [chosen];
  const sections = [];
  for (const type of types) sections.push(await lines(visit, run, type));
  return html`${lineFilters(visit)}${sections}`;
}

async function lines(visit: AgencyVisit, { id, editable }: Run, type: string): Promise<Html> {
  const { language, texts } = visit;
  const own = moneyTexts(language);
  const sort = type === "owner" ? "owner_name" : "lease_reference";
  const query = listQuery(visit, { defaults: { sort, direction: "asc" }, fixed: { type } });
  const reply = await visit.call(listBillingRunLines, { params: { id }, query });
  const caption = own[type === "owner" ? "ownerLines" : "tenantLines"];
  return html`<section><h2>${caption}</h2>
${table({
  ...{ caption, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: own.lease, cell: (line) => recordLink(visit, "leases", line.leaseId, line.leaseReference) },
    ...lineColumns(visit),
    {
      head: texts.actions,
      cell: ({ id: line, label }) =>
        editable
          ? linkButton(
              visit.href(`/agency/runs/${id}/lines/${line}/override`),
              texts.controls.override,
              `${texts.controls.override} ${label ?? ""}`,
            )
          : "–",
    },
  ],
})}
${pageLinks(visit, pageOfList(reply), { label: caption, more: { type } })}</section>`;
}

function lineColumns({ language }: AgencyVisit) {
  const own = moneyTexts(language);
  return [
    { head: own.who, cell: ({ tenantName, ownerName }: Line) => tenantName ?? ownerName ?? "–" },
    { head: own.what, cell: (line: Line) => categoryText(language, line) },
    { head: own.amount, isNumber: true, cell: ({ computedAmount }: Line) => moneyText(language, computedAmount) },
    { head: own.formula, cell: ({ explanation }: Line) => explanation },
    { head: own.anomaly, cell: (line: Line) => anomalyText(language, line) },
    { head: own.review, cell: (line: Line) => reviewText(language, line, own.notReviewed) },
  ];
}

/** The category of a line, with its days if it has some: a tenant may be billed for several periods. */
function categoryText(language: AgencyVisit["language"], { billingCategory, periodStart, periodEnd }: Line) {
  const category = choiceText(language, billingCategory);
  if (periodStart === null || periodEnd === null) return category;
  return html`${category}, ${day(language, periodStart)} – ${day(language, periodEnd)}`;
}

function anomalyText(language: AgencyVisit["language"], { anomalyType, anomalyDetails }: Line): string {
  if (anomalyType === null) return "–";
  const level = anomalyDetails === null ? "" : choiceText(language, anomalyDetails.level) + colon(language);
  const others = (anomalyDetails?.others ?? []).map((other) => choiceText(language, other));
  return `${level}${[choiceText(language, anomalyType), ...others].join(", ")}`;
}

function reviewText(language: AgencyVisit["language"], { status, reviewStatus, comment }: Line, none: string): string {
  const own = moneyTexts(language);
  const state = reviewStatus === null ? none : reviewStatus === "ok" ? own.reviewed : own.flagged;
  return [status === "excluded" ? choiceText(language, status) : state, ...(comment ? [comment] : [])].join(" – ");
}

function lineFilters(visit: AgencyVisit): Html {
  const { language } = visit;
  const own = moneyTexts(language);
  const any = { value: "", text: "–" };
  const types = Object.entries(ANOMALY_LEVELS);
  const levels = ["error", "warn", "info"].map((level) => ({
    value: types.flatMap(([type, severity]) => (severity === level ? [type] : [])).join(","),
    text: choiceText(language, level),
  }));
  return filters(visit, {
    fields: [
      {
        ...{ name: "type", label: own.ofWhom, kind: "select" },
        options: [
          { value: "", text: own.everyLine },
          { value: "tenant", text: own.tenants },
          { value: "owner", text: own.owners },
        ],
      },
      {
        ...{ name: "q[anomaly_type_eq]", label: own.anomaly, kind: "select" },
        options: [any, ...types.map(([value]) => ({ value, text: choiceText(language, value) }))],
      },
      { ...{ name: "q[anomaly_type_in]", label: own.severity, kind: "select" }, options: [any, ...levels] },
      { name: "q[lease_reference_cont]", label: own.lease },
    ],
    kept: ["mandataire_id"],
  });
}

const difference: PageDefinition = agencyPage(
  "/agency/runs/{id}/difference",
  [getBillingRun, getBillingRunDifference],
  async (visit) => {
    const { language, texts } = visit;
    const own = moneyTexts(language);
    const params = { id: visit.param("id") };
    const { value } = await visit.call(getBillingRun, { params });
    const { value: found } = await visit.call(getBillingRunDifference, { params });
    const shared = { empty: texts.nothing };
    const lease = {
      head: own.lease,
      cell: (line: Line) => recordLink(visit, "leases", line.leaseId, line.leaseReference),
    };
    const one = (caption: string, rows: readonly Line[]) =>
      html`<section><h2>${caption}</h2>${table({ ...shared, caption, rows, columns: [lease, ...lineColumns(visit)] })}</section>`;
    const main = html`${one(own.added, found.added)}${one(own.removed, found.removed)}
<section><h2>${own.changed}</h2>${table({
      ...{ ...shared, caption: own.changed, rows: found.changed },
      columns: [
        { head: own.lease, cell: ({ after }) => lease.cell(after) },
        { head: own.what, cell: ({ after }) => choiceText(language, after.billingCategory) },
        { head: own.before, isNumber: true, cell: ({ before }) => moneyText(language, before.computedAmount) },
        { head: own.after, isNumber: true, cell: ({ after }) => moneyText(language, after.computedAmount) },
      ],
    })}</section>`;
    const trail = runTrail(visit, value);
    return withAgencyLinks(visit, { title: own.difference, main, trail });
  },
);

/** Returns the pages above an action of a run. */
export function runTrail(visit: AgencyVisit, run: Pick<Run, "id" | "periodStart">): NonNullable<PageView["trail"]> {
  return [
    { path: visit.to("/agency/runs"), text: visit.words.headings.runs },
    { path: visit.to(`/agency/runs/${run.id}`), text: runTitle(visit, run) },
  ];
}

/** The pages of billing runs. */
export const runPages: readonly PageDefinition[] = [runs, run, difference];
