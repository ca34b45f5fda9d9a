import {
  appendAll,
  type Caller,
  type Clock,
  type Digests,
  DomainError,
  type NewId,
  orNotFound,
} from "@cartulary/kernel";
import { dayInParis, firstOpenDay } from "@cartulary/ledger";
import { societyOf } from "../../agency/mandataire.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { ChargeStatementId } from "../charges/charge-statement.ts";
import type { AdjustmentKey } from "../charges/ports.ts";
import type { Payee } from "../payouts/ports.ts";
import type { BillingStores } from "../ports.ts";
import { type BillingRun, type BillingRunId, RUN_STEPS, withAllowedActions } from "../runs/run.ts";
import { changedInputs } from "../runs/staleness.ts";
import { requireAllowedAction } from "../runs/transitions.ts";
import { type Bookkeeping, entryPoster } from "./application-context.ts";
import type { AppliedRun } from "./application-listener.ts";
import { addToCalls, type CallSum, callsToIssue } from "./call-sums.ts";
import { chunksOf } from "./chunks.ts";
import type { EntryHeader } from "./entry-lines.ts";
import { insurerCodes, saveUnknownTenant } from "./insurer-accounts.ts";
import { issueCalls } from "./issue-rent-calls.ts";
import type { OwnerLineToBook, RentCallLine } from "./lines-to-book.ts";
import { lockLedgerAccounts } from "./lock-ledger-accounts.ts";
import { orderPayouts, postFees } from "./order-payouts.ts";
import { includedLines, ownerLineToBook, rentCallLine } from "./run-lines.ts";
import { separateDeposits } from "./separate-deposits.ts";
import { postSetOffs } from "./set-offs.ts";

/** The ports that applying a run needs. */
export interface ApplyingDependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Pick<Digests, "sha256">;
  readonly bookkeeping: Bookkeeping;
}

/**
 * Posts a validated run (rental.md 3.5): rent calls with their entries, fees, payouts. Returns `null`, without writing,
 * if the run is already applied. Throws 409 `run_stale` if an input of its computation has changed.
 */
export async function applyRun(
  stores: BillingStores,
  { clock, newId, digests, bookkeeping }: ApplyingDependencies,
  caller: Caller,
  { id, heartbeat }: { readonly id: BillingRunId; readonly heartbeat: () => void },
): Promise<AppliedRun | null> {
  const run = orNotFound(await stores.billingRuns.lock(id));
  requireAllowedAction(run, "apply");
  // A repeated request is allowed and changes nothing.
  if (run.status === "applied") return null;
  const { parties, payees, lines, sums, adjustments, services } = await lockLeasesAndReadParties(stores, run);
  heartbeat();
  const header = await entryHeaderOf(stores, { run, clock }, parties);
  await lockLedgerAccounts(stores, {
    societyCode: header.societyCode,
    days: [header.accountingDate],
    owners: [...payees.values()].map(({ accountingCode }) => accountingCode),
  });
  await requireFresh(stores, run, digests);
  heartbeat();
  const now = clock.now();
  const entryHeader = { ...header, insurerCode: await insurerCodes(stores, lines) };
  await saveUnknownTenant(stores);
  const poster = bookkeeping(stores, caller);
  const application = { stores, caller, run, entryHeader, now, newId, digests, heartbeat, post: entryPoster(poster) };
  const calls = await issueCalls(application, callsToIssue(sums));
  await postSetOffs(application, sums);
  await stores.chargeStatements.bill(run.id, adjustments, now);
  await stores.serviceEvents.bill(run.id, services, now);
  await postFees(application, lines);
  heartbeat();
  await orderPayouts(application, lines, payees);
  await poster.finish();
  const applied = withAllowedActions({
    ...run,
    status: "applied",
    currentStep: RUN_STEPS.applied,
    appliedAt: now,
    updatedAt: now,
  });
  await stores.billingRuns.update(applied);
  return { run: applied, calls };
}

/** The parties that a run calls or credits, and the owners' lines that are not excluded. */
interface Parties {
  readonly parties: Pick<EntryHeader, "codes">;
  readonly payees: ReadonlyMap<OwnerId, Payee>;
  readonly lines: readonly OwnerLineToBook[];
  /** The sums of the tenant lines, by call key. */
  readonly sums: ReadonlyMap<string, CallSum>;
  /** The balances of charges that the run bills, also in calls whose total is zero. */
  readonly adjustments: readonly AdjustmentKey[];
  /** The ids for which services are billed, those of events among them. */
  readonly services: readonly string[];
}

