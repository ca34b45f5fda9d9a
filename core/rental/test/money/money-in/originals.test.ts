import { cents } from "@cartulary/ledger";
import { expect, it } from "vitest";
import { originalOf } from "../../../src/money/money-in/originals.ts";
import type { BankTransaction } from "../../../src/money/payments/bank-transaction.ts";

const transactionOf = (id: string, more: Partial<BankTransaction>): BankTransaction =>
  ({
    ...{ id, bankReference: id, direction: "inbound", amountCents: cents(700), method: null, reverses: null },
    ...{ servicerReference: null, endToEndId: null, ...more },
  }) as BankTransaction;

const undone = (more: Partial<BankTransaction>, ...candidates: readonly BankTransaction[]) => {
  const transaction = transactionOf("back", { direction: "outbound", method: "rejection", ...more });
  return originalOf({ transaction, hints: {} }, candidates)?.id ?? null;
};

it("a return finds its original by EndToEndId, otherwise by bank reference, otherwise by name, if there is exactly one", () => {
  const payer = transactionOf("payer", { endToEndId: "E" });
  const bank = transactionOf("bank", { servicerReference: "S" });
  const named = transactionOf("named", {});
  const all = [payer, bank, named];
  expect(undone({ endToEndId: "E", servicerReference: "S", reverses: "named" }, ...all)).toBe("payer");
  expect(undone({ servicerReference: "S", reverses: "named" }, ...all)).toBe("bank");
  expect(undone({ reverses: "named" }, ...all)).toBe("named");
  expect(undone({}, ...all)).toBe(null);
  const twin = { ...payer, id: "twin" } as BankTransaction;
  expect(undone({ endToEndId: "E", servicerReference: "S" }, ...all, twin)).toBe("bank");
  expect(undone({ endToEndId: "E" }, payer, twin)).toBe(null);
});

it("a return ignores other amounts, its own direction and placeholder references", () => {
  expect(undone({ endToEndId: "E", amountCents: cents(701) }, transactionOf("a", { endToEndId: "E" }))).toBe(null);
  expect(
    undone({ servicerReference: "S" }, transactionOf("a", { servicerReference: "S", direction: "outbound" })),
  ).toBe(null);
  for (const none of ["NONREF", "nonref", "NOTPROVIDED"]) {
    expect(undone({ endToEndId: none }, transactionOf("a", { endToEndId: none }))).toBe(null);
    expect(undone({ servicerReference: none }, transactionOf("a", { servicerReference: none }))).toBe(null);
  }
});

it("a return finds its original by name with any amount; of several with the name, the one of its amount", () => {
  const named = (id: string, amount: number) =>
    transactionOf(id, { bankReference: "same", amountCents: cents(amount) });
  expect(undone({ reverses: "same" }, named("one", 5))).toBe("one");
  expect(undone({ reverses: "same" }, named("one", 5), named("other", 700))).toBe("other");
  expect(undone({ reverses: "same" }, named("one", 5), named("other", 6))).toBe(null);
  expect(undone({ reverses: "same" }, named("one", 700), named("other", 700))).toBe(null);
});
