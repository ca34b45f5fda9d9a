import type { Day } from "@cartulary/kernel";
import { retainUntilOf } from "@cartulary/rental/agency";
import type { ChargeStatement } from "@cartulary/rental/billing";
import type { ChargeStatements } from "@cartulary/rental/money";
import type { chargeStatementOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, type OfMandataire, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";
import { pdfDownload } from "../pdf-download.ts";

/** The statements of charges of a mandataire over HTTP. */
export const chargeStatementHandlers: Handlers<
  typeof chargeStatementOperations,
  { readonly chargeStatements: OfMandataire<ChargeStatements> }
> = {
  listChargeStatements: async ({ mandataireId, list, caller }, { chargeStatements }) => {
    const { items, ...page } = await chargeStatements(mandataireId).list(caller, list);
    return listReply({ ...page, items: items.map(toChargeStatementReply) });
  },
  createChargeStatement: async ({ mandataireId, body, caller }, { chargeStatements }) =>
    created(toChargeStatementReply(await chargeStatements(mandataireId).create(caller, body))),
  getChargeStatement: async ({ mandataireId, params, caller }, { chargeStatements }) =>
    ok(toChargeStatementReply(await chargeStatements(mandataireId).get(caller, params.id))),
  deleteChargeStatement: async ({ mandataireId, params, caller }, { chargeStatements }) =>
    noContent(await chargeStatements(mandataireId).remove(caller, params.id)),
  approveChargeStatement: async ({ mandataireId, params, caller }, { chargeStatements }) =>
    ok(toChargeStatementReply(await chargeStatements(mandataireId).approve(caller, params.id))),
  downloadChargeStatement: async ({ mandataireId, params, query, caller }, { chargeStatements }) =>
    ok(pdfDownload(await chargeStatements(mandataireId).document(caller, { ...params, ...query }))),
};

/** A statement in replies. */
interface ShownChargeStatement extends ChargeStatement {
  readonly retainUntil: Day;
}

/** Adds to a statement the last day on which it is retained. */
export const toChargeStatementReply = (statement: ChargeStatement): ShownChargeStatement => ({
  ...statement,
  retainUntil: retainUntilOf(statement),
});
