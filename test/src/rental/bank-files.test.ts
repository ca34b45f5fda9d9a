import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { camtOf, type EntryWritten, IBAN, type StatementWritten, taken } from "../../support/statements.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const entry = (amount: number, day: number, more: Partial<EntryWritten> = {}): EntryWritten => ({
  ...{ amount, on: `2026-01-${String(day).padStart(2, "0")}`, ...more },
});

function statement(
  id: string,
  opening: number,
  entries: readonly EntryWritten[],
  more: Partial<StatementWritten> = {},
) {
  const days = entries.map(({ on }) => on).toSorted();
  const [from = "2026-01-01", to = from] = [days[0], days.at(-1)];
  return { ...{ id, opening, from, to, entries }, ...more };
}

describe.each(usualDatabases)("Files of banks, on $name,", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  const agency = (more: object = {}) => agentOf(house, { iban: IBAN, ...more });
  const bankIs = async ({ found }: Agent): Promise<string> => {
    const { accounts } = await found("/accounting/trial_balance");
    return accounts.find(({ accountCode }: Body) => accountCode === "512000")?.balance ?? "0.00";
  };
  const refusal = async (work: Promise<unknown>): Promise<unknown> => {
    const error = await work.then(
      () => null,
      (caught: unknown) => caught as { details?: readonly { field: string; message: string }[]; message: string },
    );
    const details = error?.details ?? [];
    return details.length > 0 ? details.map(({ field, message }) => `${field}: ${message}`) : error?.message;
  };
  /** The areas of the verification's findings on an agency's statements and on other records. */
  const findingsOf = async (agent: Agent): Promise<readonly string[]> => {
    const own = new Set((await agent.found("/bank_statements", { per_page: "100" })).map(({ id }: Body) => id));
    const found = await house.findings();
    return found.filter(({ area, id }) => area !== "bank statement" || own.has(id)).map(({ area }) => area);
  };
  const sound = async (agent: Agent) => expect(await findingsOf(agent)).toEqual([]);

  const reversed = { bank: "77120001", payer: "A-1", words: "Loyer janvier" };
  const fee = entry(-250, 8, { words: "FRAIS VIREMENT", code: ["MDOP", "CHRG"] });
  const [one, two, three] = [
    entry(10_000, 9, { bank: "1", payer: "X1" }),
    entry(20_000, 10, { bank: "2", payer: "X2" }),
    entry(5_000, 11, { bank: "3", payer: "X3" }),
  ];
  const overlapping = [[statement("O1", 0, [one, two])], [statement("O2", 10_000, [two, three])]];
  const CASES: Readonly<Record<string, readonly [readonly (readonly StatementWritten[])[], string, number]>> = {
    "a reversal of the next day with the same reference": [
      [
        [statement("R1", 0, [entry(31_840, 12, reversed)])],
        [statement("R2", 31_840, [entry(-31_840, 13, { ...reversed, isReversal: true })])],
      ],
      ...["0.00", 2],
    ] as never,
    "two days of NONREF": [
      [
        [statement("N1", 0, [entry(41_000, 5, { bank: "NONREF", payer: "NOTPROVIDED", words: "Lot A" })])],
        [statement("N2", 41_000, [entry(52_525, 6, { bank: "NONREF", payer: "NOTPROVIDED", words: "Lot B" })])],
      ],
      ...["935.25", 2],
    ] as never,
    "two statements of a day whose transactions only their words tell apart": [
      [
        [statement("N1", 0, [entry(41_000, 5, { bank: "NONREF", words: "Lot A" })])],
        [statement("N2", 41_000, [entry(41_000, 5, { bank: "NONREF", words: "Lot B" })])],
      ],
      ...["820.00", 2],
    ] as never,
    "three equal fees": [[[statement("F1", 10_000, [fee, fee, fee])]], "-7.50", 3],
    "statements that overlap": [overlapping, "350.00", 3],
    "statements that overlap, the later one first": [overlapping.toReversed(), "350.00", 3],
    "statements that overlap in one file": [[overlapping.flat()], "350.00", 3],
    "a statement that is twice in one file": [
      [[statement("F1", 0, [fee, fee]), statement("F1", 0, [fee, fee])]],
      "-5.00",
      2,
    ],
    "like fees in two statements of one day": [[[statement("S1", 0, [fee]), statement("S2", -250, [fee])]], "-5.00", 2],
    "like details": [
      [
        [
          statement("B1", 0, [
            entry(15_000, 15, { bank: "9100", payer: "NOTPROVIDED", words: "CAF", details: [7_500, 7_500] }),
          ]),
        ],
      ],
      ...["150.00", 2],
    ] as never,
  };

  it.each(Object.entries(CASES))(
    "%s result in the bank's balance, also when they are imported twice",
    async (_, [files, balance, count]) => {
      const agent = await agency();
      let created = 0;
      for (const file of files) created += (await taken(house, agent, camtOf(file))).created;
      expect([await bankIs(agent), created]).toEqual([balance, count]);
      for (const file of files)
        expect(await taken(house, agent, camtOf(file))).toMatchObject({ created: 0, warnings: [] });
      expect(await bankIs(agent)).toBe(balance);
      expect(await agent.found("/bank_transactions")).toHaveLength(count);
    },
  );

  it("are CSV, too: equal rows are several transactions, a reference is one field of several, and a file is imported twice", async () => {
    const agent = await agency();
    const csv = (...rows: readonly string[]) =>
      ["bank_reference,booked_on,amount_cents,label,counterparty_iban", ...rows].join("\n");
    const row = "77,2026-01-12,-250,Frais,FR76";
    const others = [
      "78,2026-01-12,-250,Frais,FR76",
      "77,2026-01-13,-250,Frais,FR76",
      "77,2026-01-12,-251,Frais,FR76",
      "77,2026-01-12,250,Frais,FR76",
      "77,2026-01-12,-250,Frais 2,FR76",
      "77,2026-01-12,-250,Frais,",
    ];
    const results = [];
    for (const rows of [
      [row, row],
      [row, ...others, row],
      [...others.toReversed(), row],
      [row, row, row],
    ]) {
      const { created, duplicates, warnings, reconciliation } = await taken(house, agent, csv(...rows));
      expect([warnings, reconciliation]).toEqual([[], null]);
      results.push([created, duplicates]);
    }
    expect(results).toEqual([
      [2, 0],
      [6, 2],
      [0, 7],
      [1, 2],
    ]);
    expect(await bankIs(agent)).toBe("-17.51");
    await sound(agent);
  });

  it("refuse a statement whose entries do not lead to its closing balance, or of another account", async () => {
    const agent = await agency();
    const wrong = statement("W1", 0, [entry(30_000, 10)], { closing: 30_100 });
    const strange = statement("I1", 0, [entry(6_400, 10)], { iban: "FR7610011000201234567890188" });
    const right = statement("X", 0, [entry(1, 10)]);
    expect(await refusal(taken(house, agent, camtOf([right, wrong, strange])))).toEqual([
      "statements[1]: its entries come to 300.00, its balances to 301.00",
      "statements[2]: account FR76…188 is not the mandataire's",
    ]);
    expect(await agent.found("/bank_transactions")).toEqual([]);
    expect(await agent.found("/bank_statements")).toEqual([]);
    const without = await agency({ iban: null });
    expect(await refusal(taken(house, without, camtOf([right])))).toMatch(/has no IBAN.*Set it first/);
  });

  it("store statements, warn of a missing one, and report the balances of bank and book", async () => {
    const agent = await agency();
    const first = statement("G1", 0, [entry(12_000, 10, { bank: "1" })]);
    const third = statement("G3", 15_000, [entry(1_000, 12, { bank: "4" })]);
    const { warnings, reconciliation } = await taken(house, agent, camtOf([first, third]));
    const message =
      "the bank's balance was 120.00 on 2026-01-10 and begins with 150.00: a statement in between is missing";
    expect(warnings).toEqual([{ statement: 1, message }]);
    expect(reconciliation).toMatchObject({
      on: "2026-01-12",
      bankBalance: 16_000,
      bookBalance: 13_000,
      difference: 3_000,
    });
    expect(await findingsOf(agent)).toEqual(["bank statement"]);
    const stored: Body[] = await agent.found("/bank_statements", { sort: "from" });
    expect(stored).toEqual([
      {
        ...{ id: stored[0].id, accountIban: IBAN, statementId: "G1", from: "2026-01-10", to: "2026-01-10" },
        ...{ openingBalance: "0.00", closingBalance: "120.00", entriesCount: 1, createdAt: stored[0].createdAt },
      },
      expect.objectContaining({ statementId: "G3", openingBalance: "150.00", closingBalance: "160.00" }),
    ]);
    expect(await agent.found("/bank_statements", { "q[statement_id_eq]": "G3" })).toHaveLength(1);
    expect(await agent.found("/accounting/reconciliation", { on: "2026-01-11" })).toEqual({
      ...{ on: "2026-01-11", bankBalance: "120.00", statementId: "G1", bookBalance: "120.00", difference: "0.00" },
      unexplained: [],
    });
    const second = statement("G2", 12_000, [entry(3_000, 11, { bank: "2" })]);
    expect((await taken(house, agent, camtOf([second]))).warnings).toEqual([]);
    expect((await taken(house, agent, camtOf([first, third]))).warnings).toEqual([]);
    await sound(agent);
    // A portal transaction after the last statement explains the difference.
    const bank = await bankOf(house, agent);
    await bank.bring({ bank_reference: "later", booked_on: "2026-01-14", amount_cents: 500, label: "Loyer" });
    const [later] = await agent.found("/bank_transactions", { "q[bank_reference_eq]": "later" });
    expect(await agent.found("/accounting/reconciliation")).toMatchObject({
      ...{ statementId: "G3", bankBalance: "160.00", bookBalance: "165.00", difference: "-5.00" },
      unexplained: [{ bankTransactionId: later.id, bankReference: "later", amountCents: 500, direction: "inbound" }],
    });
    await sound(agent);
    await bank.bring({ bank_reference: "never", booked_on: "2026-01-11", amount_cents: 1, label: "?" });
    expect(await findingsOf(agent)).toEqual(["bank statement"]);
  });

  it("match portal transactions by the bank's reference, and the portal matches file transactions", async () => {
    const agent = await agency();
    const bank = await bankOf(house, agent);
    const sent = { bank_reference: "P1", booked_on: "2026-01-10", amount_cents: 100 };
    await bank.bring(sent);
    const file = camtOf([statement("1", 0, [entry(100, 10, { bank: "P1" }), entry(100, 10, { bank: "P1" })])]);
    expect(await taken(house, agent, file)).toMatchObject({ created: 1, duplicates: 1 });
    expect(await taken(house, agent, file)).toMatchObject({ created: 0, duplicates: 2 });
    expect(await bankIs(agent)).toBe("2.00");
    const other = { ...sent, bank_reference: "P2" };
    await taken(house, agent, camtOf([statement("2", 200, [entry(100, 11, { bank: "P2" })])]));
    expect(await bank.bring({ ...other, booked_on: "2026-01-11" })).toMatchObject({ created: 0, duplicates: 1 });
    expect(await bank.bring({ ...other, booked_on: "2026-01-11" })).toMatchObject({ created: 0, duplicates: 1 });
    expect((await bank.ask([{ ...other, direction: "inbound", amount_cents: 101 }])).status).toBe(422);
    expect(await bankIs(agent)).toBe("3.00");
    await sound(agent);
  });

  it("reverse a direct debit that is returned in a later file: the call is due again, and no owner is paid for it", async () => {
    const agent = await agency({ accounting_mode: "cash" });
    await workedEstate(agent);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const [call] = await agent.found("/rent_calls");
    const debit = { payer: "PRLV-9", code: ["RDDT", "ESDD"] as const };
    const paid = entry(70_000, 6, { ...debit, bank: "5501", words: `Loyer ${call.reference}` });
    const back = entry(-70_000, 20, { ...debit, bank: "8804", words: "REJET", code: ["RDDT", "UPDD"], isReturn: true });
    await taken(house, agent, camtOf([statement("P1", 0, [paid])]));
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ paidAmountCents: 70_000 });
    const files = [statement("P2", 70_000, [back])];
    expect(await taken(house, agent, camtOf(files))).toMatchObject({
      unmatched: [],
      reconciliation: { difference: 0 },
    });
    expect(await taken(house, agent, camtOf(files))).toMatchObject({ created: 0 });
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ paidAmountCents: 0, status: "issued" });
    expect(await bankIs(agent)).toBe("0.00");
    const next = await agent.made("/billing_runs", { period_start: "2026-04-01" });
    await house.work();
    const lines: Body[] = await agent.found(`/billing_runs/${next.id}/lines`, { type: "owner", per_page: "100" });
    expect(
      lines.filter(({ billingCategory, totalAmount }) => billingCategory === "payout" && totalAmount !== "0.00"),
    ).toEqual([]);
    await sound(agent);
  });

  it("stop the payouts of owners during an unmatched return, and release them afterwards", async () => {
    const agent = await agency({ accounting_mode: "accrual" });
    await workedEstate(agent);
    const before = await validatedRun(house, agent);
    const back = entry(-70_000, 20, { bank: "8804", words: "REJET", code: ["RDDT", "UPDD"] });
    const { unmatched } = await taken(house, agent, camtOf([statement("P2", 70_000, [back])]));
    expect(unmatched).toEqual(["8804"]);
    expect((await agent.ask("POST", `/billing_runs/${before.id}/apply`)).status).toBe(409);
    await agent.done(`/billing_runs/${before.id}/recompute`);
    await house.work();
    const lines: Body[] = await agent.found(`/billing_runs/${before.id}/lines`, { type: "owner", per_page: "100" });
    const payouts = lines.filter(({ billingCategory }) => billingCategory === "payout");
    expect(payouts).toHaveLength(2);
    for (const { anomalyType, anomalyDetails } of payouts)
      expect([anomalyType, anomalyDetails.level]).toEqual(["unmatched_rejection", "error"]);
  });

  it("look for references in the remittance text, the original's reference, the payer's reference and the entry's text, in this order", async () => {
    const agent = await agency();
    await workedEstate(agent);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const [call] = await agent.found("/rent_calls");
    const text = (cents: number, remittance: string, more = "", payer = "NOTPROVIDED") =>
      camtOf([statement(`S${cents}`, 0, [entry(cents, 10, { payer })])])
        .replace("</Refs>", `</Refs><RmtInf>${remittance}</RmtInf>`)
        .replace("<NtryDtls>", `<NtryDtls>`)
        .replace("</NtryDtls>", `</NtryDtls>${more && `<AddtlNtryInf>${more}</AddtlNtryInf>`}`);
    const [right, wrong] = [call.reference, "AP-2026-999999"];
    const nb = (reference: string) => `<Strd><RfrdDocInf><Nb>${reference}</Nb></RfrdDocInf></Strd>`;
    const texts = [
      text(1, `<Ustrd>x ${right}</Ustrd>${nb(wrong)}`, wrong, wrong),
      text(2, `<Ustrd>x</Ustrd><Strd><CdtrRefInf><Ref>${right}</Ref></CdtrRefInf></Strd>${nb(wrong)}`),
      text(3, `<Ustrd>x</Ustrd>${nb(right)}`, wrong, wrong),
      text(4, "<Ustrd>x</Ustrd>", wrong, right),
      text(5, "<Ustrd>x</Ustrd>", right),
    ];
    for (const each of texts) expect((await taken(house, agent, each)).unmatched).toEqual([]);
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ paidAmountCents: 15 });
  });
});
