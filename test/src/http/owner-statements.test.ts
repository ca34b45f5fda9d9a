import { cents } from "@cartulary/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { type BookMakers, bookMakersFor, fees, rentCall } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import type { OwnerStatementBody } from "../../support/records.ts";
import { expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

describe.each(usualDatabases)("the statement of an owner, on $name", ({ open }) => {
  let house: House;
  let books: BookMakers;
  beforeAll(async () => {
    house = await openHouse(await open());
    books = bookMakersFor(house);
  });
  afterAll(() => house.close());

  /** A mandataire with an owner whose account is the one that {@link bookMakersFor} writes on. */
  async function anOwner(more: object = {}) {
    const agent = await agentOf(house);
    const owner = await agent.made("/owners", { first_name: "Anne", accounting_code: "PRO0001", ...more });
    const at = `/owners/${owner.id}/statement`;
    const statement = (query = ""): Promise<OwnerStatementBody> => agent.found(`${at}${query}`);
    return { agent, owner, at, statement };
  }

  it("lists the movements on 467000, credit minus debit, between the opening and the closing balance", async () => {
    const { agent, owner, statement } = await anOwner();
    await books.post(agent.id, rentCall("2026-01-05", 100_000), fees("2026-02-01", 7000), rentCall("2026-02-05", 333));
    const line = { journal: "LOYERS", label: "Loyer", debit: "0.00" };
    expect(await statement("?from=2026-02-01&to=2026-02-28")).toEqual({
      ownerId: owner.id,
      ownerName: "Anne",
      from: "2026-02-01",
      to: "2026-02-28",
      openingBalance: "1000.00",
      lines: [
        {
          date: "2026-02-01",
          journal: "PROPRIO",
          reference: "PRO-2026-000001",
          label: "Honoraires",
          debit: "70.00",
          credit: "0.00",
          balance: "930.00",
        },
        { ...line, date: "2026-02-05", reference: "LOY-2026-000002", credit: "3.33", balance: "933.33" },
      ],
      totalDebit: "70.00",
      totalCredit: "3.33",
      closingBalance: "933.33",
      sections: {
        ...{ properties: [], fees: [], invoices: [], premiums: [], payouts: [], taxHelp: null },
        ...{ openingCents: 100_000, closingCents: 93_333 },
      },
    });
    expect(await statement("?to=2026-01-31")).toMatchObject({
      from: null,
      openingBalance: "0.00",
      lines: [{ ...line, credit: "1000.00", balance: "1000.00" }],
      closingBalance: "1000.00",
    });
    expect(await statement("?from=2026-03-01")).toMatchObject({ openingBalance: "933.33", lines: [], to: null });
    expect(await statement("?from=2026-02-03&to=2026-02-01")).toMatchObject({ lines: [], closingBalance: "930.00" });
  });

  it("shows an owner's debt below zero, and no other owner or account", async () => {
    const { agent, statement } = await anOwner();
    await agent.made("/owners", { first_name: "Luc" });
    await books.post(agent.id, fees("2026-02-01", 7000));
    const ordered = { auxiliaryCode: "PRO0001", label: "Reversement" };
    const payout = {
      ...fees("2026-02-02", 1),
      lines: [
        { ...ordered, accountCode: "467000", debitCents: cents(500) },
        { ...ordered, accountCode: "467900", creditCents: cents(500) },
      ],
    };
    await books.post(agent.id, payout);
    expect(await statement()).toMatchObject({ totalDebit: "75.00", totalCredit: "0.00", closingBalance: "-75.00" });
    const [, luc] = await agent.found("/owners");
    expect(await agent.found(`/owners/${luc.id}/statement`)).toMatchObject({ lines: [], closingBalance: "0.00" });
  });

  it("keeps a receipt in its month, and takes it back in the month of its rejection", async () => {
    const agent = await agentOf(house, { accounting_mode: "cash" });
    const { owners } = await workedEstate(agent);
    const bank = await bankOf(house, agent);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const [{ reference: label, totalAmountCents: amount_cents }] = await agent.found("/rent_calls");
    const isCancellable = async () => (await agent.found(`/billing_runs/${run.id}`)).cancellable;
    const receivedIn = async (from: string, to: string) => {
      const { sections }: OwnerStatementBody = await agent.found(
        `/owners/${owners[0].id}/statement?from=${from}&to=${to}`,
      );
      const tenants = sections.properties.flatMap(({ units }) => units.flatMap((unit) => unit.tenants));
      return tenants.map(({ receivedRentCents, receivedChargesCents, receivedVatCents, owedCents }) => [
        ...[receivedRentCents, receivedChargesCents, receivedVatCents, owedCents],
      ]);
    };
    const march = () => receivedIn("2026-03-01", "2026-03-31");
    const april = () => receivedIn("2026-04-01", "2026-04-30");
    house.clock.pass(Date.parse("2026-04-12T09:00:00Z") - Date.parse(house.clock.now()));
    const rejected = { direction: "outbound", method: "rejection", amount_cents, booked_on: "2026-04-10" };
    for (const name of ["A", "B"]) {
      await bank.bring({ bank_reference: `P-${name}`, amount_cents, label, booked_on: "2026-03-20" });
      // The second one is taken back after a run has remitted it.
      if (name === "B") {
        const { id } = await agent.made("/billing_runs", { period_start: "2026-04-01" });
        await house.work();
        await agent.done(`/billing_runs/${id}/validate?force`);
        await agent.done(`/billing_runs/${id}/apply`);
      }
      expect(await isCancellable()).toBe(false);
      await bank.bring({ ...rejected, bank_reference: `R-${name}`, reverses: `P-${name}` });
      expect(await isCancellable()).toBe(true);
      const times = name === "A" ? 1 : 2;
      expect(await march()).toEqual([[times * 26_882, times * 3_226, times * 6_021, (1 - times) * 36_129]]);
      const called = name === "A" ? 0 : 56_000;
      expect(await april()).toEqual([[times * -26_882, times * -3_226, times * -6_021, 36_129 + called]]);
    }
  });

  it("begins with the balance of a closed year, which is no movement", async () => {
    const { agent, statement } = await anOwner();
    await books.post(agent.id, rentCall("2024-11-05", 50_000), rentCall("2025-01-05", 100));
    for (const month of ["2024-11", "2024-12"])
      expectStatus(await agent.ask("POST", `/accounting/periods/${month}/close`), 200);
    const year = { openingBalance: "500.00", totalCredit: "1.00", closingBalance: "501.00" };
    expect(await statement("?from=2025-01-01")).toMatchObject({ ...year, lines: [{ credit: "1.00" }] });
    expect(await statement("?from=2025-01-02")).toMatchObject(year);
    expect(await statement()).toMatchObject({
      openingBalance: "0.00",
      totalCredit: "501.00",
      closingBalance: "501.00",
    });
  });

  it("is read page by page, from the state of the book at the first page", async () => {
    const { agent, at } = await anOwner();
    const days = Array.from({ length: 28 }, (_, day) => `2026-01-${String(day + 1).padStart(2, "0")}`);
    for (let made = 0; made < 2100; made += 700)
      await books.post(agent.id, ...Array.from({ length: 700 }, (_, n) => rentCall(days[n % 28] ?? "", 100 + n)));
    const path = `/rental/api/v1${at}`;
    const begun = await house.app.fetch(new Request(`http://localhost${path}`, { headers: await headersOf(agent.id) }));
    const pieces = begun.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
    const first = (await pieces?.next())?.value ?? "";
    await books.post(agent.id, rentCall("2026-01-01", 77), rentCall("2026-01-28", 77));
    let rest = "";
    for (let piece = await pieces?.next(); piece && !piece.done; piece = await pieces?.next()) rest += piece.value;
    const { lines, ...whole }: OwnerStatementBody = JSON.parse(first + rest);
    expect(lines).toHaveLength(2100);
    expect(lines.map(({ date }) => date)).toEqual(lines.map(({ date }) => date).toSorted());
    expect(new Set(lines.map(({ reference }) => reference)).size).toBe(2100);
    expect([lines.at(-1)?.balance, whole.totalCredit]).toEqual([whole.closingBalance, whole.closingBalance]);
    const printed = await house.admin.ask("GET", path, accepting(agent.id, "application/pdf"));
    expectRefusal(printed, 422, "statement_too_long");
  });

  it("is a PDF for clients that prefer one, with the movements in words", async () => {
    const agent = await agentOf(house, { accounting_mode: "accrual", name: "Agence du Port" });
    const { owners } = await workedEstate(agent);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const path = `/rental/api/v1/owners/${owners[0].id}/statement?from=2026-03-01&to=2026-03-31`;
    const pdf = await house.admin.ask("GET", path, accepting(agent.id, "application/pdf"));
    expect([pdf.status, pdf.headers.get("content-type"), pdf.headers.get("vary")]).toEqual([
      ...[200, "application/pdf", "Accept"],
    ]);
    expect(pdf.headers.get("content-disposition")).toContain("compte-rendu-PRO0001.pdf");
    expect(pdf.text.slice(0, 5)).toBe("%PDF-");
    for (const other of ["text/html", "*/*", "application/json, application/pdf;q=0.5"]) {
      const answer = await house.admin.ask("GET", path, accepting(agent.id, other));
      expect(answer.headers.get("content-type")).toBe("application/json");
    }
  });

  it("is refused for invalid days, and of an unknown owner", async () => {
    const { agent, at } = await anOwner();
    for (const query of ["from=2026-02-30", "to=yesterday", "from=", "from=2026-01-01&from=2026-01-02"])
      expectMalformed(await agent.ask("GET", `${at}?${query}`));
    const other = await agentOf(house);
    expectNotFound(await other.ask("GET", at));
    expectNotFound(await agent.ask("GET", "/owners/none/statement"));
  });

  const headersOf = async (id: string) => ({
    authorization: `Bearer ${await house.admin.token("read")}`,
    "x-mandataire-id": id,
  });
  const accepting = (id: string, accept: string) => ({ headers: { "x-mandataire-id": id, accept } });
});
