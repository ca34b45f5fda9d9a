import { type Day, type Instant, monthOf } from "@cartulary/kernel";
import {
  type BookId,
  canonical,
  chainHash,
  chainStart,
  type Ledger,
  type SealedEntry,
  type Series,
  writeFec,
} from "@cartulary/ledger";
import { type LedgerModel, modelTransact, rentPlan, seriesName, subaccountName } from "@cartulary/ledger/testkit";
import { expect } from "vitest";
import { ACCOUNTANT, digests, findingsIn } from "./book.ts";
import { ACCOUNTS } from "./ledger-programs.ts";

/**
 * Looks at a book time and again, and fails as soon as an invariant of rental-invariants.md is broken: 1, 2, 21 (of the
 * ledger), 23, 24, 25, and that closed months stay as they are.
 */
export function invariantsOf(bookId: BookId): (book: LedgerModel) => void {
  const [stored, known] = [new Map<string, string>(), new Set<string>()];
  let frozen: readonly string[] = [];
  return (book) => {
    expectBalanced(book.sealed);
    expectUnchanged(book.sealed, stored);
    expectNumbered(book, bookId);
    expectLettered(book, known);
    frozen = expectClosedMonthsClosed(book, frozen);
    expectSingleReversal(book.sealed);
  };
}

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
function expectUnchanged(sealed: readonly SealedEntry[], stored: Map<string, string>): void {
  const now = new Map(sealed.map((each) => [each.id as string, `${canonical(each)} ${each.hash}`]));
  for (const [id, bytes] of stored) expect(now.get(id)).toBe(bytes);
  for (const [id, bytes] of now) stored.set(id, bytes);
}

/** Invariant 24, and the chain. */
function expectNumbered(model: LedgerModel, bookId: BookId): void {
  for (const series of model.series.values()) {
    const own = model.sealed.filter((each) => seriesName(each) === seriesName(series));
    expect(own.map(({ number }) => number)).toEqual(own.map((_, index) => index + 1));
    let hash = chainStart(bookId, series, digests);
    let validatedAt = "" as Instant;
    for (const each of own) {
      hash = chainHash(hash, each, digests);
      expect(each.hash).toBe(hash);
      expect(each.validatedAt >= validatedAt).toBe(true);
      validatedAt = each.validatedAt;
      expect(each.year).toBe(Number(each.accountingDate.slice(0, 4)));
    }
    expect(series).toMatchObject({ number: own.length, hash } satisfies Partial<Series>);
  }
  expect(model.sealed.length).toBe([...model.series.values()].reduce((all, { number }) => all + number, 0));
}

/** Invariant 25. `given` are all letters so far, by subaccount and group. */
function expectLettered(model: LedgerModel, known: Set<string>): void {
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
    expect([...known].filter((each) => each.startsWith(`${name} `) && each !== `${name} ${id}`)).toEqual([]);
    known.add(`${name} ${id}`);
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
function expectSingleReversal(sealed: readonly SealedEntry[]): void {
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

/** Opening balances equal closing balances: an account is the same from there and from the beginning. */
export async function expectCarriedForward(ledger: Ledger, model: LedgerModel): Promise<void> {
  if (!model.book?.closedThrough || model.book.closedThrough < "2025-12") return;
  for (const each of ACCOUNTS.slice(0, 5)) {
    const [accountCode = "", auxiliaryCode = null] = each.split(" ");
    const query = { accountCode, auxiliaryCode, to: null };
    const [all, year, later] = await Promise.all(
      [null, "2026-01-01" as Day, "2026-02-01" as Day].map((from) =>
        ledger.accountLedger(ACCOUNTANT, { ...query, from }),
      ),
    );
    expect(year?.closingBalanceCents).toBe(all?.closingBalanceCents);
    expect(later?.closingBalanceCents).toBe(all?.closingBalanceCents);
  }
  for (const from of [null, "2026-01-01" as Day]) {
    const balances = await ledger.trialBalance(ACCOUNTANT, { from, to: null });
    expect(balances.totalDebitCents).toBe(balances.totalCreditCents);
  }
}

/** Invariant 30: the strict checker accepts every file; drafts are in none. */
export async function expectConform(model: LedgerModel): Promise<void> {
  for (const [societyCode, year] of FILES) {
    const file = await fileOf(model, societyCode, year);
    const found = await findingsIn(file, `123456782FEC${year}1231.txt`);
    expect(found.filter((each) => !/: warning: /.test(each))).toEqual([]);
  }
}

/** Looks at a book time and again, and fails as soon as the file of a closed year is another one than when it was closed. */
export function filesThatStay(): (book: LedgerModel) => Promise<void> {
  const closed = new Map<string, string>();
  return async (model) => {
    for (const [societyCode, year] of FILES) {
      if ((model.book?.closedThrough ?? "") < `${year}-12`) continue;
      const [name, text] = [`${societyCode} ${year}`, (await fileOf(model, societyCode, year)).toString()];
      expect(text).toBe(closed.get(name) ?? text);
      closed.set(name, text);
    }
  };
}

const FILES = [
  ["1", 2025],
  ["1", 2026],
  ["2", 2026],
] as const;

async function fileOf(model: LedgerModel, societyCode: string, year: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const journals = rentPlan.journals.map(({ code }) => code);
  await modelTransact(model).read(async ({ accountingFiles }) => {
    for await (const chunk of writeFec(accountingFiles.lines({ societyCode, year, journals }), rentPlan.journals))
      chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}
