import { appendAll, type Day, dayAfter } from "@cartulary/kernel";
import { ZERO } from "@cartulary/ledger";
import { type RentCall, withRemaining } from "../calls/rent-call.ts";
import type { LeaseId } from "../leases/lease.ts";
import { allottedReferences } from "../references/reference.ts";
import { callEntries } from "./call-entries.ts";
import type { CallSum } from "./call-sums.ts";
import { portionsOf } from "./portions.ts";
import { ownedLines } from "./run-lines.ts";
import type { Application } from "./writing.ts";

/** Calls that are made and written together: what is worked out of them keeps others of the process waiting. */
const PORTION = 150;

/** Issues the calls of a run, in their order: the calls, and the entries of each. */
export async function issueCalls(application: Application, sums: readonly CallSum[]): Promise<readonly RentCall[]> {
  const { stores, run, newId, alive } = application;
  const references = await allottedReferences(stores.codes, "AP", run.periodStart.slice(0, 4), sums.length);
  const calls: RentCall[] = [];
  for (const portion of portionsOf(sums, PORTION)) {
    const from = calls.length;
    const ids = portion.map(() => newId<"RentCall">()).sort();
    const made = await newCalls(application, portion, (at) => ({
      id: ids[at] as RentCall["id"],
      reference: references[from + at]?.text ?? "",
    }));
    await writePortion(application, made);
    appendAll(calls, made);
    alive();
  }
  return calls;
}

async function writePortion({ stores, run, booking, post }: Application, calls: readonly RentCall[]): Promise<void> {
  const computation = { runId: run.id, computation: run.computation };
  const keys = calls.map(({ callKey }) => callKey);
  const lines = await ownedLines(stores, computation, keys);
  await stores.rentCalls.insert(calls);
  await post(calls.flatMap(({ callKey, reference }) => callEntries(reference, lines.get(callKey) ?? [], booking)));
}

/** The records of calls, by how each of them is named. */
async function newCalls(
  { stores, run, now }: Application,
  sums: readonly CallSum[],
  named: (at: number) => Pick<RentCall, "id" | "reference">,
): Promise<readonly RentCall[]> {
  const leases = [...new Set(sums.map(({ firstLease }) => firstLease.id))];
  const tolerated = await stores.applicationSource.toleratedDays(leases, run.periodStart);
  return sums.map(({ firstLease, isOfOneLease, totalCents, rentCents, chargesCents, ...sum }, at) =>
    withRemaining({
      ...sum,
      ...named(at),
      mandataireId: run.mandataireId,
      billingRunId: run.id,
      kind: totalCents < 0 ? "credit_note" : "call",
      status: "issued",
      leaseId: isOfOneLease ? firstLease.id : null,
      leaseReference: isOfOneLease ? firstLease.reference : null,
      totalAmountCents: totalCents,
      rentAmountCents: rentCents,
      chargesAmountCents: chargesCents,
      paidAmountCents: ZERO,
      toleratedUntil: later(sum.dueDate, tolerated.get(firstLease.id as LeaseId) ?? 0),
      sentAt: null,
      createdAt: now,
      updatedAt: now,
    }),
  );
}

/** So many days after a day. */
function later(day: Day, days: number): Day {
  let reached = day;
  for (let passed = 0; passed < days; passed += 1) reached = dayAfter(reached);
  return reached;
}
