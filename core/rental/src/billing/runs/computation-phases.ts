import { appendAll, orNotFound, readPages } from "@cartulary/kernel";
import { isClosed } from "@cartulary/ledger";
import { INDEX_CODES } from "../../property/indexation/index-value.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import { computeTenantLines } from "../computation/compute-run.ts";
import type { LateDeposit } from "../computation/owner-lines.ts";
import { selectLeases } from "../computation/run-scope.ts";
import type { BilledLease } from "../computation/snapshot.ts";
import type { BillingStores } from "../ports.ts";
import type { Attempt } from "./attempt.ts";
import { buildTenantLine } from "./build-lines.ts";
import { carryOver, type PreviousLines } from "./carry-over.ts";
import { leaseDigest, ownerDigest } from "./fingerprint.ts";
import { lateDeposits } from "./late-deposits.ts";
import { ownerAccounts } from "./owner-accounts.ts";
import type { OwnerBasis, RunInput, UnremittedCollection } from "./ports.ts";
import {
  type BilledLeases,
  byOwner,
  cachedMandates,
  coversAllLeases,
  type OwnersQuery,
  type ReadContext,
  readLeases,
  readOwners,
} from "./read-inputs.ts";
import { RUN_STEPS } from "./run.ts";
import type { BilledPart, BillingRunLine } from "./run-line.ts";

/** Leases that one statement reads and one step computes, without a turn for other work of the process. */
const CHUNK = 40;
/** Owners that one statement reads. An owner may have parts of hundreds of lines. */
const OWNERS = 2;
/** Chunks per transaction: a small one writes the same pages of the indexes again and again, a large one fills memory. */
const CHUNKS = 3;

/** The result of a chunk of leases or owners. */
interface Chunk {
  readonly lines: readonly BillingRunLine[];
  readonly parts: readonly BilledPart[];
  readonly inputs: readonly RunInput[];
}

/** Computes the tenant lines in chunks of leases, the first phase. */
export async function computeTenants(attempt: Attempt): Promise<void> {
  const { scope, read, readContext: moment } = attempt;
  const leaseContext = await read(async ({ indexValues, books }) => ({
    moment: { ...moment, indexValues: await indexValues.of(INDEX_CODES) },
    isMonthClosed: isClosed(orNotFound(await books.find()), scope.month),
  }));
  const pages = readPages<LeaseId>((last) =>
    read(({ billingSource }) => billingSource.leaseIds(scope, last, CHUNK * CHUNKS)),
  );
  for await (const ids of pages) {
    const chunks = await read((stores) => {
      const moment = { ...leaseContext.moment, mandates: cachedMandates(stores.billingSource) };
      return eachOf(ids, CHUNK, (some) => tenantChunk(stores, attempt, { ...leaseContext, moment, ids: some }));
    });
    await attempt.write(RUN_STEPS.tenants, (stores) => insertChunks(stores, attempt, chunks));
    for (const { premiums, lettings, lines } of chunks) {
      appendAll(attempt.premiums, premiums);
      appendAll(attempt.lettings, lettings);
      for (const { tenantId } of lines) if (tenantId !== null) attempt.tenants.add(tenantId);
    }
  }
}

/** Runs work on slices of at most `size` items, one after the other; returns the results in order. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (some: readonly Item[]) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += size) results.push(await work(items.slice(first, first + size)));
  return results;
}

interface LeaseChunkInput {
  readonly ids: readonly LeaseId[];
  readonly moment: ReadContext;
  readonly isMonthClosed: boolean;
}

async function tenantChunk(
  stores: BillingStores,
  { scope, writing, run }: Attempt,
  { ids: leaseIds, moment, isMonthClosed }: LeaseChunkInput,
): Promise<Chunk & Pick<BilledLeases, "premiums" | "lettings">> {
  const { leases: found, premiums, isAccrual, ...read } = await readLeases(stores, leaseIds, moment);
  const leases = found;
  const inScope = new Set(selectLeases(leases, scope).flatMap(({ units }) => units.map(({ id }) => id)));
  const lettings = read.lettings.filter(({ leaseUnitId }) => inScope.has(leaseUnitId));
  const byId = new Map(leases.map((lease) => [lease.id, lease]));
  const made = computeTenantLines(writing.digests, { leases, isMonthClosed }, scope).map((line) =>
    buildTenantLine(line, { lease: orNotFound(byId.get(line.leaseId)), isAccrual }, writing),
  );
  const ids = made.map(({ line }) => line.id);
  const old = await stores.billingRunLines.findMany({ runId: run.id, computation: run.computation }, ids);
  const before = byKey(old);
  const counted = new Set([
    ...made.map(({ line }) => line.leaseId),
    ...[...premiums, ...lettings].map(({ leaseId }) => leaseId),
  ]);
  return {
    ...{ premiums, lettings },
    lines: made.map(({ line }) => carryOver(line, before)),
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

const byKey = (lines: readonly BillingRunLine[]): PreviousLines => new Map(lines.map((line) => [line.lineKey, line]));

async function insertChunks(
  { billingRunLines, billingRunInputs }: BillingStores,
  { writing }: Attempt,
  chunks: readonly Chunk[],
): Promise<void> {
  for (const { lines, parts, inputs } of chunks) {
    await billingRunLines.insert(lines, parts);
    await billingRunInputs.insert(writing, inputs);
  }
}

/**
 * Computes the owner lines, the second phase: owners with a part of a called or collected amount or with a premium, and
 * those whose last mandate has ended (money.md 4.6). A run of all leases includes owners with only a balance.
 */
