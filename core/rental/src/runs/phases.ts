import { appendAll, existing, pagesOf } from "@cartulary/kernel";
import { isClosed } from "@cartulary/ledger";
import { computeTenantLines } from "../billing/compute-run.ts";
import type { OwnerPremium } from "../billing/owner-lines.ts";
import type { BilledLease } from "../billing/snapshot.ts";
import { INDEX_CODES } from "../indexation/index-value.ts";
import type { LeaseId } from "../leases/lease.ts";
import type { OwnerId } from "../people/owner.ts";
import type { RentalStores } from "../ports.ts";
import type { Attempt } from "./attempt.ts";
import { carried, type LinesBefore } from "./carrying.ts";
import { leaseDigest, ownerDigest } from "./fingerprint.ts";
import { tenantLineMade } from "./lines-made.ts";
import { ownerAccounts } from "./owner-accounts.ts";
import type { Collected, RunInput } from "./ports.ts";
import { isWhole, type Moment, readLeases, readOwners } from "./reading.ts";
import type { BilledPart, BillingRunLine } from "./run-line.ts";

/** Leases of one transaction: what is worked out of them keeps others of the process waiting. */
const CHUNK = 40;
/** Owners of one transaction, each of whom may have a part of hundreds of lines, which are read by one statement. */
const OWNERS = 2;

/** What a chunk of either comes to. */
interface Chunk {
  readonly lines: readonly BillingRunLine[];
  readonly parts: readonly BilledPart[];
  readonly inputs: readonly RunInput[];
}

/** The first phase: the lines of tenants, lease by lease. */
export async function computeTenants(attempt: Attempt): Promise<void> {
  const { scope, read, moment } = attempt;
  const surroundings = await read(async ({ indexValues, books }) => ({
    moment: { ...moment, indexValues: await indexValues.of(INDEX_CODES) },
    isMonthClosed: isClosed(existing(await books.find()), scope.month),
  }));
  const pages = pagesOf<LeaseId>((last) => read(({ billingSource }) => billingSource.leaseIds(scope, last, CHUNK)));
  for await (const ids of pages) {
    const { premiums, ...chunk } = await read((stores) => tenantChunk(stores, attempt, { ...surroundings, ids }));
    await attempt.write(2, (stores) => insertChunk(stores, attempt, chunk));
    appendAll(attempt.premiums, premiums);
    for (const { tenantId } of chunk.lines) if (tenantId !== null) attempt.tenants.add(tenantId);
  }
}

interface LeasesAsked {
  readonly ids: readonly LeaseId[];
  readonly moment: Moment;
  readonly isMonthClosed: boolean;
}

async function tenantChunk(
  stores: RentalStores,
  { scope, writing, run }: Attempt,
  { ids: leaseIds, moment, isMonthClosed }: LeasesAsked,
): Promise<Chunk & { readonly premiums: readonly OwnerPremium[] }> {
  const { leases, premiums, isAccrual } = await readLeases(stores, leaseIds, moment);
  const byId = new Map(leases.map((lease) => [lease.id, lease]));
  const made = computeTenantLines(writing.digests, { leases, isMonthClosed }, scope).map((line) =>
    tenantLineMade(line, { lease: existing(byId.get(line.leaseId)), isAccrual }, writing),
  );
  const ids = made.map(({ line }) => line.id);
  const old = await stores.billingRunLines.these({ runId: run.id, computation: run.computation }, ids);
  const before = byKey(old);
  const counted = new Set([...made.map(({ line }) => line.leaseId), ...premiums.map(({ leaseId }) => leaseId)]);
  return {
    premiums,
    lines: made.map(({ line }) => carried(line, before)),
    parts: made.flatMap(({ parts }) => parts),
    inputs: leases
      .filter(({ id }) => counted.has(id))
      .map((lease: BilledLease) => ({
        part: `lease:${lease.id}`,
        digest: leaseDigest(writing.digests, lease),
        content: null,
      })),
  };
}

