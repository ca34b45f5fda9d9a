import { RENTAL_BASE } from "@cartulary/wire";
import type { House } from "../../support/application-fixture.ts";
import { actingOn } from "../../support/books.ts";
import { payCall } from "../../support/paid-calls.ts";
import { expectStatus } from "../../support/refusals.ts";
import type { Ids } from "./samples.ts";

/** Makes a run of the lease that is active, in review, and says one of its lines. */
export async function runInReview(house: House, ids: Ids): Promise<Pick<Ids, "billing_run" | "billing_run_line">> {
  const billing_run = await runOf(house, ids, "2026-05-01", ids.active_lease);
  return { billing_run, billing_run_line: await firstOf(house, ids, `/billing_runs/${billing_run}/lines`) };
}

/** Bills a lease that no other sample bills: the rent call and payout orders of a run, and its next run, validated. */
export async function appliedRun(
  house: House,
  ids: Ids,
): Promise<Pick<Ids, "validated_run" | "rent_call" | "owner_payout">> {
  const lease = await leaseOfItsOwn(house, ids);
  const applied = await runOf(house, ids, "2026-06-01", lease, "validate?force", "apply");
  const query = { "q[billing_run_id_eq]": applied };
  const rent_call = await firstOf(house, ids, "/rent_calls", query);
  await payCall(house, ids.mandataire, rent_call, 100);
  return {
    rent_call,
    owner_payout: await firstOf(house, ids, "/owner_payouts", query),
    validated_run: await runOf(house, ids, "2026-07-01", lease, "validate?force"),
  };
}

/** A call of January that nothing was paid of, and a reminder of it. */
export async function overdueCall(house: House, ids: Ids): Promise<Pick<Ids, "overdue_call" | "reminder">> {
  const lease = await leaseOfItsOwn(house, ids);
  const applied = await runOf(house, ids, "2026-01-01", lease, "validate?force", "apply");
  const overdue_call = await firstOf(house, ids, "/rent_calls", { "q[billing_run_id_eq]": applied });
  const { id } = await post<{ id: string }>(house, ids, `/rent_calls/${overdue_call}/reminders`, { level: 1 });
  return { overdue_call, reminder: id };
}

/** A file for the bank, of a payout that is in no other one. */
export async function payoutExport(house: House, ids: Ids): Promise<string> {
  const { owner_payout } = await appliedRun(house, ids);
  const json = { format: "pain.001", ids: [owner_payout] };
  return (await post<{ id: string }>(house, ids, "/owner_payouts/exports", json)).id;
}

/** Notices of a call, which wait to be printed. */
export async function waitingLetters(house: House, ids: Ids): Promise<string> {
  return (await post<{ id: string }>(house, ids, "/letters", { kind: "notice", ids: [ids.rent_call] }, 202)).id;
}

/** Notices of a call, printed and merged. */
export async function printedLetters(house: House, ids: Ids): Promise<string> {
  const id = await waitingLetters(house, ids);
  await house.work();
  return id;
}

/** A payout that the bank executed, and that came back. */
export async function failedPayout(house: House, ids: Ids): Promise<string> {
  const { owner_payout, rent_call } = await appliedRun(house, ids);
  const found = async <Body>(path: string) =>
    expectStatus(await house.admin.ask<Body>("GET", RENTAL_BASE + path, actingOn(ids.mandataire)), 200);
  const call = await found<{ remainingAmountCents: number; reference: string }>(`/rent_calls/${rent_call}`);
  const { reference, amountCents: amount_cents } = await found<{ reference: string; amountCents: number }>(
    `/owner_payouts/${owner_payout}`,
  );
  const named = { booked_on: "2026-02-27", payout_reference: reference, amount_cents };
  const transactions = [
    { booked_on: "2026-02-27", label: call.reference, amount_cents: call.remainingAmountCents, direction: "inbound" },
    { ...named, direction: "outbound" },
    { ...named, direction: "inbound", method: "rejection" },
  ].map((each, index) => ({ ...each, bank_reference: `${index} of ${reference}` }));
  const asking = { json: { transactions }, headers: { "x-connector-key": ids.portal_key } };
  const ingested = await house.ask<{ unmatched: readonly string[] }>("POST", "/portal/v1/bank_transactions", asking);
  if (expectStatus(ingested, 200).unmatched.length > 0) throw new Error(`The payout ${reference} did not fail`);
  return owner_payout;
}

