import { RENTAL_BASE } from "@cartulary/wire";
import { actingOn } from "../../support/books.ts";
import type { House } from "../../support/house.ts";
import { expectStatus } from "../../support/refusals.ts";
import type { Ids } from "./samples.ts";

/** A run in review, one that was found right, and what one that was applied called for and ordered. */
export type Runs = Pick<Ids, "billing_run" | "billing_run_line" | "validated_run" | "rent_call" | "owner_payout">;

/** Whether an operation at this path changes what a run is, so that it wants one of its own. */
export const isAboutRuns = (path: string): boolean => /\/(billing_runs|rent_calls|owner_payouts)\b/.test(path);

/** What of some records is of runs. */
export const runsOf = ({ billing_run, billing_run_line, validated_run, rent_call, owner_payout }: Runs): Runs => ({
  ...{ billing_run, billing_run_line, validated_run },
  ...{ rent_call, owner_payout },
});

/** Runs of a mandataire: one of a lease there is, two of a lease that nobody else bills. */
export async function furnishedRuns(
  house: House,
  { mandataire, active_lease, tenant }: Pick<Ids, "mandataire" | "active_lease" | "tenant">,
): Promise<Runs> {
  const { admin } = house;
  const post = async <Body>(path: string, json: object = {}, status = 201) =>
    expectStatus(await admin.ask<Body>("POST", RENTAL_BASE + path, actingOn(mandataire, { json })), status);
  const made = async (path: string, json: object) => (await post<{ id: string }>(path, json)).id;
  const list = async (path: string, query: Record<string, string> = {}) =>
    expectStatus(
      await admin.ask<readonly { id: string }[]>("GET", RENTAL_BASE + path, actingOn(mandataire, { query })),
      200,
    );
  const runOf = async (period_start: string, lease: string, ...doors: readonly string[]) => {
    const id = await made("/billing_runs", { period_start, lease_ids: [lease] });
    await house.work();
    for (const door of doors) await post(`/billing_runs/${id}/${door}`, {}, 200);
    return id;
  };
  const billed = await leaseOfItsOwn(made, post, tenant);
  const applied = await runOf("2026-06-01", billed, "validate?force", "apply");
  const firstOf = async (path: string) => (await list(path, { "q[billing_run_id_eq]": applied }))[0]?.id ?? "";
  const billing_run = await runOf("2026-05-01", active_lease);
  return {
    ...{ rent_call: await firstOf("/rent_calls"), owner_payout: await firstOf("/owner_payouts") },
    ...{ validated_run: await runOf("2026-07-01", billed, "validate?force"), billing_run },
    billing_run_line: (await list(`/billing_runs/${billing_run}/lines`))[0]?.id ?? "",
  };
}

/** In a unit and of an owner of its own: another lease beside it, or another mandate, would make its runs stale. */
async function leaseOfItsOwn(
  made: (path: string, json: object) => Promise<string>,
  post: <Body>(path: string, json: object) => Promise<Body>,
  tenant_id: string,
): Promise<string> {
  const property_id = await made("/properties", { name: "Let by itself", address: "2 rue du Port" });
  const unit_id = await made("/units", { property_id, identifier: "A" });
  const lessor = await post<{ id: string; profileId: string }>("/owners", { first_name: "Louise" });
  await made("/ownerships", {
    ownership: { owner_id: lessor.id, unit_id, share_numerator: 1, share_denominator: 1 },
  });
  const terms = { reference: "L", start_date: "2026-01-01", accounting_mode: "accrual" };
  await made("/mandates", { ...terms, owner_profile_id: lessor.profileId, property_id });
  return made("/leases", {
    lease: {
      ...{ reference: "B", lease_type: "commercial", status: "active" },
      ...{ start_date: "2026-01-01", signature_date: "2026-01-01" },
    },
    units: [{ id: unit_id, base_rent_cents: 100_000 }],
    tenant_id,
  });
}
