import { DomainError } from "@cartulary/kernel";
import { emptyModel, type LedgerModel, modelTransact } from "@cartulary/ledger/testkit";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { ACCOUNTANT, openBook, type StoredBook } from "../../support/book.ts";
import { databases } from "../../support/databases.ts";
import { expectCarriedForward, expectConform, filesThatStay, invariantsOf } from "../../support/ledger-invariants.ts";
import { type Step, type Subject, step } from "../../support/ledger-programs.ts";
import { booked } from "../../support/ledger-snapshot.ts";
import { runs } from "../../support/runs.ts";

const program = (maxLength: number) => fc.array(step(), { minLength: 5, maxLength });

describe("A ledger", () => {
  it("keeps its invariants over random programs [R-1, R-2, R-21, R-23, R-24, R-25, R-30]", async () => {
    await fc.assert(
      fc.asyncProperty(program(40), async (steps) => {
        const { model, ...book } = await modelledBook();
        const [invariants, stay] = [invariantsOf(book.bookId), filesThatStay()];
        const drafts: { id: string }[] = [];
        for (const each of steps) {
          const before = JSON.stringify(reportOf(model));
          const answer = await answerOf(each, { ...book, model }, drafts);
          if (answer !== "done") expect(JSON.stringify(reportOf(model))).toBe(before);
          invariants(model);
          await stay(model);
        }
        await expectCarriedForward(book.ledger, model);
        await expectConform(model);
      }),
      { numRuns: runs({ sparing: 20, usual: 60, long: 600 }) },
    );
  });
});

describe.each(databases)("A ledger on $name", (engine) => {
  it("equals the model over random programs, with the same invariants [R-23, R-38]", async () => {
    const database = await engine.open();
    onTestFinished(() => database.close());
    let count = 0;
    await fc.assert(
      fc.asyncProperty(program(30), async (steps) => {
        count += 1;
        const [{ model, ...modelled }, book] = [await modelledBook(count), await openBook(database, count)];
        const invariants = invariantsOf(book.bookId);
        const drafts: { id: string }[] = [];
        for (const each of steps) {
          const answer = await answerOf(each, { ...book, model }, [...drafts]);
          expect(answer).toBe(await answerOf(each, { ...modelled, model }, drafts));
        }
        const stored = await booked(book, [...model.letters.values()]);
        expect(reportOf(stored)).toEqual(reportOf(model));
        invariants(stored);
        await expectCarriedForward(book.ledger, stored);
        for (const from of [null, "2026-01-01" as never]) {
          const range = { from, to: null };
          const balances = await book.ledger.trialBalance(ACCOUNTANT, range);
          expect(balances).toEqual(await modelled.ledger.trialBalance(ACCOUNTANT, range));
        }
      }),
      // A failure is reported at once: shrinking it would take minutes.
      { numRuns: runs({ sparing: 3, usual: 8, long: 200 }), endOnFailure: true },
    );
  });
});

/** A book on the model, with the ids that {@link openBook} gives the `count`th of a database. */
async function modelledBook(count = 1): Promise<StoredBook & { readonly model: LedgerModel }> {
  const model = emptyModel();
  const book = await openBook({ transactFor: () => modelTransact(model) }, count);
  return { ...book, model };
}

async function answerOf(each: Step, book: Subject, drafts: { id: string }[]): Promise<string> {
  try {
    await each(book, drafts);
    return "done";
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return `${error.kind} ${error.code}`;
  }
}

/** Everything that a book has, in one order. */
const reportOf = ({ book, accounts, auxiliaries, drafts, sealed, series, closed, ...lettered }: LedgerModel) => ({
  book,
  accounts: accounts.toSorted((one, other) => (one.code < other.code ? -1 : 1)),
  auxiliaries: byKey(auxiliaries),
  drafts: byKey(drafts),
  sealed: sealed.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  series: byKey(series).map(([, each]) => each),
  letters: byKey(lettered.letters).map(([, each]) => each),
  letterings: byKey(lettered.letterings).filter(([, { status }]) => status !== "none"),
  filed: byKey(lettered.filed),
  closed,
});

const byKey = <Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] =>
  [...map].toSorted(([one], [other]) => (one < other ? -1 : 1));
