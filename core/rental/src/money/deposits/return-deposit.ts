import { appendAll, type Day, orNotFound, throwIfInvalid, unprocessable } from "@cartulary/kernel";
import {
  type Cents,
  firstOpenDay,
  type LineId,
  minus,
  type NewEntry,
  type NewLine,
  sum,
  ZERO,
} from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import { fieldError, orderError } from "../../agency/field-rules.ts";
import { nextReferences, SERIES } from "../../agency/reference.ts";
import type { LeaseOfDeposit } from "../../billing/deposits/return-due.ts";
import type { SecurityDeposit } from "../../billing/deposits/security-deposit.ts";
import { creditLine, debitLine, labelOf, UNKNOWN_TENANT } from "../../billing/run-application/entry-lines.ts";
import { saveUnknownTenant } from "../../billing/run-application/insurer-accounts.ts";
import { updateCancellable } from "../../billing/runs/run-settlement.ts";
import { leaseStatusOn } from "../../property/leases/lease-status.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import { requireOwnersCovered } from "../assignments/owner-cover.ts";
import { allocateToCalls, createDues, type Dues, type PaidCall } from "../money-in/amounts-due.ts";
import { type CreditToSettle, settleCredits } from "../money-in/apply-credits.ts";
import { type IngestionContext, postAll } from "../money-in/ingestion-context.ts";
import { letterTenantAccounts } from "../money-in/letter-tenant-accounts.ts";
import { borneByOwners } from "../money-in/refunded-credits.ts";
import type { DueLine, Instalment } from "../payments/allocation.ts";
import { type Payment, withAllocations } from "../payments/payment.ts";
import { deductionLines } from "./deduction-lines.ts";
import { type DepositPart, takeFrom, totalOf } from "./deposit-parts.ts";
import { keepingOwners } from "./keeping-owners.ts";
import { orderDepositPayout } from "./order-deposit-payout.ts";
import type { DepositReturn } from "./return-input.ts";

/** A deposit to return, with its lease. */
export interface Returning {
  readonly deposit: SecurityDeposit;
  readonly lease: LeaseOfDeposit;
  readonly input: DepositReturn;
}

/** Throws 422 `invalid_transition` before the end of the lease or a second time, and field errors of the days. */
function requireReturnable({ deposit, lease, input }: Returning, today: Day): Day {
  const { status, endDate } = leaseStatusOn(lease.lease, today);
  if (deposit.returnedAt !== null) throw unprocessable("invalid_transition", "The deposit is returned already");
  if (status !== "ended" || endDate === null)
    throw unprocessable("invalid_transition", "The lease has not ended; a deposit is returned after its end");
  const late = input.returnedOn > today;
  throwIfInvalid(
    [
      orderError("returnedOn", endDate, input.returnedOn),
      late ? fieldError("returnedOn", "less_than_or_equal_to", `must be ${today} or earlier`) : null,
    ].flatMap((error) => error ?? []),
  );
  return endDate;
}

/**
 * Returns a deposit (effects.md 6): what did not come in of it is no longer called; what the tenant owes for the lease
 * is paid from the rest, then the deductions; the remainder and the tenant's free credit are ordered as a payout. Throws
 * 422 `insufficient_funds` if an owner who keeps the deposit has too little.
 */
