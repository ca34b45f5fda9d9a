import { DomainError, type FieldError, type Month, monthAfter } from "@cartulary/kernel";
import {
  type ChartAccount,
  createLedger,
  exportFec,
  type Journal,
  type LedgerPlan,
  type LetteringId,
  LINE_CENTS_MAX,
  type LineId,
  ledgerBatchWriter,
  type NewEntry,
  NO_LETTERING,
  type ReversalInput,
  type SealedEntry,
} from "@cartulary/ledger";
import { emptyModel, entry, modelTransact, parseLineText, rentPlan } from "@cartulary/ledger/testkit";
import { ledgerCheck } from "@cartulary/ledger/verification";
import { describe, expect, it } from "vitest";
import { caller, type RentBook, rentBook, sha256 } from "./rent-book.ts";

const rent = (date = "2026-03-01", ...more: readonly string[]) =>
  entry("LOYERS", date, "AL-1", "D 411000 LOC0001 10.00 Loyer", "C 706100 10.00 Loyer", ...more);

const post = async ({ ledger }: RentBook, newEntry: NewEntry): Promise<SealedEntry> => {
  const [sealed] = await ledger.post(caller, [newEntry]);
  return sealed as SealedEntry;
};

/** The largest amount that a line may have. */
const LARGEST = { ...parseLineText("D 512000 1.00 x"), debitCents: LINE_CENTS_MAX as never };

/** The code that a refusal has, and its fields with theirs. */
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw error ?? new Error("It was not refused");
  const details = Array.isArray(error.details) ? (error.details as readonly FieldError[]) : [];
  return [error.code, ...details.map(({ field, code }) => `${field} ${code}`)].join(", ");
};

const codeOf = ({ model }: RentBook, { lines }: SealedEntry) => model.letterings.get(lines[0]?.id ?? "")?.code;

/** An entry that credits or debits an owner. */
const ofOwner = (side: "C" | "D", cents: string) =>
  entry("OD", "2026-03-01", "P", `${side} 467000 PRO0001 ${cents} x`, `${side === "D" ? "C" : "D"} 512000 ${cents} x`);

/** Of a book, with ids of its own. */
function portionsOf({ clock }: RentBook) {
  let count = 0;
  const newId = () => {
    count += 1;
    return `00000000-0000-7000-8100-${String(count).padStart(12, "0")}` as never;
  };
  return ledgerBatchWriter({ ...rentPlan, clock, newId, digests: sha256 });
}

describe("A plan", () => {
  const [journal, second] = rentPlan.journals as [Journal, Journal];
  const account = rentPlan.chart[0] as ChartAccount;
  it.each<[string, Partial<LedgerPlan>, string]>([
    [
      "two journals of one code",
      { journals: [...rentPlan.journals, { ...journal, prefix: "X" }] },
      "Two items have the same code",
    ],
    [
      "two journals of one prefix",
      { journals: [...rentPlan.journals, { ...second, code: "X" }] },
      "Two journals have one prefix: their entries would have the same references",
    ],
    ["two accounts of one code", { chart: [...rentPlan.chart, account] }, "Two items have the same code"],
    [
      "an account of no class",
      { chart: [...rentPlan.chart, { ...account, code: "800000" }] },
      "Not a six-digit account of classes 1 to 7: 800000",
    ],
    ["no general journal", { generalJournal: "X" }, "There is no journal X"],
    [
      "a result that goes to an account with auxiliaries",
      { resultAccounts: { profit: "120000", loss: "411000" } },
      "411000 cannot take the result of a year",
    ],
    [
      "a result that goes nowhere",
      { resultAccounts: { profit: "120001", loss: "129000" } },
      "120001 cannot take the result of a year",
    ],
  ])("with %s contradicts itself", (_, change, message) => {
    const settings = {
      transact: modelTransact(emptyModel()),
      clock: { now: () => "" as never },
      newId: () => "" as never,
    };
    expect(() => createLedger({ ...rentPlan, ...change, ...settings, digests: sha256 })).toThrow(
      new TypeError(message),
    );
  });

  /** The book under a plan that is smaller than before. */
  const without = (book: RentBook, change: Partial<LedgerPlan>) => {
    let count = 0;
    const newId = () => {
      count += 1;
      return `00000000-0000-7000-8200-${String(count).padStart(12, "0")}` as never;
    };
    const settings = { transact: modelTransact(book.model), clock: book.clock, digests: sha256 };
    return createLedger({ ...rentPlan, ...change, ...settings, newId });
  };

  it("may lose accounts, and what was posted on them is still reversed", async () => {
    const book = await rentBook();
    const { id } = await post(book, ofOwner("C", "5.00"));
    const smaller = without(book, { chart: rentPlan.chart.filter(({ code }) => code !== "467000") });
    const reversal = await smaller.reverse(caller, { id });
    expect(reversal.lines.map(({ accountCode, accountName }) => [accountCode, accountName])).toEqual([
      ["467000", "Mandants"],
      ["512000", "Banque mandants"],
    ]);
  });

  it("may lose journals, and entries of those are not reversed while their month is open", async () => {
    const book = await rentBook();
    const { id } = await post(book, rent("2026-02-01"));
    const smaller = without(book, { journals: rentPlan.journals.filter(({ code }) => code !== "LOYERS") });
    await expect(smaller.reverse(caller, { id })).rejects.toThrow(new TypeError("Unknown journal of an entry: LOYERS"));
    await smaller.closeMonth(caller, "2026-02" as Month);
    expect(await smaller.reverse(caller, { id })).toMatchObject({ journal: "OD" });
  });

  it("gives new accounts to the book with its next entry, and leaves the names of the others", async () => {
    const book = await rentBook();
    const named = () => book.model.accounts.map(({ code, name }) => `${code} ${name}`);
    expect(named()).toEqual(rentPlan.chart.map(({ code, name }) => `${code} ${name}`));
    const renamed = rentPlan.chart.map((each) => ({ ...each, name: `New ${each.code}` }));
    const fresh: ChartAccount = { code: "512200", name: "Caisse", auxiliaries: null, lettering: "by_hand" };
    const larger = without(book, { chart: [...renamed, fresh] });
    const [sealed] = await larger.post(caller, [entry("OD", "2026-03-01", "P", "D 512200 1.00 x", "C 512000 1.00 x")]);
    expect(sealed?.lines.map(({ accountName }) => accountName)).toEqual(["Caisse", "Banque mandants"]);
    expect(named()).toEqual([...rentPlan.chart, fresh].map(({ code, name }) => `${code} ${name}`));
  });
});

