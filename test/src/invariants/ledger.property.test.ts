import { DomainError } from "@cartulary/kernel";
import type { Subaccount } from "@cartulary/ledger";
import {
  emptyModel,
  type LedgerModel,
  modelTransact,
  rentAuxiliaries,
  seriesName,
  subaccountName,
} from "@cartulary/ledger/testkit";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { ACCOUNTANT, type KeptBook, openBook } from "../../support/book.ts";
import { databases } from "../../support/databases.ts";
import { expectCarriedForward, expectConform, invariantsOf } from "../../support/ledger-invariants.ts";
import { type Step, type Subject, step } from "../../support/ledger-programs.ts";

const LONG = process.env.CARTULARY_TEST_LONG !== undefined;

const program = (maxLength: number) => fc.array(step(), { minLength: 5, maxLength });

describe("A ledger", () => {
  it("holds its promises whatever is asked of it, in whatever order", async () => {
    await fc.assert(
      fc.asyncProperty(program(40), async (steps) => {
        const { model, ...book } = await modelledBook();
        const holds = invariantsOf(book.bookId);
        const drafts: { id: string }[] = [];
        for (const each of steps) {
          const before = JSON.stringify(told(model));
          const answer = await answerOf(each, { ...book, model }, drafts);
          if (answer !== "done") expect(JSON.stringify(told(model))).toBe(before);
          holds(model);
        }
        await expectCarriedForward(book.ledger, model);
        await expectConform(model);
      }),
      { numRuns: LONG ? 600 : 60 },
    );
  });
});

describe.each(databases)("A ledger on $name", (engine) => {
  it("does what the model does, whatever is asked of it, and holds the same promises", async () => {
    const database = await engine.open();
    onTestFinished(() => database.close());
    let count = 0;
    await fc.assert(
      fc.asyncProperty(program(30), async (steps) => {
        count += 1;
        const [{ model, ...modelled }, book] = [await modelledBook(count), await openBook(database, count)];
        const holds = invariantsOf(book.bookId);
        const drafts: { id: string }[] = [];
        for (const each of steps) {
          const answer = await answerOf(each, { ...book, model }, [...drafts]);
          expect(answer).toBe(await answerOf(each, { ...modelled, model }, drafts));
        }
        const kept = await bookOf(book, model);
        expect(told(kept)).toEqual(told(model));
        holds(kept);
        await expectCarriedForward(book.ledger, kept);
        for (const from of [null, "2026-01-01" as never]) {
          const range = { from, to: null };
          const balances = await book.ledger.trialBalance(ACCOUNTANT, range);
          expect(balances).toEqual(await modelled.ledger.trialBalance(ACCOUNTANT, range));
        }
      }),
      // A failure is told at once: to make it smaller would take minutes.
      { numRuns: LONG ? 200 : 8, endOnFailure: true },
    );
  });
});

/** A book on the model, with the ids that {@link openBook} gives the `count`th of a database. */
async function modelledBook(count = 1): Promise<KeptBook & { readonly model: LedgerModel }> {
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
const told = ({ book, accounts, auxiliaries, drafts, sealed, series, letters, letterings, closed }: LedgerModel) => ({
  book,
  accounts: accounts.toSorted((one, other) => (one.code < other.code ? -1 : 1)),
  auxiliaries: byKey(auxiliaries),
  drafts: byKey(drafts),
  sealed: sealed.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  series: byKey(series).map(([, each]) => each),
  letters: byKey(letters).map(([, each]) => each),
  letterings: byKey(letterings).filter(([, { status }]) => status !== "none"),
  closed,
});

const byKey = <Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] =>
  [...map].toSorted(([one], [other]) => (one < other ? -1 : 1));

/** What a database says of a book, asked for everything that the model knows of. */
async function bookOf({ transact }: KeptBook, model: LedgerModel): Promise<LedgerModel> {
  return transact.write(async (stores) => {
    const query = { page: 1, perPage: 10_000, sort: "id", direction: "asc", conditions: [] } as const;
    const { items } = await stores.entries.list(query);
    const views = await Promise.all(items.map(({ id }) => stores.entries.find(id)));
    const drafts = await Promise.all(items.map(({ id }) => stores.drafts.lock(id)));
    const subaccounts: readonly Subaccount[] = [...model.letters.values()];
    const lettered = views.flatMap((view) => view?.lines ?? []).map(({ id, lettering }) => [id, lettering] as const);
    const auxiliaries = await stores.accounts.auxiliaries(rentAuxiliaries.map(({ code }) => code));
    const series = await stores.ledgerInspection.series();
    return {
      book: await stores.books.find(),
      accounts: [...(await stores.accounts.list())],
      auxiliaries: new Map(auxiliaries.map((each) => [each.code, each])),
      drafts: new Map(drafts.flatMap((draft) => (draft ? [[draft.id, draft]] : []))),
      sealed: (await stores.entries.sealed(items.map(({ id }) => id))).toSorted(
        (one, other) => one.number - other.number,
      ),
      series: new Map(series.map((each) => [seriesName(each), each])),
      letters: new Map((await stores.letterings.lock(subaccounts)).map((each) => [subaccountName(each), each])),
      letterings: new Map(lettered),
      closed: [...(await stores.periods.list())],
    };
  });
}
