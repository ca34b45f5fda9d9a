import { sum, ZERO } from "@cartulary/ledger";
import type { SecurityDeposit } from "../deposits/security-deposit.ts";
import type { RentCall } from "../rent-calls/rent-call.ts";
import type { ApplicationContext } from "./application-context.ts";
import { agencyDepositCents, type OwnedLine } from "./call-entries.ts";

/** Records the deposits that calls of a run contain. */
export async function openDeposits(
  { stores, run, newId, now }: ApplicationContext,
  calls: readonly RentCall[],
  lines: ReadonlyMap<string, readonly OwnedLine[]>,
): Promise<void> {
  const deposits = calls.flatMap((call) =>
    (lines.get(call.callKey) ?? [])
      .filter(({ billingCategory }) => billingCategory === "deposit")
      .map((line): SecurityDeposit => {
        const { mandataireId, id: billingRunId } = run;
        const { leaseId, leaseReference, tenantId, tenantName } = line;
        return {
          ...{ mandataireId, id: newId<"SecurityDeposit">(), leaseId, leaseReference, tenantId, tenantName },
          ...{ amountCents: sum([line.amountHt, line.vatAmount]), receivedCents: ZERO, status: "called" },
          heldBy: agencyDepositCents(line) > 0 ? "agency" : "owner",
          ...{ billingRunId, rentCallId: call.id, lineId: line.id, ...NOT_RETURNED },
          ...{ createdAt: now, updatedAt: now },
        };
      }),
  );
  if (deposits.length > 0) await stores.securityDeposits.insert(deposits);
}

/** The fields of a deposit that only its return sets. */
export const NOT_RETURNED = {
  inConformity: null,
  keysReturnedOn: null,
  returnedOn: null,
  returnedAt: null,
  arrearsCents: ZERO,
  deductions: [],
} as const;
