import type { Day, Month } from "@cartulary/kernel";
import {
  type BillingRunLine,
  billingRunLineListing,
  billingRunListing,
  type Computation,
  type RunScope,
  type RunStores,
} from "@cartulary/rental/billing";
import { idOf, ROWS, rowsIn, someOf, textOf } from "./fixtures.ts";
import { BY_KEY, LATER, listed, NOW, newId, required, type Stores, type Works } from "./works.ts";

const TODAY = "2026-06-01" as Day;
const run = idOf<"BillingRun">("billing_runs", 0);
const line = idOf<"BillingRunLine">("billing_run_lines", 4);
const computed: Computation = { runId: run, computation: 1 };
/** A computation without rows. */
const unwritten: Computation = { runId: run, computation: 9 };

/** A run has these lines, parts and inputs. */
const LINES = ROWS.billing_run_lines / 4;

const scope: RunScope = {
  month: "2026-06" as Month,
  propertyId: idOf("properties", 7),
  frequencies: ["monthly"],
  timings: ["advance"],
  leaseTypes: ["commercial"],
  leaseIds: [],
  excludedLeaseIds: someOf("leases"),
};

const aLine = async ({ billingRunLines }: Stores): Promise<BillingRunLine> =>
  required(await billingRunLines.find(computed, line));

