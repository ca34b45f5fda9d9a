import type { Day } from "@cartulary/kernel";
import { cents, type NewLine } from "@cartulary/ledger";
import type { SecurityDeposit } from "../../../src/billing/deposits/security-deposit.ts";
import type { BillingRun } from "../../../src/billing/runs/run.ts";
import { returnDeposit } from "../../../src/money/deposits/return-deposit.ts";
import type { DepositReturn } from "../../../src/money/deposits/return-input.ts";
import type { DueLine } from "../../../src/money/payments/allocation.ts";
import type { Lease } from "../../../src/property/leases/lease.ts";
import { LEASE, leaseOf, owner, ownership, tenant } from "./examples.ts";
import { openAgency } from "./open.ts";
import { AGENCY, type Records, uuid } from "./records.ts";

export const DEPOSIT = uuid(9) as SecurityDeposit["id"];

/** A deposit of 900 € that the agency took over with the lease. */
export const depositOf = (more: Partial<SecurityDeposit> = {}): SecurityDeposit =>
  ({
    ...{ mandataireId: AGENCY, id: DEPOSIT, leaseId: LEASE, leaseReference: "B-1", tenantId: "tess" },
    ...{ tenantName: "Tess", amountCents: cents(90_000), receivedCents: cents(90_000), heldBy: "agency" },
    ...{ status: "held", billingRunId: null, rentCallId: null, lineId: null, inConformity: null },
    ...{ keysReturnedOn: null, returnedOn: null, returnedAt: null, arrearsCents: cents(0), deductions: [] },
    ...{ createdAt: "before", updatedAt: "before", ...more },
  }) as unknown as SecurityDeposit;

/** The part of an owner. */
export type Share = readonly [ownerId: string, htCents: number, isAccrual?: boolean];

/** A line of a call, unpaid, with the shares of owners. */
export const dueLine = (call: string, name: string, amount: number, ...shares: readonly Share[]): DueLine =>
  ({
    ...{ rentCallId: call, billingRunId: "run", computation: 1, lineId: `${call} ${name}`, htCents: cents(amount) },
    ...{
      vatCents: cents(0),
      shares: shares.map(([ownerId, htCents, isAccrual = false]) => ({
        ownerId,
        isAccrual,
        htCents: cents(htCents),
        vatCents: cents(0),
      })),
    },
  }) as unknown as DueLine;

/** An applied run. */
export const run = (cancellable: boolean, id = "run"): BillingRun =>
  ({ id, status: "applied", cancellable, updatedAt: "before" }) as unknown as BillingRun;

interface Setting {
  readonly deposit?: SecurityDeposit;
  readonly lease?: Partial<Lease>;
  readonly records?: Partial<Records>;
  /** Entries that are there before the return. */
  readonly posted?: readonly (readonly [reference: string, ...lines: NewLine[]])[];
}

const INPUT: DepositReturn = {
  returnedOn: "2026-04-05" as Day,
  inConformity: true,
  deductions: [],
  keysReturnedOn: null,
};
export const deductions = (...amounts: readonly (readonly [label: string, amount: number])[]) => ({
  deductions: amounts.map(([label, amount]) => ({ label, amountCents: cents(amount) })),
});

/** Returns the deposit of a lease that ended on 31 March, on 10 April. Anne and Bruno own the home by halves. */
export async function house({ deposit = depositOf(), lease = {}, records = {}, posted = [] }: Setting = {}) {
  const parts = leaseOf({ endDate: "2026-03-31" as Day, ...lease });
  const book = await openAgency({
    ...{ owners: [owner("anne", "PRO0001"), owner("bruno", "PRO0002")], leases: [parts], deposits: [deposit] },
    tenants: [tenant("tess", "LOC0001", { bankAccountId: "account" as never }), tenant("theo", "LOC0002")],
    ...{ ownerships: [ownership("anne", [1, 2]), ownership("bruno", [1, 2])], runs: [run(true)], ...records },
  });
  for (const [reference, ...lines] of posted) await book.post(reference, lines);
  return {
    ...book,
    async returned(input: Partial<DepositReturn> = {}) {
      const intake = await book.intake();
      await returnDeposit(intake, { deposit, lease: parts, input: { ...INPUT, ...input } });
      const { deposits, payouts, payments, calls, allocations } = book.records;
      const [returned] = deposits;
      return {
        ...{ deposit: returned, status: returned?.status, payouts: payouts, payments: payments },
        ...{ calls: calls, allocations: allocations, runs: book.records.runs },
        entries: book.entries(posted.length),
        lines: book.entries(posted.length)[0]?.lines ?? [],
      };
    },
  };
}

export const returnedIn = async (setting: Setting, input: Partial<DepositReturn> = {}) =>
  (await house(setting)).returned(input);