export async function computeOwners(attempt: Attempt): Promise<void> {
  const { scope, readContext: moment, read } = attempt;
  const collected = await read(({ collections }) => collections.notRemitted(scope, moment.today));
  const late = await read((stores) => lateDeposits(stores, moment));
  const involved = coversAllLeases(scope) ? null : await involvedOwners(attempt, collected);
  const selected = involved && [...new Set([...involved, ...(await formerMandants(attempt))])].toSorted();
  const pages = readPages<OwnerId>((last) =>
    selected === null
      ? read(({ billingSource }) => billingSource.ownerIds(last, OWNERS * CHUNKS))
      : Promise.resolve(selected.filter((id) => last === null || id > last).slice(0, OWNERS * CHUNKS)),
  );
  const basis = {
    ...{ premiums: byOwner(attempt.premiums), lettings: byOwner(attempt.lettings), collected: byOwner(collected) },
    ...{ involved, late },
  };
  for await (const ids of pages) {
    const chunks = await read((stores) =>
      eachOf(ids, OWNERS, (some) => ownerChunk(stores, attempt, { ...basis, ids: some })),
    );
    await attempt.write(RUN_STEPS.owners, (stores) => insertChunks(stores, attempt, chunks));
  }
}

interface OwnerChunkInput extends Pick<OwnersQuery, "ids" | "premiums" | "lettings" | "collected"> {
  /** Other owners have lines only if their last mandate has ended. `null` includes every owner. */
  readonly involved: ReadonlySet<OwnerId> | null;
  readonly late: ReadonlyMap<OwnerId, LateDeposit>;
}

async function ownerChunk(
  stores: BillingStores,
  { run, scope, writing, mandataire: { accountingMode } }: Attempt,
  { involved, late, ...items }: OwnerChunkInput,
): Promise<Chunk> {
  const called = await stores.billingRunLines.creditsOf(writing, items.ids);
  const credited = new Set(called.flatMap(({ mandateId }) => mandateId ?? []));
  const query = { ...items, runId: run.id, month: scope.month, accountingMode, credited };
  const read = (await readOwners(stores, query))
    .filter(({ owner }) => involved === null || involved.has(owner.id) || owner.endedMandateId !== undefined)
    .map((basis) => withLateDeposit(basis, late.get(basis.owner.id)));
  const old = await stores.billingRunLines.ofOwners({ runId: run.id, computation: run.computation }, items.ids);
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

const withLateDeposit = (basis: OwnerBasis, lateDeposit: LateDeposit | undefined): OwnerBasis =>
  lateDeposit ? { ...basis, owner: { ...basis.owner, lateDeposit } } : basis;

async function involvedOwners(
  { read, writing, premiums, lettings }: Attempt,
  collected: readonly UnremittedCollection[],
): Promise<ReadonlySet<OwnerId>> {
  const involved = new Set<OwnerId>([...premiums, ...lettings, ...collected].map(({ ownerId }) => ownerId));
  const pages = readPages<OwnerId>((last) =>
    read(({ billingRunLines }) => billingRunLines.ownerIds(writing, last, CHUNK)),
  );
  for await (const ids of pages) for (const id of ids) involved.add(id);
  return involved;
}

async function formerMandants({ read, scope }: Attempt): Promise<readonly OwnerId[]> {
  const found: OwnerId[] = [];
  const pages = readPages<OwnerId>((last) =>
    read(({ billingSource }) => billingSource.formerMandants(scope, last, CHUNK)),
  );
  for await (const ids of pages) appendAll(found, ids);
  return found;
}
