import { portalBankTransactionOperations } from "./bank-transactions.ts";
import { portalIncidentOperations } from "./incidents.ts";

export * from "./bank-transactions.ts";
export * from "./incidents.ts";

/** Operations of a mandataire's connector, with a key of the area `portal`. */
export const portalOperations: typeof portalIncidentOperations & typeof portalBankTransactionOperations = {
  ...portalIncidentOperations,
  ...portalBankTransactionOperations,
};
