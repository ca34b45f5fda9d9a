import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fecFileOf, fecFindingsOf } from "../../support/fec-file.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

/** The tax office's own tool, where this machine has it. */
const validator = process.env.FEC_VALIDATOR;

describe.each(usualDatabases)("the worked example (rental.md 3.6) by requests alone, on $name,", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** The remaining balances, by account and auxiliary. */
  async function left({ found }: Agent): Promise<readonly string[]> {
    const { accounts } = await found("/accounting/trial_balance");
    return accounts
      .filter(({ balance }: Body) => balance !== "0.00")
      .map(({ accountCode, auxiliaryCode, balance }: Body) =>
        [accountCode, auxiliaryCode, balance].filter(Boolean).join(" "),
      );
  }

  async function begun(accounting_mode: string) {
    const agent = await agentOf(house, { accounting_mode });
    await workedEstate(agent);
    const bank = await bankOf(house, agent);
    const bill = async (period_start: string) => {
      const { id } = await validatedRun(house, agent, { period_start });
      await agent.done(`/billing_runs/${id}/apply`);
      return (await agent.found("/owner_payouts", { sort: "reference" })).map(({ amountCents }: Body) => amountCents);
    };
    /** The tenant pays the call, and the bank the payouts; the agency takes its fees. */
    const receive = () =>
      bank.bring({ bank_reference: "B-1", amount_cents: 108_386, rent_call_reference: "AP-2026-000001" });
    const payOut = async () => {
      // An owner without an account is paid once he has one.
      for (const { id } of await agent.found("/owners"))
        await agent.ask("PATCH", `/owners/${id}`, {
          bank_accounts: [{ iban: "FR7630006000011234567890189", is_default: true }],
        });
      const label = "RV-2026-000001 RV-2026-000002";
      const paid = { bank_reference: "B-2", direction: "outbound", amount_cents: 101_612, label };
      expect((await bank.bring(paid)).unmatched).toEqual([]);
      const booked_on = house.clock.now().slice(0, 10);
      await agent.made("/accounting/fee_withdrawals", { amount_cents: 6_774, booked_on });
    };
    return { agent, bill, receive, payOut };
  }

  async function expectConform(agent: Agent): Promise<void> {
    expect(await fecFindingsOf(agent)).toEqual([]);
    if (!validator) return;
    const { filename, bytes } = await fecFileOf(agent);
    const folder = mkdtempSync(join(tmpdir(), "cartulary-fec-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, filename);
    writeFileSync(path, bytes);
    const report = execFileSync("sh", ["-c", `${validator} "$1"`, "validator", path], { encoding: "utf8" });
    expect(report).toContain("apparaît conforme aux dispositions de l'article A.47 A-1");
  }

  const END = ["445710 -11.29", "512100 67.74", "706100 -56.45"];

  it("in accrual mode pays owners the called amounts, and ends in a conforming file", async () => {
    const { agent, bill, receive, payOut } = await begun("accrual");
    expect(await bill("2026-03-01")).toEqual([33_871, 67_741]);
    await receive();
    await payOut();
    expect(await left(agent)).toEqual(END);
    await expectConform(agent);
  });

  it("in cash mode pays the same from the collected amounts, by the next run, and ends in a conforming file", async () => {
    const { agent, bill, receive, payOut } = await begun("cash");
    expect(await bill("2026-03-01")).toEqual([]);
    expect(await left(agent)).toEqual(["411000 LOC0001 1083.86", "467100 PRO0001 -361.29", "467100 PRO0002 -722.57"]);
    await receive();
    expect(await left(agent)).toEqual(["467000 PRO0001 -361.29", "467000 PRO0002 -722.57", "512000 1083.86"]);
    expect(await bill("2026-04-01")).toEqual([33_871, 67_741]);
    await payOut();
    // April was called, and nothing of it has come in.
    const april = ["411000 LOC0001 1680.00", "467100 PRO0001 -560.00", "467100 PRO0002 -1120.00"];
    expect(await left(agent)).toEqual([...END, ...april].toSorted());
    await expectConform(agent);
  });
});
