import { MONEY_VIOLATIONS, type MoneyViolation } from "@cartulary/rental";
import { describe, expect, it } from "vitest";
import type { House } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { houseOn } from "../../support/findings.ts";
import { expectStatus } from "../../support/refusals.ts";
import { rawForm } from "../../support/send-request.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("Verification of billing and payments on $name", (engine) => {
  it("finds nothing after a year of an agency, and every fault that is planted in it", async () => {
    const { database, house, found } = await houseOn(engine);
    const ids = await yearOf(house, await agentOf(house, { accounting_mode: "accrual" }));
    await database.damage(`update fee_withdrawals set id = '${WITHDRAWAL}'`);
    expect(await found()).toEqual([]);
    for (const { fault, at, changes } of damagesOf(ids)) {
      await database.damage(
        ...changes.map(([table, id, change]) => `update ${table} set ${change} where id = '${id}'`),
      );
      const { area, message } = MONEY_VIOLATIONS[fault];
      expect(await found("billing of mandataires"), fault).toContain(`error ${area} ${at}: ${message}`);
      await database.damage(...changes.map(([table, id, , back]) => `update ${table} set ${back} where id = '${id}'`));
    }
    expect(await found()).toEqual([]);
  });
});

/** The id of the only withdrawal: no answer tells it. */
const WITHDRAWAL = "0192f000-0000-7000-8000-000000000001";

/** Records of an agency, by what became of them. */
type Ids = Readonly<Record<string, string>>;

/** The worked example: paid with something over, paid out once, fees withdrawn; an April that was taken back. */
async function yearOf(house: House, agent: Agent): Promise<Ids> {
  const { unit, owners } = await workedEstate(agent);
  const bank_accounts = [{ iban: "FR1420041010050500013M02606", is_default: true }];
  for (const { id } of owners) expectStatus(await agent.ask("PATCH", `/owners/${id}`, { bank_accounts }), 200);
  const march = await validatedRun(house, agent);
  await agent.done(`/billing_runs/${march.id}/apply`);
  const { bring } = await bankOf(house, agent);
  const label = "AP-2026-000001";
  await bring(
    { bank_reference: "b1", amount_cents: 58_386, label },
    { bank_reference: "b2", amount_cents: 9000, label },
  );
  const back = { direction: "outbound", method: "rejection", reverses: "b2" };
  await bring({ bank_reference: "b3", amount_cents: 9000, ...back }, { bank_reference: "b4", amount_cents: 700 });
  const [unknown]: Body[] = await agent.found("/bank_transactions", { "q[bank_reference_eq]": "b4" });
  const assigned = { lines: [{ account_code: "580000", amount_cents: 100 }] };
  await agent.made(`/bank_transactions/${unknown.id}/assignments`, assigned);
  await bring({ bank_reference: "b5", amount_cents: 55_000, label });
  const [executed, waiting]: Body[] = await agent.found("/owner_payouts", { sort: "reference" });
  const paid = { amount_cents: executed.amountCents, payout_reference: executed.reference };
  await bring({ bank_reference: "b6", direction: "outbound", ...paid });
  const booked_on = house.clock.now().slice(0, 10);
  await agent.made("/accounting/fee_withdrawals", { amount_cents: 1000, booked_on });
  await bring({ bank_reference: "b7", direction: "outbound", amount_cents: 1000 });
  const iban = "FR7630006000011234567890189";
  expectStatus(await agent.ask("PATCH", `/mandataires/${agent.id}`, { mandataire: { iban } }), 200);
  const sent = await agent.made("/owner_payouts/exports", { format: "pain.001" });
  const april = await validatedRun(house, agent, { period_start: "2026-04-01" });
  await agent.done(`/billing_runs/${april.id}/apply`);
  await agent.done(`/billing_runs/${april.id}/cancel`);
  const rentOf = async (run: Body): Promise<Body> =>
    (await agent.found(`/billing_runs/${run.id}/lines`)).find((line: Body) => line.billingCategory === "rent");
  const calls: Body[] = await agent.found("/rent_calls", { sort: "reference" });
  const payments: Body[] = await agent.found("/payments", { sort: "reference" });
  const transactions: Body[] = await agent.found("/bank_transactions", { sort: "bank_reference" });
  const [first, , third] = await Promise.all(payments.map(({ id }) => agent.found(`/payments/${id}`)));
  const rent = await rentOf(march);
  return {
    ...{ march: march.id, april: april.id, line: rent.id, later: (await rentOf(april)).id },
    ...{ call: calls[0].id, cancelled: calls[1].id },
    ...{ payment: payments[0].id, rejected: payments[1].id, over: payments[2].id },
    allocation: first.allocations[0].id,
    last: third.allocations.find(({ billingLineId }: Body) => billingLineId === rent.id).id,
    ...{ matched: transactions[0].id, unmatched: transactions[3].id },
    assignment: transactions[3].assignments[0].id,
    ...{ executed: executed.id, waiting: waiting.id, sent: sent.id, withdrawal: WITHDRAWAL },
    attachment: await attached(house, agent, unit.id),
  };
}

async function attached(house: House, { id }: Agent, unitId: string): Promise<string> {
  const connector = { name: "a portal", area: "portal", mandataire_id: id };
  const { key } = expectStatus(await house.admin.ask<Body>("POST", "/api/v1/connectors", { json: connector }), 201);
  const portal = (path: string, asking: object) =>
    house.ask<Body>("POST", `/portal/v1/incidents${path}`, { headers: { "x-connector-key": key }, ...asking });
  const json = { title: "Fuite", description: "Sous l'évier", scope_type: "Unit", scope_id: unitId };
  const incident = expectStatus(await portal("", { json }), 201);
  const { headers, body } = rawForm([{ name: "file", value: "x", filename: "x.txt", type: "text/plain" }]);
  const form = { body, headers: { ...headers, "x-connector-key": key } };
  return expectStatus(await portal(`/${incident.id}/attachments`, form), 201).id;
}

