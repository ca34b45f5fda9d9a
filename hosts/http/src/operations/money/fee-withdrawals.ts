import type { FeeWithdrawals } from "@cartulary/rental/money";
import type { feeWithdrawalOperations } from "@cartulary/wire";
import { created, type Handlers, type OfMandataire } from "../../requests/handlers.ts";
import { toWireEntry } from "../accounting/accounting.ts";

/** Withdrawals of fees over HTTP. */
export const feeWithdrawalHandlers: Handlers<
  typeof feeWithdrawalOperations,
  { readonly feeWithdrawals: OfMandataire<FeeWithdrawals> }
> = {
  createFeeWithdrawal: async ({ mandataireId, body, caller }, { feeWithdrawals }) =>
    created(toWireEntry(await feeWithdrawals(mandataireId).create(caller, body))),
};
