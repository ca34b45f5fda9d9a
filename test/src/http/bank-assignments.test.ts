import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf, entriesOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { fecFindingsOf } from "../../support/fec-file.ts";
import { recordProblems } from "../../support/records.ts";
import { expectNotFound, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

/** An agency with a bank transaction of unknown purpose, and the requests that assign it. */
async function suspendedIn(house: House, transaction: object, accountingMode = "cash") {
  const agent = await agentOf(house, { accounting_mode: accountingMode });
  const estate = await workedEstate(agent);
  const bank = await bankOf(house, agent);
  const sent = { bank_reference: "S-1", label: "Inconnu", booked_on: house.clock.now().slice(0, 10), ...transaction };
  expect((await bank.bring(sent)).unmatched).toEqual(["S-1"]);
  const [{ id }]: Body[] = await agent.found("/bank_transactions");
  const path = `/bank_transactions/${id}`;
  return {
    ...{ agent, ...estate, bank, sent, id },
    assign: (...lines: readonly object[]) => agent.ask("POST", `${path}/assignments`, { lines }),
    takeBack: (assignment: string) => agent.ask("DELETE", `${path}/assignments/${assignment}`),
    look: (): Promise<Body> => agent.found(path),
  };
}

const balanceOf = async ({ found }: Agent, account: string): Promise<string> =>
  (await found("/accounting/ledger", { account })).closingBalance;

async function expectSoundIn(house: House, agent: Agent): Promise<void> {
  const transactions: Body[] = await agent.found("/bank_transactions", { per_page: "100" });
  const waiting = transactions.reduce(
    (all, { direction, suspenseCents }) => all + (direction === "inbound" ? -suspenseCents : suspenseCents),
    0,
  );
  expect(Math.round(Number(await balanceOf(agent, "471000")) * 100)).toBe(waiting);
  expect((await house.findings()).map(({ message }) => message)).toEqual([]);
  expect(await fecFindingsOf(agent)).toEqual([]);
}

describe.each(usualDatabases)("amounts in suspense can be assigned, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());
  const today = () => house.clock.now().slice(0, 10);
  const suspended = (transaction: object, mode?: string) => suspendedIn(house, transaction, mode);
  const expectSound = (agent: Agent) => expectSoundIn(house, agent);

  it("moves a bank's fee to the agency's expenses, on the day of matching, and letters it", async () => {
    const { agent, assign, look } = await suspended({ direction: "outbound", amount_cents: 250 });
    const booked = today();
    await house.clock.pass(86_400_000);
    const reply = expectStatus(
      await assign({ account_code: "627000", amount_cents: 250, label: "Frais\tde tenue" }),
      201,
    );
    expect(recordProblems(fieldsOf("BankTransaction", "detail"), reply)).toEqual([]);
    expect(reply).toMatchObject({ status: "matched", suspenseCents: 0, paymentId: null });
    expect(reply.assignments).toEqual([
      {
        ...{ id: expect.any(String), entryId: expect.any(String), createdAt: expect.any(String) },
        ...{ assignedOn: today(), amountCents: 250 },
        lines: [{ accountCode: "627000", auxiliaryCode: null, amountCents: 250, label: "Frais de tenue" }],
      },
    ]);
    expect(await look()).toEqual(reply);
    expect(await agent.found("/bank_transactions")).toEqual([reply]);
    expect(await entriesOf(agent)).toEqual([
      `BQ-2026-000001 ${booked}: / 471000 D 2.50 AAA / 512000 C 2.50`,
      `BQ-2026-000002 ${today()}: / 627000 D 2.50 / 471000 C 2.50 AAA`,
    ]);
    const entry = await agent.found(`/accounting_entries/${reply.assignments[0].entryId}`);
    expect(entry).toMatchObject({ journal: "BANQUE", sourceType: "Payment" });
    expect(entry.lines[0]).toMatchObject({ accountName: "Services bancaires et assimilés", label: "Frais de tenue" });
    await expectSound(agent);
  });

  it("reports all invalid items at once, each by its index in the request", async () => {
    const { agent, assign } = await suspended({ amount_cents: 1000 });
    const wrong = await assign(
      { account_code: "512000", amount_cents: 1 },
      { account_code: "627000", amount_cents: 0 },
      { account_code: "411000", amount_cents: 10_000_000_000_001 },
      { account_code: "580000", auxiliary_code: "LOC0001", amount_cents: -1, label: "x".repeat(300) },
    );
    expectRentalInvalid(wrong, {
      "lines[0].account_code": ["inclusion"],
      "lines[1].amount_cents": ["greater_than_or_equal_to"],
      "lines[2].auxiliary_code": ["blank"],
      "lines[2].amount_cents": ["less_than_or_equal_to"],
      "lines[3].auxiliary_code": ["invalid"],
      "lines[3].amount_cents": ["greater_than_or_equal_to"],
      "lines[3].label": ["too_long"],
    });
    const unknown = await assign(
      { account_code: "411000", auxiliary_code: "LOC9999", amount_cents: 1 },
      { account_code: "165000", auxiliary_code: "PRO0001", amount_cents: 1 },
      { account_code: "467000", auxiliary_code: "LOC0001", amount_cents: 1 },
      { account_code: "401000", auxiliary_code: "\u0000", amount_cents: 1 },
    );
    expectRentalInvalid(unknown, {
      "lines[0].auxiliary_code": ["not_found"],
      "lines[1].auxiliary_code": ["invalid"],
      "lines[2].auxiliary_code": ["invalid"],
      "lines[3].auxiliary_code": ["not_found"],
    });
    expectRentalInvalid(await assign(), { lines: ["blank"] });
    const many = Array.from({ length: 101 }, () => ({ account_code: "580000", amount_cents: 1 }));
    expectRentalInvalid(await assign(...many), { lines: ["too_long"] });
    expect(await entriesOf(agent)).toHaveLength(1);
  });

  it("assigns once when a request is repeated under its key, and one of several concurrent requests succeeds", async () => {
    const { agent, assign, id, look } = await suspended({ amount_cents: 1000 });
    const again = () =>
      house.admin.ask<Body>("POST", `/rental/api/v1/bank_transactions/${id}/assignments`, {
        headers: { "x-mandataire-id": agent.id, "idempotency-key": "an-assignment" },
        json: { lines: [{ account_code: "580000", amount_cents: 300 }] },
      });
    const replies = [expectStatus(await again(), 201), expectStatus(await again(), 201)];
    expect(replies[1]).toEqual(replies[0]);
    expect(await look()).toMatchObject({ suspenseCents: 700 });
    const answers = await Promise.all([1, 2, 3].map(() => assign({ account_code: "580000", amount_cents: 500 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    expect(await look()).toMatchObject({ suspenseCents: 200 });
    expect(await agent.found("/bank_transactions", { "q[suspense_cents_eq]": "200" })).toEqual([await look()]);
    expect(
      await agent.found("/bank_transactions", { "q[suspense_cents_gteq]": "201", sort: "suspense_cents" }),
    ).toEqual([]);
    await expectSound(agent);
  });
});

describe.each(usualDatabases)("assignments of suspense, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());
  const today = () => house.clock.now().slice(0, 10);
  const suspended = (transaction: object, mode?: string) => suspendedIn(house, transaction, mode);
  const expectSound = (agent: Agent) => expectSoundIn(house, agent);

  it("leaves the rest where it is, and refuses more than there is", async () => {
    const { agent, assign, look, bank, sent } = await suspended({ amount_cents: 1000 });
    const tooMuch = { lines: ["less_than_or_equal_to"] };
    expectRentalInvalid(await assign({ account_code: "512100", amount_cents: 1001 }), tooMuch);
    const lines = [400, 601].map((amount_cents) => ({ account_code: "580000", amount_cents }));
    expectRentalInvalid(await assign(...lines), tooMuch);
    expectStatus(await assign({ account_code: "580000", amount_cents: 400 }), 201);
    expectRentalInvalid(await assign({ account_code: "580000", amount_cents: 601 }), tooMuch);
    expect(await look()).toMatchObject({ status: "unmatched", suspenseCents: 600 });
    expect((await bank.bring(sent)).unmatched).toEqual(["S-1"]);
    await expectSound(agent);
    expectStatus(await assign({ account_code: "512100", amount_cents: 600 }), 201);
    expect(await look()).toMatchObject({
      status: "matched",
      suspenseCents: 0,
      assignments: [{ amountCents: 400 }, { amountCents: 600 }],
    });
    expectRentalInvalid(await assign({ account_code: "580000", amount_cents: 1 }), tooMuch);
    expect((await bank.bring(sent)).unmatched).toEqual([]);
    const lettered = (await entriesOf(agent)).filter((entry) => entry.includes("471000") && entry.includes("AAA"));
    expect(lettered).toHaveLength(3);
    await expectSound(agent);
  });

  it("credits an owner, never takes him below zero, nor does taking that back", async () => {
    const { agent, assign, takeBack, bank, look } = await suspended({ amount_cents: 1000 });
    const his = (amount_cents: number) => ({ account_code: "467000", auxiliary_code: "PRO0001", amount_cents });
    const credited = expectStatus(await assign(his(900)), 201);
    await bank.bring({ bank_reference: "S-2", direction: "outbound", amount_cents: 2000 });
    const [, { id }]: Body[] = await agent.found("/bank_transactions", { sort: "bank_reference" });
    const out = (...lines: readonly object[]) => agent.ask("POST", `/bank_transactions/${id}/assignments`, { lines });
    expectRefusal(await out(his(901)), 422, "insufficient_funds");
    expectRefusal(await out(his(500), his(401)), 422, "insufficient_funds");
    const paid = expectStatus(await out(his(500), his(400)), 201);
    expect(await balanceOf(agent, "467000")).toBe("0.00");
    expectRefusal(await takeBack(credited.assignments[0].id), 422, "insufficient_funds");
    const back = `/bank_transactions/${id}/assignments/${paid.assignments[0].id}`;
    expectStatus(await agent.ask("DELETE", back), 204);
    expectStatus(await takeBack(credited.assignments[0].id), 204);
    expectNotFound(await takeBack(credited.assignments[0].id));
    expect(await look()).toMatchObject({ status: "unmatched", suspenseCents: 1000, assignments: [] });
    expect([await balanceOf(agent, "467000"), await balanceOf(agent, "471000")]).toEqual(["0.00", "10.00"]);
    await expectSound(agent);
  });

  it("creates a tenant's free credit, pays the next call from it, and refunds it", async () => {
    const { agent, assign, takeBack, bank } = await suspended({ amount_cents: 30_000 });
    const his = (amount_cents: number) => ({ account_code: "411000", auxiliary_code: "LOC0001", amount_cents });
    const { assignments } = expectStatus(await assign(his(20_000), his(5000)), 201);
    const payments: Body[] = await agent.found("/payments", { sort: "reference" });
    expect(payments).toMatchObject([
      { reference: "EN-2026-000001", amountCents: 20_000, status: "received", tenantName: "SARL Café Élan" },
      { reference: "EN-2026-000002", amountCents: 5000, status: "received" },
    ]);
    await bank.bring({ bank_reference: "S-2", direction: "outbound", amount_cents: 26_000 });
    const [, { id }]: Body[] = await agent.found("/bank_transactions", { sort: "bank_reference" });
    const out = `/bank_transactions/${id}/assignments`;
    const refused = await agent.ask("POST", out, { lines: [his(1000), his(24_001)] });
    expectRentalInvalid(refused, { "lines[1].amount_cents": ["less_than_or_equal_to"] });
    const refund = expectStatus(await agent.ask("POST", out, { lines: [his(21_000)] }), 201);
    expect((await agent.found("/payments", { sort: "reference" })).map((each: Body) => each.status)).toEqual([
      "refunded",
      "received",
    ]);
    expectRefusal(await takeBack(assignments[0].id), 422, "has_dependents");
    await expectSound(agent);
    expectStatus(await agent.ask("DELETE", `${out}/${refund.assignments[0].id}`), 204);
    await expectSound(agent);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const [call] = await agent.found("/rent_calls");
    expect(call).toMatchObject({ paidAmountCents: 25_000 });
    expectRefusal(await takeBack(assignments[0].id), 422, "has_dependents");
    await agent.done(`/billing_runs/${run.id}/cancel`);
    expectStatus(await takeBack(assignments[0].id), 204);
    expect((await agent.found("/payments")).map(({ status }: Body) => status)).toEqual(["rejected", "rejected"]);
    expect(await balanceOf(agent, "411000")).toBe("0.00");
    await expectSound(agent);
  });

  it("reduces withdrawable fees by the bank's charges, and by payments to the agency's bank", async () => {
    const { agent, bank, assign } = await suspended({ direction: "outbound", amount_cents: 1000 }, "accrual");
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    await bank.bring({ bank_reference: "B-1", amount_cents: 108_386, label: "AP-2026-000001" });
    expectStatus(
      await assign({ account_code: "627000", amount_cents: 274 }, { account_code: "512100", amount_cents: 500 }),
      201,
    );
    const withdraw = (amount_cents: number) =>
      agent.ask("POST", "/accounting/fee_withdrawals", { amount_cents, booked_on: today() });
    expectRentalInvalid(await withdraw(6001), { amount_cents: ["less_than_or_equal_to"] });
    expectStatus(await withdraw(6000), 201);
    await expectSound(agent);
  });

  it("lets matching take the rest only: a payment, a payout, a withdrawal that is in the books", async () => {
    const { agent, bank, owners, assign, look, sent, takeBack } = await suspended({ amount_cents: 108_400 }, "accrual");
    const bank_accounts = [{ iban: "FR1420041010050500013M02606", is_default: true }];
    for (const { id } of owners) expectStatus(await agent.ask("PATCH", `/owners/${id}`, { bank_accounts }), 200);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const { assignments } = expectStatus(await assign({ account_code: "580000", amount_cents: 14 }), 201);
    expect((await bank.bring({ ...sent, rent_call_reference: "AP-2026-000001" })).unmatched).toEqual([]);
    const [payment, ...others] = await agent.found("/payments");
    expect([payment.amountCents, payment.status, others]).toEqual([108_386, "allocated", []]);
    expect(await look()).toMatchObject({ status: "matched", suspenseCents: 0, paymentId: payment.id });
    await expectSound(agent);
    // A user assigns the amount that returns to suspense.
    expectStatus(await takeBack(assignments[0].id), 204);
    expect((await bank.bring({ ...sent, rent_call_reference: "AP-2026-000001" })).unmatched).toEqual([]);
    expect(await look()).toMatchObject({ status: "unmatched", suspenseCents: 14 });
    expect(await agent.found("/payments")).toHaveLength(1);
    await expectSound(agent);
    const [payout]: Body[] = await agent.found("/owner_payouts", { sort: "reference" });
    const out = { bank_reference: "S-2", direction: "outbound", amount_cents: payout.amountCents + 250 };
    await bank.bring({ ...out, label: payout.reference });
    const charged = async (reference: string, amount_cents: number) => {
      const [{ id }]: Body[] = await agent.found("/bank_transactions", { "q[bank_reference_eq]": reference });
      const json = { lines: [{ account_code: "627000", amount_cents }] };
      expectStatus(await agent.ask("POST", `/bank_transactions/${id}/assignments`, json), 201);
    };
    await charged("S-2", 250);
    expect((await bank.bring({ ...out, label: payout.reference })).unmatched).toEqual([]);
    expect(await agent.found(`/owner_payouts/${payout.id}`)).toMatchObject({ status: "executed" });
    await expectSound(agent);
    await bank.bring({ bank_reference: "S-3", direction: "outbound", amount_cents: 1100 });
    await charged("S-3", 100);
    expectStatus(
      await agent.ask("POST", "/accounting/fee_withdrawals", { amount_cents: 1000, booked_on: today() }),
      201,
    );
    const seen = await bank.bring({ bank_reference: "S-3", direction: "outbound", amount_cents: 1100 });
    expect(seen.unmatched).toEqual([]);
    await expectSound(agent);
  });

  it("lets a return undo only the unassigned part: the assigned part stays, and that much of the return is in suspense", async () => {
    const { agent, bank, assign, look, takeBack } = await suspended({ amount_cents: 1000 });
    const { assignments } = expectStatus(await assign({ account_code: "580000", amount_cents: 300 }), 201);
    const back = {
      bank_reference: "R-1",
      direction: "outbound",
      method: "rejection",
      reverses: "S-1",
      amount_cents: 1000,
    };
    expect((await bank.bring(back)).unmatched).toEqual(["R-1"]);
    expect(await look()).toMatchObject({ status: "matched", suspenseCents: 0 });
    const returned = async (): Promise<Body> =>
      (await agent.found("/bank_transactions", { "q[bank_reference_eq]": "R-1" }))[0];
    expect(await returned()).toMatchObject({ status: "unmatched", suspenseCents: 300 });
    expect([await balanceOf(agent, "512000"), await balanceOf(agent, "471000")]).toEqual(["0.00", "3.00"]);
    await expectSound(agent);
    expect((await bank.bring(back)).unmatched).toEqual(["R-1"]);
    await expectSound(agent);
    expectStatus(await takeBack(assignments[0].id), 204);
    expect((await bank.bring(back)).unmatched).toEqual([]);
    expect([await look(), await returned()]).toMatchObject([{ suspenseCents: 0 }, { suspenseCents: 0 }]);
    expect(await balanceOf(agent, "471000")).toBe("0.00");
    await expectSound(agent);
  });

  it("lets a return undo the payment that the rest became", async () => {
    const { agent, bank, assign, sent } = await suspended({ amount_cents: 108_386 });
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    expectStatus(await assign({ account_code: "580000", amount_cents: 386 }), 201);
    await bank.bring({ ...sent, rent_call_reference: "AP-2026-000001" });
    const back = { bank_reference: "R-1", direction: "outbound", method: "rejection", reverses: "S-1" };
    expect((await bank.bring({ ...back, amount_cents: 108_386 })).unmatched).toEqual(["R-1"]);
    const [call] = await agent.found("/rent_calls");
    expect(call).toMatchObject({ paidAmountCents: 0, status: "issued" });
    expect(await agent.found("/payments")).toMatchObject([{ amountCents: 108_000, status: "rejected" }]);
    expect(await balanceOf(agent, "471000")).toBe("3.86");
    await expectSound(agent);
  });
});
