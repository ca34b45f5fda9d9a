import {
  activationOperations,
  administrationOperations,
  authorizationServerOperations,
  authorizeOperations,
  deviceOperations,
  exchangeOperations,
  personalTokenOperations,
  signInOperations,
  tokenOperations,
  tokenPageOperations,
} from "./auth/index.ts";
import { compositionOperations } from "./composition/index.ts";
import { directoryOperations } from "./directory/index.ts";
import {
  anonymousReaderOperations,
  chunkedUploadOperations,
  documentsOperations,
  publicPageOperations,
} from "./documents/index.ts";
import { hostOperations } from "./host.ts";
import { knowledgeGraphOperations } from "./knowledge-graph/index.ts";
import { portalOperations } from "./portal/index.ts";
import { rentalOperations } from "./rental/index.ts";

/**
 * Every operation by id.
 *
 * @example
 * ```ts
 * import { allOperations } from "@cartulary/wire";
 *
 * const { method, path } = allOperations.listFolders;
 * console.log(method, path);
 * ```
 */
export const allOperations: typeof tokenOperations &
  typeof authorizationServerOperations &
  typeof documentsOperations &
  typeof chunkedUploadOperations &
  typeof anonymousReaderOperations &
  typeof publicPageOperations &
  typeof compositionOperations &
  typeof directoryOperations &
  typeof administrationOperations &
  typeof signInOperations &
  typeof authorizeOperations &
  typeof deviceOperations &
  typeof activationOperations &
  typeof exchangeOperations &
  typeof personalTokenOperations &
  typeof tokenPageOperations &
  typeof rentalOperations &
  typeof portalOperations &
  typeof knowledgeGraphOperations &
  typeof hostOperations = {
  ...tokenOperations,
  ...authorizationServerOperations,
  ...documentsOperations,
  ...chunkedUploadOperations,
  ...anonymousReaderOperations,
  ...publicPageOperations,
  ...compositionOperations,
  ...directoryOperations,
  ...administrationOperations,
  ...signInOperations,
  ...authorizeOperations,
  ...deviceOperations,
  ...activationOperations,
  ...exchangeOperations,
  ...personalTokenOperations,
  ...tokenPageOperations,
  ...rentalOperations,
  ...portalOperations,
  ...knowledgeGraphOperations,
  ...hostOperations,
};

export type OperationId = keyof typeof allOperations;