/** The works of one mandataire's billing runs. */
export const billingWorks: Works<keyof RunStores> = {
  billingRuns: {
    find: [BY_KEY, ({ billingRuns }) => billingRuns.find(run)],
    lock: [BY_KEY, ({ billingRuns }) => billingRuns.lock(run)],
    list: [7 * ROWS.billing_runs, listed(billingRunListing, ({ billingRuns }, query) => billingRuns.list(query))],
    insert: [
      BY_KEY,
      async ({ billingRuns }) =>
        billingRuns.insert({ ...required(await billingRuns.find(run)), id: newId(), reference: "QT-1999-0001" }),
    ],
    insertHidden: [
      BY_KEY,
      async ({ billingRuns }) =>
        billingRuns.insertHidden({
          ...required(await billingRuns.find(run)),
          id: newId(),
          reference: "SI-1999-000001",
        }),
    ],
    update: [BY_KEY, async ({ billingRuns }) => billingRuns.update(required(await billingRuns.lock(run)))],
    // Once, when a host starts.
    waiting: [3 * ROWS.billing_runs, ({ billingRuns }) => billingRuns.waiting(NOW)],
    any: [BY_KEY, ({ billingRuns }) => billingRuns.any()],
  },
  billingRunLines: {
    find: [BY_KEY, ({ billingRunLines }) => billingRunLines.find(computed, line)],
    view: [BY_KEY, ({ billingRunLines }) => billingRunLines.view(computed, line)],
    list: [
      4 * LINES,
      listed(billingRunLineListing, ({ billingRunLines }, query) => billingRunLines.list(computed, "tenant", query)),
    ],
    page: [
      2 * LINES,
      ({ billingRunLines }) => billingRunLines.page(computed, "tenant", { after: null, limit: 20 }),
      ({ billingRunLines }) => billingRunLines.page(computed, "tenant", { after: line, limit: 20 }),
    ],
    views: [2 * LINES, ({ billingRunLines }) => billingRunLines.views(computed)],
    findMany: [5 * BY_KEY, ({ billingRunLines }) => billingRunLines.findMany(computed, [line, newId()])],
    ofOwners: [10 * BY_KEY, ({ billingRunLines }) => billingRunLines.ofOwners(computed, someOf("owners"))],
    partsOf: [BY_KEY, ({ billingRunLines }) => billingRunLines.partsOf(computed, [line])],
    ownerIds: [2 * LINES, ({ billingRunLines }) => billingRunLines.ownerIds(computed, null, 20)],
    creditsOf: [5 * BY_KEY, ({ billingRunLines }) => billingRunLines.creditsOf(computed, someOf("owners"))],
    insert: [
      BY_KEY,
      async (stores) => {
        const made = { ...(await aLine(stores)), computation: unwritten.computation };
        const part = { lineId: line, ownerId: idOf<"OwnerActor">("owners", 7), mandateId: null, mandateFinding: null };
        const amounts = { isAccrual: true, htCents: made.amountHt, vatCents: made.vatAmount };
        await stores.billingRunLines.insert([made], [{ ...part, ...amounts }]);
      },
    ],
    update: [BY_KEY, async (stores) => stores.billingRunLines.update(await aLine(stores))],
    removeOfOwners: [BY_KEY, ({ billingRunLines }) => billingRunLines.removeOfOwners(computed, [newId()])],
    acknowledge: [2 * LINES, ({ billingRunLines }) => billingRunLines.acknowledge(computed, LATER)],
    amounts: [2 * LINES, ({ billingRunLines }) => billingRunLines.amounts(computed)],
    summary: [2 * LINES, ({ billingRunLines }) => billingRunLines.summary(computed)],
    billedElsewhere: [
      10 * BY_KEY,
      ({ billingRunLines }) => billingRunLines.billedElsewhere(newId(), someOf("lease_units"), "2026-01-01" as Day),
    ],
    chargedElsewhere: [
      3 * ROWS.billing_runs,
      ({ billingRunLines }) => billingRunLines.chargedElsewhere(newId(), "2026-01-01" as Day, someOf("owners")),
    ],
    tenantFeesElsewhere: [BY_KEY, ({ billingRunLines }) => billingRunLines.tenantFeesElsewhere(newId(), [newId()])],
    removeOthers: [5 * LINES, ({ billingRunLines }) => billingRunLines.removeOthers(run, [1, 2])],
  },
  billingRunInputs: {
    insert: [
      BY_KEY,
      ({ billingRunInputs }) => billingRunInputs.insert(unwritten, [{ part: "lease:x", digest: "x", content: null }]),
    ],
    page: [
      LINES,
      ({ billingRunInputs }) => billingRunInputs.page(computed, null, 20),
      ({ billingRunInputs }) => billingRunInputs.page(computed, textOf(4), 20),
    ],
    of: [BY_KEY, ({ billingRunInputs }) => billingRunInputs.of(computed, [textOf(4)])],
  },
  billingSource: {
    leaseIds: [
      10 * ROWS.leases,
      ({ billingSource }) => billingSource.leaseIds(scope, null, 20),
      ({ billingSource }) => billingSource.leaseIds({ ...scope, leaseIds: someOf("leases") }, newId(), 20),
    ],
    // Everything that hangs on each of the twenty.
    leases: [40 * BY_KEY, ({ billingSource }) => billingSource.leases(someOf("leases"))],
    ownerships: [5 * BY_KEY, ({ billingSource }) => billingSource.ownerships(someOf("units"))],
    lettings: [5 * BY_KEY, ({ billingSource }) => billingSource.lettings(someOf("units"))],
    mandates: [5 * BY_KEY, ({ billingSource }) => billingSource.mandates(someOf("owners"))],
    owners: [5 * BY_KEY, ({ billingSource }) => billingSource.owners(someOf("owners"))],
    ownerIds: [
      3 * ROWS.owners,
      ({ billingSource }) => billingSource.ownerIds(null, 20),
      ({ billingSource }) => billingSource.ownerIds(idOf("owners", 7), 20),
    ],
    formerMandants: [
      5 * ROWS.owners,
      ({ billingSource }) => billingSource.formerMandants(scope, null, 20),
      ({ billingSource }) => billingSource.formerMandants({ ...scope, propertyId: idOf("properties", 7) }, null, 20),
    ],
    knownLeases: [5 * BY_KEY, ({ billingSource }) => billingSource.knownLeases(someOf("leases"))],
  },
  collections: {
    freeCredits: [BY_KEY, ({ collections }) => collections.freeCredits(someOf("tenants"))],
    notRemitted: [
      3 * rowsIn("collected_parts") + 3 * ROWS.leases,
      ({ collections }) => collections.notRemitted(scope, TODAY),
      ({ collections }) => collections.notRemitted(scope, TODAY, someOf("owners")),
    ],
    waiting: [5 * BY_KEY, ({ collections }) => collections.waiting(someOf("owners"))],
    hasUnmatchedRejection: [BY_KEY, ({ collections }) => collections.hasUnmatchedRejection()],
  },
};
