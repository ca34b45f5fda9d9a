import {
  type Day,
  DomainError,
  type Instant,
  instantOf,
  type Month,
  millisecondsOf,
  monthAfter,
  monthOf,
} from "@cartulary/kernel";
import {
  canonical,
  chainHash,
  chainStart,
  type NewEntry,
  type SealedEntry,
  type Series,
  writeFec,
} from "@cartulary/ledger";
import { entry, rentPlan } from "@cartulary/ledger/testkit";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type LedgerModel, modelTransact, seriesName, subaccountName } from "./ledger-model.ts";
import { caller, findings, type RentBook, rentBook, sha256 } from "./rent-book.ts";

/** Accounts to move money between: with auxiliaries and without, lettered at zero, of classes 1 to 5 and 6 to 7. */
const ACCOUNTS = ["411000 LOC0001", "467000 PRO0001", "467000 PRO0002", "467900 PRO0001", "512000", "706100"];

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

type Step = (book: RentBook, drafts: { id: string }[]) => Promise<unknown>;
const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % Math.max(items.length, 1)];

const step = (): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(moved(), { minLength: 1, maxLength: 4 }).map(
        (entries): Step =>
          ({ ledger }) =>
            ledger.post(caller, entries),
      ),
    },
    moved().map(
      (each): Step =>
        async ({ ledger }, drafts) =>
          drafts.push(await ledger.draft(caller, each)),
    ),
    fc.nat(99).map(
      (at): Step =>
        async ({ ledger }, drafts) =>
          ledger.validate(caller, (pick(drafts, at)?.id ?? "none") as never),
    ),
    fc.nat(99).map(
      (at): Step =>
        async ({ ledger }, drafts) =>
          ledger.discard(caller, (pick(drafts, at)?.id ?? "none") as never),
    ),
    {
      weight: 2,
      arbitrary: fc.nat(99).map(
        (at): Step =>
          ({ ledger, model }) =>
            ledger.reverse(caller, { id: (pick(model.sealed, at)?.id ?? "none") as never }),
      ),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.nat(99), fc.nat(99), fc.boolean()).map(
        ([one, other, partial]): Step =>
          ({ ledger, model }) => {
            const lines = model.sealed
              .flatMap((each) => each.lines)
              .filter(({ accountCode }) => accountCode === "411000");
            const line = pick(lines, one);
            const opposite = lines.filter((each) => line && each.debitCents === line.creditCents);
            const ids = [line?.id, pick(partial ? lines : opposite, other)?.id];
            return ledger.letter(caller, { lineIds: ids as never, partial });
          },
      ),
    },
    fc.nat(99).map(
      (at): Step =>
        ({ ledger, model }) => {
          const groups = [...model.letterings.values()].flatMap(({ groupId }) => groupId ?? []);
          return ledger.unletter(
            caller,
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
            return ledger.closeMonth(caller, month === "next" ? next : (month as Month));
          },
      ),
    },
    fc.constantFrom(-3600, 1, 86_400).map(
      (seconds): Step =>
        async ({ clock }) =>
          clock.set(instantOf(millisecondsOf(clock.now()) + seconds * 1000)),
    ),
  );

it("holds its promises whatever is asked of it, in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step(), { minLength: 5, maxLength: 40 }), async (steps) => {
      const book = await rentBook();
      const drafts: { id: string }[] = [];
      const kept = new Map<string, string>();
      const given = new Set<string>();
      let frozen: readonly string[] = [];
      for (const take of steps) {
        const before = JSON.stringify(state(book.model));
        const refused = await take(book, drafts).then(
          () => false,
          (error: unknown) => {
            if (!(error instanceof DomainError)) throw error;
            return true;
          },
        );
        if (refused) expect(JSON.stringify(state(book.model))).toBe(before);
        expectBalanced(book.model.sealed);
        expectUnchanged(book.model.sealed, kept);
        expectNumbered(book);
        expectLettered(book.model, given);
        frozen = expectClosedMonthsClosed(book.model, frozen);
        expectReversedOnce(book.model.sealed);
      }
      await expectCarriedForward(book);
      await expectConform(book);
    }),
    { numRuns: 60 },
  );
});

const state = (model: LedgerModel) => [
  model.book,
  [...model.drafts],
  model.sealed,
  [...model.series],
  [...model.letters],
  [...model.letterings],
  model.closed,
];

/** Invariants 1 and 2. */
function expectBalanced(sealed: readonly SealedEntry[]): void {
  for (const { lines, totalCents } of sealed) {
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const { debitCents, creditCents } of lines)
      expect([Math.min(debitCents, creditCents), debitCents + creditCents > 0]).toEqual([0, true]);
    expect(lines.reduce((all, { debitCents }) => all + debitCents, 0)).toBe(totalCents);
    expect(lines.reduce((all, { creditCents }) => all + creditCents, 0)).toBe(totalCents);
  }
}

/** Invariant 23. */
function expectUnchanged(sealed: readonly SealedEntry[], kept: Map<string, string>): void {
  const now = new Map(sealed.map((each) => [each.id as string, `${canonical(each)} ${each.hash}`]));
  for (const [id, bytes] of kept) expect(now.get(id)).toBe(bytes);
  for (const [id, bytes] of now) kept.set(id, bytes);
}

