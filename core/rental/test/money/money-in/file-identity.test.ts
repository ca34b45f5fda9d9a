import { createHash } from "node:crypto";
import type { Day } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import { contentIdentities } from "../../../src/money/money-in/file-identity.ts";
import type { FileStatementInput, FileTransactionInput } from "../../../src/money/money-in/file-input.ts";

const digests = { sha256: (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex") };
const IBAN = "FR7630004000010008200000187";
const dayOf = (day: number) => `2026-01-0${day}` as Day;

/** A movement of an amount on a day: `2 -5` is 5 cents out on 2 January. */
function movement(text: string, statement: number | null, more: Partial<FileTransactionInput> = {}) {
  const [day = 0, amount = 0] = text.split(" ").map(Number);
  const transaction: FileTransactionInput = {
    ...{ statement, bankReference: "NONREF", servicerReference: null, endToEndId: null, formerReference: null },
    ...{ bookedOn: dayOf(day), amountCents: cents(Math.abs(amount)), direction: amount > 0 ? "inbound" : "outbound" },
    ...{ remittance: "", referenceTexts: [], ...more },
  };
  return transaction;
}

/** A statement from one day to another, with its first and last balance and its movements. */
type Listed = readonly [from: number | null, to: number | null, opening: number | null, closing: number | null, string];

/** The ordinals of the movements of a file, by statement. */
function ordinals(...listed: readonly Listed[]) {
  const statements = listed.map(
    ([from, to, opening, closing], at): FileStatementInput => ({
      ...{ account: IBAN, statementId: `S${at}`, madeAt: "", entriesCount: 0 },
      ...{ from: from === null ? null : dayOf(from), to: to === null ? null : dayOf(to) },
      openingCents: opening === null ? null : cents(opening),
      closingCents: closing === null ? null : cents(closing),
    }),
  );
  const transactions = listed.flatMap(([, , , , moved], at) => moved.split(", ").map((each) => movement(each, at)));
  const found = contentIdentities({ statements, transactions }, IBAN, digests);
  return statements.map((_, at) =>
    found
      .flatMap(({ contentOrdinal }, index) => (transactions[index]?.statement === at ? contentOrdinal : []))
      .join(" "),
  );
}

describe("equal movements of a file", () => {
  it("are counted where the file has no statements", () => {
    const transactions = ["1 -1", "1 -1", "2 -1", "1 -1"].map((text) => movement(text, null));
    const found = contentIdentities({ statements: [], transactions }, IBAN, digests);
    expect(found.map(({ contentOrdinal }) => contentOrdinal)).toEqual([0, 1, 0, 2]);
  });

  it("are counted within a statement, and go on in one that continues the day", () => {
    expect(ordinals([1, 1, 9, 6, "1 -1, 1 -1, 1 -1"])).toEqual(["0 1 2"]);
    expect(ordinals([1, 1, 9, 7, "1 -1, 1 -1"], [1, 1, 7, 5, "1 -1, 1 -1"])).toEqual(["0 1", "2 3"]);
  });

  it("are the same where an earlier statement shows that the day begins anew", () => {
    expect(ordinals([1, 2, 100, 98, "1 -1, 2 -1"], [2, 2, 99, 98, "2 -1"])).toEqual(["0 0", "0"]);
    expect(ordinals([1, 2, 100, 97, "1 -1, 2 -1, 2 -2"], [2, 2, 99, 98, "2 -1"])).toEqual(["0 0 0", "0"]);
    expect(ordinals([1, 3, 100, 99, "1 -1, 2 -1, 2 -2, 3 3"], [2, 2, 99, 98, "2 -1"])).toEqual(["0 0 0 0", "0"]);
    // The balances lead to another beginning.
    expect(ordinals([1, 2, 100, 98, "1 -1, 2 -1"], [2, 2, 98, 97, "2 -1"])).toEqual(["0 0", "1"]);
    expect(ordinals([1, 2, 100, 98, "1 -1, 2 -1"], [2, 2, 55, 54, "2 -1"])).toEqual(["0 0", "1"]);
    // The earlier one begins on the day itself, or ends before it.
    expect(ordinals([2, 2, 99, 98, "2 -1"], [2, 2, 99, 98, "2 -1"])).toEqual(["0", "0"]);
    expect(ordinals([1, 1, 100, 99, "1 -1"], [2, 2, 99, 98, "2 -1"])).toEqual(["0", "0"]);
  });

  it("are the same only if all of the day come again, where the day ends as it began", () => {
    expect(ordinals([1, 2, 100, 99, "1 -1, 2 5, 2 -5"], [2, 2, 99, 99, "2 5, 2 -5"])).toEqual(["0 0 0", "0 0"]);
    expect(ordinals([1, 2, 100, 99, "1 -1, 2 5, 2 -5"], [2, 2, 99, 94, "2 -5"])).toEqual(["0 0 0", "1"]);
    expect(ordinals([1, 2, 100, 99, "1 -1, 2 5, 2 5, 2 -10"], [2, 2, 99, 94, "2 5, 2 -10"])).toEqual([
      ...["0 0 1 0", "2 1"],
    ]);
  });

  it("go on where only a later statement shows where the day begins", () => {
    const later: Listed = [1, 2, 100, 100, "1 -1, 2 -1, 2 1, 2 1"];
    expect(ordinals([2, 2, 98, 99, "2 1"], [2, 2, 99, 100, "2 1"], later)).toEqual(["0", "1", "0 0 0 1"]);
  });

  it("go on after statements that do not say enough", () => {
    const second: Listed = [2, 2, 99, 98, "2 -1"];
    expect(ordinals([null, 2, 100, 98, "1 -1, 2 -1"], second)).toEqual(["0 0", "1"]);
    expect(ordinals([1, null, 100, 98, "1 -1, 2 -1"], second)).toEqual(["0 0", "1"]);
    expect(ordinals([1, 2, null, null, "1 -1, 2 -1"], [2, 2, -1, -2, "2 -1"])).toEqual(["0 0", "1"]);
    expect(ordinals([1, 2, 100, 98, "1 -1, 2 -1"], [2, 2, null, null, "2 -1"])).toEqual(["0 0", "1"]);
    expect(ordinals([1, 2, 100, 98, "1 -1, 2 -1"], [null, 2, 99, 98, "2 -1"])).toEqual(["0 0", "1"]);
    expect(ordinals([2, 2, null, null, "2 -1"], [2, 2, null, null, "2 -1"], [2, 2, null, null, "2 -1"])).toEqual([
      ...["0", "1", "2"],
    ]);
  });
});

it("the content of a movement is its account, day, amount, references, counterparty and text", () => {
  const keyOf = (more: Partial<FileTransactionInput> = {}, iban = IBAN) =>
    contentIdentities({ statements: [], transactions: [movement("1 -1", null, more)] }, iban, digests)[0]?.contentKey;
  const others = [
    ...[{ bookedOn: dayOf(2) }, { amountCents: cents(2) }, { direction: "inbound" as const }, { remittance: "x" }],
    ...[{ servicerReference: "S" }, { servicerReference: "T" }, { endToEndId: "E" }, { counterpartyIban: "FR1" }],
  ];
  const keys = [keyOf(), keyOf({}, "DE"), ...others.map((more) => keyOf(more))];
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.map((key) => key?.length)).toEqual(keys.map(() => 32));
  const same = [{ servicerReference: "" }, { bankReference: "other", label: "other" }, { remittance: " " }];
  expect(same.map((more) => keyOf(more))).toEqual(same.map(() => keyOf()));
});
