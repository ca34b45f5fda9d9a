import { type Day, lineError } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bankLabel } from "../../src/money/money-in/bank-label.ts";
import { bankWordsOrNull } from "../../src/money/money-in/bank-words.ts";
import { transactionErrors } from "../../src/money/money-in/transaction-input.ts";

const TODAY = "2026-03-15" as Day;
const good = { bankReference: "B-1", bookedOn: TODAY, amountCents: 1 as Cents, direction: "inbound" } as const;
const strange = fc.constantFrom(
  "\u200b",
  "\u202e",
  "\u2066",
  "\u2028",
  "\u0085",
  "\n",
  "\t",
  " ",
  "\u00ad",
  "é",
  "\ud83c\udfe0",
);
const labels = fc.oneof(
  fc.string({ unit: "binary", maxLength: 600 }),
  fc.array(fc.oneof(strange, fc.string({ maxLength: 3 })), { maxLength: 300 }).map((parts) => parts.join("")),
  strange.map((sign) => `${sign.repeat(300)}x`),
);

it("a bank text is rejected under its field name, or becomes a label in the book", () => {
  fc.assert(
    fc.property(labels, (label) => {
      const errors = transactionErrors([good, { ...good, label }], TODAY);
      expect(errors.filter(({ field }) => field !== "transactions[1].label")).toEqual([]);
      if (errors.length > 0) return;
      const written = bankLabel({ label: bankWordsOrNull(label), bankReference: "B-1" });
      expect(lineError("label", written, { max: 255, required: true })).toBeNull();
    }),
  );
});

it("an invisible label is replaced by the reference", () => {
  for (const label of [null, "", " \n", "\u200b\u200d", `${"\u200b".repeat(240)}x`]) {
    expect(bankLabel({ label, bankReference: "B-1" })).toBe("B-1");
  }
});

it("a text of invisible characters is none, and one far too long is refused with any content", () => {
  expect([null, "", " \n", "\u200b\u200d", " a\u200b "].map(bankWordsOrNull)).toEqual([
    null,
    null,
    null,
    null,
    "a\u200b",
  ]);
  const errors = (label: string) => transactionErrors([{ ...good, label }], TODAY).map(({ code }) => code);
  expect([65_536, 65_537].map((count) => errors(" ".repeat(count)))).toEqual([[], ["too_long"]]);
});
