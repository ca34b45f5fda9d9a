import { appendAll } from "@cartulary/kernel";
import type { LetterableLine, LineId } from "@cartulary/ledger";
import type { RentCallId } from "../calls/rent-call.ts";
import type { PaymentAllocation } from "../payments/allocation.ts";
import type { PaymentId } from "../payments/payment.ts";
import type { CallLine, Refund } from "../payments/ports.ts";
import type { Intake } from "./intake.ts";
import { type Link, linkedGroups, regrouping } from "./lettering-groups.ts";

/** Whose lines on tenants' accounts are to be lettered as they hang together now. */
export interface Touched {
  readonly calls: readonly RentCallId[];
  readonly payments?: readonly PaymentId[];
}

/** What hangs together with what was touched: read round by round, until nothing more comes to light. */
interface Around {
  readonly calls: Set<RentCallId>;
  readonly callLines: CallLine[];
  readonly allocations: Map<PaymentAllocation["id"], PaymentAllocation>;
  readonly lines: Map<LineId, LetterableLine>;
  /** Lines of which it is still to be found out what they pay. */
  readonly pending: Set<LineId>;
  readonly refunds: Map<LineId, Refund>;
}

/**
 * Letters calls with what pays them (rental.md 2.7): a call's lines and those of its receipts; what a receipt left takes up
 * the calls that it pays later, and its refund. A group that sums to zero gets letters, any other is partial; what hangs
 * together with nothing any more is in no group.
 */
export async function letterTouched(intake: Intake, touched: Touched): Promise<void> {
  const around = await lookAround(intake, touched);
  const { dissolved, groups } = regrouping([...around.lines.values()], linkedGroups(linksOf(around)));
  const { stores, caller, bookkeeping } = intake;
  if (dissolved.length > 0) await bookkeeping.unletter.run(stores, caller, dissolved);
  const inputs = groups.map((lineIds) => ({ lineIds, partial: true }));
  if (inputs.length > 0) await bookkeeping.letterAll.run(stores, caller, inputs);
}

async function lookAround(intake: Intake, { calls, payments = [] }: Touched): Promise<Around> {
  const around: Around = {
    ...{
      calls: new Set(),
      callLines: [],
      allocations: new Map(),
      lines: new Map(),
      pending: new Set(),
      refunds: new Map(),
    },
  };
  await addRefunds(intake, around, payments);
  await addCalls(intake, around, [...new Set(calls)]);
  while (around.pending.size > 0) {
    const carried = await intake.stores.paymentAllocations.carriedBy([...around.pending]);
    around.pending.clear();
    await addAllocations(intake, around, carried);
    const paid = new Set([...around.allocations.values()].map(({ rentCallId }) => rentCallId));
    await addCalls(
      intake,
      around,
      [...paid].filter((id) => !around.calls.has(id)),
    );
  }
  return around;
}

async function addCalls({ stores }: Intake, around: Around, calls: readonly RentCallId[]): Promise<void> {
  if (calls.length === 0) return;
  for (const call of calls) around.calls.add(call);
  const callLines = await stores.moneyInSource.callLines(calls);
  appendAll(around.callLines, callLines);
  await addLines(
    { stores },
    around,
    callLines.map(({ lineId }) => lineId),
  );
  await addAllocations({ stores }, around, await stores.paymentAllocations.ofCalls(calls));
}

async function addAllocations(
  { stores }: Pick<Intake, "stores">,
  around: Around,
  allocations: readonly PaymentAllocation[],
): Promise<void> {
  const fresh = allocations.filter(({ id }) => !around.allocations.has(id));
  if (fresh.length === 0) return;
  for (const each of fresh) around.allocations.set(each.id, each);
  await addLines(
    { stores },
    around,
    fresh.map(({ tenantLineId }) => tenantLineId),
  );
  await addRefunds({ stores }, around, [...new Set(fresh.map(({ paymentId }) => paymentId))]);
}

/** The lines, and all that are in a group with one of them. */
async function addLines(
  { stores: { letterings } }: Pick<Intake, "stores">,
  around: Around,
  ids: readonly LineId[],
): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => !around.lines.has(id));
  if (wanted.length === 0) return;
  const lines = await letterings.lines(wanted);
  const groups = [...new Set(lines.flatMap(({ lettering: { groupId } }) => groupId ?? []))];
  const members = groups.length === 0 ? [] : await letterings.groups(groups);
  for (const line of [...lines, ...members].filter(({ id }) => !around.lines.has(id))) {
    around.lines.set(line.id, line);
    around.pending.add(line.id);
  }
}

async function addRefunds(
  { stores }: Pick<Intake, "stores">,
  around: Around,
  payments: readonly PaymentId[],
): Promise<void> {
  if (payments.length === 0) return;
  const refunds = await stores.bankTransactions.refundsOf(payments);
  for (const refund of refunds) around.refunds.set(refund.tenantLineId, refund);
  await addLines(
    { stores },
    around,
    refunds.flatMap(({ tenantLineId, creditLineId }) => [tenantLineId, creditLineId]),
  );
}

function linksOf({ allocations, callLines, refunds }: Around): readonly Link[] {
  const ofCall = Map.groupBy(callLines, ({ rentCallId }) => rentCallId);
  return [
    ...[...allocations.values()].flatMap(({ rentCallId, tenantLineId }) =>
      (ofCall.get(rentCallId) ?? []).map(({ lineId }): Link => [tenantLineId, lineId]),
    ),
    ...[...refunds.values()].map(({ creditLineId, tenantLineId }): Link => [creditLineId, tenantLineId]),
  ];
}
