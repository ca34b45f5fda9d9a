import { appendAll } from "@cartulary/kernel";
import { ZERO } from "@cartulary/ledger";
import { nextReferences, SERIES } from "../../agency/reference.ts";
import { PERIOD_MONTHS } from "../computation/period.ts";
import { divideBetweenParties, partiesOwing, type RentOfPeriod, rentMonthsOf } from "../rent-calls/contribution.ts";
import { type RentCall, withRemaining } from "../rent-calls/rent-call.ts";
import type { ApplicationContext } from "./application-context.ts";
import { callEntries, type OwnedLine } from "./call-entries.ts";
import type { CallSum } from "./call-sums.ts";
import { chunksOf } from "./chunks.ts";
import { openDeposits } from "./open-deposits.ts";
import { ownedLines } from "./run-lines.ts";

/** The number of calls to create and write at once: computing them blocks the process. */
const PORTION = 150;

/** Issues the rent calls of a run in order, with their entries. */
export async function issueCalls(
  application: ApplicationContext,
  sums: readonly CallSum[],
): Promise<readonly RentCall[]> {
  const { stores, run, newId, heartbeat } = application;
  const references = await nextReferences(stores.codes, SERIES.rentCall, run.periodStart.slice(0, 4), sums.length);
  const calls: RentCall[] = [];
  for (const portion of chunksOf(sums, PORTION)) {
    const from = calls.length;
    const ids = portion.map(() => newId<"RentCall">()).sort();
    const keys = portion.map(({ callKey }) => callKey);
    const lines = await ownedLines(stores, { runId: run.id, computation: run.computation }, keys);
    const newPortion = await newCalls(application, { sums: portion, lines }, (index) => ({
      id: ids[index] as RentCall["id"],
      reference: references[from + index]?.text ?? "",
    }));
    await writePortion(application, newPortion, lines);
    appendAll(calls, newPortion);
    heartbeat();
  }
  return calls;
}

/** The lines of calls, by call key. */
type LinesOfCalls = Awaited<ReturnType<typeof ownedLines>>;

async function writePortion(
  application: ApplicationContext,
  calls: readonly RentCall[],
  lines: LinesOfCalls,
): Promise<void> {
  const { stores, entryHeader, post } = application;
  await stores.rentCalls.insert(calls);
  await openDeposits(application, calls, lines);
  await post(calls.flatMap(({ callKey, reference }) => callEntries(reference, lines.get(callKey) ?? [], entryHeader)));
}

/** Returns the records of calls. */
async function newCalls(
  { stores, run, now }: ApplicationContext,
  { sums, lines }: { readonly sums: readonly CallSum[]; readonly lines: LinesOfCalls },
  identityOf: (index: number) => Pick<RentCall, "id" | "reference">,
): Promise<readonly RentCall[]> {
  const leases = [...new Set(sums.map(({ firstLease }) => firstLease.id))];
  const parties = Map.groupBy(await stores.applicationSource.contributors(leases), ({ leaseId }) => leaseId);
  return sums.map(
    (
      { firstLease, isOfOneLease, isOfAdjustments: _, totalCents, rentCents, chargesCents, otherCents, ...sum },
      index,
    ) =>
      withRemaining({
        ...sum,
        contributions:
          isOfOneLease && totalCents > 0
            ? divideBetweenParties(
                { totalCents, dueDate: sum.dueDate, rentMonths: rentMonthsOf(rentIn(lines.get(sum.callKey) ?? [])) },
                partiesOwing(parties.get(firstLease.id) ?? [], sum),
              )
            : null,
        ...identityOf(index),
        mandataireId: run.mandataireId,
        billingRunId: run.id,
        kind: totalCents < 0 ? "credit_note" : "call",
        status: "issued",
        leaseId: isOfOneLease ? firstLease.id : null,
        leaseReference: isOfOneLease ? firstLease.reference : null,
        totalAmountCents: totalCents,
        rentAmountCents: rentCents,
        chargesAmountCents: chargesCents,
        otherAmountCents: otherCents,
        paidAmountCents: ZERO,
        sentAt: null,
        createdAt: now,
        updatedAt: now,
      }),
  );
}

/** Returns the rent lines of a call. */
const rentIn = (lines: readonly OwnedLine[]): readonly RentOfPeriod[] =>
  lines
    .filter(({ billingCategory, adjustment }) => billingCategory === "rent" && !adjustment)
    .map(({ leaseUnitId, dueDate, paymentFrequency, isProrata, baseAmount, amountHt }) => ({
      ...{ leaseUnitId, dueDate, isProrata, baseCents: baseAmount ?? ZERO, htCents: amountHt },
      months: PERIOD_MONTHS[paymentFrequency ?? "monthly"],
    }));
