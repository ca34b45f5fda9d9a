import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import {
  groupByKind,
  isReceipt,
  isUndoing,
  processingOrder,
} from "../../../src/money/money-in/incoming-transaction.ts";
import { originalsQuery } from "../../../src/money/money-in/originals.ts";
import type { IncomingTransaction } from "../../../src/money/money-in/received-transaction.ts";
import type { MatchingHints } from "../../../src/money/money-in/transaction-input.ts";
import type { BankTransaction } from "../../../src/money/payments/bank-transaction.ts";
import { transactionOf } from "./matching-samples.ts";

describe("the order of processing", () => {
  const incoming = (
    id: string,
    more: Partial<BankTransaction> = {},
    hints: MatchingHints = {},
  ): IncomingTransaction => ({
    ...{ transaction: transactionOf({ id: id as BankTransaction["id"], bankReference: id, ...more }), hints },
    isInSuspense: false,
  });
  const back = (id: string, more: Partial<BankTransaction> = {}, hints: MatchingHints = {}) =>
    incoming(id, { direction: "outbound", method: "rejection", ...more }, hints);
  const order = (...received: readonly IncomingTransaction[]) =>
    processingOrder(received)
      .map(({ transaction: { id } }) => id)
      .join(" ");

  it("is the order of receipt, but a return comes behind its original", () => {
    expect(order(incoming("a"), incoming("b"))).toBe("a b");
    expect(order(incoming("a"), back("x", { reverses: "a" }), incoming("b"))).toBe("a x b");
    expect(order(back("x", { reverses: "b" }), incoming("a"), incoming("b"), incoming("c"))).toBe("a b x c");
    expect(order(back("x", {}, { reverses: "b" }), incoming("b"))).toBe("b x");
    expect(order(back("x", { endToEndId: "E" }), incoming("a"), incoming("b", { endToEndId: "E" }))).toBe("a b x");
    expect(order(back("x", { servicerReference: "S" }), incoming("a"), incoming("b", { servicerReference: "S" }))).toBe(
      "a b x",
    );
    expect(order(back("x"), incoming("a"))).toBe("x a");
    const names = ["b", "b"].map((reverses, index) => back(index === 0 ? "x" : "y", { reverses }));
    expect(order(...names, incoming("a"), incoming("b"))).toBe("a b x y");
  });

  it("leaves payments in place that only share a reference with an opposite one", () => {
    const out = incoming("o", { direction: "outbound", endToEndId: "E" });
    expect(order(out, incoming("a", { endToEndId: "E" }), back("x", { reverses: "b" }), incoming("b"))).toBe("o a b x");
  });

  it("brings a chain of returns behind each other", () => {
    const again = incoming("y", { method: "rejection", reverses: "x" });
    expect(order(again, back("x", { reverses: "a" }), incoming("a"), incoming("b"))).toBe("a x y b");
  });

  it("makes groups of neighbours that are receipts, or none", () => {
    const group = (...received: readonly IncomingTransaction[]) =>
      groupByKind(received).map((own) => own.map(({ transaction: { id } }) => id).join(" "));
    const out = incoming("o", { direction: "outbound" });
    expect(group(incoming("a"), incoming("b"), back("x"), out, incoming("c"))).toEqual(["a b", "x o", "c"]);
    expect(group()).toEqual([]);
    expect([isReceipt(incoming("a")), isReceipt(out), isReceipt(incoming("a", { method: "rejection" }))]).toEqual([
      ...[true, false, false],
    ]);
    expect([isUndoing(out), isUndoing(back("x")), isUndoing(incoming("a", { reverses: "b" }))]).toEqual([
      ...[false, true, true],
    ]);
    expect(isUndoing(incoming("a", {}, { reverses: "b" }))).toBe(true);
  });

  it("looks up the originals of all reversals by name, those of returns by references and amounts, too", () => {
    const more = { servicerReference: "S", endToEndId: "E", reverses: "a" };
    expect(
      originalsQuery([
        back("x", more),
        back("y", { ...more, amountCents: cents(5), reverses: "b", endToEndId: "NOTPROVIDED" }),
        incoming("z", { servicerReference: "T", endToEndId: "F", reverses: "c", amountCents: cents(9) }),
        back("w", { reverses: null }),
      ]),
    ).toEqual({
      ...{ bankReferences: ["a", "b", "c"], servicerReferences: ["S"], endToEndIds: ["E"], amounts: [100, 5] },
    });
  });
});
