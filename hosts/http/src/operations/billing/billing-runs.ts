import { DECIMAL_ONE, type JsonObject } from "@cartulary/kernel";
import { type Cents, decimal, sum } from "@cartulary/ledger";
import type { BillingRunDetail, BillingRuns, RunApplication } from "@cartulary/rental/billing";
import type { billingRunOperations, runApplicationOperations } from "@cartulary/wire";
import { created, type Handlers, type OfMandataire, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";

export const billingRunHandlers: Handlers<
  typeof billingRunOperations,
  { readonly billingRuns: OfMandataire<BillingRuns> }
> = {
  listBillingRuns: async ({ mandataireId, list, caller }, { billingRuns }) =>
    listReply(await billingRuns(mandataireId).list(caller, list)),
  createBillingRun: async ({ mandataireId, body, caller }, { billingRuns }) =>
    created(shownRun(await billingRuns(mandataireId).create(caller, body))),
  getBillingRun: async ({ mandataireId, params, caller }, { billingRuns }) =>
    ok(shownRun(await billingRuns(mandataireId).get(caller, params.id))),
  listBillingRunLines: async ({ mandataireId, params, query, list, caller }, { billingRuns }) =>
    listReply(await billingRuns(mandataireId).lines(caller, { ...params, ...query, query: list })),
  reviewBillingRunLine: async ({ mandataireId, params: { id: runId, lineId: id }, body, caller }, { billingRuns }) =>
    ok(await billingRuns(mandataireId).reviewLine(caller, { ...body, runId, id })),
  recomputeBillingRun: async ({ mandataireId, params, caller }, { billingRuns }) =>
    ok(shownRun(await billingRuns(mandataireId).recompute(caller, params.id))),
  acknowledgeBillingRunAnomalies: async ({ mandataireId, params, caller }, { billingRuns }) =>
    ok(shownRun(await billingRuns(mandataireId).acknowledge(caller, params.id))),
  validateBillingRun: async ({ mandataireId, params, query, caller }, { billingRuns }) =>
    ok(shownRun(await billingRuns(mandataireId).validate(caller, { ...params, isForced: query.force !== undefined }))),
  getBillingRunDifference: async ({ mandataireId, params, caller }, { billingRuns }) =>
    ok(await billingRuns(mandataireId).difference(caller, params.id)),
};

export const runApplicationHandlers: Handlers<
  typeof runApplicationOperations,
  { readonly runApplication: OfMandataire<RunApplication> }
> = {
  applyBillingRun: async ({ mandataireId, params, caller }, { runApplication }) =>
    ok(shownRun(await runApplication(mandataireId).apply(caller, params.id))),
  cancelBillingRun: async ({ mandataireId, params, body, caller }, { runApplication }) =>
    ok(shownRun(await runApplication(mandataireId).cancel(caller, { ...params, ...body }))),
};

function shownRun({ summary, scope, vat, ...run }: BillingRunDetail) {
  const { notices, rentCallGrouping, payoutsCount, grossCents, excludedCount, totalLeases } = summary;
  const { frequencies, timings, leaseTypes, propertyId } = scope;
  return {
    ...run,
    rentCallGrouping,
    ownerPaymentsSummary: { count: payoutsCount, totalGross: grossCents, totalNet: run.totalOwnerAmount },
    billingNoticesSummary: {
      count: notices.length,
      totalAmountCents: sum(notices.map(({ totalAmountCents }) => totalAmountCents)),
      notices,
    },
    scopeSummary: {
      period: run.periodStart.slice(0, 7),
      ...{ frequencies, timings, leaseTypes, propertyId },
      ...{ linesCount: run.linesCount, excludedCount, totalLeases },
    },
    vatBreakdown: shownVat(vat),
  };
}

/** Converts VAT by rate, the rate with two places. */
function shownVat(vat: BillingRunDetail["vat"]): JsonObject {
  return Object.fromEntries(
    vat.map(({ rate, baseCents, vatCents }) => [
      // Converts the rate to hundredths of a percent, which are printed like cents.
      decimal(Math.round((rate * 100) / DECIMAL_ONE) as Cents),
      { base: decimal(baseCents), vat: decimal(vatCents), total: decimal(sum([baseCents, vatCents])) },
    ]),
  );
}