/** The expected findings after changing rows, by record; and the statements that undo the change. */
interface Damage {
  readonly fault: MoneyViolation;
  readonly at: string | undefined;
  readonly changes: readonly (readonly [table: string, id: string | undefined, change: string, back: string])[];
}

const more = (...columns: readonly string[]) =>
  [
    columns.map((column) => `${column} = ${column} + 1`).join(", "),
    columns.map((column) => `${column} = ${column} - 1`).join(", "),
  ] as const;
const otherwise = (column: string, wrong: string, right: string) =>
  [`${column} = '${wrong}'`, `${column} = '${right}'`] as const;

function damagesOf(ids: Ids): readonly Damage[] {
  const one = (fault: MoneyViolation, table: string, name: string, change: readonly [string, string]): Damage => ({
    ...{ fault, at: ids[name], changes: [[table, ids[name], ...change]] },
  });
  const overlapping: Damage = {
    ...{ fault: "billedTwice", at: ids.later },
    changes: [
      ["billing_runs", ids.april, ...otherwise("status", "applied", "cancelled")],
      ["billing_run_lines", ids.line, ...otherwise("period_end", "2026-04-01", "2026-03-31")],
    ],
  };
  return [
    one("runUnlikeLines", "billing_runs", "march", more("total_tenant_amount")),
    one("runUnlikeLines", "billing_runs", "march", more("total_owner_amount")),
    one("runUnlikeLines", "billing_runs", "march", more("lines_count")),
    {
      ...{ fault: "runUnlikeCalls", at: ids.march },
      changes: [["rent_calls", ids.call, ...more("total_amount_cents")]],
    },
    one("runUnlikeBook", "billing_runs", "march", otherwise("status", "cancelled", "applied")),
    one("runUnlikeBook", "billing_runs", "april", otherwise("status", "applied", "cancelled")),
    overlapping,
    one("callUnlikeLines", "rent_calls", "call", more("rent_amount_cents")),
    one("callUnlikeLines", "rent_calls", "call", more("total_amount_cents", "rent_amount_cents")),
    one("callUnlikeBook", "rent_calls", "call", otherwise("reference", "AP-2026-000009", "AP-2026-000001")),
    one("callUnlikePayments", "rent_calls", "cancelled", more("paid_amount_cents")),
    one("callUnlikePayments", "rent_calls", "call", otherwise("status", "issued", "paid")),
    one("callUnlikePayments", "rent_calls", "cancelled", more("remaining_amount_cents")),
    {
      ...{ fault: "lineOverpaid", at: ids.line },
      changes: [["payment_allocations", ids.last, ...more("ht_cents")]],
    },
    one("paymentUnlikeParts", "payments", "over", [
      "allocated_cents = allocated_cents + 1, remaining_cents = remaining_cents - 1",
      "allocated_cents = allocated_cents - 1, remaining_cents = remaining_cents + 1",
    ]),
    one("paymentUnlikeParts", "payments", "over", more("remaining_cents")),
    one("paymentUnlikeParts", "payments", "payment", otherwise("status", "received", "allocated")),
    one("paymentUnlikeBank", "payments", "rejected", more("amount_cents", "remaining_cents")),
    one("allocationUnlikeOwners", "payment_allocations", "allocation", more("vat_cents")),
    one("transactionUnlikeBook", "bank_transactions", "unmatched", more("amount_cents")),
    one("transactionUnlikeBook", "bank_transactions", "matched", otherwise("direction", "outbound", "inbound")),
    one("suspenseUnlikeBook", "bank_transactions", "unmatched", otherwise("status", "matched", "unmatched")),
    one("suspenseUnlikeBook", "bank_transactions", "matched", otherwise("status", "unmatched", "matched")),
    one("suspenseUnlikeBook", "bank_transactions", "unmatched", more("settled_cents")),
    one("assignmentUnlikeBook", "bank_transactions", "unmatched", more("assigned_cents")),
    {
      ...{ fault: "assignmentUnlikeBook", at: ids.unmatched },
      changes: [["bank_assignments", ids.assignment, ...more("amount_cents")]],
    },
    one("payoutUnlikeBook", "owner_payouts", "executed", more("amount_cents")),
    one("payoutUnlikeBank", "owner_payouts", "waiting", otherwise("status", "executed", "transmitted")),
    one("payoutUnlikeExport", "owner_payouts", "waiting", otherwise("status", "ordered", "transmitted")),
    one("payoutUnlikeExport", "owner_payouts", "executed", otherwise("status", "transmitted", "executed")),
    one("exportUnlikePayouts", "payout_exports", "sent", more("total_amount_cents")),
    one("exportUnlikePayouts", "payout_exports", "sent", more("payouts_count")),
    one("payoutUnlikeBank", "owner_payouts", "executed", otherwise("status", "ordered", "executed")),
    one("withdrawalUnlikeBook", "fee_withdrawals", "withdrawal", more("amount_cents")),
    one("referenceGap", "payments", "over", otherwise("reference", "EN-2026-000007", "EN-2026-000003")),
    one("referenceGap", "billing_runs", "april", otherwise("reference", "QT-2025-0001", "QT-2026-0002")),
    one("attachmentUnlikeBytes", "incident_attachments", "attachment", more("byte_size")),
  ];
}
