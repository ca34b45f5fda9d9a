import { checkFec, type FecFinding } from "@cartulary/ledger";
import { createPdfText } from "@cartulary/pdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { bookMakersFor, rentCall } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { payCall } from "../../support/paid-calls.ts";
import { recordProblems } from "../../support/records.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("a billing run that is applied, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  const pdfText = createPdfText();
  afterAll(async () => {
    await house.close();
    await pdfText.close();
  });

  /** The worked example, validated. */
  async function example(accountingMode = "accrual", more: object = {}) {
    const agent = await agentOf(house, { name: "Agence du Port", accounting_mode: accountingMode });
    const estate = await workedEstate(agent);
    return { agent, ...estate, run: await validatedRun(house, agent, more) };
  }

  /** The entries of a mandataire as they are jotted down, in the order of their numbers. */
  async function entriesOf({ found }: Agent): Promise<readonly string[]> {
    const entries: Body[] = await found("/accounting_entries", { per_page: "100", sort: "created_at" });
    const whole = [];
    for (const { id } of entries) whole.push(await found(`/accounting_entries/${id}`));
    return whole
      .map(({ reference, lines }: Body) =>
        [
          `${reference}:`,
          ...lines.map(({ accountCode, auxiliaryCode, debit, credit, letteringCode }: Body) =>
            [accountCode, auxiliaryCode, debit === "0.00" ? `C ${credit}` : `D ${debit}`, letteringCode]
              .filter(Boolean)
              .join(" "),
          ),
        ].join(" / "),
      )
      .toSorted();
  }

  it("writes the calls, entries, fees and payouts of the worked example, and a file that is conform", async () => {
    const { agent, run, tenant, lease } = await example();
    const applied = await agent.done(`/billing_runs/${run.id}/apply`);
    expect(applied).toMatchObject({
      status: "applied",
      currentStep: 7,
      appliedAt: house.clock.now(),
      editable: false,
      cancellable: true,
    });
    expect(await entriesOf(agent)).toEqual([
      "CHA-2026-000001: / 411000 LOC0001 D 116.12 / 467000 PRO0001 C 32.26 AAA / 467000 PRO0001 C 6.45 AAA / 467000 PRO0002 C 64.51 AAA / 467000 PRO0002 C 12.90 AAA",
      "LOY-2026-000001: / 411000 LOC0001 D 967.74 / 467000 PRO0001 C 268.82 AAA / 467000 PRO0001 C 53.76 AAA / 467000 PRO0002 C 537.63 AAA / 467000 PRO0002 C 107.53 AAA",
      "PRO-2026-000001: / 467000 PRO0001 D 22.58 AAA / 706100 C 18.82 / 445710 C 3.76",
      "PRO-2026-000002: / 467000 PRO0002 D 45.16 AAA / 706100 C 37.63 / 445710 C 7.53",
      "PRO-2026-000003: / 467000 PRO0001 D 338.71 AAA / 467900 PRO0001 C 338.71",
      "PRO-2026-000004: / 467000 PRO0002 D 677.41 AAA / 467900 PRO0002 C 677.41",
    ]);
    const [call, ...others] = await agent.found("/rent_calls");
    expect(others).toEqual([]);
    expect(recordProblems(fieldsOf("RentCall", "detail"), call)).toEqual([]);
    expect(call).toMatchObject({
      reference: "AP-2026-000001",
      kind: "call",
      status: "issued",
      periodStart: "2026-03-12",
      periodEnd: "2026-03-31",
      dueDate: "2026-03-12",
      totalAmountCents: 108_386,
      rentAmountCents: 96_774,
      chargesAmountCents: 11_612,
      paidAmountCents: 0,
      remainingAmountCents: 108_386,
      fullyPaid: false,
      leaseId: lease.id,
      leaseReference: "B-1",
      tenantId: tenant.id,
      tenantName: "SARL Café Élan",
      billingRunId: run.id,
    });
    expect(await agent.found(`/rent_calls/${call.id}`)).toEqual(call);
    const {
      billingRunId: _,
      kind: __,
      leaseId: ___,
      contributions,
      leaseReference,
      tenantId,
      tenantName,
      createdAt,
      updatedAt,
      ...ofTenant
    } = call;
    expect([leaseReference, tenantId, tenantName, createdAt]).toEqual(["B-1", tenant.id, "SARL Café Élan", updatedAt]);
    expect(contributions).toMatchObject([{ name: "SARL Café Élan", amountCents: call.totalAmountCents, paidCents: 0 }]);
    expect((await agent.found(`/tenants/${tenant.id}`)).rentCalls).toEqual([{ ...ofTenant, reminders: [] }]);
    expectRefusal(await agent.ask("DELETE", `/leases/${lease.id}`), 422, "has_dependents");
    const notice = { id: call.id, reference: call.reference, totalAmountCents: 108_386, linesCount: 2 };
    expect(applied.billingNoticesSummary).toMatchObject({ count: 1, totalAmountCents: 108_386, notices: [notice] });
    const lines: Body[] = await agent.found(`/billing_runs/${run.id}/lines`);
    expect(lines.map(({ rentCallId }) => rentCallId)).toEqual([call.id, call.id]);
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("orders a payout to each owner, which lists find, and which waits for an account that it can be paid to", async () => {
    const { agent, run, owners } = await example();
    const account = { label: "Compte", iban: "FR7630006000011234567890189", is_default: true };
    await house.clock.pass(1_000);
    const banked = await agent.ask("PATCH", `/owners/${owners[0].id}`, { bank_accounts: [account] });
    const [{ id: bankAccountId }] = expectStatus(banked, 200).bankAccounts;
    await agent.done(`/billing_runs/${run.id}/apply`);
    const payout = (at: number, more: object) => ({
      id: expect.any(String),
      reference: `RV-2026-00000${at + 1}`,
      ownerId: owners[at].id,
      ownerName: ["Alice", "Bruno"][at],
      billingRunId: run.id,
      currency: "EUR",
      orderedAt: house.clock.now(),
      ...{ executedAt: null, transmittedAt: null, exportId: null },
      ...{ kind: "owner", tenantId: null, securityDepositId: null },
      ...more,
    });
    const alice = payout(0, { amountCents: 33_871, status: "ordered", bankAccountId });
    const bruno = payout(1, { amountCents: 67_741, status: "blocked", bankAccountId: null });
    const listed = (query: Record<string, string>) => agent.found("/owner_payouts", query);
    expect(await listed({ sort: "reference" })).toEqual([alice, bruno]);
    expect(await listed({ sort: "amount_cents", direction: "desc" })).toEqual([bruno, alice]);
    expect(await listed({ "q[status_eq]": "blocked" })).toEqual([bruno]);
    expect(await listed({ "q[owner_id_eq]": owners[0].id, "q[billing_run_id_eq]": run.id })).toEqual([alice]);
    expect(await listed({ "q[amount_cents_gteq]": "67742" })).toEqual([]);
    const [found] = await listed({ "q[owner_name_cont]": "run" });
    expect(recordProblems(fieldsOf("OwnerPayout", "detail"), found)).toEqual([]);
    expect(await agent.found(`/owner_payouts/${found.id}`)).toEqual(found);
    const followed = { collection: "owner_payouts", updated_since: run.createdAt };
    expect((await agent.found("/snapshots", followed)).map(({ data }: Body) => data)).toEqual(
      expect.arrayContaining([alice, bruno]),
    );
    await agent.done(`/billing_runs/${run.id}/cancel`);
    expect((await listed({})).map(({ status }: Body) => status)).toEqual(["cancelled", "cancelled"]);
  });

  it("in cash mode credits uncollected amounts on a waiting account, and takes and pays nothing", async () => {
    const { agent, run } = await example("cash");
    await agent.done(`/billing_runs/${run.id}/apply`);
    expect(await entriesOf(agent)).toEqual([
      "CHA-2026-000001: / 411000 LOC0001 D 116.12 / 467100 PRO0001 C 32.26 / 467100 PRO0001 C 6.45 / 467100 PRO0002 C 64.51 / 467100 PRO0002 C 12.90",
      "LOY-2026-000001: / 411000 LOC0001 D 967.74 / 467100 PRO0001 C 268.82 / 467100 PRO0001 C 53.76 / 467100 PRO0002 C 537.63 / 467100 PRO0002 C 107.53",
    ]);
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("neither calls, pays nor deducts the amounts of excluded lines", async () => {
    const agent = await agentOf(house, { accounting_mode: "accrual" });
    await workedEstate(agent);
    const { id } = await agent.made("/billing_runs", { period_start: "2026-03-01" });
    await house.work();
    const takeOut = async (type: string, wanted: (line: Body) => boolean) => {
      const lines: Body[] = await agent.found(`/billing_runs/${id}/lines`, { type, per_page: "100" });
      for (const line of lines.filter(wanted))
        expectStatus(await agent.ask("PATCH", `/billing_runs/${id}/lines/${line.id}`, { excluded: true }), 200);
    };
    await takeOut("tenant", ({ billingCategory }) => billingCategory === "charge_provision");
    await takeOut("owner", ({ ownerName, billingCategory }) => ownerName === "Alice" && billingCategory === "payout");
    await takeOut("owner", ({ ownerName, billingCategory }) => ownerName === "Bruno" && /fee/.test(billingCategory));
    await agent.done(`/billing_runs/${id}/validate?force`);
    await agent.done(`/billing_runs/${id}/apply`);
    expect(await agent.found("/rent_calls")).toMatchObject([{ totalAmountCents: 96_774, chargesAmountCents: 0 }]);
    expect(await entriesOf(agent)).toEqual([
      "LOY-2026-000001: / 411000 LOC0001 D 967.74 / 467000 PRO0001 C 268.82 / 467000 PRO0001 C 53.76 / 467000 PRO0002 C 537.63 AAA / 467000 PRO0002 C 107.53 AAA",
      "PRO-2026-000001: / 467000 PRO0001 D 22.58 / 706100 C 18.82 / 445710 C 3.76",
      "PRO-2026-000002: / 467000 PRO0002 D 645.16 AAA / 467900 PRO0002 C 645.16",
    ]);
  });

  it("is applied once: a second request has the same reply and writes nothing [R-20]", async () => {
    const { agent, run } = await example();
    const answers = await Promise.all([1, 2, 3].map(() => agent.done(`/billing_runs/${run.id}/apply`)));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await entriesOf(agent)).toHaveLength(6);
    expect(await agent.found("/rent_calls")).toHaveLength(1);
  });

  it("is refused as stale where something it was computed from has changed, and names it", async () => {
    const { agent, run, lease, owners } = await example();
    const terms = { lease_id: lease.id, effective_from: "2026-03-20" };
    const units = [{ lease_unit_id: lease.units[0].id, base_rent_cents: 200_000 }];
    await agent.made("/lease_terms", { lease_term: { ...terms, lease_unit_terms: units } });
    const refusal = await agent.ask("POST", `/billing_runs/${run.id}/apply`);
    expectRefusal(refusal, 409, "run_stale");
    expect((refusal.body as Body).details).toEqual({ changed: [`lease:${lease.id}`] });
    expect([await entriesOf(agent), await agent.found("/rent_calls")]).toEqual([[], []]);
    expect(owners).toHaveLength(2);
  });

  it("bills no day twice: of two runs of the same days the second one is stale [R-22]", async () => {
    const { agent, run, lease } = await example();
    const second = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const refusal = await agent.ask("POST", `/billing_runs/${second.id}/apply`);
    expectRefusal(refusal, 409, "run_stale");
    expect((refusal.body as Body).details.changed).toContain(`lease:${lease.id}`);
  });

  it("takes the price of a month once: a second run of it finds services and premiums charged", async () => {
    const { agent, lease, mandates, owners, property, tenant } = await example();
    const fixed = { service_type: "reporting", billing_mode: "fixed", amount_cents: 1_000, target: "owner" };
    const perUnit = { service_type: "inspection", billing_mode: "per_unit", amount_cents: 500, target: "owner" };
    const share = { service_type: "letting", billing_mode: "percentage", rate: 1, target: "owner" };
    const mandate_services = [fixed, perUnit, share].map((each) => ({ ...each, frequency: "monthly", active: true }));
    expectStatus(await agent.ask("PATCH", `/mandates/${mandates[0].id}`, { mandate_services }), 200);
    const policy = { insurer_name: "Mutuelle", premium_cents: 3_000, premium_frequency: "monthly" };
    const gli_policies = [{ ...policy, start_date: "2026-03-01", end_date: "2027-02-28" }];
    expectStatus(await agent.ask("PATCH", `/leases/${lease.id}`, { lease: {}, gli_policies }), 200);
    const chargesOf = async (id: string) => {
      const lines: Body[] = await agent.found(`/billing_runs/${id}/lines`, { type: "owner", per_page: "100" });
      return lines
        .filter(({ billingCategory }) => /service|premium/.test(billingCategory))
        .map(({ ownerName, amountTtc }) => `${ownerName} ${amountTtc}`)
        .toSorted();
    };
    const [first, second] = [await validatedRun(house, agent), await validatedRun(house, agent)];
    const charges = ["Alice -10.00", "Alice -12.00", "Alice -3.23", "Alice -6.00", "Bruno -20.00"];
    expect([await chargesOf(first.id), await chargesOf(second.id)]).toEqual([charges, charges]);
    await agent.done(`/billing_runs/${first.id}/apply`);
    expectRefusal(await agent.ask("POST", `/billing_runs/${second.id}/apply`), 409, "run_stale");
    expect(await chargesOf((await validatedRun(house, agent)).id)).toEqual([]);
    // Another unit of hers: one more for fees by the unit, one percent more, and nothing again.
    const unit = await agent.made("/units", { property_id: property.id, identifier: "Local B" });
    const whole = { owner_id: owners[0].id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 };
    await agent.made("/ownerships", { ownership: whole });
    await agent.made("/leases", {
      ...{ tenant_id: tenant.id, units: [{ id: unit.id, base_rent_cents: 10_000 }] },
      lease: {
        ...{ reference: "B-2", lease_type: "commercial", status: "active" },
        ...{ start_date: "2026-03-01", signature_date: "2026-03-01" },
      },
    });
    expect(await chargesOf((await validatedRun(house, agent)).id)).toEqual(["Alice -1.20", "Alice -6.00"]);
    await agent.done(`/billing_runs/${first.id}/cancel`);
    const anew = ["Alice -10.00", "Alice -12.00", "Alice -12.00", "Alice -4.43", "Bruno -20.00"];
    expect(await chargesOf((await validatedRun(house, agent)).id)).toEqual(anew);
  });

  it("explains a service fee by its price or its base, with VAT apart", async () => {
    const { agent, mandates } = await example();
    const bases = ["rent_excl_tax", "rent_and_charges_excl_tax", "total_incl_tax"];
    const mandate_services = [
      { billing_mode: "fixed", amount_cents: 1_001 },
      { billing_mode: "per_unit", amount_cents: 500, vat_applicable: false },
      ...bases.map((calculation_base) => ({ billing_mode: "percentage", rate: 1.5, calculation_base })),
    ].map((each) => ({
      service_type: "s",
      target: "owner",
      frequency: "monthly",
      active: true,
      vat_rate: 20,
      ...each,
    }));
    expectStatus(await agent.ask("PATCH", `/mandates/${mandates[0].id}`, { mandate_services }), 200);
    const { id } = await validatedRun(house, agent);
    const query = { type: "owner", "q[billing_category_eq]": "service_fee" };
    const explained: Body[] = await agent.found(`/billing_runs/${id}/lines`, query);
    expect(explained.map(({ explanation }) => explanation).toSorted()).toEqual([
      "1 lot × 5,00 € = 5,00 € HT",
      "1,5 % × 268,82 € de loyers HT = 4,03 € HT + TVA 20 % 0,81 €",
      "1,5 % × 301,08 € de loyers et charges HT = 4,52 € HT + TVA 20 % 0,90 €",
      "1,5 % × 361,29 € de loyers et charges TTC = 5,42 € HT + TVA 20 % 1,08 €",
      "10,01 € HT + TVA 20 % 2,00 €",
    ]);
  });

  it("keeps one account for an insurer, however his name is written", async () => {
    const { agent, lease } = await example();
    const names = ["Générali Vie", "GE\u0301NE\u0301RALI VIE", "Assur", null];
    const gli_policies = names.map((insurer_name) => ({
      ...{ insurer_name, premium_cents: 3_000, premium_frequency: "monthly" },
      ...{ start_date: "2026-03-01", end_date: "2027-02-28" },
    }));
    expectStatus(await agent.ask("PATCH", `/leases/${lease.id}`, { lease: {}, gli_policies }), 200);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const suppliers = async () => {
      const text = (await entriesOf(agent)).join(" / ");
      return [...new Set(text.match(/401000 \S+/g))].toSorted();
    };
    const three = ["401000 FOU0001", "401000 FOU0002", "401000 FOU0003"];
    expect(await suppliers()).toEqual(three);
    await agent.done(`/billing_runs/${run.id}/cancel`);
    await agent.done(`/billing_runs/${(await validatedRun(house, agent)).id}/apply`);
    expect(await suppliers()).toEqual(three);
  });

  it("is applied only once it is validated [R-19]", async () => {
    const { agent, run } = await example();
    const { id } = await agent.made("/billing_runs", { period_start: "2026-04-01" });
    expectRefusal(await agent.ask("POST", `/billing_runs/${id}/apply`), 422, "invalid_transition");
    await agent.done(`/billing_runs/${run.id}/cancel`);
    expectRefusal(await agent.ask("POST", `/billing_runs/${run.id}/apply`), 422, "invalid_transition");
  });

  it("is taken back as a whole: every account is as before, calls and payouts are cancelled, and it can be billed anew [R-21]", async () => {
    const { agent, run } = await example();
    await agent.done(`/billing_runs/${run.id}/apply`);
    const cancelled = await agent.done(`/billing_runs/${run.id}/cancel`, { reason: "Erreur de loyer" });
    expect(cancelled).toMatchObject({
      status: "cancelled",
      cancellationReason: "Erreur de loyer",
      cancelledAt: house.clock.now(),
      cancellable: false,
    });
    const [call] = await agent.found("/rent_calls");
    expect(call).toMatchObject({ status: "cancelled", remainingAmountCents: 0, fullyPaid: false, overdue: false });
    const entries: Body[] = await agent.found("/accounting_entries", { per_page: "100" });
    expect(entries.filter(({ sourceType }) => sourceType === "Reversal")).toHaveLength(6);
    const { accounts } = await agent.found("/accounting/trial_balance");
    expect(accounts.every(({ balance }: Body) => balance === "0.00")).toBe(true);
    expect(await findingsOf(agent)).toEqual([]);
    expectRefusal(await agent.ask("POST", `/billing_runs/${run.id}/cancel`), 422, "invalid_transition");
    const again = await validatedRun(house, agent);
    expect((await agent.done(`/billing_runs/${again.id}/apply`)).totalTenantAmount).toBe("1083.86");
  });

  it("leaves the applications of other months unchanged when it is cancelled", async () => {
    const { agent, run } = await example();
    await agent.done(`/billing_runs/${run.id}/apply`);
    const left = async () => ({
      calls: await agent.found("/rent_calls", { "q[billing_run_id_eq]": run.id }),
      payouts: (await agent.found("/owner_payouts")).filter(({ billingRunId }: Body) => billingRunId === run.id),
      accounts: (await agent.found("/accounting/trial_balance")).accounts.map(({ accountCode, balance }: Body) => [
        accountCode,
        balance,
      ]),
    });
    const before = await left();
    const next = await validatedRun(house, agent, { period_start: "2026-04-01" });
    await agent.done(`/billing_runs/${next.id}/apply`);
    house.clock.pass(60_000);
    await agent.done(`/billing_runs/${next.id}/cancel`);
    expect(await left()).toEqual(before);
    const [call] = await agent.found("/rent_calls", { "q[billing_run_id_eq]": next.id });
    expect(call).toMatchObject({ status: "cancelled", remainingAmountCents: 0, updatedAt: house.clock.now() });
    const payouts: Body[] = await agent.found("/owner_payouts");
    expect(payouts.filter(({ billingRunId }) => billingRunId === next.id).map(({ status }) => status)).toEqual([
      "cancelled",
      "cancelled",
    ]);
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("that was not applied is cancelled without a trace in the books", async () => {
    const { agent, run } = await example();
    expect(await agent.done(`/billing_runs/${run.id}/cancel`)).toMatchObject({
      status: "cancelled",
      cancellationReason: "cancelled by user",
    });
    expect(await entriesOf(agent)).toEqual([]);
  });

  it("calls a tenant of several leases once, by tenant", async () => {
    const agent = await agentOf(house, { accounting_mode: "accrual" });
    const { property, tenant, owners } = await workedEstate(agent);
    const unit = await agent.made("/units", { property_id: property.id, identifier: "Local B" });
    const ownership = { owner_id: owners[0].id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 };
    await agent.made("/ownerships", { ownership });
    const dated = { lease_type: "commercial", start_date: "2026-03-01", signature_date: "2026-03-01" };
    await agent.made("/leases", {
      lease: { reference: "B-0", ...dated, status: "active" },
      term: {},
      units: [{ id: unit.id, base_rent_cents: 10_000 }],
      tenant_id: tenant.id,
    });
    const run = await validatedRun(house, agent, { grouping_mode: "per_tenant" });
    await agent.done(`/billing_runs/${run.id}/apply`);
    expect(await agent.found("/rent_calls")).toMatchObject([
      { leaseId: null, leaseReference: null, tenantId: tenant.id, totalAmountCents: 118_386, dueDate: "2026-03-01" },
    ]);
    const journals = (await entriesOf(agent)).map((entry) => entry.slice(0, 15)).filter((entry) => !/PRO/.test(entry));
    expect(journals).toEqual(["CHA-2026-000001", "LOY-2026-000001", "LOY-2026-000002"]);
  });

  it("is the same notice each time it is downloaded, a PDF", async () => {
    const { agent, run } = await example();
    await agent.done(`/billing_runs/${run.id}/apply`);
    const [call] = await agent.found("/rent_calls");
    const path = `/rent_calls/${call.id}/document`;
    const whole = await agent.ask("GET", path);
    expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(whole.headers.get("content-disposition")).toContain("AP-2026-000001.pdf");
    expect(whole.text.slice(0, 5)).toBe("%PDF-");
    const asking = { headers: { "x-mandataire-id": agent.id, range: "bytes=0-4" } };
    const part = await house.admin.ask("GET", `/rental/api/v1${path}`, asking);
    expect([part.status, part.text, part.headers.get("etag")]).toEqual([206, "%PDF-", whole.headers.get("etag")]);
  });

  it("has a receipt of the paid amount, which is a reçu until the call is paid in full", async () => {
    const { agent, run } = await example();
    await agent.done(`/billing_runs/${run.id}/apply`);
    const [call] = await agent.found("/rent_calls");
    const path = `/rent_calls/${call.id}/receipt`;
    expectRefusal(await agent.ask("GET", path), 422, "nothing_paid");
    const receiptOf = async (amount: number) => {
      await payCall(house, agent.id, call.id, amount);
      const { status, headers, bytes } = await agent.ask("GET", path);
      expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
      const text = await pdfText.read(oneChunk(bytes), {
        bytesMax: 1_000_000,
        cpuMilliseconds: 60_000,
        onBehalfOf: null,
      });
      return `${headers.get("content-disposition")} ${text}`.replaceAll(/\s+/g, " ");
    };
    const part = await receiptOf(100_000);
    expect(part).toContain("recu-AP-2026-000001.pdf");
    expect(part).toContain(
      "Loyer 967,74 € 967,74 € 0,00 € Charges 116,12 € 32,26 € 83,86 € Total 1 083,86 € 1 000,00 €",
    );
    expect(part).toMatch(/Reste dû : 83,86 €.* ne vaut pas quittance/);
    const whole = await receiptOf(108_386);
    expect(whole).toContain("quittance-AP-2026-000001.pdf");
    expect(whole).toContain("Loyer 967,74 € Charges 116,12 € Total 1 083,86 €");
    expect(whole).toMatch(/Agence .*au nom et pour le compte d’Alice et de Bruno, .*en donne quittance/);
  });

  it("is dated the first open day where its month is closed", async () => {
    const agent = await agentOf(house, { accounting_mode: "accrual" });
    await workedEstate(agent);
    await bookMakersFor(house).post(agent.id, rentCall("2026-03-05", 100));
    const run = await validatedRun(house, agent);
    house.clock.pass(31 * 86_400_000);
    expect(await agent.done("/accounting/periods/2026-03/close")).toMatchObject({ status: "closed" });
    await agent.done(`/billing_runs/${run.id}/apply`);
    const entries: Body[] = await agent.found("/accounting_entries", { "q[source_type_eq]": "BillingRun" });
    expect(entries.map(({ accountingDate }) => accountingDate)).toEqual(Array(6).fill("2026-04-01"));
  });

  it("bills a lease that ended in its month, and only the rest when the lease continues", async () => {
    const agent = await agentOf(house, { accounting_mode: "accrual" });
    const { lease } = await workedEstate(agent);
    const endOn = async (end_date: string) =>
      expectStatus(await agent.ask("PATCH", `/leases/${lease.id}`, { lease: { end_date } }), 200);
    await endOn("2026-03-20");
    const rentsOf = async ({ id }: Body) => {
      const rents: Body[] = await agent.found(`/billing_runs/${id}/lines`, { "q[billing_category_eq]": "rent" });
      return rents
        .map(({ periodStart, periodEnd, amountHt, vatAmount, status, anomalyType }) =>
          [periodStart, periodEnd, amountHt, vatAmount, status, anomalyType].join(" "),
        )
        .toSorted();
    };
    const first = await validatedRun(house, agent);
    expect(await rentsOf(first)).toEqual(["2026-03-12 2026-03-20 362.90 72.58 active lease_ended"]);
    await agent.done(`/billing_runs/${first.id}/apply`);
    await endOn("2028-12-31");
    const second = await validatedRun(house, agent);
    expect(await rentsOf(second)).toEqual([
      "2026-03-12 2026-03-20 362.90 72.58 excluded already_billed",
      "2026-03-21 2026-03-31 443.55 88.71 active prorata",
    ]);
    await agent.done(`/billing_runs/${second.id}/apply`);
    const calls: Body[] = await agent.found("/rent_calls");
    expect(calls.reduce((sum, { totalAmountCents }) => sum + totalAmountCents, 0)).toBe(108_386);
    expect(await findingsOf(agent)).toEqual([]);
  });

  it("of a lease that has ended pays out what was collected for it", async () => {
    const agent = await agentOf(house, { accounting_mode: "cash" });
    const { lease } = await workedEstate(agent);
    const end = { lease: { end_date: "2026-03-31" } };
    expectStatus(await agent.ask("PATCH", `/leases/${lease.id}`, end), 200);
    await agent.done(`/billing_runs/${(await validatedRun(house, agent)).id}/apply`);
    const [{ reference: label, totalAmountCents: amount_cents }] = await agent.found("/rent_calls");
    const bank = await bankOf(house, agent);
    await bank.bring({ bank_reference: "B-1", amount_cents, label });
    const { id } = await validatedRun(house, agent, { period_start: "2026-04-01", lease_ids: [lease.id] });
    expect(await agent.found(`/billing_runs/${id}/lines`)).toEqual([]);
    const query = { type: "owner", "q[billing_category_eq]": "payout" };
    const payouts: Body[] = await agent.found(`/billing_runs/${id}/lines`, query);
    expect(payouts.map(({ amountTtc }) => amountTtc).toSorted()).toEqual(["338.71", "677.41"]);
  });

  it("deducts an owner's unpaid debts from the next month's payout", async () => {
    const { agent, mandates } = await example();
    const service = { service_type: "works", billing_mode: "fixed", amount_cents: 50_000, target: "owner" };
    const mandate_services = [{ ...service, frequency: "quarterly", active: true }];
    expectStatus(await agent.ask("PATCH", `/mandates/${mandates[0].id}`, { mandate_services }), 200);
    const aliceIn = async (period_start: string) => {
      const { id } = await validatedRun(house, agent, { period_start });
      const lines: Body[] = await agent.found(`/billing_runs/${id}/lines`, {
        type: "owner",
        "q[owner_name_eq]": "Alice",
      });
      await agent.done(`/billing_runs/${id}/apply`);
      const wanted = lines.filter(({ billingCategory }) => /balance|payout/.test(billingCategory));
      return wanted
        .map(({ billingCategory, amountTtc, anomalyType }) => [billingCategory, amountTtc, anomalyType])
        .sort();
    };
    expect(await aliceIn("2026-03-01")).toEqual([["payout", "0.00", "debit_owner_balance"]]);
    expect(await aliceIn("2026-04-01")).toEqual([
      ["owner_balance", "-261.29", null],
      ["payout", "263.71", "missing_iban"],
    ]);
    expect(await aliceIn("2026-05-01")).toEqual([["payout", "525.00", "missing_iban"]]);
  });

  /** The violations that the strict checker finds in the file of the year. */
  async function findingsOf(agent: Agent): Promise<readonly FecFinding[]> {
    const { downloadUrl } = expectStatus(await agent.ask("POST", "/fec_exports", { year: 2026 }), 201) as Body;
    const { bytes } = await agent.ask("GET", new URL(downloadUrl).pathname.replace("/rental/api/v1", ""));
    const findings: FecFinding[] = [];
    for await (const finding of checkFec([bytes] as never)) findings.push(finding);
    return findings.filter(({ rule }) => rule !== "warning");
  }
});

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