const byKey = (lines: readonly BillingRunLine[]): LinesBefore => new Map(lines.map((line) => [line.lineKey, line]));

async function insertChunk(
  { billingRunLines, billingRunInputs }: RentalStores,
  { writing }: Attempt,
  { lines, parts, inputs }: Chunk,
): Promise<void> {
  await billingRunLines.insert(lines, parts);
  await billingRunInputs.insert(writing, inputs);
}

/**
 * The second phase: those who have a part of what is billed or of what was collected, or pay a premium, and those whose last
 * mandate has ended (money.md 4.6); in a run of all leases, whoever has a balance, too.
 */
export async function computeOwners(attempt: Attempt): Promise<void> {
  const { scope, moment, read } = attempt;
  const collected = await read(({ collections }) => collections.notRemitted(scope, moment.today));
  const involved = isWhole(scope) ? null : await involvedOwners(attempt, collected);
  const looked = involved && [...new Set([...involved, ...(await formerMandants(attempt))])].toSorted();
  const pages = pagesOf<OwnerId>((last) =>
    looked === null
      ? read(({ billingSource }) => billingSource.ownerIds(last, OWNERS))
      : Promise.resolve(looked.filter((id) => last === null || id > last).slice(0, OWNERS)),
  );
  for await (const ids of pages) {
    const chunk = await read((stores) => ownerChunk(stores, attempt, { ids, collected, involved }));
    await attempt.write(3, (stores) => insertChunk(stores, attempt, chunk));
  }
}

interface OwnersLooked {
  readonly ids: readonly OwnerId[];
  readonly collected: readonly Collected[];
  /** Of the others only those whose last mandate has ended have an account; `null`: all are. */
  readonly involved: ReadonlySet<OwnerId> | null;
}

async function ownerChunk(
  stores: RentalStores,
  { run, scope, writing, mandataire: { accountingMode }, premiums }: Attempt,
  { ids, collected, involved }: OwnersLooked,
): Promise<Chunk> {
  const called = await stores.billingRunLines.creditsOf(writing, ids);
  const credited = new Set(called.flatMap(({ mandateId }) => mandateId ?? []));
  const asked = { runId: run.id, ids, month: scope.month, accountingMode, premiums, collected, credited };
  const read = (await readOwners(stores, asked)).filter(
    ({ owner }) => involved === null || involved.has(owner.id) || owner.endedMandateId !== undefined,
  );
  const old = await stores.billingRunLines.ofOwners({ runId: run.id, computation: run.computation }, ids);
  const lines = ownerAccounts({ inputs: read, called, before: byKey(old) }, writing);
  const counted = new Set([...lines, ...called].map(({ ownerId }) => ownerId));
  return {
    lines,
    parts: [],
    inputs: read
      .filter(({ owner: { id } }) => counted.has(id))
      .map((content) => ({
        part: `owner:${content.owner.id}`,
        digest: ownerDigest(writing.digests, content),
        content,
      })),
  };
}

async function involvedOwners(
  { read, writing, premiums }: Attempt,
  collected: readonly Collected[],
): Promise<ReadonlySet<OwnerId>> {
  const involved = new Set<OwnerId>([...premiums, ...collected].map(({ ownerId }) => ownerId));
  const pages = pagesOf<OwnerId>((last) =>
    read(({ billingRunLines }) => billingRunLines.ownerIds(writing, last, CHUNK)),
  );
  for await (const ids of pages) for (const id of ids) involved.add(id);
  return involved;
}

async function formerMandants({ read, scope }: Attempt): Promise<readonly OwnerId[]> {
  const found: OwnerId[] = [];
  const pages = pagesOf<OwnerId>((last) =>
    read(({ billingSource }) => billingSource.formerMandants(scope, last, CHUNK)),
  );
  for await (const ids of pages) appendAll(found, ids);
  return found;
}