it("One call posts a thousand entries at most", async () => {
  const { ledger } = await rentBook();
  const wrong: NewEntry = { ...rent(), journal: "VT" };
  expect(await refusal(ledger.post(caller, Array<NewEntry>(1000).fill(wrong)))).toMatch(
    /^unprocessable_entity, entries\[0\].journal inclusion, /,
  );
  expect(await refusal(ledger.post(caller, Array<NewEntry>(1001).fill(wrong)))).toBe(
    "unprocessable_entity, entries too_long",
  );
});

describe("An entry", () => {
  it.each<[string, Partial<NewEntry>, string]>([
    ["of no journal that there is", { journal: "VT" }, "journal inclusion"],
    ["on no day of the calendar", { accountingDate: "2026-02-30" as never }, "accountingDate invalid"],
    ["before 1900", { accountingDate: "0206-02-28" as never }, "accountingDate greater_than_or_equal_to"],
    ["without a voucher", { documentReference: " " }, "documentReference blank"],
    ["with half a period", { periodStart: "2026-03-01" as never }, "periodEnd invalid"],
    [
      "with a period that ends before it starts",
      { periodStart: "2026-03-02" as never, periodEnd: "2026-03-01" as never },
      "periodEnd invalid",
    ],
    [
      "on an account that is not in the chart",
      { lines: [parseLineText("D 999999 1.00 x")] },
      "lines[0].accountCode inclusion",
    ],
    [
      "without an auxiliary where one is due",
      { lines: [parseLineText("D 411000 1.00 x")] },
      "lines[0].auxiliaryCode blank",
    ],
    [
      "with an auxiliary where none is used",
      { lines: [parseLineText("D 512000 LOC0001 1.00 x")] },
      "lines[0].auxiliaryCode invalid",
    ],
    [
      "with an auxiliary of another kind",
      { lines: [parseLineText("D 411000 PRO0001 1.00 x")] },
      "lines[0].auxiliaryCode invalid",
    ],
    [
      "with an unknown auxiliary",
      { lines: [parseLineText("D 411000 LOC0009 1.00 x")] },
      "lines[0].auxiliaryCode not_found",
    ],
    ["with a line of nothing", { lines: [parseLineText("D 512000 0.00 x")] }, "lines[0] invalid"],
    [
      "with a line of both sides",
      { lines: [{ ...parseLineText("D 512000 1.00 x"), creditCents: 1 as never }] },
      "lines[0] invalid",
    ],
    [
      "with half a cent",
      { lines: [{ accountCode: "512000", label: "x", debitCents: 0.5 as never }] },
      "lines[0] invalid",
    ],
    [
      "with a control character in a label",
      { lines: [{ ...parseLineText("D 512000 1.00 x"), label: "a\tb" }] },
      "lines[0].label invalid",
    ],
    [
      "with an invalid auxiliary code",
      {
        lines: [
          parseLineText("D 512000 1.00 x"),
          { ...parseLineText("D 411000 LOC0001 1.00 x"), auxiliaryCode: "LOC\u0000" },
        ],
      },
      "lines[1].auxiliaryCode not_found",
    ],
    [
      "with an amount beyond a hundred billion euros",
      { lines: [{ accountCode: "512000", label: "x", debitCents: (LINE_CENTS_MAX + 1) as never }] },
      "lines[0] less_than_or_equal_to",
    ],
    ["with more than can be counted", { lines: Array.from({ length: 901 }, () => LARGEST) }, "lines invalid"],
    ["of a source with a NUL character", { sourceType: "a\u0000" }, "sourceType invalid"],
    ["of a source without a name", { sourceType: "" }, "sourceType blank"],
    ["that says to take another one back", { sourceType: "Reversal" }, "sourceType invalid"],
    ["of a source whose id is none", { sourceId: "none" as never }, "sourceId invalid"],
    ["of half a source", { sourceSeq: 0.5 }, "sourceSeq invalid"],
    ["that says to open the book", { sourceType: "Opening", documentReference: "AN-2026" }, "sourceType invalid"],
  ])("%s is refused by field, drafted or posted", async (_, change, expected) => {
    const { ledger } = await rentBook();
    const wrong = { ...rent(), ...change };
    expect(await refusal(ledger.draft(caller, wrong))).toBe(`unprocessable_entity, ${expected}`);
    expect(await refusal(ledger.post(caller, [rent(), wrong]))).toBe(`unprocessable_entity, entries[1].${expected}`);
  });

  it.each([
    ["unbalanced", rent("2026-03-01", "C 706100 0.01 x"), "entry_unbalanced"],
    ["of one line", entry("OD", "2026-03-01", "P", "D 512000 1.00 x"), "entry_too_short"],
  ])("%s may be drafted and not validated", async (_, newEntry, code) => {
    const { ledger, model } = await rentBook();
    const { id } = await ledger.draft(caller, newEntry);
    expect(await refusal(ledger.validate(caller, id))).toBe(code);
    expect([model.drafts.size, model.sealed.length]).toEqual([1, 0]);
  });

  it("keeps its ids when a draft is validated, and may change before", async () => {
    const { ledger, model } = await rentBook();
    const { id } = await ledger.draft(caller, rent());
    const { lines } = await ledger.updateDraft(caller, { id, entry: { ...rent("2026-03-02"), description: "Mars" } });
    const sealed = await ledger.validate(caller, id);
    expect(sealed).toMatchObject({
      id,
      reference: "LOY-2026-000001",
      accountingDate: "2026-03-02",
      description: "Mars",
      status: "validated",
    });
    expect(sealed.lines).toEqual(lines);
    expect(model.drafts.size).toBe(0);
    expect(await refusal(ledger.discard(caller, id))).toBe("not_found");
  });

  it("is made once of a source, drafts counted", async () => {
    const book = await rentBook();
    const sourced = { ...rent(), sourceType: "BillingRun", sourceId: book.bookId, sourceSeq: 1 };
    const { id } = await book.ledger.draft(caller, sourced);
    expect(await refusal(book.ledger.post(caller, [sourced]))).toBe("duplicate_source");
    await book.ledger.validate(caller, id);
    expect(await refusal(book.ledger.post(caller, [sourced]))).toBe("duplicate_source");
    await post(book, { ...sourced, sourceSeq: 2 });
  });

  it("keeps the name that an auxiliary had", async () => {
    const book = await rentBook();
    const before = await post(book, rent());
    await book.ledger.saveAuxiliary(caller, {
      kind: "LOC",
      code: "LOC0001",
      name: "Café Élan SAS",
      entityType: null,
      entityId: null,
    });
    const after = await post(book, rent());
    expect([before.lines[0]?.auxiliaryName, after.lines[0]?.auxiliaryName]).toEqual([
      "SARL Café Élan",
      "Café Élan SAS",
    ]);
  });

  it.each([
    ["of a kind that no account has", { kind: "FOU" }, "kind inclusion"],
    ["without a code", { code: " " }, "code blank"],
    ["whose code has a NUL character", { code: "LOC\u0000" }, "code invalid"],
    ["whose name is of two lines", { name: "a\nb" }, "name invalid"],
  ])("takes no auxiliary %s", async (_, change, expected) => {
    const { ledger, model } = await rentBook();
    const auxiliary = { kind: "LOC", code: "LOC0002", name: "x", entityType: null, entityId: null, ...change };
    expect(await refusal(ledger.saveAuxiliary(caller, auxiliary))).toBe(`unprocessable_entity, ${expected}`);
    expect(model.auxiliaries.size).toBe(3);
  });

  it("is never validated before the entry with the previous number, even if the clock goes back", async () => {
    const book = await rentBook();
    const first = await post(book, rent());
    book.clock.set("2026-03-01T09:00:00.000Z");
    expect(await post(book, rent())).toMatchObject({ number: 2, validatedAt: first.validatedAt });
  });

  it("is neither made nor changed while no book is open", async () => {
    const ledger = createLedger({
      ...rentPlan,
      transact: modelTransact(emptyModel()),
      clock: { now: () => "" as never },
      newId: (() => "") as never,
      digests: sha256,
    });
    for (const work of [
      ledger.post(caller, [rent()]),
      ledger.periods(caller),
      ledger.closeMonth(caller, "2026-03" as Month),
    ])
      expect(await refusal(work)).toBe("not_found");
  });
});

