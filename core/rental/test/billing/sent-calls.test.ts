import type { Id, Instant } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { type RentCall, sentCall, sentCallsErrors, unsendableErrors } from "@cartulary/rental/billing";
import { describe, expect, it } from "vitest";
import { withPaidAmount } from "../../src/billing/rent-calls/rent-call.ts";

const NOW = "2026-03-12T09:00:00.000Z" as Instant;
const idOf = (number: number) => `call ${number}` as unknown as RentCall["id"];
const call = (number: number, status: RentCall["status"]) => ({ id: idOf(number), status, sentAt: null }) as RentCall;

describe("Rent calls that were sent", () => {
  const billingRunId = "run" as unknown as Id<"BillingRun">;
  const errorsOf = (input: Parameters<typeof sentCallsErrors>[0]) =>
    sentCallsErrors(input, NOW).map(({ field, code, message }) => [field, code, message]);
  const BLANK = ["ids", "blank", "can't be blank"];

  it("are named by their ids or by their run, not by both", () => {
    expect(errorsOf({ ids: [idOf(1)] })).toEqual([]);
    expect(errorsOf({ billingRunId })).toEqual([]);
    expect(errorsOf({})).toEqual([BLANK]);
    expect(errorsOf({ ids: [] })).toEqual([BLANK]);
    const both = ["billingRunId", "invalid", "must be absent where ids is present"];
    expect(errorsOf({ ids: [], billingRunId })).toEqual([both]);
    expect(errorsOf({ ids: [idOf(1)], billingRunId })).toEqual([both]);
  });

  it("are a thousand at most", () => {
    const ids = Array.from({ length: 1_001 }, (_, index) => idOf(index));
    expect(errorsOf({ ids: ids.slice(1) })).toEqual([]);
    expect(errorsOf({ ids })).toEqual([["ids", "too_long", "has more than 1000 elements"]]);
  });

  it("were sent on a day of the book, not in the future", () => {
    const at = (sentAt: string) => errorsOf({ billingRunId, sentAt: sentAt as Instant });
    expect(at(NOW)).toEqual([]);
    expect(at("2026-03-12T10:00:00.000+01:00")).toEqual([]);
    expect(at("2026-03-12T09:00:00.001Z")).toEqual([
      ["sentAt", "less_than_or_equal_to", "must be 2026-03-12T09:00:00.000Z or earlier"],
    ]);
    expect(at("0999-03-12T09:00:00.000Z").map(([field]) => field)).toEqual(["sentAt"]);
  });

  it("exist and are not cancelled", () => {
    const found = new Map([call(1, "issued"), call(2, "cancelled"), call(3, "paid")].map((each) => [each.id, each]));
    expect(unsendableErrors([1, 2, 3, 4].map(idOf), found)).toMatchObject([
      { field: "ids[1]", code: "invalid", message: "is cancelled" },
      { field: "ids[3]" },
    ]);
  });

  it("are sent if they were issued, and keep any other status", () => {
    const sentAt = "2026-03-11T09:00:00.000Z" as Instant;
    const sent = (status: RentCall["status"]) => sentCall(call(1, status), sentAt, NOW);
    expect(sent("issued")).toEqual({ ...call(1, "sent"), sentAt, updatedAt: NOW });
    expect(sent("paid")).toEqual({ ...call(1, "paid"), sentAt, updatedAt: NOW });
  });

  it.each<[number, string, number, boolean]>([
    [0, "as before", 500, false],
    [1, "partially_paid", 499, false],
    [499, "partially_paid", 1, false],
    [500, "paid", 0, true],
    [501, "paid", 0, true],
  ])("have the status of what is paid of 500, that before without a payment: %i", (paid, status, left, fullyPaid) => {
    for (const [before, sentAt] of [
      ["issued", null],
      ["sent", "2026-03-11T09:00:00.000Z" as Instant],
    ] as const) {
      const whole = { ...call(1, "paid"), sentAt, totalAmountCents: cents(500), paidAmountCents: cents(7) };
      expect(withPaidAmount(whole, cents(paid), NOW)).toEqual({
        ...whole,
        ...{ status: status === "as before" ? before : status, updatedAt: NOW },
        ...{ paidAmountCents: paid, remainingAmountCents: left, fullyPaid },
      });
    }
  });
});
