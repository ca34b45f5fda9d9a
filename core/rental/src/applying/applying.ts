import { appendAll, type Caller, type Clock, type Digests, DomainError, existing, type NewId } from "@cartulary/kernel";
import { dayInParis, firstOpenDay } from "@cartulary/ledger";
import type { LeaseId } from "../leases/lease.ts";
import { societyOf } from "../mandataire.ts";
import type { OwnerId } from "../people/owner.ts";
import type { TenantId } from "../people/tenant.ts";
import type { RentalStores } from "../ports.ts";
import { type BillingRun, type BillingRunId, withDoors } from "../runs/run.ts";
import { changedInputs } from "../runs/staleness.ts";
import { requireDoor } from "../runs/transitions.ts";
import type { Booking } from "./accounts.ts";
import type { AppliedRun } from "./application-listener.ts";
import { addToCalls, type CallSum, callsToIssue } from "./call-sums.ts";
import type { AccountLine } from "./called-line.ts";
import { issueCalls } from "./issuing.ts";
import { lockAccounts } from "./locking.ts";
import { orderPayouts } from "./ordering.ts";
import { insurerCodes, saveUnknownTenant } from "./outsiders.ts";
import { portionsOf } from "./portions.ts";
import type { Payee } from "./ports.ts";
import { accountLine, calledLine, countedLines } from "./run-lines.ts";
import { type Bookkeeping, posting } from "./writing.ts";

/** What applying needs of the machine. */
export interface ApplyingDependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Pick<Digests, "sha256">;
  readonly bookkeeping: Bookkeeping;
}

/**
 * Writes what a validated run comes to (rental.md 3.5): rent calls with their entries, fees, payouts. `null` where it was
 * applied before: nothing is written again. Refused as 409 `run_stale` where what it was computed from is otherwise now.
 */
export async function applyRun(
  stores: RentalStores,
  { clock, newId, digests, bookkeeping }: ApplyingDependencies,
  caller: Caller,
  { id, alive }: { readonly id: BillingRunId; readonly alive: () => void },
): Promise<AppliedRun | null> {
  const run = existing(await stores.billingRuns.lock(id));
  requireDoor(run, "apply");
  if (run.status === "applied") return null;
  const { parties, payees, lines, sums } = await lockedParties(stores, run);
  alive();
  const booked = await bookingOf(stores, { run, clock }, parties);
  await lockAccounts(stores, {
    societyCode: booked.societyCode,
    days: [booked.accountingDate],
    owners: [...payees.values()].map(({ accountingCode }) => accountingCode),
  });
  await requireFresh(stores, run, digests);
  alive();
  const now = clock.now();
  const booking = { ...booked, insurerCode: await insurerCodes(stores, lines) };
  await saveUnknownTenant(stores);
  const book = bookkeeping(stores, caller);
  const application = { stores, caller, run, booking, now, newId, digests, alive, post: posting(book) };
  const calls = await issueCalls(application, callsToIssue(sums));
  await orderPayouts(application, lines, payees);
  await book.end();
  const applied = withDoors({ ...run, status: "applied", currentStep: 7, appliedAt: now, updatedAt: now });
  await stores.billingRuns.update(applied);
  return { run: applied, calls };
}

/** Whoever is called or credited by a run, and the lines of owners' accounts that count. */
interface Parties {
  readonly parties: Pick<Booking, "codes">;
  readonly payees: ReadonlyMap<OwnerId, Payee>;
  readonly lines: readonly AccountLine[];
  /** What the lines of tenants come to, by the key of their call. */
  readonly sums: ReadonlyMap<string, CallSum>;
}

/** The leases are locked: two runs that bill the same days wait for each other, and the second one is found stale. */
async function lockedParties(stores: RentalStores, run: BillingRun): Promise<Parties> {
  const { applicationSource: source, billingRunLines } = stores;
  const [leases, tenants] = [new Set<LeaseId>(), new Set<TenantId>()];
  const sums = new Map<string, CallSum>();
  for await (const lines of countedLines(stores, run, "tenant"))
    for (const line of lines.map(calledLine)) {
      leases.add(line.leaseId);
      if (line.tenantId !== null) tenants.add(line.tenantId);
      addToCalls(sums, line);
    }
  // In the order of all of them, portion by portion: two who lock the same wait for each other at the first.
  for (const some of portionsOf([...leases].sort(), LOOKED_UP)) await source.lockLeases(some);
  const lines: AccountLine[] = [];
  for await (const page of countedLines(stores, run, "owner")) appendAll(lines, page.map(accountLine));
  const credited = await allOwners((after) =>
    billingRunLines.ownerIds({ runId: run.id, computation: run.computation }, after, OWNERS),
  );
  const payees = await source.payees([...new Set([...credited, ...lines.map(({ ownerId }) => ownerId)])]);
  const codes = new Map<OwnerId | TenantId, string>(payees.map(codeOfPayee));
  for (const some of portionsOf([...tenants], LOOKED_UP))
    for (const [id, code] of await source.tenantCodes(some)) codes.set(id, code);
  return {
    parties: { codes },
    payees: new Map(payees.map((payee) => [payee.id, payee])),
    lines,
    sums,
  };
}

const codeOfPayee = ({ id, accountingCode }: Payee) => [id, accountingCode] as const;

/** Owners whose ids are read at once. */
const OWNERS = 1000;
/** Leases, and tenants, that one statement looks up. */
const LOOKED_UP = 1000;

async function allOwners(page: (after: OwnerId | null) => Promise<readonly OwnerId[]>): Promise<readonly OwnerId[]> {
  const all: OwnerId[] = [];
  for (let next = await page(null); next.length > 0; next = await page(next.at(-1) ?? null)) appendAll(all, next);
  return all;
}

/** What the entries have in common. The book is kept from being closed meanwhile. */
async function bookingOf(
  { books, mandataires }: RentalStores,
  { run, clock }: Pick<ApplyingDependencies, "clock"> & { readonly run: BillingRun },
  parties: Pick<Booking, "codes">,
): Promise<Omit<Booking, "insurerCode">> {
  const book = existing(await books.lockShared());
  const mandataire = existing(await mandataires.find(run.mandataireId));
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

/** 409 `run_stale` names what is otherwise now. */
async function requireFresh(stores: RentalStores, run: BillingRun, digests: Pick<Digests, "sha256">): Promise<void> {
  const changed = await changedInputs(stores, run, digests);
  if (changed.length === 0) return;
  const message = "What the run was computed from has changed since: recompute it, then validate and apply it again";
  throw new DomainError("conflict", "run_stale", message, { details: { changed } });
}
