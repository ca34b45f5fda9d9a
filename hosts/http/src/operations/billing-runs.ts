import { DECIMAL_ONE, type JsonObject } from "@cartulary/kernel";
import { type Cents, decimal, sum } from "@cartulary/ledger";
import type { BillingRunDetail, BillingRuns, MandataireId, RunApplication } from "@cartulary/rental";
import type { billingRunOperations, runApplicationOperations } from "@cartulary/wire";
import { created, type Handlers, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Billing runs over HTTP. */
export function billingRunHandlers(
  billingRuns: (mandataireId: MandataireId) => BillingRuns,
): Handlers<typeof billingRunOperations> {
  return {
    listBillingRuns: async ({ mandataireId, list, caller }) =>
      listed(await billingRuns(mandataireId).list(caller, list)),
    createBillingRun: async ({ mandataireId, body, caller }) =>
      created(shownRun(await billingRuns(mandataireId).create(caller, body))),
    getBillingRun: async ({ mandataireId, params, caller }) =>
      ok(shownRun(await billingRuns(mandataireId).get(caller, params.id))),
    listBillingRunLines: async ({ mandataireId, params, query, list, caller }) =>
      listed(await billingRuns(mandataireId).lines(caller, { ...params, ...query, query: list })),
    reviewBillingRunLine: async ({ mandataireId, params: { id: runId, lineId: id }, body, caller }) =>
      ok(await billingRuns(mandataireId).reviewLine(caller, { ...body, runId, id })),
    recomputeBillingRun: async ({ mandataireId, params, caller }) =>
      ok(shownRun(await billingRuns(mandataireId).recompute(caller, params.id))),
    acknowledgeBillingRunAnomalies: async ({ mandataireId, params, caller }) =>
      ok(shownRun(await billingRuns(mandataireId).acknowledge(caller, params.id))),
    validateBillingRun: async ({ mandataireId, params, query, caller }) =>
      ok(
        shownRun(await billingRuns(mandataireId).validate(caller, { ...params, isForced: query.force !== undefined })),
      ),
    getBillingRunDifference: async ({ mandataireId, params, caller }) =>
      ok(await billingRuns(mandataireId).difference(caller, params.id)),
  };
}

/** What becomes of billing runs, over HTTP. */
export function runApplicationHandlers(
  runApplication: (mandataireId: MandataireId) => RunApplication,
): Handlers<typeof runApplicationOperations> {
  return {
    applyBillingRun: async ({ mandataireId, params, caller }) =>
      ok(shownRun(await runApplication(mandataireId).apply(caller, params.id))),
    cancelBillingRun: async ({ mandataireId, params, body, caller }) =>
      ok(shownRun(await runApplication(mandataireId).cancel(caller, { ...params, ...body }))),
  };
}

/** A run as it is answered. */
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

/** By the rate with two places, as amounts have them. */
function shownVat(vat: BillingRunDetail["vat"]): JsonObject {
  return Object.fromEntries(
    vat.map(({ rate, baseCents, vatCents }) => [
      // A hundredth of a percent is to a rate what a cent is to an amount.
      decimal(Math.round((rate * 100) / DECIMAL_ONE) as Cents),
      { base: decimal(baseCents), vat: decimal(vatCents), total: decimal(sum([baseCents, vatCents])) },
    ]),
  );
}
