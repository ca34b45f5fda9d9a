import type { Day } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bookMakersFor, fees, receipt, rentCall } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("money that leaves the mandants' account, on $name", ({ open }) => {
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

    it("are never more than the amount due, less earlier withdrawals of any year", async () => {
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

    it("are due with those of a closed year, VAT and other fees too", async () => {
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

    it("have an amount and a day that is not in the future, with an error for each", async () => {
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

    it("are withdrawn once under concurrent requests", async () => {
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

    it("are refused to callers who are no members, and to readers", async () => {
      const agent = await booked();
      const json = { amount_cents: 1, booked_on: "2026-02-28" };
      const stranger = await house.person({ role: "admin" });
      const request = { headers: { "x-mandataire-id": agent.id }, json };
      expectRefusal(await stranger.ask("POST", `/rental/api/v1${PATH}`, request), 403, "forbidden");
    });
  });
});