/** Invariant 24, and the chain. */
function expectNumbered({ model, bookId }: RentBook): void {
  for (const series of model.series.values()) {
    const own = model.sealed.filter((each) => seriesName(each) === seriesName(series));
    expect(own.map(({ number }) => number)).toEqual(own.map((_, index) => index + 1));
    let hash = chainStart(bookId, series, sha256);
    let validatedAt = "" as Instant;
    for (const each of own) {
      hash = chainHash(hash, each, sha256);
      expect(each.hash).toBe(hash);
      expect(each.validatedAt >= validatedAt).toBe(true);
      validatedAt = each.validatedAt;
      expect(each.year).toBe(Number(each.accountingDate.slice(0, 4)));
    }
    expect(series).toMatchObject({ number: own.length, hash } satisfies Partial<Series>);
  }
  expect(model.sealed.length).toBe([...model.series.values()].reduce((all, { number }) => all + number, 0));
}

/** Invariant 25. `given` are the letters that were ever seen, by subaccount and group. */
function expectLettered(model: LedgerModel, given: Set<string>): void {
  const groups = new Map<
    string,
    { subaccounts: Set<string>; codes: Set<string | null>; balance: number; code: string | null }
  >();
  for (const line of model.sealed.flatMap(({ lines }) => lines)) {
    const { groupId, code, status } = model.letterings.get(line.id) ?? { groupId: null, code: null, status: "none" };
    expect(status === "full").toBe(code !== null);
    if (!groupId) continue;
    const group = groups.get(groupId) ?? { subaccounts: new Set(), codes: new Set(), balance: 0, code };
    group.subaccounts.add(subaccountName(line));
    group.codes.add(code);
    group.balance += line.debitCents - line.creditCents;
    groups.set(groupId, group);
  }
  const codes = new Set<string>();
  for (const [id, { subaccounts, codes: own, balance, code }] of groups) {
    expect([subaccounts.size, own.size]).toEqual([1, 1]);
    if (code === null) continue;
    expect(balance).toBe(0);
    const name = `${[...subaccounts][0]} ${code}`;
    expect(codes.has(name)).toBe(false);
    codes.add(name);
    expect([...given].filter((each) => each.startsWith(`${name} `) && each !== `${name} ${id}`)).toEqual([]);
    given.add(`${name} ${id}`);
  }
}

/** A closed month has no draft, its entries are posted, and no others came since. */
function expectClosedMonthsClosed({ book, sealed, drafts }: LedgerModel, frozen: readonly string[]): readonly string[] {
  const isIn = ({ accountingDate }: { accountingDate: Day }) =>
    book?.closedThrough != null && monthOf(accountingDate) <= book.closedThrough;
  for (const each of sealed) expect(each.status).toBe(isIn(each) ? "posted" : "validated");
  expect([...drafts.values()].filter(isIn)).toEqual([]);
  const inside = sealed.filter(isIn).map(({ id }) => id as string);
  expect(inside.filter((id) => frozen.includes(id)).length).toBe(frozen.length);
  return inside;
}

/** Invariant 21, of the ledger: a reversal cancels its original on every subaccount, once. */
function expectReversedOnce(sealed: readonly SealedEntry[]): void {
  const reversals = sealed.filter(({ reversalOfId }) => reversalOfId !== null);
  expect(new Set(reversals.map(({ reversalOfId }) => reversalOfId)).size).toBe(reversals.length);
  for (const reversal of reversals) {
    const original = sealed.find(({ id }) => id === reversal.reversalOfId) as SealedEntry;
    expect(original.reversalOfId).toBeNull();
    expect(reversal.accountingDate >= original.accountingDate).toBe(true);
    const left = new Map<string, number>();
    for (const line of [...original.lines, ...reversal.lines])
      left.set(subaccountName(line), (left.get(subaccountName(line)) ?? 0) + line.debitCents - line.creditCents);
    expect([...left.values()].every((balance) => balance === 0)).toBe(true);
  }
}

/** What a year carried forward is what it ended with: an account is the same counted from there or from the beginning. */
async function expectCarriedForward({ ledger, model }: RentBook): Promise<void> {
  if (!model.book?.closedThrough || model.book.closedThrough < "2025-12") return;
  for (const each of ACCOUNTS.slice(0, 5)) {
    const [accountCode = "", auxiliaryCode = null] = each.split(" ");
    const query = { accountCode, auxiliaryCode, to: null };
    const [all, year, later] = await Promise.all(
      [null, "2026-01-01" as Day, "2026-02-01" as Day].map((from) => ledger.accountLedger(caller, { ...query, from })),
    );
    expect(year?.closingBalanceCents).toBe(all?.closingBalanceCents);
    expect(later?.closingBalanceCents).toBe(all?.closingBalanceCents);
  }
  for (const from of [null, "2026-01-01" as Day]) {
    const balances = await ledger.trialBalance(caller, { from, to: null });
    expect(balances.totalDebitCents).toBe(balances.totalCreditCents);
  }
}

/** Invariant 30: the strict checker accepts every file; drafts are in none. */
async function expectConform({ model }: RentBook): Promise<void> {
  for (const [societyCode, year] of [
    ["1", 2025],
    ["1", 2026],
    ["2", 2026],
  ] as const) {
    const chunks: Uint8Array[] = [];
    const journals = rentPlan.journals.map(({ code }) => code);
    await modelTransact(model).read(async ({ accountingFiles }) => {
      for await (const chunk of writeFec(accountingFiles.lines({ societyCode, year, journals }), rentPlan.journals))
        chunks.push(chunk);
    });
    const found = await findings(Buffer.concat(chunks), `123456782FEC${year}1231.txt`);
    expect(found.filter((each) => !/: warning: /.test(each))).toEqual([]);
  }
}
