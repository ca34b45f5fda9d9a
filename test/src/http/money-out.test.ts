import type { Day } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookMakersFor, fees, receipt, rentCall } from "../../support/books.ts";
import { databases } from "../../support/databases.ts";
import { type House, openHouse } from "../../support/house.ts";
import { expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: what is answered is looked at field by field.
type Body = any;

describe.each(databases)("money that leaves the mandants' account, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  const PATH = "/accounting/fee_withdrawals";
  const withdraw = (agent: Agent, amount_cents: number, booked_on = "2026-02-28") =>
    agent.ask("POST", PATH, { amount_cents, booked_on });
  const balanceOf = async ({ found }: Agent, account: string) =>
    (await found("/accounting/ledger", { account })).closingBalance;

  /** Books in which fees are due, and so much is in the bank. */
  async function booked({ due = 6774, bank = 100_000 } = {}): Promise<Agent> {
    const agent = await agentOf(house);
    const entries = [rentCall("2025-12-05", 200_000), receipt("2025-12-06", bank), fees("2025-12-07", due)];
    await bookMakersFor(house).post(agent.id, ...entries);
    return agent;
  }

  describe("fees that the agency withdraws", () => {
    it("are an entry of the general journal, of that day", async () => {
      const agent = await booked();
      const entry = expectStatus(await withdraw(agent, 6774), 201);
      expect(entry).toMatchObject({
        reference: "OD-2026-000001",
        ...{ journal: "OD", societyCode: "1", accountingDate: "2026-02-28", status: "validated" },
        ...{ periodStart: null, periodEnd: null, totalDebit: "67.74", totalCredit: "67.74", linesCount: 2 },
        ...{ sourceType: "Manual", sourceId: null, reversalOfId: null, validatedBy: house.admin.id },
        lines: [
          { accountCode: "512100", auxiliaryCode: null, debit: "67.74", credit: "0.00" },
          { accountCode: "512000", auxiliaryCode: null, debit: "0.00", credit: "67.74" },
        ],
      });
      expect(await agent.found(`/accounting_entries/${entry.id}`)).toEqual(entry);
      expect([await balanceOf(agent, "512000"), await balanceOf(agent, "512100")]).toEqual(["932.26", "67.74"]);
    });

    it("are never more than is due, which is less what was withdrawn, whatever the year", async () => {
      const agent = await booked();
      const tooMuch = { amount_cents: ["less_than_or_equal_to"] };
      expectRentalInvalid(await withdraw(agent, 6775), tooMuch);
      expectStatus(await withdraw(agent, 4000, "2025-12-31"), 201);
      expectRentalInvalid(await withdraw(agent, 2775), tooMuch);
      expectStatus(await withdraw(agent, 2774), 201);
      expectRentalInvalid(await withdraw(agent, 1), tooMuch);
      expect(await balanceOf(agent, "512100")).toBe("67.74");
      expectRentalInvalid(await withdraw(await agentOf(house), 1), tooMuch);
    });

    it("are never more than there is", async () => {
      const agent = await booked({ bank: 5000 });
      expectRentalInvalid(await withdraw(agent, 5001), { amount_cents: ["less_than_or_equal_to"] });
      expectStatus(await withdraw(agent, 5000), 201);
      expect(await balanceOf(agent, "512000")).toBe("0.00");
    });

    it("are due with what a year that was closed made, VAT and other fees too", async () => {
      const agent = await booked({ due: 1000 });
      const { ledger, clerk } = bookMakersFor(house);
      const [shape] = [fees("2025-12-08", 1)];
      const lines = [
        { ...shape?.lines[0], debitCents: 350 },
        { accountCode: "706200", label: "Location", creditCents: 150 },
        { accountCode: "445710", label: "TVA", creditCents: 200 },
      ];
      await ledger(agent.id).post(clerk, [{ ...shape, lines } as never]);
      expect(await agent.done("/accounting/periods/2025-12/close")).toMatchObject({ status: "closed" });
      expectRentalInvalid(await withdraw(agent, 1351), { amount_cents: ["less_than_or_equal_to"] });
      const late = expectStatus(await withdraw(agent, 1350, "2025-12-31"), 201);
      expect(late).toMatchObject({ accountingDate: "2026-01-01", totalDebit: "13.50" });
    });

    it("are of an amount and of a day that is not to come, both named where both are wrong", async () => {
      const agent = await booked();
      const wrong = { booked_on: ["less_than_or_equal_to"] };
      expectRentalInvalid(await withdraw(agent, 1, "2026-03-02"), wrong);
      expectRentalInvalid(await withdraw(agent, 0, "9999-12-31"), {
        ...wrong,
        amount_cents: ["greater_than_or_equal_to"],
      });
      expectRentalInvalid(await withdraw(agent, -6774), { amount_cents: ["greater_than_or_equal_to"] });
      for (const amount of [10_000_000_000_001, Number.MAX_SAFE_INTEGER])
        expectRentalInvalid(await withdraw(agent, amount), { amount_cents: ["less_than_or_equal_to"] });
      for (const day of ["0001-01-01", "1899-12-31"])
        expectRentalInvalid(await withdraw(agent, 1, day), { booked_on: ["greater_than_or_equal_to"] });
      expect(await balanceOf(agent, "512100")).toBe("0.00");
    });

    it("are of no day before the book begins with its opening balances", async () => {
      const agent = await agentOf(house);
      const { ledger, clerk, post } = bookMakersFor(house);
      const lines = [
        { accountCode: "512000", label: "Reprise", debitCents: cents(5000) },
        { accountCode: "120000", label: "Reprise", creditCents: cents(5000) },
      ];
      await ledger(agent.id).enterOpening(clerk, { societyCode: "1", date: "2026-02-01" as Day, lines });
      const tooEarly = { booked_on: ["greater_than_or_equal_to"] };
      await post(agent.id, rentCall("2026-02-05", 2000), fees("2026-02-06", 100));
      expectRentalInvalid(await withdraw(agent, 100, "2026-01-31"), tooEarly);
      expectStatus(await withdraw(agent, 100, "2026-02-01"), 201);
    });

    it("are withdrawn once where several ask at once", async () => {
      const agent = await booked();
      const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw(agent, 4000)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
      expect(await balanceOf(agent, "512100")).toBe("40.00");
    });

    it("are withdrawn once where a request is sent again under its key", async () => {
      const agent = await booked();
      const again = () =>
        house.admin.ask<Body>("POST", `/rental/api/v1${PATH}`, {
          headers: { "x-mandataire-id": agent.id, "idempotency-key": "a-withdrawal" },
          json: { amount_cents: 4000, booked_on: "2026-02-28" },
        });
      const first = expectStatus(await again(), 201);
      expect(expectStatus(await again(), 201)).toEqual(first);
      expect(await balanceOf(agent, "512100")).toBe("40.00");
    });

    it("are nobody's who is no member, and no reader's", async () => {
      const agent = await booked();
      const json = { amount_cents: 1, booked_on: "2026-02-28" };
      const stranger = await house.person({ role: "admin" });
      const asked = { headers: { "x-mandataire-id": agent.id }, json };
      expectRefusal(await stranger.ask("POST", `/rental/api/v1${PATH}`, asked), 403, "forbidden");
    });
  });

  describe("payouts as the bank is asked to pay them", () => {
    const [AGENCY, ALICE, BRUNO] = [
      "FR7630006000011234567890189",
      "FR1420041010050500013M02606",
      "DE89370400440532013000",
    ];
    const account = (iban: string) => ({ bank_accounts: [{ iban, is_default: true }] });
    const exported = (agent: Agent, query: Record<string, string> = {}) =>
      house.admin.ask<Body>("GET", "/rental/api/v1/owner_payouts/export", {
        headers: { "x-mandataire-id": agent.id },
        query: { format: "pain.001", ...query },
      });
    const read = (xml: string, name: string) =>
      [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)<`, "g"))].map(([, text]) => text);

    const ibansIn = (xml: string) => read(xml, "IBAN");

    /** The worked example, applied: 338.71 to Alice and 677.41 to Bruno. */
    async function ordered(mandataire: object = { iban: AGENCY, bic: "AGRIFRPP" }) {
      const agent = await agentOf(house, { accounting_mode: "accrual", ...mandataire });
      const { owners } = await workedEstate(agent);
      for (const [at, iban] of [ALICE, BRUNO].entries())
        expectStatus(await agent.ask("PATCH", `/owners/${owners[at].id}`, account(iban)), 200);
      const run = await validatedRun(house, agent);
      await agent.done(`/billing_runs/${run.id}/apply`);
      const payouts: Body[] = await agent.found("/owner_payouts", { sort: "reference" });
      return { agent, owners, run, payouts };
    }

    it("are one XML file, each under its own reference", async () => {
      const { agent, payouts } = await ordered();
      const reply = await exported(agent);
      expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
      const [messageId] = read(reply.text, "MsgId");
      expect(reply.headers.get("content-disposition")).toContain(`pain.001-${messageId}.xml`);
      expect(read(reply.text, "EndToEndId")).toEqual(payouts.map(({ reference }) => reference));
      expect(read(reply.text, "InstdAmt")).toEqual(["338.71", "677.41"]);
      expect(read(reply.text, "IBAN")).toEqual([AGENCY, ALICE, BRUNO]);
      expect(read(reply.text, "BICFI")).toEqual(["AGRIFRPP"]);
      expect(read(reply.text, "CtrlSum")).toEqual(["1016.12", "1016.12"]);
      expect(read(reply.text, "Dt")).toEqual(["2026-03-01"]);
      expect(read(reply.text, "Nm")).toEqual(["an agency", "an agency", "Alice", "Bruno"]);
    });

    it("have the same message id however often they are exported, some of them another one", async () => {
      const { agent, payouts } = await ordered();
      const idOf = async (query: Record<string, string> = {}) => read((await exported(agent, query)).text, "MsgId")[0];
      const [whole] = [await idOf()];
      house.clock.pass(86_400_000);
      const [one, other] = payouts.map(({ id }) => id);
      expect([await idOf(), await idOf({ ids: `${other},${one.toUpperCase()}` })]).toEqual([whole, whole]);
      const alone = await exported(agent, { ids: other });
      expect(read(alone.text, "EndToEndId")).toEqual([payouts[1].reference]);
      expect(read(alone.text, "MsgId")).not.toEqual([whole]);
    });

    it("are only those that are ordered, and have an account", async () => {
      const { agent, owners, run, payouts } = await ordered();
      expectStatus(await agent.ask("PATCH", `/owners/${owners[0].id}`, { bank_accounts: [] }), 200);
      expect(read((await exported(agent)).text, "EndToEndId")).toEqual([payouts[1].reference]);
      await agent.done(`/billing_runs/${run.id}/cancel`);
      expectRefusal(await exported(agent), 422, "nothing_to_pay");
      expectRefusal(await exported(agent, { ids: payouts[1].id }), 422, "nothing_to_pay");
    });

    it("wait for an account, and go to the one that is recorded last", async () => {
      const agent = await agentOf(house, { accounting_mode: "accrual", iban: AGENCY });
      const { owners } = await workedEstate(agent);
      const withoutIban = { bank_accounts: [{ label: "no IBAN yet", is_default: true }] };
      expectStatus(await agent.ask("PATCH", `/owners/${owners[0].id}`, withoutIban), 200);
      const run = await validatedRun(house, agent);
      await agent.done(`/billing_runs/${run.id}/apply`);
      const mine = async () => (await agent.found("/owner_payouts", { "q[owner_id_eq]": owners[0].id }))[0];
      const before = await mine();
      expect(before).toMatchObject({ status: "blocked", bankAccountId: null });
      expectRefusal(await exported(agent), 422, "nothing_to_pay");
      const read = { collection: "owner_payouts", updated_since: house.clock.now() };
      house.clock.pass(1000);
      const record = async (accounts: object): Promise<Body> =>
        expectStatus(await agent.ask("PATCH", `/owners/${owners[0].id}`, accounts), 200).bankAccounts[0];
      const { id } = await record(account(ALICE));
      expect(await mine()).toEqual({ ...before, status: "ordered", bankAccountId: id });
      const followed: Body[] = await agent.found("/snapshots", read);
      expect(followed.filter(({ data }) => data.id === before.id)).toMatchObject([
        { data: { status: "ordered", bankAccountId: id }, updatedAt: house.clock.now() },
      ]);
      const other = await record(account(BRUNO));
      expect(await mine()).toMatchObject({ status: "ordered", bankAccountId: other.id });
      expect(ibansIn((await exported(agent)).text)).toEqual([AGENCY, BRUNO]);
      expectStatus(await agent.ask("PATCH", `/owners/${owners[0].id}`, { last_name: "Martin" }), 200);
      expect(await mine()).toMatchObject({ status: "ordered", bankAccountId: other.id });
    });

    it("are refused where there is nothing to pay, nothing to pay from, or another form is asked for", async () => {
      const { agent, payouts } = await ordered({});
      const refusal = expectRefusal(await exported(agent), 422, "missing_iban");
      expect(refusal.details).toEqual({});
      const [empty, other] = [await agentOf(house, { iban: AGENCY }), await ordered()];
      expect(expectRefusal(await exported(empty), 422, "nothing_to_pay").details).toEqual({});
      const theirs = `${other.payouts[0].id},${payouts[0].id}`;
      for (const ids of [theirs, payouts[0].id, "00000000-0000-7000-8000-000000000000"])
        expectRefusal(await exported(other.agent, { ids }), 404, "not_found");
      for (const query of [
        ...[{ format: "pain.008" }, { format: "csv" }, { format: "" }, { format: "PAIN.001" }],
        ...[{ ids: "" }, { ids: "x" }, { ids: "," }, { ids: `${payouts[0].id},` }, { ids: `${payouts[0].id} ` }],
      ])
        expectRefusal(await exported(other.agent, query), 400, "bad_request");
      const unsaid = { headers: { "x-mandataire-id": other.agent.id } };
      expectRefusal(await house.admin.ask("GET", "/rental/api/v1/owner_payouts/export", unsaid), 400, "bad_request");
    });
  });
});
