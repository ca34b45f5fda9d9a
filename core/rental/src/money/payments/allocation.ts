import type { Day, Id, Instant } from "@cartulary/kernel";
import { apportion, type Cents, type EntryId, type LineId, minus, rational, sum, ZERO } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { RentCallId } from "../../billing/rent-calls/rent-call.ts";
import type { BillingRunId } from "../../billing/runs/run.ts";
import type { RunLineId } from "../../billing/runs/run-line.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { PaymentId } from "./payment.ts";

export type PaymentAllocationId = Id<"PaymentAllocation">;

/** A reversed allocation is still listed, but has no effect. */
export const ALLOCATION_STATUSES = ["allocated", "reversed"] as const;
export type AllocationStatus = (typeof ALLOCATION_STATUSES)[number];

/** The part of a payment allocated to one line of a rent call. */
export interface PaymentAllocation {
  readonly mandataireId: MandataireId;
  readonly id: PaymentAllocationId;
  readonly paymentId: PaymentId;
  readonly rentCallId: RentCallId;
  readonly billingRunId: BillingRunId;
  readonly computation: number;
  readonly lineId: RunLineId;
  /** The sum of both is positive, or negative for a line in the tenant's favour that the payment used up. */
  readonly htCents: Cents;
  readonly vatCents: Cents;
  readonly allocationDate: Day;
  readonly status: AllocationStatus;
  /** The line of the payment's entry on the tenant's account. */
  readonly tenantLineId: LineId;
  /** The entry that transfers the collected amount to owners, for owners credited on collection. */
  readonly transferId: EntryId | null;
  /** The run whose application made it, and whose cancellation reverses it. */
  readonly madeByRunId: BillingRunId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** An allocation as clients see it. */
export interface PaymentAllocationView {
  readonly id: PaymentAllocationId;
  readonly allocatedAmountCents: Cents;
  readonly allocatedAmount: Cents;
  readonly billingLineId: RunLineId | null;
  /** The first and last billed day, ISO 8601. */
  readonly billingLinePeriod: string | null;
  readonly billingLineComputedAmount: Cents | null;
  readonly allocationDate: Day;
  readonly status: AllocationStatus;
}

/** An owner's part of an allocation, credited when collected in cash mode. Negative to take a remitted one back. */
export interface CollectedPart {
  readonly mandataireId: MandataireId;
  readonly id: Id<"CollectedPart">;
  readonly allocationId: PaymentAllocationId;
  readonly ownerId: OwnerId;
  /** The bank's booking day of the payment. */
  readonly bookedOn: Day;
  /** True if the owner was credited when it was called; such parts are never remitted. */
  readonly isAccrual: boolean;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  /** `reversed`: the allocation was reversed before a run remitted the part. */
  readonly status: AllocationStatus;
  /** The applied run that remitted it. */
  readonly remittedByRunId: BillingRunId | null;
}

/** The unpaid amount of a line of a rent call. */
export interface DueLine {
  readonly rentCallId: RentCallId;
  readonly billingRunId: BillingRunId;
  readonly computation: number;
  readonly lineId: RunLineId;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  /** By owner id. The rest of the line has no owner. */
  readonly shares: readonly DueShare[];
}

/** The unpaid amount of an owner's part of a line. */
export interface DueShare {
  readonly ownerId: OwnerId;
  readonly isAccrual: boolean;
  readonly htCents: Cents;
  readonly vatCents: Cents;
}

/** An instalment of a line, with the owners' shares. */
export interface Instalment {
  readonly line: DueLine;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  /** Without shares of zero. */
  readonly shares: readonly DueShare[];
}

const dueOf = ({ htCents, vatCents }: Pick<DueLine, "htCents" | "vatCents">): Cents => sum([htCents, vatCents]);

/**
 * Allocates an amount to lines in order (rental.md 2.4). On each line it is divided between the amount without VAT and
 * the VAT in proportion to what remains of each, then among owners likewise: no part is ever overpaid, and the last
 * instalment settles all exactly. Lines in the tenant's favour are used up by the instalment that pays all that is left.
 */
export function instalments(lines: readonly DueLine[], amount: Cents): readonly Instalment[] {
  const dueCents = sum(lines.map(dueOf));
  if (dueCents > 0 && amount >= dueCents)
    return lines.filter(({ htCents, vatCents }) => htCents !== 0 || vatCents !== 0).map(lastInstalment);
  let remainder = amount;
  return lines.flatMap((line) => {
    const due = dueOf(line);
    const paid = (remainder < due ? remainder : due) as Cents;
    if (paid <= 0) return [];
    remainder = minus(remainder, paid);
    return [instalment(line, paid)];
  });
}

/** Returns the instalment of all that is left of a line. */
const lastInstalment = (line: DueLine): Instalment => ({
  line,
  htCents: line.htCents,
  vatCents: line.vatCents,
  shares: line.shares.filter(({ htCents, vatCents }) => htCents !== 0 || vatCents !== 0),
});

function instalment(line: DueLine, paid: Cents): Instalment {
  const [htCents = ZERO, vatCents = ZERO] = divideByDue(paid, [
    ["0", line.htCents],
    ["1", line.vatCents],
  ]);
  const [ht, vat] = [sharesOf(line, "htCents", htCents), sharesOf(line, "vatCents", vatCents)];
  const shares = line.shares.map((share, index) => ({
    ...share,
    htCents: ht[index] ?? ZERO,
    vatCents: vat[index] ?? ZERO,
  }));
  return { line, htCents, vatCents, shares: shares.filter((share) => share.htCents > 0 || share.vatCents > 0) };
}

/** Sorts last, so that the unowned part comes last in ties. */
const SUSPENSE = "~";

function sharesOf(line: DueLine, side: "htCents" | "vatCents", amount: Cents): readonly Cents[] {
  const unowned = minus(line[side], sum(line.shares.map((share) => share[side])));
  return divideByDue(amount, [
    ...line.shares.map((share) => [share.ownerId, share[side]] as const),
    [SUSPENSE, unowned],
  ]);
}

function divideByDue(amount: Cents, dues: readonly (readonly [id: string, due: Cents])[]): readonly Cents[] {
  if (amount === 0) return dues.map(() => ZERO);
  return apportion(
    amount,
    dues.map(([id, due]) => ({ id, weight: rational(due) })),
  );
}

/** Returns the line after an instalment. */
export function lineAfter(line: DueLine, paid: Pick<Instalment, "htCents" | "vatCents" | "shares">): DueLine {
  const own = new Map(paid.shares.map((share) => [share.ownerId, share]));
  return {
    ...line,
    htCents: minus(line.htCents, paid.htCents),
    vatCents: minus(line.vatCents, paid.vatCents),
    shares: line.shares.map((share) => ({
      ...share,
      htCents: minus(share.htCents, own.get(share.ownerId)?.htCents ?? ZERO),
      vatCents: minus(share.vatCents, own.get(share.ownerId)?.vatCents ?? ZERO),
    })),
  };
}
