import { portalBankTransactionOperations } from "./bank-transactions.ts";
import { portalIncidentOperations } from "./incidents.ts";

export * from "./bank-transactions.ts";
export * from "./incidents.ts";

/** What programs do for a mandataire, with a connector's key of the area `portal`. */
export const portalOperations: typeof portalIncidentOperations & typeof portalBankTransactionOperations = {
  ...portalIncidentOperations,
  ...portalBankTransactionOperations,
};
