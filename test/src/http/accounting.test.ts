import { REVERSAL } from "@cartulary/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import {
  actingOn,
  type BookMakers,
  bookMakersFor,
  ENTRIES,
  fees,
  LEDGER,
  PERIODS,
  receipt,
  rentCall,
  TRIAL_BALANCE,
} from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { NOTHING } from "../../support/record-factories.ts";
import type {
  AccountingEntryBody,
  AccountingEntryDetailBody,
  AccountingPeriodBody,
  LedgerAccountBody,
  TrialBalanceBody,
} from "../../support/records.ts";
import { expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";

describe.each(usualDatabases)("the books on $name", ({ open }) => {
  let house: House;
  let books: BookMakers;
  let reader: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    books = bookMakersFor(house);
    reader = await house.person();
  });
  afterAll(() => house.close());

  const get = <Body>(id: string, path: string, query = "") => reader.ask<Body>("GET", path, actingOn(id, { query }));
  const entries = async (id: string, query = "") =>
    expectStatus(await get<readonly AccountingEntryBody[]>(id, ENTRIES, query), 200);
  const references = async (id: string, query = "") => (await entries(id, query)).map(({ reference }) => reference);
  const entry = async (id: string, entryId: string) =>
    expectStatus(await get<AccountingEntryDetailBody>(id, `${ENTRIES}/${entryId}`), 200);
  const close = (id: string, period: string) =>
    reader.ask<AccountingPeriodBody>("POST", `${PERIODS}/${period}/close`, actingOn(id));
  const opened = async () => (await books.mandataire({}, [reader])).id;

  it("show an entry as it was posted, with its lines", async () => {
    const id = await opened();
    const body = { description: "Loyer de janvier", periodStart: "2026-01-01", periodEnd: "2026-01-31" } as never;
    const [posted] = await books.post(id, rentCall("2026-01-05", 123_456, body));
    const summary = {
      id: posted?.id,
      reference: "LOY-2026-000001",
      journal: "LOYERS",
      societyCode: "1",
      entryDate: house.clock.now(),
      accountingDate: "2026-01-05",
      periodStart: "2026-01-01",
      periodEnd: "2026-01-31",
      status: "validated",
      description: "Loyer de janvier",
      totalDebit: "1234.56",
      totalCredit: "1234.56",
      linesCount: 2,
      sourceType: "Manual",
      sourceId: null,
      updatedAt: house.clock.now(),
    };
    expect(await entries(id)).toEqual([summary]);
    const { lines, ...detail } = await entry(id, posted?.id ?? "");
    expect(detail).toEqual({
      ...summary,
      validatedBy: house.admin.id,
      validatedAt: house.clock.now(),
      reversalOfId: null,
    });
    expect(lines).toEqual([
      {
        id: expect.any(String),
        lineNumber: 1,
        accountId: expect.any(String),
        accountCode: "411000",
        accountName: "Locataires",
        auxiliaryCode: "LOC0001",
        debit: "1234.56",
        credit: "0.00",
        label: "Loyer",
        entityType: "TenantActor",
        entityId: "00000000-0000-7000-8000-00000000000a",
        letteringCode: null,
        letteringStatus: "none",
      },
      {
        id: expect.any(String),
        lineNumber: 2,
        accountId: expect.any(String),
        accountCode: "467000",
        accountName: "Mandants",
        auxiliaryCode: "PRO0001",
        debit: "0.00",
        credit: "1234.56",
        label: "Loyer",
        entityType: "OwnerActor",
        entityId: "00000000-0000-7000-8000-00000000000b",
        letteringCode: null,
        letteringStatus: "none",
      },
    ]);
  });

  it("show drafts without a number, reversals with their originals, and letters", async () => {
    const id = await opened();
    const [call, paid] = await books.post(id, rentCall("2026-01-05", 5000), receipt("2026-01-09", 5000));
    const draft = await books.ledger(id).draft(books.clerk, rentCall("2026-02-05", 700));
    expect(await entry(id, draft.id)).toMatchObject({
      reference: null,
      status: "draft",
      validatedAt: null,
      validatedBy: null,
      totalDebit: "7.00",
      linesCount: 2,
    });
    const linesOf = async (entryId = "") => (await entry(id, entryId)).lines;
    const onTenant = async (entryId = "") =>
      (await linesOf(entryId)).filter(({ accountCode }) => accountCode === "411000");
    const tenantLines = [...(await onTenant(call?.id)), ...(await onTenant(paid?.id))];
    await books.ledger(id).letter(books.clerk, { lineIds: tenantLines.map((line) => line.id as never) });
    for (const each of [call, paid]) {
      expect(await onTenant(each?.id)).toMatchObject([{ letteringCode: "AAA", letteringStatus: "full" }]);
    }
    const reversal = await books.ledger(id).reverse(books.clerk, { id: paid?.id as never });
    expect(await entry(id, reversal.id)).toMatchObject({
      sourceType: REVERSAL,
      reversalOfId: paid?.id,
      lines: [{ credit: "50.00" }, { debit: "50.00" }],
    });
    expect(await references(id, "q[status_eq]=draft")).toEqual([null]);
    expectNotFound(await get(id, `${ENTRIES}/${NOTHING}`));
    expectNotFound(await get(id, `${ENTRIES}/none`));
  });

  it("are listed by filters, orders and pages", async () => {
    const id = await opened();
    house.clock.pass(1000);
    const [first] = await books.post(id, rentCall("2026-01-05", 10_000, { description: "Été à Noël" }));
    house.clock.pass(1000);
    await books.post(id, receipt("2026-01-20", 5_050), fees("2026-02-01", 777));
    house.clock.pass(1000);
    await books.post(id, rentCall("2026-02-05", 20_000, { description: "février" }));
    const all = ["LOY-2026-000001", "BQ-2026-000001", "PRO-2026-000001", "LOY-2026-000002"];
    const found = async (query: string) => new Set(await references(id, query));

    expect((await references(id)).at(0)).toBe(all[0]);
    expect((await references(id)).at(-1)).toBe(all[3]);
    expect(await found("")).toEqual(new Set(all));
    expect(await references(id, "sort=accounting_date&direction=desc")).toEqual([all[3], all[2], all[1], all[0]]);
    expect(await references(id, "sort=total_debit")).toEqual([all[2], all[1], all[0], all[3]]);
    expect(await found("journal=LOYERS")).toEqual(new Set([all[0], all[3]]));
    expect(await found("journal=OD")).toEqual(new Set());
    expect(await found("journal=LOYERS&q[accounting_date_gteq]=2026-02-01")).toEqual(new Set([all[3]]));
    expect(await found("q[status_eq]=validated&q[accounting_date_gteq]=2026-02-01")).toEqual(new Set([all[2], all[3]]));
    expect(await found("q[total_debit_gteq]=50.50&q[total_credit_lteq]=100")).toEqual(new Set([all[0], all[1]]));
    expect(await found("q[journal_in]=BANQUE,PROPRIO")).toEqual(new Set([all[1], all[2]]));
    expect(await found("q[journal_in][]=BANQUE&q[journal_in][]=PROPRIO")).toEqual(new Set([all[1], all[2]]));
    expect(await found("q[description_cont]=%C3%A9t%C3%A9")).toEqual(new Set([all[0]]));
    expect(await found("search=F%C3%89VRIER")).toEqual(new Set([all[3]]));
    expect(await found("q=bq-2026")).toEqual(new Set([all[1]]));
    expect(await found(`q[id_eq]=${first?.id.toUpperCase()}`)).toEqual(new Set([all[0]]));
    expect(await found("q[lines_count_eq]=2&q[period_start_eq]=2026-01-01")).toEqual(new Set());
    expect(await found("q[created_at_lteq]=2026-01-01")).toEqual(new Set());
    expect(await found("q[entry_date_gteq]=2026-01-01")).toEqual(new Set(all));
    expect(await references(id, `updated_since=${house.clock.now()}&sort=total_debit`)).toEqual([all[3]]);

    const pages = await Promise.all([1, 2, 3].map((page) => references(id, `per_page=2&page=${page}&sort=journal`)));
    expect(new Set(pages.flat())).toEqual(new Set(all));
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 0]);
    const { headers } = await get(id, ENTRIES, "per_page=1000&journal=LOYERS");
    expect([headers.get("x-per-page"), headers.get("x-total-count")]).toEqual(["100", "2"]);
  });

  it("refuse a question that cannot be read", async () => {
    const id = await opened();
    for (const query of [
      "journal=ACHATS",
      "journal=",
      "journal=OD&journal=OD",
      "q[accounting_date_cont]=2026",
      "q[total_debit_cont]=1",
      "q[total_debit_eq]=1,5",
      "q[totalDebit_eq]=1",
      "q[lines_eq]=1",
      "q[status_start]=d",
      "q[journal_or_status_eq]=OD",
      "q[accounting_date_gteq]=2026-02-30",
      "updated_since=",
      `search=${"x".repeat(201)}`,
    ]) {
      expect(expectMalformed(await get(id, ENTRIES, query)).details).toEqual({});
    }
  });

  it("are closed month by month, and a December opens the year that follows", async () => {
    const id = await opened();
    await books.post(id, rentCall("2025-11-05", 10_000), fees("2025-12-10", 1_000), rentCall("2026-01-05", 20_000));
    const periods = async () => expectStatus(await get<readonly AccountingPeriodBody[]>(id, PERIODS), 200);
    const open = (period: string) => ({ period, status: "open", entriesPosted: 0, closedAt: null });
    const closed = (period: string) => ({ period, status: "closed", entriesPosted: 1, closedAt: house.clock.now() });
    const months = (await periods()).map(({ period }) => period);
    expect([months[0], months.at(-1), months.length]).toEqual(["2025-11", "2026-03", 5]);
    expect((await periods())[0]).toEqual(open("2025-11"));

    for (const wrong of ["2025-10", "2025-12", "2026-03", "2030-01"]) {
      expect(expectRefusal((await close(id, wrong)) as never, 422, "invalid_transition").details).toEqual({});
    }
    expect(expectStatus(await close(id, "2025-11"), 200)).toEqual(closed("2025-11"));
    expectRefusal(await close(id, "2025-11"), 422, "invalid_transition");
    expect(await references(id, "q[status_eq]=posted")).toEqual(["LOY-2025-000001"]);

    const draft = await books.ledger(id).draft(books.clerk, rentCall("2025-12-20", 100));
    expectRefusal(await close(id, "2025-12"), 422, "invalid_transition");
    await books.ledger(id).discard(books.clerk, draft.id);

    expect(expectStatus(await close(id, "2025-12"), 200)).toEqual(closed("2025-12"));
    const [opening] = await entries(id, "q[source_type_eq]=Opening");
    expect(opening).toMatchObject({ journal: "OD", accountingDate: "2026-01-01", totalDebit: "100.00" });
    const { lines } = await entry(id, opening?.id ?? "");
    expect(lines.map(({ accountCode, debit, credit }) => [accountCode, debit, credit])).toEqual([
      ["411000", "100.00", "0.00"],
      ["467000", "0.00", "90.00"],
      ["120000", "0.00", "10.00"],
    ]);
    expect((await periods()).map(({ status }) => status)).toEqual(["closed", "closed", "open", "open", "open"]);
  });

  it("show one account with its opening and running balance", async () => {
    const id = await opened();
    await books.post(
      id,
      rentCall("2026-01-05", 10_000),
      receipt("2026-01-20", 4_000),
      rentCall("2026-02-05", 10_000),
      receipt("2026-02-20", 16_001),
    );
    const ledger = async (query: string) => expectStatus(await get<LedgerAccountBody>(id, LEDGER, query), 200);
    expect(await ledger("account=411000&auxiliary=LOC0001&from=2026-02-01&to=2026-02-28")).toEqual({
      accountCode: "411000",
      accountName: "Locataires",
      auxiliaryCode: "LOC0001",
      from: "2026-02-01",
      to: "2026-02-28",
      openingBalance: "60.00",
      lines: [
        {
          date: "2026-02-05",
          journal: "LOYERS",
          reference: "LOY-2026-000002",
          label: "Loyer",
          debit: "100.00",
          credit: "0.00",
          balance: "160.00",
          letteringCode: null,
        },
        {
          date: "2026-02-20",
          journal: "BANQUE",
          reference: "BQ-2026-000002",
          label: "Virement",
          debit: "0.00",
          credit: "160.01",
          balance: "-0.01",
          letteringCode: null,
        },
      ],
      closingBalance: "-0.01",
    });
    expect(await ledger("account=411000")).toMatchObject({
      auxiliaryCode: null,
      from: null,
      to: null,
      openingBalance: "0.00",
      lines: { length: 4 },
      closingBalance: "-0.01",
    });
    expect(await ledger("account=411000&auxiliary=LOC0002")).toMatchObject({ lines: [], closingBalance: "0.00" });
    expect(await ledger("account=580000")).toMatchObject({ accountName: "Virements internes", lines: [] });
    expectNotFound(await get(id, LEDGER, "account=411"));
    expectNotFound(await get(id, LEDGER, "account=%00"));
    for (const query of [
      "",
      "account=",
      "account=411000&account=512000",
      "account=411000&from=2026-02-30",
      "account=411000&to=february",
      "account=411000&from=",
      "account=411000&auxiliary=",
      "account=411000&auxiliary=a%00b",
      `account=411000&auxiliary=${"x".repeat(201)}`,
    ]) {
      expectMalformed(await get(id, LEDGER, query));
    }
  });

  it("export one account as a table that no spreadsheet runs as formulas", async () => {
    const id = await opened();
    const [first, second] = rentCall("2026-01-05", 10_000).lines;
    const lines = [
      { ...first, label: '=HYPERLINK("http://example.org","x")' },
      { ...second, label: "Loyer, janvier" },
    ] as never;
    await books.post(id, { ...rentCall("2026-01-05", 10_000), lines });
    const csv = async (account: string, accept = "text/csv") => {
      const query = { account };
      return reader.ask<unknown>("GET", LEDGER, actingOn(id, { query, headers: { accept } }));
    };
    const tenant = await csv("411000");
    expect([tenant.status, tenant.headers.get("content-type"), tenant.headers.get("vary")]).toEqual([
      200,
      "text/csv; charset=utf-8",
      "Accept",
    ]);
    expect(tenant.headers.get("content-disposition")).toBe("attachment; filename=ledger-411000.csv");
    expect(tenant.text).toBe(
      [
        "date,journal,reference,label,debit,credit,balance,lettering_code",
        ",,,Opening balance,,,0.00,",
        `2026-01-05,LOYERS,LOY-2026-000001,"'=HYPERLINK(""http://example.org"",""x"")",100.00,0.00,100.00,`,
        "",
      ].join("\r\n"),
    );
    expect((await csv("467000")).text).toContain(
      '2026-01-05,LOYERS,LOY-2026-000001,"Loyer, janvier",0.00,100.00,-100.00,',
    );
    expect((await csv("411000", "application/json, text/csv;q=0.9")).headers.get("content-type")).toBe(
      "application/json",
    );
    expectNotFound(
      await reader.ask("GET", LEDGER, actingOn(id, { query: { account: "9" }, headers: { accept: "text/csv" } })),
    );
  });

  it("balance, over any days", async () => {
    const id = await opened();
    await books.post(id, rentCall("2026-01-05", 10_000), receipt("2026-01-20", 4_000), fees("2026-02-01", 500));
    const balance = async (query = "") => expectStatus(await get<TrialBalanceBody>(id, TRIAL_BALANCE, query), 200);
    expect(await balance()).toEqual({
      from: null,
      to: null,
      accounts: [
        ["411000", "Locataires", "LOC0001", "100.00", "40.00", "60.00"],
        ["467000", "Mandants", "PRO0001", "5.00", "100.00", "-95.00"],
        ["512000", "Banque mandants", null, "40.00", "0.00", "40.00"],
        ["706100", "Honoraires de gestion", null, "0.00", "5.00", "-5.00"],
      ].map(([accountCode, accountName, auxiliaryCode, debit, credit, balance]) => ({
        accountCode,
        accountName,
        auxiliaryCode,
        debit,
        credit,
        balance,
      })),
      totalDebit: "145.00",
      totalCredit: "145.00",
    });
    expect(await balance("from=2026-02-01&to=2026-02-28")).toMatchObject({
      from: "2026-02-01",
      to: "2026-02-28",
      accounts: [{ accountCode: "467000" }, { accountCode: "706100" }],
      totalDebit: "5.00",
    });
    expect(await balance("to=2025-12-31")).toMatchObject({ from: null, accounts: [], totalDebit: "0.00" });
    for (const query of ["from=2026-13-01", "to=x", "from=2026-01-01&from=2026-01-02"]) {
      expectMalformed(await get(id, TRIAL_BALANCE, query));
    }
  });
});