/** The draft of a statement of charges of a house with one lease. */
export async function chargeStatement(
  house: House,
  ids: Ids,
): Promise<Pick<Ids, "charge_statement" | "charged_lease">> {
  const charged_lease = await leaseOfItsOwn(house, ids);
  const path = `${RENTAL_BASE}/leases/${charged_lease}`;
  const found = await house.admin.ask<{ units: readonly { propertyId: string }[] }>(
    "GET",
    path,
    actingOn(ids.mandataire),
  );
  const [unit] = expectStatus(found, 200).units;
  const json = {
    ...{ property_id: unit?.propertyId, period_from: "2026-01-01", period_to: "2026-01-31" },
    lines: [{ total_cents: 10_000, charge_nature: "repairs" }],
  };
  const { id } = await post<{ id: string }>(house, ids, "/charge_statements", json);
  return { charge_statement: id, charged_lease };
}

/** A deposit that the agency holds, of a lease that ended in January. */
export async function heldDeposit(house: House, ids: Ids): Promise<string> {
  const lease = await leaseOfItsOwn(house, ids, { end_date: "2026-01-31", security_deposit_cents: 100_000 });
  await runOf(house, ids, "2026-01-01", lease, "validate?force", "apply");
  return firstOf(house, ids, "/security_deposits", { "q[lease_id_eq]": lease });
}

async function runOf(
  house: House,
  ids: Ids,
  period_start: string,
  lease: string,
  ...doors: readonly string[]
): Promise<string> {
  const { id } = await post<{ id: string }>(house, ids, "/billing_runs", { period_start, lease_ids: [lease] });
  await house.work();
  for (const door of doors) await post(house, ids, `/billing_runs/${id}/${door}`, {}, 200);
  return id;
}

async function post<Body>(
  { admin }: House,
  { mandataire }: Ids,
  path: string,
  json: object,
  status = 201,
): Promise<Body> {
  return expectStatus(await admin.ask<Body>("POST", RENTAL_BASE + path, actingOn(mandataire, { json })), status);
}

async function firstOf(
  { admin }: House,
  { mandataire }: Ids,
  path: string,
  query: Record<string, string> = {},
): Promise<string> {
  const page = await admin.ask<readonly { id: string }[]>("GET", RENTAL_BASE + path, actingOn(mandataire, { query }));
  return expectStatus(page, 200)[0]?.id ?? "";
}

/** Its unit and owner are its own: another lease or mandate on them would make its runs stale. */
async function leaseOfItsOwn(house: House, ids: Ids, more: object = {}): Promise<string> {
  const made = async (path: string, json: object) => (await post<{ id: string }>(house, ids, path, json)).id;
  const property_id = await made("/properties", { name: "Separate house", address: "2 rue du Port" });
  const unit_id = await made("/units", { property_id, identifier: "A" });
  const lessor = await post<{ id: string; profileId: string }>(house, ids, "/owners", {
    first_name: "Louise",
    bank_accounts: [{ iban: "FR7630006000011234567890189", is_default: true }],
  });
  await made("/ownerships", {
    ownership: { owner_id: lessor.id, unit_id, share_numerator: 1, share_denominator: 1 },
  });
  const terms = { reference: "L", start_date: "2026-01-01", accounting_mode: "accrual" };
  await made("/mandates", { ...terms, owner_profile_id: lessor.profileId, property_id });
  return made("/leases", {
    lease: {
      ...{ reference: "B", lease_type: "commercial", status: "active" },
      ...{ start_date: "2026-01-01", signature_date: "2026-01-01", ...more },
    },
    units: [{ id: unit_id, base_rent_cents: 100_000 }],
    tenant_id: ids.tenant,
  });
}
