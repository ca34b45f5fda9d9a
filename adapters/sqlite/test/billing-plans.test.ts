import type { Id } from "@cartulary/kernel";
import type { TenantStoresOf } from "@cartulary/sql";
import { ledgerModule } from "@cartulary/sql/ledger";
import { rentalModule } from "@cartulary/sql/rental";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { sqlite } from "../src/dialect.ts";
import { tenantPlansIn } from "./plans.ts";

const id = <Noun extends string>(count: number) => `00000000-0000-7000-8000-00000000000${count}` as Id<Noun>;
const computation = { runId: id<"BillingRun">(2), computation: 1 };
const scope = {
  ...{ month: "2026-06" as never, propertyId: null, frequencies: [], timings: [], leaseTypes: [] },
  ...{ leaseIds: [], excludedLeaseIds: [] },
};
const TODAY = "2026-06-01" as never;

const modules = [ledgerModule, rentalModule] as const;
type Stores = TenantStoresOf<typeof modules>;

/** All lines of a run, read through its key: for one row of a list, that is too many. */
const readsWholeRun = (step: string) =>
  /billing_run_(?:lines|parts) |^SEARCH (?:begun|line|part|billed) /.test(step) &&
  /^SCAN|\((?:mandataire_id=\?)(?: AND billing_run_id=\?)?(?: AND computation=\?)?\)$/.test(step);

/** Reading some owners, units or leases of a run. */
const works: Readonly<Record<string, (stores: Stores) => Promise<unknown>>> = {
  "credits of some owners": ({ billingRunLines }) => billingRunLines.creditsOf(computation, [id(3)]),
  "lines of some owners": ({ billingRunLines }) => billingRunLines.ofOwners(computation, [id(3)]),
  "what other runs bill some units": ({ billingRunLines }) =>
    billingRunLines.billedElsewhere(computation.runId, [id(4)], TODAY),
  "what other runs charge some owners": ({ billingRunLines }) =>
    billingRunLines.chargedElsewhere(computation.runId, TODAY, [id(3)]),
  "fees of the tenants of some leases": ({ billingRunLines }) =>
    billingRunLines.tenantFeesElsewhere(computation.runId, [id(5)]),
  "collections of some owners": ({ collections }) => collections.notRemitted(scope, TODAY, [id(3)]),
};

it.each(Object.entries(works))("SQLite reads %s without reading a whole run for each row", async (_, work) => {
  const file = new Database(":memory:");
  onTestFinished(() => {
    file.close();
  });
  for (const { migrations } of modules) for (const { up } of migrations) for (const step of up(sqlite)) file.exec(step);
  const plans = await tenantPlansIn(file, modules, { tenant: id(1), work });
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter(readsWholeRun)).toEqual([]);
});
