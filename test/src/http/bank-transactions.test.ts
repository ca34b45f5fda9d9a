import { checkFec, type FecFinding, POST_ENTRIES_MAX } from "@cartulary/ledger";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf, entriesOf } from "../../support/bank.ts";
import { databases, openTwice, usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { recordProblems } from "../../support/records.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("bank transactions, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** The worked example, called for. */
  async function example(accountingMode = "accrual") {
    const agent = await agentOf(house, { accounting_mode: accountingMode });
    const estate = await workedEstate(agent);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const [call] = await agent.found("/rent_calls");
    return { agent, ...estate, run, call, bank: await bankOf(house, agent) };
  }

  const today = () => house.clock.now().slice(0, 10);

  it("settles a call in accrual: one entry, letters, and a payment with its allocations", async () => {
    const { agent, bank, call, tenant, lease } = await example();
    const ingested = await bank.bring({
      bank_reference: "B-1",
      amount_cents: 108_386,
      label: "VIR SARL CAFE ELAN ap 2026 000001",
      counterparty_name: "SARL CAFE ELAN",
    });
    expect(ingested).toEqual({ received: 1, created: 1, duplicates: 0, unmatched: [] });
    const day = today();
    expect(await entriesOf(agent, { "q[journal_eq]": "BANQUE" })).toEqual([
      `BQ-2026-000001 ${day}: / 512000 D 1083.86 / 411000 LOC0001 C 1083.86 AAA`,
    ]);
    expect(await agent.found("/accounting_entries", { "q[source_type_eq]": "Payment" })).toHaveLength(1);
    const paid = await agent.found(`/rent_calls/${call.id}`);
    expect(paid).toMatchObject({ status: "paid", paidAmountCents: 108_386, remainingAmountCents: 0, fullyPaid: true });
    const [payment, ...others] = await agent.found("/payments");
    expect(others).toEqual([]);
    expect(recordProblems(fieldsOf("Payment", "list"), payment)).toEqual([]);
    expect(payment).toMatchObject({
      reference: "EN-2026-000001",
      amountCents: 108_386,
      currency: "EUR",
      amount: { cents: 108_386, currency: "EUR" },
      paymentDate: day,
      paymentMethod: "bank_transfer",
      direction: "inbound",
      status: "allocated",
      leaseReference: "B-1",
      leaseId: lease.id,
      bankAccountId: null,
      tenantName: "SARL Café Élan",
    });
    const detail = await agent.found(`/payments/${payment.id}`);
    expect(recordProblems(fieldsOf("Payment", "detail"), detail)).toEqual([]);
    const lines: Body[] = await agent.found(`/billing_runs/${call.billingRunId}/lines`, { sort: "computed_amount" });
    expect(detail).toMatchObject({
      ...payment,
      bankTransaction: { label: "VIR SARL CAFE ELAN ap 2026 000001", transactionDate: day, amount: { cents: 108_386 } },
      allocatedAmount: { cents: 108_386 },
      remainingAmount: { cents: 0 },
      allocations: [
        {
          allocatedAmountCents: 96_774,
          billingLineComputedAmount: "967.74",
          billingLinePeriod: "2026-03-12/2026-03-31",
        },
        { allocatedAmountCents: 11_612, billingLineComputedAmount: "116.12", allocationDate: day, status: "allocated" },
      ],
    });
    expect(detail.allocations.map(({ billingLineId }: Body) => billingLineId).sort()).toEqual(
      lines.map(({ id }) => id).sort(),
    );
    const [transaction] = await agent.found("/bank_transactions");
    expect(recordProblems(fieldsOf("BankTransaction", "detail"), transaction)).toEqual([]);
    expect(transaction).toMatchObject({ bankReference: "B-1", status: "matched", paymentId: payment.id, method: null });
    expect(await agent.found(`/bank_transactions/${transaction.id}`)).toEqual(transaction);
    expect(detail.bankTransaction.id).toBe(transaction.id);
    expect((await agent.found(`/tenants/${tenant.id}`)).payments).toEqual([
      {
        ...{ id: payment.id, amountCents: 108_386, currency: "EUR", date: day, reference: "EN-2026-000001" },
        ...{ status: "allocated", leaseReference: "B-1", leaseId: lease.id },
      },
    ]);
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("finds a call by its reference in any spelling, and records a returned transfer of unknown origin as no rent", async () => {
    const { agent, bank, call } = await example();
    const whole = { amount_cents: 108_386, rent_call_reference: " ap 2026 000001" };
    const returned = await bank.bring({ bank_reference: "B-0", method: "rejection", ...whole });
    expect(returned.unmatched).toEqual(["B-0"]);
    expect((await bank.bring({ bank_reference: "B-1", ...whole })).unmatched).toEqual([]);
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ status: "paid" });
  });

  it("letters a call whose receipts stand far from each other in a file", async () => {
    const { agent, bank, call } = await example("cash");
    const part = (bank_reference: string, amount_cents: number) => ({
      ...{ bank_reference, amount_cents, rent_call_reference: call.reference },
    });
    // In cash a receipt is two entries: those of the second one are in another portion than those of the first.
    const strangers = Array.from({ length: POST_ENTRIES_MAX - 2 }, (_, index) => ({
      ...{ bank_reference: `S-${index}`, amount_cents: 100, label: "unknown purpose" },
    }));
    const { unmatched } = await bank.bring(part("B-1", 50_000), ...strangers, part("B-2", 58_386));
    expect(unmatched).toHaveLength(strangers.length);
    const [called = ""] = await entriesOf(agent, { "q[journal_eq]": "LOYERS" });
    expect(called).toContain("411000 LOC0001 D 967.74 AAA");
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ status: "paid" });
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("remits the collected amounts in cash mode, to the cent of the remainder due to each owner", async () => {
    const { agent, bank, call } = await example("cash");
    await bank.bring({ bank_reference: "B-1", amount_cents: 50_000, rent_call_reference: call.reference });
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({
      status: "partially_paid",
      paidAmountCents: 50_000,
    });
    await bank.bring({ bank_reference: "B-2", amount_cents: 58_386, rent_call_reference: call.reference });
    const owners: Body[] = (await agent.found("/accounting/trial_balance")).accounts;
    const of = (account: string, auxiliary: string) =>
      owners.find(({ accountCode, auxiliaryCode }) => accountCode === account && auxiliaryCode === auxiliary);
    expect(of("467000", "PRO0001")).toMatchObject({ credit: "361.29" });
    expect(of("467000", "PRO0002")).toMatchObject({ credit: "722.57" });
    expect(of("467100", "PRO0001")).toMatchObject({ balance: "0.00" });
    expect(of("467100", "PRO0002")).toMatchObject({ balance: "0.00" });
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ status: "paid", fullyPaid: true });
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("in cash mode the next run remits the collected amounts with fees on the rent, and the following run a later receipt", async () => {
    const { agent, bank, call, run } = await example("cash");
    await bank.bring({ bank_reference: "B-1", amount_cents: 108_386, rent_call_reference: call.reference });
    const next = await agent.made("/billing_runs", { period_start: "2026-04-01" });
    await house.work();
    const lines: Body[] = await agent.found(`/billing_runs/${next.id}/lines`, { type: "owner", per_page: "100" });
    const amountOf = (ownerName: string, category: string) =>
      lines.find((line) => line.ownerName === ownerName && line.billingCategory === category)?.totalAmount;
    expect([amountOf("Alice", "payout"), amountOf("Bruno", "payout")]).toEqual(["338.71", "677.41"]);
    expect([amountOf("Alice", "owner_balance"), amountOf("Bruno", "owner_balance")]).toEqual([undefined, undefined]);
    await agent.done(`/billing_runs/${next.id}/validate?force`);
    await bank.bring({ bank_reference: "B-2", amount_cents: 1_000, rent_call_reference: call.reference });
    await agent.done(`/billing_runs/${next.id}/apply`);
    const payouts: Body[] = await agent.found("/owner_payouts", { sort: "reference" });
    expect(payouts.map(({ amountCents }) => amountCents)).toEqual([33_871, 67_741]);
    const more = await agent.made("/billing_runs", { period_start: "2026-05-01" });
    await house.work();
    const later: Body[] = await agent.found(`/billing_runs/${more.id}/lines`, { type: "owner", per_page: "100" });
    expect(later.filter(({ billingCategory }) => billingCategory === "owner_balance")).toEqual([]);
    expect((await agent.found(`/billing_runs/${run.id}`)).cancellable).toBe(false);
    expectRefusal(await agent.ask("POST", `/billing_runs/${run.id}/cancel`), 409, "conflict");
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("lists transactions of unknown purpose, and matches one on request", async () => {
    const { agent, bank, call } = await example();
    const unknown = { bank_reference: "B-9", amount_cents: 20_000, label: "VIREMENT RECU", booked_on: today() };
    expect(await bank.bring(unknown)).toEqual({ received: 1, created: 1, duplicates: 0, unmatched: ["B-9"] });
    expect(await bank.bring(unknown)).toEqual({ received: 1, created: 0, duplicates: 1, unmatched: ["B-9"] });
    const booked = today();
    await house.clock.pass(86_400_000);
    const hinted = { ...unknown, label: "Another label", rent_call_reference: call.reference };
    expect(await bank.bring(hinted)).toEqual({ received: 1, created: 0, duplicates: 1, unmatched: [] });
    expect(await entriesOf(agent, { "q[journal_eq]": "BANQUE" })).toEqual([
      `BQ-2026-000001 ${booked}: / 512000 D 200.00 / 471000 C 200.00`,
      `BQ-2026-000002 ${today()}: / 471000 D 200.00 / 411000 LOC0001 C 200.00 partial`,
    ]);
    const [transaction] = await agent.found("/bank_transactions");
    expect(transaction).toMatchObject({
      label: "VIREMENT RECU",
      amountCents: 20_000,
      bookedOn: booked,
      status: "matched",
    });
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({
      status: "partially_paid",
      paidAmountCents: 20_000,
    });
    expect(await bank.bring(hinted)).toEqual({ received: 1, created: 0, duplicates: 1, unmatched: [] });
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("keeps an overpayment as the tenant's credit, pays the next call from it, and takes it back with the run", async () => {
    const { agent, bank, call } = await example("cash");
    await bank.bring({ bank_reference: "B-1", amount_cents: 150_000, rent_call_reference: call.reference });
    const [payment] = await agent.found("/payments");
    expect(payment.status).toBe("partially_allocated");
    const next = await agent.made("/billing_runs", { period_start: "2026-04-01" });
    await house.work();
    const covered: Body[] = await agent.found(`/billing_runs/${next.id}/lines`);
    expect(covered.find(({ billingCategory }) => billingCategory === "rent")).toMatchObject({
      alreadyPaidCents: 41_614,
    });
    await agent.done(`/billing_runs/${next.id}/validate?force`);
    await agent.done(`/billing_runs/${next.id}/apply`);
    const [, second] = await agent.found("/rent_calls", { sort: "reference" });
    expect(second).toMatchObject({ status: "partially_paid", paidAmountCents: 41_614 });
    expect(await agent.found(`/payments/${payment.id}`)).toMatchObject({
      status: "allocated",
      remainingAmount: { cents: 0 },
      allocations: [
        { allocatedAmountCents: 96_774 },
        { allocatedAmountCents: 11_612 },
        { allocatedAmountCents: 41_614 },
      ],
    });
    expect(await agent.found(`/billing_runs/${next.id}`)).toMatchObject({ cancellable: true });
    await agent.done(`/billing_runs/${next.id}/cancel`);
    expect(await agent.found(`/payments/${payment.id}`)).toMatchObject({
      status: "partially_allocated",
      remainingAmount: { cents: 41_614 },
    });
    expect(await agent.found(`/rent_calls/${second.id}`)).toMatchObject({ status: "cancelled", paidAmountCents: 0 });
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("rejects a payment on the day of the rejection in its own journals, and refunds up to the remainder", async () => {
    const { agent, bank, call } = await example("cash");
    await bank.bring({ bank_reference: "B-1", amount_cents: 108_386, rent_call_reference: call.reference });
    const rejection = { bank_reference: "B-2", amount_cents: 108_386, direction: "outbound", method: "rejection" };
    expect((await bank.bring({ ...rejection, reverses: "B-0" })).unmatched).toEqual(["B-2"]);
    await house.clock.pass(86_400_000);
    expect((await bank.bring({ ...rejection, bank_reference: "B-3", reverses: "B-1" })).unmatched).toEqual([]);
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ status: "issued", paidAmountCents: 0 });
    const [payment] = await agent.found("/payments");
    expect(await agent.found(`/payments/${payment.id}`)).toMatchObject({
      status: "rejected",
      allocatedAmount: { cents: 0 },
      allocations: [{ status: "reversed" }, { status: "reversed" }],
    });
    const entries = await entriesOf(agent);
    expect(entries.filter((entry) => entry.includes(today()))).toEqual([
      `BQ-2026-000003 ${today()}: / 512000 C 1083.86 AAA / 411000 LOC0001 D 1083.86 AAB`,
      expect.stringContaining(`${today()}: / 467100 PRO0001 C 361.29`),
    ]);
    expect((await bank.bring({ ...rejection, bank_reference: "B-4", reverses: "B-1" })).unmatched).toEqual(["B-4"]);
    await bank.bring({ bank_reference: "B-5", amount_cents: 108_486, rent_call_reference: call.reference });
    const refund = { direction: "outbound", method: "refund", reverses: "B-5" };
    expect((await bank.bring({ ...refund, bank_reference: "B-6", amount_cents: 101 })).unmatched).toEqual(["B-6"]);
    expect((await bank.bring({ ...refund, bank_reference: "B-7", amount_cents: 100 })).unmatched).toEqual([]);
    const [, refunded] = await agent.found("/payments", { sort: "reference" });
    expect(await agent.found(`/payments/${refunded.id}`)).toMatchObject({
      status: "refunded",
      remainingAmount: { cents: 0 },
    });
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("refuses a different transaction under a recorded reference, and reports the recorded one", async () => {
    const { agent, bank } = await example();
    const good = { bank_reference: "B-1", booked_on: today(), amount_cents: 100, direction: "inbound" };
    const refusedAt = async (index: number, ...sent: readonly object[]) => {
      const answer = await bank.ask(sent);
      expectRefusal(answer, 422, "unprocessable_entity");
      expect((answer.body as Body).details).toEqual({ [`transactions[${index}].bank_reference`]: ["taken"] });
      return (answer.body as Body).message;
    };
    await refusedAt(1, good, good);
    expect(await agent.found("/bank_transactions")).toEqual([]);
    await bank.bring(good);
    for (const other of [{ amount_cents: 101 }, { booked_on: "2026-01-02" }, { direction: "outbound" }])
      expect(await refusedAt(1, { ...good, bank_reference: "B-2" }, { ...good, ...other })).toContain(
        `transactions[1].bank_reference is recorded with another transaction: inbound 1.00 EUR of ${today()}`,
      );
    expect(await agent.found("/bank_transactions")).toHaveLength(1);
    expect(await bank.bring({ ...good, label: "Another label" })).toMatchObject({ created: 0, duplicates: 1 });
  });

  it("stores bank labels: invisible characters become one space, and only too long labels are refused", async () => {
    const { agent, bank } = await example();
    const words = "\u202e  Loyer\t\u0000 mars\r\n\u2028 \u200fsuite\u0085 ";
    const cleaned = "Loyer mars suite";
    await bank.bring({
      ...{ bank_reference: `B\t1`, amount_cents: 100, label: words, counterparty_name: words, reverses: words },
    });
    await bank.bring({ bank_reference: "B2", amount_cents: 100, label: "\u200b\u200e", counterparty_name: "" });
    const found = await agent.found("/bank_transactions", { sort: "bank_reference" });
    expect(found).toMatchObject([
      { bankReference: "B 1", label: cleaned, counterpartyName: cleaned },
      { bankReference: "B2", label: null, counterpartyName: null },
    ]);
    const good = { bank_reference: "B3", booked_on: today(), amount_cents: 100, direction: "inbound" };
    for (const [field, value, code] of [
      ["label", "\ud800", "invalid"],
      ["label", `${"x".repeat(501)}`, "too_long"],
      ["label", `x${"\t".repeat(70_000)}`, "too_long"],
      ["bank_reference", "\u202e\t", "blank"],
      ["counterparty_name", "x".repeat(256), "too_long"],
    ] as const) {
      const answer = await bank.ask([{ ...good, [field]: value }]);
      expectRefusal(answer, 422, "unprocessable_entity");
      expect((answer.body as Body).details).toEqual({ [`transactions[0].${field}`]: [code] });
    }
    expect((await bank.ask([{ ...good, label: `${"x".repeat(500)}${"\n".repeat(900)}` }])).status).toBe(200);
  });

  it("imports movements of the mandataire's account, and of no other one", async () => {
    const agent = await agentOf(house, { iban: "FR7630004000010008200000187" });
    const bank = await bankOf(house, agent);
    const good = { bank_reference: "B-1", booked_on: today(), amount_cents: 100, direction: "inbound" };
    const refused = await bank.ask([{ ...good, account_iban: "FR7610011000201234567890188" }]);
    expectRefusal(refused, 422, "unprocessable_entity");
    expect((refused.body as Body).details).toEqual({ "transactions[0].account_iban": ["invalid"] });
    await bank.bring({ ...good, account_iban: "fr76 3000 4000 0100 0820 0000 187" });
    await bank.bring({ ...good, bank_reference: "B-2", account_iban: null });
  });

  it("refuses the whole request for one invalid transaction or one too many, with its index", async () => {
    const { agent, bank, call } = await example();
    const good = { bank_reference: "B-1", booked_on: today(), amount_cents: 1, direction: "inbound" };
    const refusal = async (bad: object, details: object) => {
      const answer = await bank.ask([good, bad]);
      expectRefusal(answer, 422, "unprocessable_entity");
      expect((answer.body as Body).details).toEqual(details);
    };
    await refusal(
      { ...good, bank_reference: "B-2", booked_on: "2099-01-01" },
      {
        "transactions[1].booked_on": ["less_than_or_equal_to"],
      },
    );
    await refusal(
      { ...good, bank_reference: "", amount_cents: 0 },
      {
        "transactions[1].bank_reference": ["blank"],
        "transactions[1].amount_cents": ["greater_than_or_equal_to"],
      },
    );
    await refusal(
      { ...good, bank_reference: "B".repeat(141), currency: "USD" },
      {
        "transactions[1].bank_reference": ["too_long"],
        "transactions[1].currency": ["inclusion"],
      },
    );
    // Allocations that are absent from the request have no errors.
    await refusal(
      { ...good, bank_reference: "B-2", amount_cents: -1 },
      { "transactions[1].amount_cents": ["greater_than_or_equal_to"] },
    );
    const allocations = [{ rent_call_reference: call.reference, amount_cents: 2 }];
    await refusal({ ...good, bank_reference: "B-2", allocations }, { "transactions[1].allocations": ["invalid"] });
    const many = Array.from({ length: 1001 }, (_, index) => ({ ...good, bank_reference: `B-${index}` }));
    const refused = await bank.ask(many);
    expectRefusal(refused, 422, "unprocessable_entity");
    expect((refused.body as Body).details).toEqual({ transactions: ["too_long"] });
    expect(await agent.found("/bank_transactions")).toEqual([]);
    expect(await bank.bring(...many.slice(1))).toMatchObject({ received: 1000, created: 1000, duplicates: 0 });
  });

  it("finds a tenant by account, by the family fund's number, by name and exact amount; two references match none", async () => {
    const { agent, bank, call, tenant, lease } = await example();
    const account = { label: "Compte", iban: "FR7630006000011234567890189", is_default: true };
    expectStatus(await agent.ask("PATCH", `/tenants/${tenant.id}`, { bank_accounts: [account] }), 200);
    const change = { lease: { caf_allocataire_number: "1234567 A" } };
    expectStatus(await agent.ask("PATCH", `/leases/${lease.id}`, change), 200);
    const ingested = await bank.bring(
      { bank_reference: "B-1", amount_cents: 100, counterparty_iban: "fr76 3000 6000 0112 3456 7890 189" },
      { bank_reference: "B-2", amount_cents: 200, label: "CAF PAIEMENT 1234567A MARS", method: "caf" },
      { bank_reference: "B-3", amount_cents: 300, label: `${call.reference} AP-2026-000002` },
      {
        bank_reference: "B-4",
        amount_cents: 300,
        rent_call_reference: "AP-2026-000099",
        label: "CAF 1234567A",
      },
      { bank_reference: "B-5", amount_cents: 108_086, label: "VIR", counterparty_name: "Café-Elan SARL" },
      { bank_reference: "B-6", amount_cents: 108_085, counterparty_name: "Autre" },
    );
    expect(ingested).toEqual({ received: 6, created: 6, duplicates: 0, unmatched: ["B-3", "B-4", "B-6"] });
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ status: "paid" });
    expect((await agent.found("/payments", { "q[payment_method_eq]": "caf" })).length).toBe(1);
    const early = { bank_reference: "B-7", amount_cents: 300, label: "CAF 1234567A", method: "caf" };
    expect((await bank.bring(early)).unmatched).toEqual([]);
    const [credit] = await agent.found("/payments", { "q[amount_cents_eq]": "300" });
    expect(credit).toMatchObject({ status: "received", tenantName: "SARL Café Élan", leaseReference: "B-1" });
    expect(credit.leaseId).toBe(lease.id);
  });

  it("matches an exact amount against the remainders after earlier transactions of the request were allocated", async () => {
    const { agent, bank, call } = await example();
    const named = (bank_reference: string, amount_cents: number) => ({
      ...{ bank_reference, amount_cents, counterparty_name: "Café-Elan SARL" },
    });
    const ingested = await bank.bring(
      named("B-1", 100_000),
      { bank_reference: "B-2", amount_cents: 8_386, rent_call_reference: call.reference },
      named("B-3", 100_000),
      named("B-4", 100_000),
    );
    expect(ingested.unmatched).toEqual(["B-1", "B-4"]);
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ status: "paid" });
    const { bank: another } = await example();
    const unknownPayment = { bank_reference: "B-1", amount_cents: 108_386, counterparty_name: "Elan" };
    expect((await another.bring(unknownPayment)).unmatched).toEqual(["B-1"]);
  });

  it("processes transactions in order: a later transaction pays the amount that a rejection leaves due", async () => {
    const { agent, bank, call } = await example("cash");
    const whole = { amount_cents: 108_386, rent_call_reference: call.reference };
    const rejection = { amount_cents: 108_386, direction: "outbound", method: "rejection" };
    const ingested = await bank.bring(
      { bank_reference: "B-2", ...rejection, reverses: "B-1" },
      { bank_reference: "B-1", ...whole },
      { bank_reference: "B-3", ...whole },
      { bank_reference: "B-4", ...whole },
      { bank_reference: "B-5", ...rejection, reverses: "B-3" },
      { bank_reference: "B-6", ...whole },
    );
    expect(ingested).toEqual({ received: 6, created: 6, duplicates: 0, unmatched: [] });
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ status: "paid", paidAmountCents: 108_386 });
    const payments: Body[] = await agent.found("/payments", { sort: "reference" });
    expect(payments.map(({ status }) => status)).toEqual(["rejected", "rejected", "received", "allocated"]);
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("rejects the named transaction when the sender repeats the rejection", async () => {
    const { agent, bank, call } = await example();
    await bank.bring({ bank_reference: "B-1", amount_cents: 108_386, rent_call_reference: call.reference });
    const rejection = { bank_reference: "B-2", amount_cents: 108_386, direction: "outbound", method: "rejection" };
    expect((await bank.bring(rejection)).unmatched).toEqual(["B-2"]);
    expect((await bank.bring({ ...rejection, reverses: "B-0" })).unmatched).toEqual(["B-2"]);
    expect((await bank.bring({ ...rejection, reverses: " B-1 " })).unmatched).toEqual([]);
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ status: "issued", paidAmountCents: 0 });
    const { accounts } = await agent.found("/accounting/trial_balance");
    const open = accounts.filter(({ balance }: Body) => balance !== "0.00");
    expect(open.map(({ accountCode }: Body) => accountCode)).not.toContain("471000");
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("remits a later match on the bank's booking day, on no day before the call", async () => {
    const { agent, bank, call } = await example("cash");
    house.clock.pass(20 * 86_400_000);
    const unknown = { bank_reference: "B-1", amount_cents: 50_000, label: "VIR", booked_on: today() };
    const early = { bank_reference: "B-2", amount_cents: 58_386, label: "VIR", booked_on: "2026-02-27" };
    const booked = today();
    await bank.bring(unknown, early);
    house.clock.pass(86_400_000);
    const { reference: rent_call_reference } = call;
    await bank.bring({ ...unknown, rent_call_reference }, { ...early, rent_call_reference });
    const days = async (query: object) =>
      (await agent.found("/accounting_entries", { sort: "reference", ...query })).map(
        ({ accountingDate }: Body) => accountingDate,
      );
    expect(await days({ "q[journal_eq]": "PROPRIO", "q[source_type_eq]": "Payment" })).toEqual([booked, "2026-03-01"]);
    expect(await days({ "q[journal_eq]": "BANQUE" })).toEqual([booked, "2026-02-27", today(), today()]);
    expect(await findingsOf(agent)).toEqual([]);
  });

  /** The violations that the strict checker finds in the file of 2026. */
  async function findingsOf(agent: Agent): Promise<readonly FecFinding[]> {
    const { downloadUrl } = expectStatus(await agent.ask("POST", "/fec_exports", { year: 2026 }), 201) as Body;
    const { bytes } = await agent.ask("GET", new URL(downloadUrl).pathname.replace("/rental/api/v1", ""));
    const findings: FecFinding[] = [];
    for await (const finding of checkFec([bytes] as never)) findings.push(finding);
    return findings.filter(({ rule }) => rule !== "warning");
  }
});

describe.each(databases)("the same transactions sent to two hosts at once, on $name", ({ name, open }) => {
  let house: House;
  let hosts: readonly House[];
  beforeAll(async () => {
    const [database, secondDatabase] =
      name === "Postgres" ? await openTwice(inject("postgresUrl") ?? "") : [await open()];
    house = await openHouse(database);
    hosts = [house, ...(secondDatabase ? [await openHouse(secondDatabase, { seed: "second" })] : [])];
  });
  afterAll(async () => {
    for (const host of hosts.toReversed()) await host.close();
  });

  it("are stored, paid and booked once, for any number and order", async () => {
    const agent = await agentOf(house, { accounting_mode: "cash" });
    await workedEstate(agent);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const bank = await bankOf(house, agent);
    const label = "LOYER AP-2026-000001";
    const sent = Array.from({ length: 40 }, (_, index) => ({
      ...{ bank_reference: `B-${index}`, amount_cents: 3_000 },
      ...(index % 4 > 0 && { label }),
    }));
    const files = [sent, sent.toReversed(), sent];
    const ingested = await Promise.all(
      files.map((file, at) => bank.at(hosts[at % hosts.length] as House).bring(...file)),
    );
    expect(ingested.reduce((all, { created }) => all + created, 0)).toBe(40);
    expect(ingested.map(({ unmatched }) => unmatched.length)).toEqual([10, 10, 10]);
    expect((await agent.found("/rent_calls"))[0]).toMatchObject({
      paidAmountCents: 90_000,
      remainingAmountCents: 18_386,
    });
    const { accounts, totalDebit, totalCredit } = await agent.found("/accounting/trial_balance");
    const balances = accounts.map(({ accountCode, auxiliaryCode, balance }: Body) => [
      accountCode,
      auxiliaryCode,
      balance,
    ]);
    expect(totalDebit).toBe(totalCredit);
    expect(balances).toEqual([
      ["411000", "LOC0001", "183.86"],
      ["467000", "PRO0001", "-300.00"],
      ["467000", "PRO0002", "-600.00"],
      ["467100", "PRO0001", "-61.29"],
      ["467100", "PRO0002", "-122.57"],
      ["471000", null, "-300.00"],
      ["512000", null, "1200.00"],
    ]);
    expect(await agent.found("/payments", { per_page: "100" })).toHaveLength(30);
  });
});
