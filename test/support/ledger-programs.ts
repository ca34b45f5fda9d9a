import { type Instant, instantOf, type Month, millisecondsOf, monthAfter, monthOf } from "@cartulary/kernel";
import type { Ledger, LetteringInput, NewEntry, Subaccount } from "@cartulary/ledger";
import { entry, type LedgerModel, rentPlan } from "@cartulary/ledger/testkit";
import fc from "fast-check";
import { ACCOUNTANT } from "./book.ts";

/** Accounts to move money between: with auxiliaries and without, lettered at zero, of classes 1 to 5 and 6 to 7. */
export const ACCOUNTS = ["411000 LOC0001", "467000 PRO0001", "467000 PRO0002", "467900 PRO0001", "512000", "706100"];

const moved = () =>
  fc
    .record({
      journal: fc.constantFrom(...rentPlan.journals.map(({ code }) => code)),
      society: fc.constantFrom("1", "2"),
      from: fc.constantFrom(...ACCOUNTS),
      to: fc.constantFrom(...ACCOUNTS),
      // Few amounts, so that accounts come back to zero often.
      euros: fc.integer({ min: 1, max: 3 }),
      split: fc.boolean(),
      day: fc.constantFrom("2025-10-31", "2025-11-15", "2025-12-31", "2026-01-01", "2026-02-10"),
    })
    .map(({ journal, society, from, to, euros, split, day }): NewEntry => {
      const credits = split ? [`C ${to} 0.50 x`, `C ${to} ${euros - 1}.50 x`] : [`C ${to} ${euros}.00 x`];
      return { ...entry(journal, day, "P-1", `D ${from} ${euros}.00 x`, ...credits), societyCode: society };
    });

/** A book, and the model to choose from what there is. */
export interface Subject {
  readonly ledger: Ledger;
  readonly clock: { now(): Instant; set(instant: string): void };
  readonly model: LedgerModel;
}

/** One operation on a book; new drafts are added to `drafts`, for later steps to choose from. */
export type Step = (book: Subject, drafts: { id: string }[]) => Promise<unknown>;

/** An id that nothing has. */
const NOTHING = "ffffffff-ffff-7fff-bfff-ffffffffffff";

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % Math.max(items.length, 1)];

/** Two lines of tenants to be lettered: which, and whether what they leave stays open. */
const chosenLines = () => fc.tuple(fc.nat(99), fc.nat(99), fc.boolean());

function lettered({ sealed }: LedgerModel, [one, other, partial]: readonly [number, number, boolean]): LetteringInput {
  const lines = sealed.flatMap((each) => each.lines).filter(({ accountCode }) => accountCode === "411000");
  const line = pick(lines, one);
  const opposite = lines.filter((each) => line && each.debitCents === line.creditCents);
  const ids = [line, pick(partial ? lines : opposite, other)].map((each) => each?.id ?? NOTHING);
  return { lineIds: ids as never, partial };
}

function subaccountOf(name: string): Subaccount {
  const [accountCode = "", auxiliaryCode = null] = name.split(" ");
  return { accountCode, auxiliaryCode };
}

/** Draws any operation. */
export const step = (): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(moved(), { minLength: 1, maxLength: 4 }).map(
        (entries): Step =>
          ({ ledger }) =>
            ledger.post(ACCOUNTANT, entries),
      ),
    },
    moved().map(
      (each): Step =>
        async ({ ledger }, drafts) =>
          drafts.push(await ledger.draft(ACCOUNTANT, each)),
    ),
    fc.nat(99).map(
      (at): Step =>
        async ({ ledger }, drafts) =>
          ledger.validate(ACCOUNTANT, (pick(drafts, at)?.id ?? NOTHING) as never),
    ),
    fc.nat(99).map(
      (at): Step =>
        async ({ ledger }, drafts) =>
          ledger.discard(ACCOUNTANT, (pick(drafts, at)?.id ?? NOTHING) as never),
    ),
    {
      weight: 2,
      arbitrary: fc.nat(99).map(
        (at): Step =>
          ({ ledger, model }) =>
            ledger.reverse(ACCOUNTANT, { id: (pick(model.sealed, at)?.id ?? NOTHING) as never }),
      ),
    },
    fc.tuple(fc.nat(99), fc.integer({ min: 0, max: 4 }), fc.constantFrom(undefined, "BANQUE")).map(
      ([at, count, journal]): Step =>
        ({ ledger, model }) => {
          const taken = Array.from({ length: count }, (_, index) => pick(model.sealed, at + index)?.id ?? NOTHING);
          const reversals = taken.map((id) => ({ id: id as never, ...(journal && { journal }) }));
          return ledger.reverseAll(ACCOUNTANT, reversals);
        },
    ),
    {
      weight: 3,
      arbitrary: chosenLines().map(
        (choice): Step =>
          ({ ledger, model }) =>
            ledger.letter(ACCOUNTANT, lettered(model, choice)),
      ),
    },
    fc.array(chosenLines(), { maxLength: 3 }).map(
      (choices): Step =>
        ({ ledger, model }) =>
          ledger.letterAll(
            ACCOUNTANT,
            choices.map((choice) => lettered(model, choice)),
          ),
    ),
    fc.array(fc.constantFrom("467000 PRO0001", "467000 PRO0002", "467900 PRO0001"), { maxLength: 3 }).map(
      (names): Step =>
        ({ ledger }) =>
          ledger.lockedBalances(ACCOUNTANT, names.map(subaccountOf)),
    ),
    fc.nat(99).map(
      (at): Step =>
        ({ ledger, model }) => {
          const groups = [...model.letterings.values()].flatMap(({ groupId }) => groupId ?? []);
          return ledger.unletter(
            ACCOUNTANT,
            groups.slice(at % Math.max(groups.length, 1), (at % Math.max(groups.length, 1)) + 1),
          );
        },
    ),
    {
      weight: 3,
      arbitrary: fc.constantFrom("next", "next", "2025-10", "2025-12", "2026-01", "2026-03").map(
        (month): Step =>
          ({ ledger, model: { book, sealed } }) => {
            const first = sealed.map(({ accountingDate }) => monthOf(accountingDate)).sort()[0] ?? ("2025-10" as Month);
            const next = book?.closedThrough ? monthAfter(book.closedThrough) : first;
            return ledger.closeMonth(ACCOUNTANT, month === "next" ? next : (month as Month));
          },
      ),
    },
    fc.constantFrom(-3600, 1, 86_400).map(
      (seconds): Step =>
        async ({ clock }) =>
          clock.set(instantOf(millisecondsOf(clock.now()) + seconds * 1000)),
    ),
  );
