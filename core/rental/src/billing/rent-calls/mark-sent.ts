import {
  type Day,
  type FieldError,
  type Id,
  type Instant,
  instantOf,
  readPages,
  throwIfInvalid,
  withoutNulls,
} from "@cartulary/kernel";
import { bookDayError, fieldError, unknownError } from "../../agency/field-rules.ts";
import type { BillingStores } from "../ports.ts";
import type { RentCall, RentCallId } from "./rent-call.ts";

/** The rent calls that were sent: the named ones or all of a run, and the moment, the present by default. */
export interface SentCallsInput {
  readonly ids?: readonly RentCallId[];
  readonly billingRunId?: Id<"BillingRun">;
  readonly sentAt?: Instant;
}

/** Calls that one request names at most, and that one statement marks. */
const SENT_CALLS_MAX = 1000;

/** Returns the errors of an input that need no lookup: exactly one of `ids` and `billingRunId` must be present. */
export function sentCallsErrors({ ids, billingRunId, sentAt }: SentCallsInput, now: Instant): readonly FieldError[] {
  return withoutNulls(
    (ids ?? []).length === 0 && billingRunId === undefined ? fieldError("ids", "blank", "can't be blank") : null,
    ids !== undefined && billingRunId !== undefined
      ? fieldError("billingRunId", "invalid", "must be absent where ids is present")
      : null,
    ids !== undefined && ids.length > SENT_CALLS_MAX
      ? fieldError("ids", "too_long", `has more than ${SENT_CALLS_MAX} elements`)
      : null,
    sentAt === undefined ? null : sentAtError(sentAt, now),
  );
}

function sentAtError(sentAt: Instant, now: Instant): FieldError | null {
  if (Date.parse(sentAt) > Date.parse(now))
    return fieldError("sentAt", "less_than_or_equal_to", `must be ${now} or earlier`);
  return bookDayError("sentAt", sentAt.slice(0, "YYYY-MM-DD".length) as Day);
}

/** Returns an error for each named call that does not exist or is cancelled. */
export function unsendableErrors(
  ids: readonly RentCallId[],
  found: ReadonlyMap<RentCallId, RentCall>,
): readonly FieldError[] {
  return ids.flatMap((id, index) => {
    const call = found.get(id);
    if (!call) return [unknownError(`ids[${index}]`)];
    return call.status === "cancelled" ? [fieldError(`ids[${index}]`, "invalid", "is cancelled")] : [];
  });
}

/** Returns the call as sent: an issued one becomes `sent`; others keep their status. */
export function sentCall(call: RentCall, sentAt: Instant, now: Instant): RentCall {
  return { ...call, status: call.status === "issued" ? "sent" : call.status, sentAt, updatedAt: now };
}

/**
 * Locks the calls in id order, marks those that are not cancelled and returns their number. Throws field errors, and then
 * marks none.
 */
export async function markSentCalls(stores: BillingStores, input: SentCallsInput, now: Instant): Promise<number> {
  const { ids, billingRunId } = input;
  const sentAt = input.sentAt === undefined ? now : instantOf(Date.parse(input.sentAt));
  const mark = async (calls: readonly RentCall[]) => {
    const sent = calls.filter(({ status }) => status !== "cancelled").map((call) => sentCall(call, sentAt, now));
    await stores.rentCalls.update(sent);
    return sent.length;
  };
  if (billingRunId !== undefined) return markCallsOf(stores, billingRunId, mark);
  const named = ids ?? [];
  const locked = await stores.rentCalls.lock([...new Set(named)]);
  throwIfInvalid(unsendableErrors(named, new Map(locked.map((call) => [call.id, call]))));
  return mark(locked);
}

/** Marks the calls of a run, page by page. */
async function markCallsOf(
  { billingRuns, rentCalls }: BillingStores,
  runId: Id<"BillingRun">,
  mark: (calls: readonly RentCall[]) => Promise<number>,
): Promise<number> {
  if ((await billingRuns.find(runId)) === null) throwIfInvalid([unknownError("billingRunId")]);
  const pages = readPages<RentCall>((last) => rentCalls.lockOf(runId, last?.id ?? null, SENT_CALLS_MAX));
  let count = 0;
  for await (const calls of pages) count += await mark(calls);
  return count;
}
