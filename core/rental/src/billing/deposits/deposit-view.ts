import type { Day } from "@cartulary/kernel";
import { type LeaseOfDeposit, NOT_DUE, type ReturnDue, returnDue } from "./return-due.ts";
import type { SecurityDeposit } from "./security-deposit.ts";

/** A deposit as clients see it on a day. */
export interface SecurityDepositView
  extends ReturnDue,
    Omit<
      SecurityDeposit,
      "mandataireId" | "billingRunId" | "rentCallId" | "lineId" | "inConformity" | "keysReturnedOn" | "arrearsCents"
    > {}

/** Returns the deposit as clients see it on a day. */
export function depositOn(
  deposit: SecurityDeposit,
  lease: LeaseOfDeposit | undefined,
  today: Day,
): SecurityDepositView {
  const { mandataireId: _, billingRunId: __, rentCallId: ___, lineId: ____, ...rest } = deposit;
  const { inConformity: _____, keysReturnedOn: ______, arrearsCents: _______, ...shown } = rest;
  return { ...shown, ...(lease ? returnDue(deposit, lease, today) : NOT_DUE) };
}