describe("A book whose amounts sum to more than can be counted", () => {
  it("refuses the sums, and every other operation of it works", async () => {
    const { ledger, model, clock } = await rentBook();
    clock.set("2027-01-02T09:00:00.000Z");
    const { lines: _, ...heading } = entry("OD", "2026-12-01", "P");
    const half = (credit: string): NewEntry => {
      const sides = [LARGEST, { ...parseLineText(`C ${credit} 1.00 x`), creditCents: LINE_CENTS_MAX as never }];
      return { ...heading, lines: Array.from({ length: 450 }, () => sides).flat() };
    };
    await ledger.post(caller, [half("512100"), half("467000 PRO0001"), half("467000 PRO0001")]);
    const rents = ["D 411000 LOC0001 1.00 x", "C 706100 1.00 x"];
    const [small] = await ledger.post(caller, [entry("OD", "2026-12-01", "P", ...rents)]);
    const range = { from: null, to: null };
    const file = { transact: modelTransact(model), plan: rentPlan };
    const work: readonly (() => Promise<unknown>)[] = [
      () => ledger.post(caller, [half("467000 PRO0001")]),
      () => ledger.trialBalance(caller, range),
      () => ledger.accountLedger(caller, { ...range, accountCode: "512000" }),
      () =>
        exportFec(file, { societyCode: "1", year: 2026 }, async (chunks) => {
          for await (const _chunk of chunks);
        }),
      () => ledger.letter(caller, { lineIds: linesOn(model.sealed, "512000") }),
    ];
    for (const each of work) expect(await refusal(each())).toBe("amount_too_large");
    expect(await ledger.accountLedger(caller, { ...range, accountCode: "411000" })).toMatchObject({
      closingBalanceCents: 100,
    });
    await ledger.reverse(caller, { id: small?.id as never });
  });

  it("is closed where its balances can be counted, and verification finds nothing", async () => {
    const { ledger, model, clock } = await rentBook();
    clock.set("2027-01-02T09:00:00.000Z");
    const there = { ...parseLineText("C 467000 PRO0001 1.00 x"), creditCents: LINE_CENTS_MAX as never };
    const back = { ...parseLineText("D 467000 PRO0001 1.00 x"), debitCents: LINE_CENTS_MAX as never };
    const swung = { ...entry("OD", "2026-12-01", "P"), lines: Array.from({ length: 850 }, () => [there, back]).flat() };
    await ledger.post(caller, [{ ...swung, lines: [LARGEST, there, ...swung.lines] }]);
    await ledger.post(caller, [swung]);
    const range = { from: "2026-12-02" as never, to: null };
    expect(await ledger.accountLedger(caller, { ...range, accountCode: "467000" })).toMatchObject({
      openingBalanceCents: -LINE_CENTS_MAX,
    });
    await ledger.closeMonth(caller, "2026-12" as Month);
    expect(model.sealed.at(-1)).toMatchObject({
      carriesForward: true,
      totalCents: LINE_CENTS_MAX,
      lines: [
        { accountCode: "467000", auxiliaryCode: "PRO0001", creditCents: LINE_CENTS_MAX },
        { accountCode: "512000", debitCents: LINE_CENTS_MAX },
      ],
    });
    for await (const { findings } of ledgerCheck({ transact: modelTransact(model), digests: sha256 }).run())
      expect(findings).toEqual([]);
  });
});

