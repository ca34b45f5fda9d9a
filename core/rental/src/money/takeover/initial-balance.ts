import { type Clock, type Digests, monthOf, type NewId, orNotFound, throwIfInvalid } from "@cartulary/kernel";
import { firstOpenDay, ledgerUseCases, type NewEntry, negate, type SealedEntry, ZERO } from "@cartulary/ledger";
import { ACCOUNTS, rentalPlan } from "../../accounting/chart-of-accounts.ts";
import { fieldError } from "../../agency/field-rules.ts";
import { nextReferences, SERIES } from "../../agency/reference.ts";
import { bookedLines } from "../../billing/run-application/call-entries.ts";
import { saveUnknownTenant } from "../../billing/run-application/insurer-accounts.ts";
import { lockLedgerAccounts } from "../../billing/run-application/lock-ledger-accounts.ts";
import { readLeases } from "../../billing/runs/read-inputs.ts";
import { ownedLineOf, type Takeover, type TakeoverCall, takeoverCall } from "../../billing/takeover/takeover-call.ts";
import type { LeaseListener } from "../../property/leases/lease-listener.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import { payByCredits } from "../money-in/apply-credits.ts";
import { createIngestionContext, type IngestionContext, postAll } from "../money-in/ingestion-context.ts";
import type { Payment } from "../payments/payment.ts";
import type { MoneyStores } from "../ports.ts";

interface Dependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

/**
 * Returns a listener that calls a lease's initial balance when the lease is activated (effects.md 1.1, 6): a call due on
 * the first day of the lease, with its entry, paid by the tenant's free credits. A negative balance is a call that is
 * paid and free credit of the tenant. Throws `taken` if the imported opening has a balance of a tenant.
 */
export function callInitialBalances<Stores extends MoneyStores>(settings: Dependencies): LeaseListener<Stores> {
  const dependencies = { ...settings, bookkeeping: ledgerUseCases({ ...rentalPlan, ...settings }) };
  return {
    async activated(stores, { id, initialBalanceCents }, { caller, mandataireId }) {
      if (!initialBalanceCents) return;
      const intake = await createIngestionContext(stores, dependencies, { caller, mandataireId, heartbeat: () => {} });
      const takeover = { ...(await readLease(intake, id)), amountCents: initialBalanceCents, today: intake.today };
      await requireNotInOpening(intake, takeover);
      const taken = await issueCall(intake, takeover, settings.digests);
      const { run, call } = taken;
      const entry = await postTakeover(intake, taken);
      if (initialBalanceCents > 0) return payByCredits(intake, { run, calls: [call] });
      await stores.payments.insert([await creditOf(intake, taken, entry)]);
    },
  };
}

async function readLease({ stores, mandataireId, today }: IngestionContext, id: Takeover["lease"]["id"]) {
  const { accountingMode } = orNotFound(await stores.mandataires.find(mandataireId));
  const month = monthOf(today);
  // The lease has no run yet, so its own id excludes none.
  const context = { runId: id as string as TakeoverCall["run"]["id"], month, today, indexValues: [], accountingMode };
  const { leases, isAccrual } = await readLeases(stores, [id], context);
  return { lease: orNotFound(leases[0]), isAccrual, parties: await stores.applicationSource.contributors([id]) };
}

/** The opening would count the balance a second time. */
async function requireNotInOpening({ stores }: IngestionContext, { lease }: Takeover): Promise<void> {
  const tenants = lease.tenants.map((tenant) => tenant.id);
  const balances = await stores.applicationSource.openingBalances(ACCOUNTS.tenants, tenants);
  if (balances.size > 0)
    throwIfInvalid([
      fieldError("initialBalanceCents", "taken", "is in the imported opening already; leave it out of one of the two"),
    ]);
}

/** Locks numbers and letters before the references, as applying a run does. */
async function issueCall(
  { stores, mandataireId, book, societyCode, today, newId, now }: IngestionContext,
  takeover: Takeover,
  digests: Digests,
): Promise<TakeoverCall> {
  const owners = takeover.lease.units.flatMap(({ ownerships }) => ownerships.map(({ ownerId }) => ownerId));
  const payees = await stores.applicationSource.payees([...new Set(owners)]);
  const days = [firstOpenDay(book, today)];
  await lockLedgerAccounts(stores, { societyCode, days, owners: payees.map(({ accountingCode }) => accountingCode) });
  const year = today.slice(0, 4);
  const [reference] = await nextReferences(stores.codes, SERIES.rentCall, year, 1);
  const [runReference] = await nextReferences(stores.codes, SERIES.hiddenRun, year, 1);
  const identity = { reference: orNotFound(reference).text, runReference: orNotFound(runReference).text };
  const taken = takeoverCall(takeover, { ...identity, mandataireId, newId, now, digests });
  await stores.billingRuns.insertHidden(taken.run);
  await stores.billingRunLines.insert([taken.line], taken.parts);
  await stores.rentCalls.insert([taken.call]);
  return taken;
}

async function postTakeover(intake: IngestionContext, taken: TakeoverCall): Promise<SealedEntry> {
  const { stores, book, societyCode, today } = intake;
  const { call, parts } = taken;
  if (call.tenantId === null) await saveUnknownTenant(stores);
  const tenants = await stores.applicationSource.tenantCodes(call.tenantId === null ? [] : [call.tenantId]);
  const payees = await stores.applicationSource.payees(parts.map(({ ownerId }) => ownerId));
  const owners = payees.map(({ id, accountingCode }) => [id, accountingCode] as const);
  const codes = new Map<OwnerId | TenantId, string>([...tenants, ...owners]);
  const entry: NewEntry = {
    ...{ societyCode, journal: "OD", accountingDate: firstOpenDay(book, today), documentDate: today },
    ...{ documentReference: call.reference, description: `Solde de reprise ${call.leaseReference ?? ""}`.trim() },
    ...{ sourceType: "Lease", sourceId: call.leaseId, sourceSeq: 0 },
    lines: bookedLines(ownedLineOf(taken), { codes }),
  };
  const [sealed] = await postAll(intake, [entry]);
  return orNotFound(sealed);
}

/** Returns the tenant's free credit: a payment without a bank transaction, which no list shows. */
async function creditOf(
  { stores, mandataireId, newId, now, today }: IngestionContext,
  { call }: TakeoverCall,
  entry: SealedEntry,
): Promise<Payment> {
  const [reference] = await nextReferences(stores.codes, SERIES.credit, today.slice(0, 4), 1);
  const amountCents = negate(call.totalAmountCents);
  const { tenantId, tenantName, leaseId, leaseReference } = call;
  return {
    ...{ mandataireId, id: newId<"Payment">(), reference: orNotFound(reference).text, bankTransactionId: null },
    ...{ amountCents, allocatedCents: ZERO, refundedCents: ZERO, remainingCents: amountCents, currency: "EUR" },
    ...{ paymentDate: today, paymentMethod: "other", direction: "inbound", status: "received" },
    ...{ tenantId, tenantName, payerId: null, payerName: null, payingTenantId: null },
    ...{ leaseId, leaseReference, bankAccountId: null },
    ...{ entryId: entry.id, entriesCount: 0, createdAt: now, updatedAt: now },
    creditLineId: entry.lines.find(({ accountCode }) => accountCode === ACCOUNTS.tenants)?.id ?? null,
  };
}
