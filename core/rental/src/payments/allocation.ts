import type { Day, Id, Instant } from "@cartulary/kernel";
import { apportion, type Cents, type EntryId, type LineId, minus, rational, sum, ZERO } from "@cartulary/ledger";
import type { RentCallId } from "../calls/rent-call.ts";
import type { MandataireId } from "../mandataire.ts";
import type { OwnerId } from "../people/owner.ts";
import type { BillingRunId } from "../runs/run.ts";
import type { RunLineId } from "../runs/run-line.ts";
import type { PaymentId } from "./payment.ts";

export type PaymentAllocationId = Id<"PaymentAllocation">;

/** Taking an allocation back leaves it in sight, and counts it no more. */
export const ALLOCATION_STATUSES = ["allocated", "reversed"] as const;
/** One of {@link ALLOCATION_STATUSES}. */
export type AllocationStatus = (typeof ALLOCATION_STATUSES)[number];

/** What a payment pays of one line of a rent call. */
export interface PaymentAllocation {
  readonly mandataireId: MandataireId;
  readonly id: PaymentAllocationId;
  readonly paymentId: PaymentId;
  readonly rentCallId: RentCallId;
  readonly billingRunId: BillingRunId;
  readonly computation: number;
  readonly lineId: RunLineId;
  /** Both together above zero. */
  readonly htCents: Cents;
  readonly vatCents: Cents;
  readonly allocationDate: Day;
  readonly status: AllocationStatus;
  /** The line on the tenant's account that carries it, of the entry of its payment. */
  readonly tenantLineId: LineId;
  /** The entry that hands over to owners what was collected by it, where owners are credited when it is. */
  readonly transferId: EntryId | null;
  /** The run whose application made it, which takes it back when it is cancelled. */
  readonly madeByRunId: BillingRunId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The same as it is answered. */
export interface PaymentAllocationView {
  readonly id: PaymentAllocationId;
  readonly allocatedAmountCents: Cents;
  readonly allocatedAmount: Cents;
  readonly billingLineId: RunLineId | null;
  /** The days that the line is for: first and last, ISO 8601. */
  readonly billingLinePeriod: string | null;
  readonly billingLineComputedAmount: Cents | null;
  readonly allocationDate: Day;
  readonly status: AllocationStatus;
}

/**
 * What an owner has of an allocation. In cash it is his when it is collected; a part below zero takes back one that a run
 * had remitted already.
 */
export interface CollectedPart {
  readonly mandataireId: MandataireId;
  readonly id: Id<"CollectedPart">;
  readonly allocationId: PaymentAllocationId;
  readonly ownerId: OwnerId;
  /** When the bank booked the payment. */
  readonly bookedOn: Day;
  /** Whether he was credited when it was called: then nothing of it is remitted. */
  readonly isAccrual: boolean;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  /** `reversed`: its allocation was taken back before any run remitted it. */
  readonly status: AllocationStatus;
  /** The applied run that handed it over. */
  readonly remittedByRunId: BillingRunId | null;
}

/** A line of a rent call with what is still to be paid of it. */
export interface DueLine {
  readonly rentCallId: RentCallId;
  readonly billingRunId: BillingRunId;
  readonly computation: number;
  readonly lineId: RunLineId;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  /** Of owners, by their ids. What the shares leave of the line is nobody's. */
  readonly shares: readonly DueShare[];
}

/** What is still to be paid of an owner's part of a line. */
export interface DueShare {
  readonly ownerId: OwnerId;
  readonly isAccrual: boolean;
  readonly htCents: Cents;
  readonly vatCents: Cents;
}

/** What an instalment pays of a line, and what of that is whose. */
export interface Instalment {
  readonly line: DueLine;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  /** Those of nothing left out. */
  readonly shares: readonly DueShare[];
}

const dueOf = ({ htCents, vatCents }: Pick<DueLine, "htCents" | "vatCents">): Cents => sum([htCents, vatCents]);

/**
 * Fills lines in their order with an amount (rental.md 2.4): of each line, what is without VAT and VAT by what remains of
 * the two, then each among owners by what remains of their parts, so that none is ever over its due and the last instalment
 * makes each exact.
 */
export function instalments(lines: readonly DueLine[], amount: Cents): readonly Instalment[] {
  let left = amount;
  return lines.flatMap((line) => {
    const due = dueOf(line);
    const paid = (left < due ? left : due) as Cents;
    if (paid <= 0) return [];
    left = minus(left, paid);
    return [instalment(line, paid)];
  });
}

function instalment(line: DueLine, paid: Cents): Instalment {
  const [htCents = ZERO, vatCents = ZERO] = divided(paid, [
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

/** What nobody has comes last in ties. */
const SUSPENSE = "~";

function sharesOf(line: DueLine, side: "htCents" | "vatCents", amount: Cents): readonly Cents[] {
  const nobodys = minus(line[side], sum(line.shares.map((share) => share[side])));
  return divided(amount, [...line.shares.map((share) => [share.ownerId, share[side]] as const), [SUSPENSE, nobodys]]);
}

function divided(amount: Cents, dues: readonly (readonly [id: string, due: Cents])[]): readonly Cents[] {
  if (amount === 0) return dues.map(() => ZERO);
  return apportion(
    amount,
    dues.map(([id, due]) => ({ id, weight: rational(due) })),
  );
}

/** The line once an instalment of it is paid. */
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