/** Locks the leases: of two runs that bill the same days, the second waits and is then found stale. */
async function lockLeasesAndReadParties(stores: BillingStores, run: BillingRun): Promise<Parties> {
  const { applicationSource: source, billingRunLines } = stores;
  const [leases, tenants] = [new Set<LeaseId>(), new Set<TenantId>()];
  const sums = new Map<string, CallSum>();
  const adjustments: AdjustmentKey[] = [];
  const services: string[] = [];
  const deposits: RentCallLine[] = [];
  for await (const lines of includedLines(stores, run, "tenant"))
    for (const line of lines.map(rentCallLine)) {
      leases.add(line.leaseId);
      if (line.tenantId !== null) tenants.add(line.tenantId);
      if (line.billingCategory === "deposit") deposits.push(line);
      else addToCalls(sums, line);
      appendAll(adjustments, adjustmentsOf(line));
      if (line.billingCategory === "tenant_fee") appendAll(services, line.chargedFor ?? []);
    }
  for (const line of await separateDeposits(stores, run, { deposits, sums })) addToCalls(sums, line);
  // Locks in one global order, so that two transactions cannot deadlock.
  for (const some of chunksOf([...leases].sort(), LOOKED_UP)) await source.lockLeases(some);
  const lines: OwnerLineToBook[] = [];
  for await (const page of includedLines(stores, run, "owner")) {
    appendAll(lines, page.map(ownerLineToBook));
    for (const { billingCategory, chargedFor } of page)
      if (billingCategory === "service_fee") appendAll(services, chargedFor ?? []);
  }
  const credited = await allOwners((after) =>
    billingRunLines.ownerIds({ runId: run.id, computation: run.computation }, after, OWNERS),
  );
  const payees = await source.payees([...new Set([...credited, ...lines.map(({ ownerId }) => ownerId)])]);
  const codes = new Map<OwnerId | TenantId, string>(payees.map(codeOfPayee));
  for (const some of chunksOf([...tenants], LOOKED_UP))
    for (const [id, code] of await source.tenantCodes(some)) codes.set(id, code);
  return {
    parties: { codes },
    payees: new Map(payees.map((payee) => [payee.id, payee])),
    ...{ lines, sums, adjustments, services },
  };
}

/** Returns the balances of charges that a line bills. */
const adjustmentsOf = ({ billingCategory, leaseUnitId, chargedFor }: RentCallLine): readonly AdjustmentKey[] =>
  billingCategory === "charges_adjustment" && leaseUnitId !== null
    ? (chargedFor ?? []).map((id) => ({ statementId: id as ChargeStatementId, leaseUnitId }))
    : [];

const codeOfPayee = ({ id, accountingCode }: Payee) => [id, accountingCode] as const;

/** Owner ids read at once. */
const OWNERS = 1000;
/** Leases or tenants per statement. */
const LOOKED_UP = 1000;

async function allOwners(page: (after: OwnerId | null) => Promise<readonly OwnerId[]>): Promise<readonly OwnerId[]> {
  const all: OwnerId[] = [];
  for (let next = await page(null); next.length > 0; next = await page(next.at(-1) ?? null)) appendAll(all, next);
  return all;
}

/** Returns the header of the run's entries. Locks the book in share mode, so that no period closes meanwhile. */
async function entryHeaderOf(
  { books, mandataires }: BillingStores,
  { run, clock }: Pick<ApplyingDependencies, "clock"> & { readonly run: BillingRun },
  parties: Pick<EntryHeader, "codes">,
): Promise<Omit<EntryHeader, "insurerCode">> {
  const book = orNotFound(await books.lockShared());
  const mandataire = orNotFound(await mandataires.find(run.mandataireId));
  return {
    runId: run.id,
    runReference: run.reference,
    societyCode: societyOf(mandataire),
    accountingDate: firstOpenDay(book, run.periodStart),
    documentDate: dayInParis(clock.now()),
    periodStart: run.periodStart,
    periodEnd: run.periodEnd,
    codes: parties.codes,
  };
}

/** Throws 409 `run_stale` with the changed inputs, if any. */
async function requireFresh(stores: BillingStores, run: BillingRun, digests: Pick<Digests, "sha256">): Promise<void> {
  const changed = await changedInputs(stores, run, digests);
  if (changed.length === 0) return;
  const message = "The inputs of the run have changed since its computation; recompute, validate and apply it again";
  throw new DomainError("conflict", "run_stale", message, { details: { changed } });
}