const linesOn = (entries: readonly SealedEntry[], account: string): LineId[] =>
  entries.flatMap(({ lines }) => lines.filter(({ accountCode }) => accountCode === account).map(({ id }) => id));

describe("A reversal", () => {
  it("has the original's day and journal while its month is open, and swaps the sides", async () => {
    const book = await rentBook();
    const original = await post(book, rent("2026-03-20"));
    const reversal = await book.ledger.reverse(caller, { id: original.id });
    expect(reversal).toMatchObject({
      journal: "LOYERS",
      reference: "LOY-2026-000002",
      accountingDate: "2026-03-20",
      sourceType: "Reversal",
      sourceId: original.id,
      reversalOfId: original.id,
      documentReference: "LOY-2026-000001",
      // Its own day is the 5th, when there was no voucher to take back yet.
      documentDate: "2026-03-20",
    });
    expect(reversal.lines.map(({ label }) => label)).toEqual(["Extourne Loyer", "Extourne Loyer"]);
    expect(
      reversal.lines.map(({ accountCode, debitCents, creditCents }) => [accountCode, debitCents, creditCents]),
    ).toEqual([
      ["411000", 0, 1000],
      ["706100", 1000, 0],
    ]);
    expect([...book.model.letterings.values()].map(({ status, code }) => `${status} ${code}`)).toEqual(
      Array(4).fill("full AAA"),
    );
    expect(await refusal(book.ledger.reverse(caller, { id: original.id }))).toBe("already_reversed");
    expect(await refusal(book.ledger.reverse(caller, { id: reversal.id }))).toBe("reversal_of_reversal");
  });

  it("is of the general journal on the first open day where the month is closed, or on a later day", async () => {
    const book = await rentBook();
    const [one, other] = [await post(book, rent("2026-02-10")), await post(book, rent("2026-02-11"))];
    await book.ledger.closeMonth(caller, "2026-02" as Month);
    expect(await refusal(book.ledger.reverse(caller, { id: one.id, accountingDate: "2026-02-28" as never }))).toBe(
      "unprocessable_entity, accountingDate greater_than_or_equal_to",
    );
    expect(await book.ledger.reverse(caller, { id: one.id })).toMatchObject({
      journal: "OD",
      accountingDate: "2026-03-01",
    });
    expect(await book.ledger.reverse(caller, { id: other.id, accountingDate: "2026-04-02" as never })).toMatchObject({
      accountingDate: "2026-04-02",
    });
  });

  it("is of the day it was made on, and its labels are as long as labels may be", async () => {
    const book = await rentBook();
    const long = parseLineText(`D 411000 LOC0001 10.00 ${"é".repeat(255)}`);
    const { id } = await post(book, { ...rent(), lines: [long, parseLineText("C 706100 10.00 Loyer")] });
    const reversal = await book.ledger.reverse(caller, { id });
    expect([reversal.documentDate, reversal.lines[0]?.label]).toEqual(["2026-03-05", `Extourne ${"é".repeat(246)}`]);
  });

  it("is never dated before the original", async () => {
    const book = await rentBook();
    const { id } = await post(book, rent("2026-03-20"));
    for (const field of ["accountingDate", "documentDate"])
      expect(await refusal(book.ledger.reverse(caller, { id, [field]: "2026-03-19" as never }))).toBe(
        `unprocessable_entity, ${field} greater_than_or_equal_to`,
      );
    const same = { accountingDate: "2026-03-20" as never, documentDate: "2026-03-20" as never };
    expect(await book.ledger.reverse(caller, { id, ...same })).toMatchObject(same);
  });

  it("takes the journal, date and reference of the voucher that causes it", async () => {
    const book = await rentBook();
    const { id } = await post(book, rent("2026-02-10"));
    await book.ledger.closeMonth(caller, "2026-02" as Month);
    const voucher = { journal: "BANQUE", documentDate: "2026-03-04" as never, documentReference: "REJ-1" };
    expect(await book.ledger.reverse(caller, { id, ...voucher })).toMatchObject(voucher);
  });

  it("of many is of each of them, on accounts that they share too, or of none", async () => {
    const book = await rentBook();
    const entries = await book.ledger.post(caller, [
      rent(),
      rent(),
      entry("OD", "2026-03-01", "P", "D 512000 7.00 x", "C 467000 PRO0001 7.00 x"),
      entry("OD", "2026-03-02", "P", "D 467000 PRO0001 7.00 x", "C 512000 7.00 x"),
    ]);
    const all = entries.map(({ id }) => ({ id }));
    const reversing = (...reversals: readonly ReversalInput[]) => refusal(book.ledger.reverseAll(caller, reversals));
    expect(await reversing(...all, ...all.slice(0, 1))).toBe("already_reversed");
    expect(await reversing(...all, { id: "none" as never })).toBe("not_found");
    expect(await reversing(...all, { id: "none" as never, journal: "AUTRE" })).toBe(
      "unprocessable_entity, reversals[4].journal inclusion",
    );
    expect(book.model.sealed.length).toBe(4);
    const reversals = await book.ledger.reverseAll(caller, all);
    expect(reversals.map(({ reversalOfId }) => reversalOfId)).toEqual(all.map(({ id }) => id));
    const codes = [...entries, ...reversals].map(({ lines }) => book.model.letterings.get(lines[0]?.id ?? "")?.code);
    // Their own group had the first letters of the owner; the bank's line and the payout's are another account's.
    expect(codes).toEqual(["AAA", "AAB", "AAA", "AAC", "AAA", "AAB", "AAA", "AAC"]);
    const { accounts } = await book.ledger.trialBalance(caller, { from: null, to: null });
    expect(accounts.every(({ balanceCents }) => balanceCents === 0)).toBe(true);
  });

  it("of more entries than one call takes is lettered with its original in each batch, and the rest once at the end", async () => {
    const book = await rentBook();
    await post(book, ofOwner("C", "5.00"));
    const portions = portionsOf(book);
    await modelTransact(book.model).write(async (stores) => {
      const many = portions(stores, caller);
      for (const each of [ofOwner("D", "3.00"), ofOwner("D", "6.00"), ofOwner("C", "4.00")]) await many.post([each]);
      await many.finish();
    });
    const posted = [...book.model.sealed];
    expect(posted.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(posted.map((each) => codeOf(book, each))).toEqual(["AAA", "AAA", "AAA", "AAA"]);
    await post(book, ofOwner("D", "5.00"));
    await modelTransact(book.model).write(async (stores) => {
      const many = portions(stores, caller);
      for (const each of posted.slice(1)) await many.reverse([each]);
      await many.finish();
    });
    // The lines before and after are lettered with each other.
    const codes = book.model.sealed.map((each) => codeOf(book, each));
    expect(codes).toEqual(["AAE", "AAB", "AAC", "AAD", "AAE", "AAB", "AAC", "AAD"]);
  });

  it("of more than one call takes is lettered run by run where nothing else waits, without a change of its entries", async () => {
    const book = await rentBook();
    const portions = portionsOf(book);
    const posted = [ofOwner("C", "5.00"), ofOwner("D", "5.00"), ofOwner("C", "2.00"), ofOwner("D", "2.00")];
    await modelTransact(book.model).write(async (stores) => {
      const many = portions(stores, caller);
      for (const each of [...posted, ofOwner("C", "1.00")]) await many.post([each]);
      await many.finish();
    });
    expect(book.model.sealed.map((each) => codeOf(book, each))).toEqual(["AAA", "AAA", "AAB", "AAB", undefined]);
    expect(new Set(book.model.sealed.map(({ updatedAt, validatedAt }) => updatedAt === validatedAt))).toEqual(
      new Set([true]),
    );
  });

  it.each([
    ["on no day of the calendar", { accountingDate: "2026-03-32" as never }, "accountingDate invalid"],
    ["with a voucher of no day of the calendar", { documentDate: "2026-03-32" as never }, "documentDate invalid"],
    ["for a reason with a NUL character", { description: "a\u0000" }, "description invalid"],
    ["for a reason of two lines", { description: "a\nb" }, "description invalid"],
  ])("is refused %s: it could never be mended", async (_, run, expected) => {
    const book = await rentBook();
    const { id } = await post(book, rent());
    expect(await refusal(book.ledger.reverse(caller, { id, ...run }))).toBe(`unprocessable_entity, ${expected}`);
    expect(book.model.sealed.length).toBe(1);
  });

  it("ends the letters of the lines that its original was lettered with", async () => {
    const book = await rentBook();
    const call = await post(book, rent());
    const receipt = await post(
      book,
      entry("BANQUE", "2026-03-05", "V", "D 512000 10.00 x", "C 411000 LOC0001 10.00 x"),
    );
    const lineIds = [call.lines[0]?.id, receipt.lines[1]?.id] as LineId[];
    await book.ledger.letter(caller, { lineIds });
    const reversal = await book.ledger.reverse(caller, { id: receipt.id });
    const lettered = (id?: LineId) =>
      `${book.model.letterings.get(id as string)?.status} ${book.model.letterings.get(id as string)?.code}`;
    expect([lettered(call.lines[0]?.id), lettered(receipt.lines[1]?.id), lettered(reversal.lines[1]?.id)]).toEqual([
      "none null",
      "full AAB",
      "full AAB",
    ]);
  });
});

describe("Letters", () => {
  it("are assigned when a reversal brings an account to zero", async () => {
    const book = await rentBook();
    const rent = await post(book, entry("OD", "2026-03-01", "P", "D 512000 7.00 x", "C 467000 PRO0001 7.00 x"));
    const mistake = await post(book, entry("OD", "2026-03-02", "P", "D 467000 PRO0001 1.00 x", "C 706100 1.00 x"));
    const payout = await post(book, entry("OD", "2026-03-03", "P", "D 467000 PRO0001 7.00 x", "C 512000 7.00 x"));
    await book.ledger.reverse(caller, { id: mistake.id });
    const ids = [mistake.lines[0]?.id, rent.lines[1]?.id, payout.lines[0]?.id] as string[];
    expect(ids.map((id) => book.model.letterings.get(id)?.code)).toEqual(["AAA", "AAB", "AAB"]);
  });

  it("are assigned for each time that an account reaches zero, also within one batch", async () => {
    const book = await rentBook();
    const [due, paid, left] = await book.ledger.post(caller, [
      entry("OD", "2026-03-01", "P", "D 512000 7.00 x", "C 467000 PRO0001 7.00 x"),
      entry("OD", "2026-03-02", "P", "D 467000 PRO0001 7.00 x", "C 512000 7.00 x"),
      entry("OD", "2026-03-03", "P", "D 512000 1.00 x", "C 467000 PRO0001 1.00 x"),
    ]);
    const ids = [due?.lines[1]?.id, paid?.lines[0]?.id, left?.lines[1]?.id] as string[];
    expect(ids.map((id) => book.model.letterings.get(id)?.code)).toEqual(["AAA", "AAA", undefined]);
  });

  it("that were taken back wait for the account's next zero", async () => {
    const book = await rentBook();
    const due = entry("OD", "2026-03-01", "P", "D 512000 7.00 x", "C 467000 PRO0001 7.00 x");
    const paid = entry("OD", "2026-03-02", "P", "D 467000 PRO0001 7.00 x", "C 512000 7.00 x");
    const [first] = await book.ledger.post(caller, [due, paid]);
    const line = first?.lines[1]?.id as string;
    await book.ledger.unletter(caller, [book.model.letterings.get(line)?.groupId as LetteringId]);
    await post(book, due);
    expect(book.model.letterings.get(line)).toEqual(NO_LETTERING);
    await post(book, paid);
    expect(book.model.letterings.get(line)).toMatchObject({ code: "AAB" });
  });

  const receipts = async (book: RentBook, ...euros: readonly string[]): Promise<LineId[]> => {
    const call = await post(book, rent());
    const ids = [call.lines[0]?.id as LineId];
    for (const amount of euros) {
      const receipt = await post(
        book,
        entry("BANQUE", "2026-03-09", "V", `D 512000 ${amount} x`, `C 411000 LOC0001 ${amount} x`),
      );
      ids.push(receipt.lines[1]?.id as LineId);
    }
    return ids;
  };

  it("wait until lines sum to zero, and are dated by the entry that closed the group", async () => {
    const book = await rentBook();
    const [call, first, second] = (await receipts(book, "4.00", "6.00")) as [LineId, LineId, LineId];
    expect(await refusal(book.ledger.letter(caller, { lineIds: [call, first] }))).toBe("lettering_unbalanced");
    await book.ledger.letter(caller, { lineIds: [call, first], partial: true });
    expect(book.model.letterings.get(call)).toMatchObject({ status: "partial", code: null, day: null });
    expect(await refusal(book.ledger.letter(caller, { lineIds: [call, second], partial: true }))).toBe(
      "lettering_partial",
    );
    await book.ledger.letter(caller, { lineIds: [call, first, second] });
    expect(book.model.letterings.get(call)).toMatchObject({
      status: "full",
      code: "AAA",
      day: "2026-03-09",
      inOneFile: true,
    });
    expect(await refusal(book.ledger.letter(caller, { lineIds: [call, first, second] }))).toBe("already_lettered");
  });

  it("are never reused, and belong to one account and auxiliary", async () => {
    const book = await rentBook();
    const lineIds = await receipts(book, "10.00");
    const group = await book.ledger.letter(caller, { lineIds });
    await book.ledger.unletter(caller, [group]);
    expect(book.model.letterings.get(lineIds[0] as string)).toMatchObject({ status: "none" });
    await book.ledger.letter(caller, { lineIds });
    expect(book.model.letterings.get(lineIds[0] as string)).toMatchObject({ code: "AAB" });
    const other = await post(book, rent());
    expect(await refusal(book.ledger.letter(caller, { lineIds: other.lines.map(({ id }) => id) }))).toBe(
      "lettering_mixed",
    );
    expect(await refusal(book.ledger.letter(caller, { lineIds: ["none" as LineId] }))).toBe("not_found");
  });

  it("letter many groups like one group after the other", async () => {
    const book = await rentBook();
    const [call, first, second] = (await receipts(book, "4.00", "6.00")) as [LineId, LineId, LineId];
    const paid = await receipts(book, "10.00");
    const both = [{ lineIds: [call, first], partial: true }, { lineIds: paid }, { lineIds: [call, first, second] }];
    expect(await refusal(book.ledger.letterAll(caller, [...both, { lineIds: paid }]))).toBe("already_lettered");
    expect(book.model.letterings.size).toBe(0);
    await book.ledger.letterAll(caller, both);
    expect([...paid, call, first, second].map((id) => book.model.letterings.get(id)?.code)).toEqual([
      ..."AAA AAA AAB AAB AAB".split(" "),
    ]);
  });

  it("are on lines from the start that are posted together with their match", async () => {
    const book = await rentBook();
    const calls = await Promise.all(["2026-03-01", "2026-03-02", "2026-03-03"].map((day) => post(book, rent(day))));
    const [paid, begun, taken] = calls.map(({ lines }) => lines[0]?.id) as [LineId, LineId, LineId];
    const [other] = await receipts(book, "1.00");
    const group = await book.ledger.letter(caller, { lineIds: [taken, other as LineId], partial: true });
    const receipt = entry(
      ...(["BANQUE", "2026-03-05", "V", "D 512000 24.00 x"] as const),
      ...["4.00", "6.00", "5.00", "9.00"].map((amount) => `C 411000 LOC0001 ${amount} x`),
    );
    const { entries, unletteredGroups: left } = await book.ledger.postLettered(caller, {
      entries: [receipt],
      groups: [
        { lineIds: [taken], posted: [{ entry: 0, line: 4 }] },
        { lineIds: [begun], posted: [{ entry: 0, line: 3 }] },
        { lineIds: [paid], posted: [1, 2].map((line) => ({ entry: 0, line })) },
      ],
    });
    const posted = entries.flatMap(({ lines }) => lines.map(({ id }) => id));
    const of = (id: LineId | undefined) => book.model.letterings.get(id ?? "");
    expect(left).toEqual([0]);
    expect(of(taken)?.groupId).toBe(group);
    expect([paid, begun, ...posted].map((id) => of(id)?.status ?? "none")).toEqual([
      ..."full partial none full full partial none".split(" "),
    ]);
    expect(of(posted[3])?.groupId).toBe(of(begun)?.groupId);
    expect([paid, posted[1], posted[2]].map((id) => of(id)?.code)).toEqual(["AAA", "AAA", "AAA"]);
    const next = await receipts(book, "10.00");
    await book.ledger.letter(caller, { lineIds: next });
    expect(of(next[0])?.code).toBe("AAB");
  });

  it("return the locked balances of automatically lettered accounts, and refuse other accounts", async () => {
    const book = await rentBook();
    await post(book, entry("OD", "2026-03-01", "P", "D 512000 7.00 x", "C 467000 PRO0001 7.00 x"));
    const owner = (auxiliaryCode: string) => ({ accountCode: "467000", auxiliaryCode });
    expect(await book.ledger.lockedBalances(caller, ["PRO0002", "PRO0001"].map(owner))).toEqual([0, -700]);
    const tenant = { accountCode: "411000", auxiliaryCode: "LOC0001" };
    for (const other of [tenant, { accountCode: "999999", auxiliaryCode: null }])
      await expect(book.ledger.lockedBalances(caller, [owner("PRO0001"), other])).rejects.toThrow(
        new TypeError(`Posting on ${other.accountCode} waits for no letters: its balance cannot be locked`),
      );
  });

  it("are absent from the accounting file of a group in two years", async () => {
    const book = await rentBook();
    book.clock.set("2027-02-01T10:00:00.000Z");
    const call = await post(book, rent("2026-12-01"));
    const receipt = await post(
      book,
      entry("BANQUE", "2027-01-05", "V", "D 512000 10.00 x", "C 411000 LOC0001 10.00 x"),
    );
    await book.ledger.letter(caller, { lineIds: [call.lines[0]?.id, receipt.lines[1]?.id] as LineId[] });
    expect(book.model.letterings.get(call.lines[0]?.id as string)).toMatchObject({ code: "AAA", inOneFile: false });
  });

  it("of a closed year's file are those that it had when it was closed", async () => {
    const book = await rentBook();
    book.clock.set("2027-01-10T10:00:00.000Z");
    const paid = ["D 512000 10.00 x", "C 411000 LOC0001 10.00 x"];
    const pair = async () => {
      const [call, receipt] = await book.ledger.post(caller, [
        rent("2026-12-01"),
        entry("BANQUE", "2026-12-05", "V", ...paid),
      ]);
      return [call?.lines[0]?.id, receipt?.lines[1]?.id] as LineId[];
    };
    const [before, after] = [await pair(), await pair()];
    await book.ledger.letter(caller, { lineIds: before });
    await book.ledger.closeMonth(caller, "2026-12" as Month);
    await book.ledger.letter(caller, { lineIds: after });
    expect(book.model.letterings.get(after[0] as string)).toMatchObject({ code: "AAB", inOneFile: false });
    const group = book.model.letterings.get(before[0] as string)?.groupId as LetteringId;
    await book.ledger.unletter(caller, [group]);
    expect(before.map((id) => book.model.filed.get(id)?.code)).toEqual(["AAA", "AAA"]);
    expect(after.map((id) => book.model.filed.get(id))).toEqual([undefined, undefined]);
  });

  it("of a closed year's file stay when an entry is reversed", async () => {
    const book = await rentBook();
    book.clock.set("2027-01-10T10:00:00.000Z");
    const [call, receipt] = await book.ledger.post(caller, [
      rent("2026-12-01"),
      entry("BANQUE", "2026-12-05", "V", "D 512000 10.00 x", "C 411000 LOC0001 10.00 x"),
    ]);
    const lineIds = [call?.lines[0]?.id, receipt?.lines[1]?.id] as LineId[];
    await book.ledger.letter(caller, { lineIds });
    await book.ledger.closeMonth(caller, "2026-12" as Month);
    await book.ledger.reverse(caller, { id: receipt?.id as never });
    expect(lineIds.map((id) => book.model.letterings.get(id)?.code)).toEqual([null, "AAB"]);
    expect(lineIds.map((id) => book.model.filed.get(id)?.code)).toEqual(["AAA", "AAA"]);
  });

  it("are set at zero across a closed year, whose opening repeats the balances", async () => {
    const book = await rentBook();
    book.clock.set("2027-01-10T10:00:00.000Z");
    const owed = await post(book, entry("OD", "2026-12-05", "P", "D 512000 7.00 x", "C 467000 PRO0001 7.00 x"));
    await book.ledger.closeMonth(caller, "2026-12" as Month);
    book.clock.set("2027-01-11T10:00:00.000Z");
    const paid = await post(book, entry("BANQUE", "2027-01-05", "V", "D 467000 PRO0001 7.00 x", "C 512000 7.00 x"));
    const ids = [owed.lines[1]?.id, paid.lines[0]?.id] as string[];
    expect(ids.map((id) => book.model.letterings.get(id)?.code)).toEqual(["AAA", "AAA"]);
  });
});

describe("Closing", () => {
  it("closes month by month, after their end and without drafts", async () => {
    const book = await rentBook();
    const { ledger } = book;
    expect(await ledger.periods(caller)).toEqual([]);
    await post(book, rent("2026-01-15"));
    const close = (month: string) => ledger.closeMonth(caller, month as Month);
    expect(await refusal(close("2026-02"))).toBe("invalid_transition");
    const { id } = await ledger.draft(caller, rent("2026-02-15"));
    expect(await close("2026-01")).toEqual({
      period: "2026-01",
      status: "closed",
      entriesPosted: 1,
      closedAt: "2026-03-05T09:00:00.000Z",
    });
    expect(await refusal(close("2026-01"))).toBe("invalid_transition");
    expect(await refusal(close("2026-02"))).toBe("invalid_transition");
    await ledger.discard(caller, id);
    await close("2026-02");
    expect(await refusal(close("2026-03"))).toBe("invalid_transition");
    expect(
      (await ledger.periods(caller)).map(({ period, status, entriesPosted }) => [period, status, entriesPosted]),
    ).toEqual([
      ["2026-01", "closed", 1],
      ["2026-02", "closed", 0],
      ["2026-03", "open", 0],
    ]);
    expect(await refusal(ledger.post(caller, [rent("2026-02-28")]))).toBe("period_closed");
    expect(await refusal(ledger.draft(caller, rent("2025-12-31")))).toBe("period_closed");
  });

  it("of a second December carries the result of that year alone, and that of the year before separately", async () => {
    const book = await rentBook();
    book.clock.set("2028-01-10T10:00:00.000Z");
    await post(book, entry("OD", "2026-12-05", "P", "D 512000 30.00 x", "C 706100 30.00 x"));
    await post(book, entry("OD", "2027-12-05", "P", "D 706100 10.00 x", "C 512000 10.00 x"));
    for (let month = "2026-12" as Month; month <= "2027-12"; month = monthAfter(month))
      await book.ledger.closeMonth(caller, month);
    const { lines, accountingDate } = book.model.sealed.at(-1) as SealedEntry;
    expect(accountingDate).toBe("2028-01-01");
    expect(lines.map((line) => `${line.accountCode} ${line.debitCents} ${line.creditCents}`)).toEqual([
      "120000 0 3000",
      "512000 2000 0",
      "129000 1000 0",
    ]);
  });

  it("leaves balances without a carry-forward in the following years", async () => {
    const book = await rentBook();
    for (const date of ["2026-01-10", "2026-12-10", "2027-02-10"])
      await post(book, entry("OD", date, "P", "D 512000 7.00 x", "C 706100 7.00 x"));
    await book.ledger.closeMonth(caller, "2026-01" as Month);
    const opening = async (from: string) =>
      (await book.ledger.accountLedger(caller, { accountCode: "512000", from: from as never, to: null }))
        .openingBalanceCents;
    expect([await opening("2026-02-01"), await opening("2027-02-01"), await opening("2028-01-01")]).toEqual([
      700, 1400, 2100,
    ]);
  });

  it.each([
    ["a profit", "D 512000 30.00 x", "C 706100 30.00 x", "120000 0 3000"],
    ["a loss", "D 706100 30.00 x", "C 512000 30.00 x", "129000 3000 0"],
  ])("of a December opens the next year with every balance and %s", async (_, debit, credit, result) => {
    const book = await rentBook();
    book.clock.set("2027-01-10T10:00:00.000Z");
    await post(book, entry("OD", "2026-12-05", "P", debit, credit));
    await post(book, entry("LOYERS", "2026-12-06", "P", "D 411000 LOC0001 7.00 x", "C 467000 PRO0001 7.00 x"));
    await book.ledger.closeMonth(caller, "2026-12" as Month);
    const opening = book.model.sealed.at(-1) as SealedEntry;
    expect(opening).toMatchObject({
      journal: "OD",
      reference: "OD-2027-000001",
      accountingDate: "2027-01-01",
      documentReference: "AN-2027",
      sourceType: "Opening",
      carriesForward: true,
      status: "validated",
    });
    expect(opening.lines.map((line) => `${line.accountCode} ${line.debitCents} ${line.creditCents}`).sort()).toEqual(
      [`411000 700 0`, "467000 0 700", debit.startsWith("D 512000") ? "512000 3000 0" : "512000 0 3000", result].sort(),
    );
    expect(await refusal(book.ledger.reverse(caller, { id: opening.id }))).toBe("carried_forward");
  });
});