export async function returnDeposit(intake: IngestionContext, returning: Returning): Promise<SecurityDeposit> {
  const { stores, now } = intake;
  const { deposit, input } = returning;
  const endDate = requireReturnable(returning, intake.today);
  const dues = await readDues(intake, deposit);
  const { parts, unreceived } = await depositParts(intake, deposit, dues);
  const cancelled = cancelUnreceived(dues, deposit, unreceived, now);
  const arrears = allocateToCalls(dues, callsOf(dues, deposit), totalOf(parts), now);
  const arrearsCents = sum(arrears.map(({ amountCents }) => amountCents));
  const deductedCents = sum(input.deductions.map(({ amountCents }) => amountCents));
  requireCovered(minus(totalOf(parts), arrearsCents), deductedCents);
  const credits = deposit.tenantId === null ? [] : await stores.payments.lockCredits([deposit.tenantId]);
  const settled = { arrearsCents, deductedCents, creditCents: sum(credits.map((each) => each.remainingCents)) };
  const restCents = sum([minus(minus(totalOf(parts), arrearsCents), deductedCents), settled.creditCents]);
  const payout = await orderDepositPayout(intake, deposit, restCents);
  const owners = await keepingOwners(intake, deposit.leaseId, endDate);
  const borne = await borneByOwners(
    intake,
    credits.map((payment) => ({ payment, amountCents: payment.remainingCents })),
  );
  const booked = {
    arrears: arrearsByTenant(arrears),
    returning,
    parts,
    unreceived,
    settled,
    owners,
    borne: borne.flat(),
    reference: payout?.reference ?? null,
  };
  const { unreceivedLine, arrearsLines, refundLine } = await bookReturn(intake, booked);
  const refundedIds = credits.map(({ id }) => id);
  // First, since the calls that are paid next may be lettered with these lines.
  if (refundLine !== null) await stores.payments.insertDepositRefunds(refundLine, refundedIds);
  const credited = [
    ...(await creditsFor(intake, deposit, { line: unreceivedLine, paid: cancelled, isHandedOver: false })),
  ];
  for (const [tenantId, paid] of Map.groupBy(arrears, ({ call }) => call.tenantId)) {
    const ofTenant = { ...deposit, tenantId, tenantName: paid[0]?.call.tenantName ?? null };
    const line = arrearsLines.get(tenantId) ?? null;
    appendAll(credited, await creditsFor(intake, ofTenant, { line, paid, isHandedOver: true }));
  }
  await settleCredits(intake, credited, { dues, madeByRunId: null });
  await stores.payments.update(credits.map((credit) => refunded(credit, now)));
  await letterTenantAccounts(intake, { calls: [], payments: refundedIds });
  const returned: SecurityDeposit = {
    ...deposit,
    ...{ inConformity: input.inConformity, keysReturnedOn: input.keysReturnedOn, returnedOn: input.returnedOn },
    ...{ returnedAt: now, arrearsCents, deductions: input.deductions, updatedAt: now },
    status: arrearsCents === 0 && deductedCents === 0 ? "returned" : "partially_returned",
  };
  await stores.securityDeposits.update(returned);
  await updateCancellable({ stores, now }, [deposit, ...[...cancelled, ...arrears].map(({ call }) => call)]);
  return returned;
}

const refunded = (credit: Payment, now: IngestionContext["now"]): Payment =>
  withAllocations(credit, { refundedCents: sum([credit.refundedCents, credit.remainingCents]) }, now);

function requireCovered(availableCents: Cents, deductedCents: Cents): void {
  if (deductedCents > availableCents)
    throwIfInvalid([
      fieldError("deductions", "less_than_or_equal_to", `must come to ${availableCents} cents or less, what is left`),
    ]);
}

/** Reads what is due of the deposit's call and of the lease's other calls. */
async function readDues({ stores }: IngestionContext, { leaseId, rentCallId }: SecurityDeposit): Promise<Dues> {
  const { moneyInSource, paymentAllocations, rentCalls } = stores;
  const open = await moneyInSource.openCallsOfLeases([leaseId]);
  const ids = [...new Set([...open.map(({ id }) => id), ...(rentCallId === null ? [] : [rentCallId])])];
  const calls = await rentCalls.lock(ids);
  const allocations = await paymentAllocations.ofCalls(ids);
  const parts = await paymentAllocations.partsOf(allocations.map(({ id }) => id));
  return createDues(calls, await moneyInSource.linesOf(ids), allocations, parts);
}

