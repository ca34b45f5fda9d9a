import { createHash } from "node:crypto";
import type { Day } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import fc from "fast-check";
import { expect, it } from "vitest";
import { contentIdentities } from "../../../src/money/money-in/file-identity.ts";
import type {
  BankFileInput,
  FileStatementInput,
  FileTransactionInput,
} from "../../../src/money/money-in/file-input.ts";

const digests = { sha256: (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex") };
const IBAN = "FR7630004000010008200000187";
const DAYS = 6;

/** The movements of a day: with few amounts and words, so that many are alike. */
const movement = fc.record({ amount: fc.constantFrom(-1, 1, 2), words: fc.constantFrom("a", "b") });
type Moved = { readonly amount: number; readonly words: string };

const dayOf = (day: number) => `2026-01-0${day + 1}` as Day;

function transactionOf(day: number, { amount, words }: Moved, statement: number): FileTransactionInput {
  return {
    ...{ statement, bankReference: "NONREF", servicerReference: "NONREF", endToEndId: null, formerReference: null },
    ...{ bookedOn: dayOf(day), amountCents: cents(Math.abs(amount)), direction: amount > 0 ? "inbound" : "outbound" },
    ...{ remittance: words, referenceTexts: [words] },
  };
}

/** A file of statements of whole days, each from one to another. */
function fileOf(history: readonly (readonly Moved[])[], spans: readonly (readonly [number, number])[]): BankFileInput {
  const sumBefore = (end: number) =>
    history
      .slice(0, end)
      .flat()
      .reduce((sum, { amount }) => sum + amount, 100);
  return {
    statements: spans.map(
      ([from, to], at): FileStatementInput => ({
        ...{ account: IBAN, statementId: `S${at}`, from: dayOf(from), to: dayOf(to), madeAt: "", entriesCount: 0 },
        ...{ openingCents: cents(sumBefore(from)), closingCents: cents(sumBefore(to + 1)) },
      }),
    ),
    transactions: spans.flatMap(([from, to], at) =>
      history.slice(from, to + 1).flatMap((moved, after) => moved.map((each) => transactionOf(from + after, each, at))),
    ),
  };
}

it("overlapping and repeated statements, split into files in any way, yield each transaction once", () => {
  const spans = fc
    .tuple(fc.nat(DAYS - 1), fc.nat(DAYS - 1))
    .map(([one, other]): readonly [number, number] => [Math.min(one, other), Math.max(one, other)]);
  fc.assert(
    fc.property(
      fc.array(fc.array(movement, { maxLength: 4 }), { minLength: DAYS, maxLength: DAYS }),
      fc.array(fc.array(spans, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      (history, files) => {
        const stored = new Map<string, string>();
        const daysInFiles = new Set<number>();
        for (const file of files) {
          const read = fileOf(history, file);
          for (const [at, { contentKey, contentOrdinal }] of contentIdentities(read, IBAN, digests).entries())
            stored.set(`${contentKey} ${contentOrdinal}`, read.transactions[at]?.bookedOn ?? "");
          for (const [from, to] of file) for (let day = from; day <= to; day += 1) daysInFiles.add(day);
          const days = [...stored.values()].toSorted();
          expect(days).toEqual([...daysInFiles].toSorted().flatMap((day) => history[day]?.map(() => dayOf(day)) ?? []));
        }
      },
    ),
  );
});

it("a statement that continues within a day has further equal transactions, not those of the previous one", () => {
  const fee = (statement: number) => transactionOf(0, { amount: -1, words: "a" }, statement);
  const part = (opening: number, closing: number): FileStatementInput => ({
    ...{ account: IBAN, statementId: `${opening}`, from: dayOf(0), to: dayOf(0), madeAt: "", entriesCount: 1 },
    ...{ openingCents: cents(opening), closingCents: cents(closing) },
  });
  const ordinals = (statements: readonly FileStatementInput[]) =>
    contentIdentities({ statements, transactions: statements.map((_, at) => fee(at)) }, IBAN, digests).map(
      ({ contentOrdinal }) => contentOrdinal,
    );
  expect(ordinals([part(9, 8), part(8, 7), part(7, 6)])).toEqual([0, 1, 2]);
  expect(ordinals([part(9, 8), part(8, 7), part(9, 8), part(8, 7)])).toEqual([0, 1, 0, 1]);
  expect(ordinals([part(9, 8), part(6, 5)])).toEqual([0, 1]);
});
