import type { SecurityDeposits } from "@cartulary/rental/money";
import type { securityDepositOperations } from "@cartulary/wire";
import { type Handlers, type OfMandataire, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";
import { pdfDownload } from "../pdf-download.ts";

/** The deposits of a mandataire's tenants over HTTP. */
export const securityDepositHandlers: Handlers<
  typeof securityDepositOperations,
  { readonly securityDeposits: OfMandataire<SecurityDeposits> }
> = {
  listSecurityDeposits: async ({ mandataireId, list, caller }, { securityDeposits }) =>
    listReply(await securityDeposits(mandataireId).list(caller, list)),
  getSecurityDeposit: async ({ mandataireId, params, caller }, { securityDeposits }) =>
    ok(await securityDeposits(mandataireId).get(caller, params.id)),
  returnSecurityDeposit: async ({ mandataireId, params, body, caller }, { securityDeposits }) =>
    ok(await securityDeposits(mandataireId).return(caller, params.id, body)),
  downloadSecurityDeposit: async ({ mandataireId, params, caller }, { securityDeposits }) =>
    ok(pdfDownload(await securityDeposits(mandataireId).document(caller, params.id))),
};