const lineOf = (dues: Dues, { rentCallId, lineId }: SecurityDeposit): DueLine | null =>
  (rentCallId === null ? [] : (dues.lines.get(rentCallId) ?? [])).find((line) => line.lineId === lineId) ?? null;

/** Returns who keeps how much of what came in, and of what did not. A deposit that was taken over is the agency's. */
async function depositParts({ stores }: IngestionContext, deposit: SecurityDeposit, dues: Dues) {
  const due = lineOf(dues, deposit);
  if (!due) return { parts: [{ ...AGENCY, amountCents: deposit.receivedCents }], unreceived: [] };
  const { billingRunId: runId, computation, lineId } = due;
  const owned = await stores.billingRunLines.partsOf({ runId, computation }, [lineId]);
  const dueOf = new Map(due.shares.map(({ ownerId, htCents }) => [ownerId, htCents]));
  const unreceived = withAgency(
    owned.map(({ ownerId, isAccrual }) => ({ ownerId, isAccrual, amountCents: dueOf.get(ownerId) ?? ZERO })),
    due.htCents,
  );
  const parts = withAgency(
    owned.map(({ ownerId, isAccrual, htCents }) => ({
      ...{ ownerId, isAccrual, amountCents: minus(htCents, dueOf.get(ownerId) ?? ZERO) },
    })),
    deposit.receivedCents,
  );
  return { parts, unreceived };
}

const AGENCY = { ownerId: null, isAccrual: true } as const;

/** Adds the agency's part to the owners'. */
const withAgency = (owned: readonly DepositPart[], totalCents: Cents): readonly DepositPart[] => [
  ...owned,
  { ...AGENCY, amountCents: minus(totalCents, totalOf(owned)) },
];

/** Closes the line of the deposit: what did not come in is due no more. */
function cancelUnreceived(
  dues: Dues,
  deposit: SecurityDeposit,
  unreceived: readonly DepositPart[],
  now: IngestionContext["now"],
): readonly PaidCall[] {
  const [line, amountCents] = [lineOf(dues, deposit), totalOf(unreceived)];
  if (!line || amountCents === 0) return [];
  const own = dues.lines.get(line.rentCallId) ?? [];
  dues.lines.set(line.rentCallId, [line]);
  const paid = allocateToCalls(dues, [{ callId: line.rentCallId }], amountCents, now);
  const after = dues.lines.get(line.rentCallId)?.[0] ?? line;
  dues.lines.set(
    line.rentCallId,
    own.map((each) => (each.lineId === line.lineId ? after : each)),
  );
  return paid;
}

/** Returns what each tenant owes of the arrears: tenants may have followed each other in the lease. */
const arrearsByTenant = (arrears: readonly PaidCall[]): ReadonlyMap<TenantId | null, Cents> =>
  new Map(
    [...Map.groupBy(arrears, ({ call }) => call.tenantId)].map(([tenantId, own]) => [
      tenantId,
      sum(own.map(({ amountCents }) => amountCents)),
    ]),
  );

/** Returns the calls of the lease, the oldest first. */
const callsOf = (dues: Dues, { leaseId }: SecurityDeposit) =>
  (dues.ofLeases.get(leaseId) ?? []).map((callId) => ({ callId }));

/** All that the entry of a return contains. */
interface BookedReturn {
  readonly returning: Returning;
  /** What the deposit pays of calls, by tenant. */
  readonly arrears: ReadonlyMap<TenantId | null, Cents>;
  readonly parts: readonly DepositPart[];
  readonly unreceived: readonly DepositPart[];
  readonly settled: { readonly arrearsCents: Cents; readonly deductedCents: Cents; readonly creditCents: Cents };
  readonly owners: Awaited<ReturnType<typeof keepingOwners>>;
  /** What owners bear of the credit that goes back. */
  readonly borne: readonly NewLine[];
  /** The reference of the payout; `null` without one. */
  readonly reference: string | null;
}

