import { type Operation, rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import { type Field, form } from "../components/form.ts";
import { fieldsOf, typedBody } from "../components/operation-form.ts";
import type { ActionDefinition, Html } from "../frame/definitions.ts";
import type { Typed } from "../frame/form-input.ts";
import { moneyText, numberText } from "../frame/formats.ts";
import { type AgencyVisit, agencyAction, withAgencyLinks } from "./agency-visit.ts";
import { choiceText } from "./choice-words.ts";
import { propertyChoices } from "./choices.ts";
import { FIELD_WORDS, type FieldName } from "./field-words.ts";
import { type MoneyText, moneyTexts } from "./money-texts.ts";
import { type Run, runTrail } from "./runs.ts";

const {
  acknowledgeBillingRunAnomalies,
  applyBillingRun,
  cancelBillingRun,
  createBillingRun,
  getBillingRun,
  listProperties,
  markRentCallsSent,
  recomputeBillingRun,
  reviewBillingRunLine,
  validateBillingRun,
} = rentalOperations;

const CREATED_FIELDS = ["period_start", "property_id", "grouping_mode", "schedule"];

const compute: ActionDefinition = agencyAction({
  path: "/agency/runs/create",
  operations: [createBillingRun, listProperties],
  form: async (visit, typed) => {
    const { compute: button } = visit.texts.controls;
    const fields = fieldsOf(visit, {
      ...{ body: createBillingRun.body, names: CREATED_FIELDS },
      pickers: { property_id: await propertyChoices(visit) },
      texts: {
        label: (name) => FIELD_WORDS[name as FieldName][visit.language],
        choice: (value) => choiceText(visit.language, value),
      },
    });
    const trail = [{ path: visit.to("/agency/runs"), text: visit.words.headings.runs }];
    const main = form(visit, typed, { fields, button, cancel: visit.to("/agency/runs") });
    return withAgencyLinks(visit, { title: `${button} – ${visit.words.headings.runs}`, main, trail });
  },
  perform: async (visit, typed) => {
    const body = typedBody({ body: createBillingRun.body }, typed, { omitEmpty: true });
    const { value } = await visit.call(createBillingRun, { body });
    return { to: visit.to(`/agency/runs/${value.id}`) };
  },
});

interface RunAction {
  readonly verb: string;
  readonly operation: Operation;
  readonly label: (visit: AgencyVisit) => string;
  readonly before: (visit: AgencyVisit, run: Run) => Html | string;
  readonly fields?: (visit: AgencyVisit, run: Run) => readonly Field[];
  readonly input?: (typed: Typed) => { readonly query?: string; readonly body?: Readonly<Record<string, unknown>> };
  /** What the page of the run says afterwards; `Done.` without it. */
  readonly done?: (run: Run) => MoneyText;
  readonly isDangerous?: boolean;
}

/** Declares an action on a run: a question, then one operation. */
function runAction({
  verb,
  operation,
  label,
  before,
  fields,
  input,
  done,
  isDangerous = false,
}: RunAction): ActionDefinition {
  return agencyAction({
    path: `/agency/runs/{id}/${verb}`,
    operations: [getBillingRun, operation],
    form: async (visit, typed) => {
      const { value } = await visit.call(getBillingRun, { params: { id: visit.param("id") } });
      const text = label(visit);
      const trail = runTrail(visit, value);
      const main = form(visit, typed, {
        before: html`<div class="passage">${before(visit, value)}</div>`,
        ...{ fields: fields?.(visit, value) ?? [], button: text, isDangerous },
        cancel: visit.to(`/agency/runs/${value.id}`),
      });
      return withAgencyLinks(visit, { title: text, main, trail });
    },
    perform: async (visit, typed) => {
      const id = visit.param("id");
      await visit.call(operation, { params: { id }, ...input?.(typed) });
      const { value } = await visit.call(getBillingRun, { params: { id } });
      return { to: visit.to(`/agency/runs/${id}`), ...(done && { done: moneyTexts(visit.language)[done(value)] }) };
    },
  });
}

/** Renders what applying a run writes. */
function written({ language }: AgencyVisit, { billingNoticesSummary, ownerPaymentsSummary }: Run): Html {
  const own = moneyTexts(language);
  const counted = (count: number, cents: number) => `${numberText(language, count)} (${moneyText(language, cents)})`;
  return html`<p>${own.applyQuestion}</p>${facts([
    [own.calls, counted(billingNoticesSummary.count, billingNoticesSummary.totalAmountCents)],
    [own.payouts, counted(ownerPaymentsSummary.count, ownerPaymentsSummary.totalNet)],
  ])}`;
}

/** Returns a text in the language of a visit. */
const text =
  (name: MoneyText) =>
  ({ language }: AgencyVisit): string =>
    moneyTexts(language)[name];

const onRun: readonly ActionDefinition[] = [
  runAction({
    ...{ verb: "recompute", operation: recomputeBillingRun },
    ...{ label: text("again"), before: text("againQuestion") },
  }),
  runAction({
    ...{ verb: "acknowledge_anomalies", operation: acknowledgeBillingRunAnomalies },
    done: ({ allAnomaliesAcknowledged }) => (allAnomaliesAcknowledged ? "acknowledgedNow" : "someAreFlagged"),
    ...{ label: text("acknowledge"), before: text("acknowledgeQuestion") },
  }),
  runAction({
    ...{ verb: "validate", operation: validateBillingRun, done: () => "validatedNow" },
    label: ({ texts }) => texts.controls.validate,
    before: (visit, { allAnomaliesAcknowledged }) =>
      moneyTexts(visit.language)[allAnomaliesAcknowledged ? "validateQuestion" : "unacknowledged"],
    fields: (visit, { allAnomaliesAcknowledged }) =>
      allAnomaliesAcknowledged
        ? []
        : [
            {
              ...{ name: "force", label: moneyTexts(visit.language).force, kind: "checkboxes" },
              options: [{ value: "true", text: visit.texts.yes }],
            },
          ],
    input: (typed) => (typed.value("force") === "true" ? { query: "force=true" } : {}),
  }),
  runAction({
    ...{ verb: "apply", operation: applyBillingRun, before: written, done: () => "appliedNow" },
    label: ({ texts }) => texts.controls.apply,
  }),
  runAction({
    ...{ verb: "cancel", operation: cancelBillingRun, before: text("cancelQuestion"), isDangerous: true },
    label: ({ texts }) => texts.controls.cancelRun,
    fields: ({ language }) => [{ name: "reason", label: moneyTexts(language).reason }],
    input: (typed) => ({ body: typedBody({ body: cancelBillingRun.body }, typed) }),
  }),
];

const override: ActionDefinition = agencyAction({
  path: "/agency/runs/{id}/lines/{line_id}/override",
  operations: [getBillingRun, reviewBillingRunLine],
  form: async (visit, typed) => {
    const { value } = await visit.call(getBillingRun, { params: { id: visit.param("id") } });
    const own = moneyTexts(visit.language);
    const { override: button } = visit.texts.controls;
    const fields = fieldsOf(visit, {
      body: reviewBillingRunLine.body,
      texts: {
        label: (name) => own[name === "comment" ? "comment" : name === "excluded" ? "excluded" : "reviewStatus"],
        choice: (word) => (word === "ok" ? own.reviewed : own.flagged),
      },
    });
    const cancel = visit.to(`/agency/runs/${value.id}`);
    const main = form(visit, typed, { fields, button, cancel });
    return withAgencyLinks(visit, { title: button, main, trail: runTrail(visit, value) });
  },
  perform: async (visit, typed) => {
    const params = { id: visit.param("id"), line_id: visit.param("line_id") };
    const body = typedBody({ body: reviewBillingRunLine.body }, typed, { omitEmpty: true });
    await visit.call(reviewBillingRunLine, { params, body });
    return { to: visit.to(`/agency/runs/${params.id}`) };
  },
});

/** Records that the rent calls of a run were sent. */
const markSent: ActionDefinition = agencyAction({
  path: "/agency/runs/{id}/mark_sent",
  operations: [getBillingRun, markRentCallsSent],
  form: async (visit, typed) => {
    const { value } = await visit.call(getBillingRun, { params: { id: visit.param("id") } });
    const own = moneyTexts(visit.language);
    const main = form(visit, typed, {
      before: own.markSentQuestion,
      ...{ button: own.markSent, cancel: visit.to(`/agency/runs/${value.id}`) },
    });
    return withAgencyLinks(visit, { title: own.markSent, main, trail: runTrail(visit, value) });
  },
  perform: async (visit) => {
    const id = visit.param("id");
    await visit.call(markRentCallsSent, { body: { billing_run_id: id } });
    return { to: visit.to(`/agency/runs/${id}`) };
  },
});

/** The actions of billing runs. */
export const runActions: readonly ActionDefinition[] = [compute, ...onRun, markSent, override];
