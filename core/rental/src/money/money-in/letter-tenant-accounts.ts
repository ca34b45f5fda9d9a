import { appendAll } from "@cartulary/kernel";
import type { LetterableLine, LineId } from "@cartulary/ledger";
import type { RentCallId } from "../../billing/rent-calls/rent-call.ts";
import type { PaymentAllocation } from "../payments/allocation.ts";
import type { PaymentId } from "../payments/payment.ts";
import type { CallLine, CreditNoteLine, Refund } from "../payments/ports.ts";
import type { IngestionContext } from "./ingestion-context.ts";
import { connectedGroups, type Link, letteringChanges } from "./lettering-groups.ts";

/** The calls and payments whose tenant lines are to be lettered. */
export interface LetteringScope {
  readonly calls: readonly RentCallId[];
  readonly payments?: readonly PaymentId[];
}

/** The records connected with the scope, read round by round until none is added. */
interface ConnectedRecords {
  readonly calls: Set<RentCallId>;
  readonly callLines: CallLine[];
  readonly allocations: Map<PaymentAllocation["id"], PaymentAllocation>;
  readonly lines: Map<LineId, LetterableLine>;
  /** Lines whose allocations are not read yet. */
  readonly pending: Set<LineId>;
  /** One line may refund the credits of several payments. */
  readonly refunds: Refund[];
  /** The payments whose refunds are read. */
  readonly refundsRead: Set<PaymentId>;
  /** The lines of credit notes with the line that carries the credit. */
  readonly notes: CreditNoteLine[];
}

/**
 * Letters calls with their payments (rental.md 2.7): a call's lines with those of its receipts; the credit of a receipt
 * joins the calls it pays later and its refund; so do all lines of a credit note. A group that sums to zero gets
 * letters, any other is partial; a line without connections leaves its group.
 */
export async function letterTenantAccounts(intake: IngestionContext, scope: LetteringScope): Promise<void> {
  const connected = await readConnected(intake, scope);
  const { dissolved, groups } = letteringChanges([...connected.lines.values()], connectedGroups(linksOf(connected)));
  const { stores, caller, bookkeeping } = intake;
  if (dissolved.length > 0) await bookkeeping.unletter.run(stores, caller, dissolved);
  const inputs = groups.map((lineIds) => ({ lineIds, partial: true }));
  if (inputs.length > 0) await bookkeeping.letterAll.run(stores, caller, inputs);
}

async function readConnected(
  intake: IngestionContext,
  { calls, payments = [] }: LetteringScope,
): Promise<ConnectedRecords> {
  const connected: ConnectedRecords = {
    ...{
      calls: new Set(),
      callLines: [],
      allocations: new Map(),
      lines: new Map(),
      pending: new Set(),
      refunds: [],
      refundsRead: new Set(),
      notes: [],
    },
  };
  await addRefunds(intake, connected, payments);
  if (payments.length > 0)
    await addAllocations(intake, connected, await intake.stores.paymentAllocations.ofPayments(payments));
  await addCalls(intake, connected, [...new Set(calls)]);
  while (connected.pending.size > 0) {
    const allocations = await intake.stores.paymentAllocations.carriedBy([...connected.pending]);
    connected.pending.clear();
    await addAllocations(intake, connected, allocations);
    const paid = new Set([...connected.allocations.values()].map(({ rentCallId }) => rentCallId));
    await addCalls(
      intake,
      connected,
      [...paid].filter((id) => !connected.calls.has(id)),
    );
  }
  return connected;
}

async function addCalls(
  { stores }: IngestionContext,
  connected: ConnectedRecords,
  calls: readonly RentCallId[],
): Promise<void> {
  if (calls.length === 0) return;
  for (const call of calls) connected.calls.add(call);
  const callLines = await stores.moneyInSource.callLines(calls);
  appendAll(connected.callLines, callLines);
  await addLines(
    { stores },
    connected,
    callLines.map(({ lineId }) => lineId),
  );
  await addAllocations({ stores }, connected, await stores.paymentAllocations.ofCalls(calls));
}

async function addAllocations(
  { stores }: Pick<IngestionContext, "stores">,
  connected: ConnectedRecords,
  allocations: readonly PaymentAllocation[],
): Promise<void> {
  const added = allocations.filter(({ id }) => !connected.allocations.has(id));
  if (added.length === 0) return;
  for (const each of added) connected.allocations.set(each.id, each);
  await addLines(
    { stores },
    connected,
    added.map(({ tenantLineId }) => tenantLineId),
  );
  await addRefunds(
    { stores },
    connected,
    added.map(({ paymentId }) => paymentId),
  );
  // Only the application of a run allocates credits of credit notes.
  const credits = added.filter(({ madeByRunId }) => madeByRunId !== null).map(({ paymentId }) => paymentId);
  await addNotes({ stores }, connected, credits);
}

/** Adds the other lines of credit notes whose credits are used. */
async function addNotes(
  { stores }: Pick<IngestionContext, "stores">,
  connected: ConnectedRecords,
  credits: readonly PaymentId[],
): Promise<void> {
  if (credits.length === 0) return;
  const notes = await stores.moneyInSource.creditNoteLines([...new Set(credits)]);
  appendAll(connected.notes, notes);
  await addLines(
    { stores },
    connected,
    notes.map(({ lineId }) => lineId),
  );
}

/** Adds the lines, and all members of their groups. */
async function addLines(
  { stores: { letterings } }: Pick<IngestionContext, "stores">,
  connected: ConnectedRecords,
  ids: readonly LineId[],
): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !connected.lines.has(id));
  if (missing.length === 0) return;
  const lines = await letterings.lines(missing);
  const groups = [...new Set(lines.flatMap(({ lettering: { groupId } }) => groupId ?? []))];
  const members = groups.length === 0 ? [] : await letterings.groups(groups);
  for (const line of [...lines, ...members].filter(({ id }) => !connected.lines.has(id))) {
    connected.lines.set(line.id, line);
    connected.pending.add(line.id);
  }
}

async function addRefunds(
  { stores }: Pick<IngestionContext, "stores">,
  connected: ConnectedRecords,
  payments: readonly PaymentId[],
): Promise<void> {
  const added = [...new Set(payments)].filter((id) => !connected.refundsRead.has(id));
  if (added.length === 0) return;
  for (const id of added) connected.refundsRead.add(id);
  const refunds = await stores.bankTransactions.refundsOf(added);
  appendAll(connected.refunds, refunds);
  await addLines(
    { stores },
    connected,
    refunds.flatMap(({ tenantLineId, creditLineId }) => [tenantLineId, creditLineId]),
  );
  const credits = refunds.map(({ paymentId }) => paymentId);
  await addNotes({ stores }, connected, credits);
  await addRefunds({ stores }, connected, credits);
}

function linksOf({ allocations, callLines, refunds, notes }: ConnectedRecords): readonly Link[] {
  const ofCall = Map.groupBy(callLines, ({ rentCallId }) => rentCallId);
  return [
    ...[...allocations.values()].flatMap(({ rentCallId, tenantLineId }) =>
      (ofCall.get(rentCallId) ?? []).map(({ lineId }): Link => [tenantLineId, lineId]),
    ),
    ...notes.map(({ creditLineId, lineId }): Link => [creditLineId, lineId]),
    ...refunds.map(({ creditLineId, tenantLineId }): Link => [creditLineId, tenantLineId]),
  ];
}