/** Posts the entry of a return and returns the tenant's lines that pay calls or refund credits. */
async function bookReturn(intake: IngestionContext, booked: BookedReturn) {
  const { stores, book, societyCode, today } = intake;
  const { deposit } = booked.returning;
  if (deposit.tenantId === null) await saveUnknownTenant(stores);
  const owing = [...booked.arrears.keys(), deposit.tenantId].flatMap((id) => id ?? []);
  const tenants = await stores.applicationSource.tenantCodes([...new Set(owing)]);
  const codeOf: CodeOf = (id) => (id === null ? UNKNOWN_TENANT : orNotFound(tenants.get(id)));
  const keepers = [...booked.parts, ...booked.unreceived].flatMap(({ ownerId }) => ownerId ?? []);
  const payees = await stores.applicationSource.payees([
    ...new Set([...keepers, ...booked.owners.map(({ ownerId }) => ownerId)]),
  ]);
  const codes = new Map<OwnerId, string>(payees.map(({ id, accountingCode }) => [id, accountingCode]));
  const { debits, credits, withdrawals } = linesOf(booked, codeOf, codes);
  await requireOwnersCovered(intake, withdrawals);
  const lines = [...debits, ...credits, ...booked.borne];
  if (lines.length === 0)
    return { unreceivedLine: null, refundLine: null, arrearsLines: new Map<TenantId | null, LineId>() };
  const entry: NewEntry = {
    ...{ societyCode, journal: "OD", accountingDate: firstOpenDay(book, today), documentDate: today },
    documentReference: booked.reference ?? labelOf("DG", deposit.leaseReference),
    description: labelOf("Restitution du dépôt de garantie", deposit.leaseReference),
    ...{ sourceType: "SecurityDeposit", sourceId: deposit.id, sourceSeq: 0, lines },
  };
  const [sealed] = await postAll(intake, [entry]);
  const tenantLines = sealed?.lines.filter(({ accountCode }) => accountCode === ACCOUNTS.tenants) ?? [];
  const paying = tenantLines.filter(({ label }) => label === LABELS.arrears);
  const arrearsLines = new Map<TenantId | null, LineId>(
    [...booked.arrears.keys()].flatMap((id) =>
      paying.filter(({ auxiliaryCode }) => auxiliaryCode === codeOf(id)).map((line) => [id, line.id] as const),
    ),
  );
  const lineLabelled = (text: string) => tenantLines.find(({ label }) => label === text)?.id ?? null;
  return { unreceivedLine: lineLabelled(LABELS.unreceived), refundLine: lineLabelled(LABELS.credit), arrearsLines };
}

const LABELS = {
  unreceived: "Dépôt de garantie non reçu",
  arrears: "Dépôt de garantie imputé",
  kept: "Retenues sur dépôt de garantie",
  credit: "Avoir restitué",
  rest: "Dépôt de garantie à restituer",
} as const;

/** Returns the account code of a tenant, or of the unknown one. */
type CodeOf = (id: TenantId | null) => string;

function linesOf(
  { returning, arrears: owed, parts, unreceived, settled, owners }: BookedReturn,
  codeOf: CodeOf,
  codes: ReadonlyMap<OwnerId, string>,
) {
  const { tenantId } = returning.deposit;
  const tenant = (label: string, id = tenantId) => ({
    ...{ accountCode: ACCOUNTS.tenants, auxiliaryCode: codeOf(id), label },
  });
  const held = (label: string) => ({ accountCode: ACCOUNTS.deposits, auxiliaryCode: codeOf(tenantId), label });
  const owner = (ownerId: OwnerId, accountCode: string, label: string) => ({
    ...{ accountCode, auxiliaryCode: codes.get(ownerId) ?? null, label },
  });
  const takenLines = (taken: readonly DepositPart[], label: string, isReceived = true) =>
    taken.flatMap(({ ownerId, isAccrual, amountCents }) => {
      const account = isReceived || isAccrual ? ACCOUNTS.owners : ACCOUNTS.called;
      return debitLine(ownerId === null ? held(label) : owner(ownerId, account, label), amountCents);
    });
  const arrears = takeFrom(parts, settled.arrearsCents);
  const kept = takeFrom(arrears.left, settled.deductedCents);
  const leftWithOwners = kept.left.filter(({ ownerId }) => ownerId !== null);
  const debits = [
    ...takenLines(unreceived, LABELS.unreceived, false),
    ...takenLines(arrears.taken, LABELS.arrears),
    ...takenLines(kept.taken, LABELS.kept),
    ...takenLines(leftWithOwners, LABELS.rest),
    ...debitLine(tenant(LABELS.credit), settled.creditCents),
  ];
  const credits = [
    ...creditLine(tenant(LABELS.unreceived), totalOf(unreceived)),
    ...[...owed].flatMap(([id, amountCents]) => creditLine(tenant(LABELS.arrears, id), amountCents)),
    ...deductionLines(returning.input.deductions, owners, codes),
    ...creditLine(held(LABELS.rest), sum([totalOf(leftWithOwners), settled.creditCents])),
  ];
  return { debits, credits, withdrawals: withdrawalsIn(debits, credits) };
}

/** Returns what the entry takes from owners on balance. */
function withdrawalsIn(debits: readonly NewLine[], credits: readonly NewLine[]) {
  const ofOwners = ({ accountCode }: NewLine) => accountCode === ACCOUNTS.owners;
  const signed = [
    ...debits.filter(ofOwners).map((line) => ({ ...line, amountCents: line.debitCents ?? ZERO })),
    ...credits.filter(ofOwners).map((line) => ({ ...line, amountCents: minus(ZERO, line.creditCents ?? ZERO) })),
  ];
  return signed.map(({ accountCode, auxiliaryCode = null, amountCents }) => ({
    accountCode,
    auxiliaryCode,
    amountCents,
  }));
}

interface PaidByDeposit {
  readonly line: LineId | null;
  readonly paid: readonly PaidCall[];
  readonly isHandedOver: boolean;
}

/** Returns the credit that pays calls: a payment without a bank transaction, which no list shows. */
async function creditsFor(
  { stores, mandataireId, newId, now, today }: IngestionContext,
  { tenantId, tenantName, leaseId, leaseReference }: SecurityDeposit,
  { line, paid, isHandedOver }: PaidByDeposit,
): Promise<readonly CreditToSettle[]> {
  if (line === null || paid.length === 0) return [];
  const [reference] = await nextReferences(stores.codes, SERIES.credit, today.slice(0, 4), 1);
  const amountCents = sum(paid.map((each) => each.amountCents));
  const entry = orNotFound((await stores.letterings.lines([line]))[0]);
  const payment: Payment = {
    ...{ mandataireId, id: newId<"Payment">(), reference: orNotFound(reference).text, bankTransactionId: null },
    ...{ amountCents, allocatedCents: ZERO, refundedCents: ZERO, remainingCents: amountCents, currency: "EUR" },
    ...{ paymentDate: today, paymentMethod: "other", direction: "inbound", status: "received" },
    ...{ tenantId, tenantName, payerId: null, payerName: null, payingTenantId: null },
    ...{ leaseId, leaseReference, bankAccountId: null },
    ...{ entryId: entry.entryId, entriesCount: 0, creditLineId: line, createdAt: now, updatedAt: now },
  };
  await stores.payments.insert([payment]);
  return [{ payment, paid: isHandedOver ? paid : paid.map(asHandedOver) }];
}

/** Owners receive none of it: their part is reversed on the account on which it was called. */
const asHandedOver = (paid: PaidCall): PaidCall => ({
  ...paid,
  instalments: paid.instalments.map(
    (instalment): Instalment => ({
      ...instalment,
      shares: instalment.shares.map((share) => ({ ...share, isAccrual: true })),
    }),
  ),
});
