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
import { type ClientOf, type ClientOptions, clientOf } from "./client.ts";
import { compositionOperations } from "./composition/index.ts";
import { directoryOperations } from "./directory/index.ts";
import {
  chunkedUploadOperations,
  documentsOperations,
  visitorOperations,
  visitorPageOperations,
} from "./documents/index.ts";
import { hostOperations } from "./host.ts";
import { knowledgeGraphOperations } from "./knowledge-graph/index.ts";
import { portalOperations } from "./portal/index.ts";
import { rentalOperations } from "./rental/index.ts";

/** Every operation that is served, by name. */
export const allOperations: typeof tokenOperations &
  typeof authorizationServerOperations &
  typeof documentsOperations &
  typeof chunkedUploadOperations &
  typeof visitorOperations &
  typeof visitorPageOperations &
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
  ...visitorOperations,
  ...visitorPageOperations,
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

/** The name of an operation. */
export type OperationId = keyof typeof allOperations;

/** What {@link createClient} makes: a method for each operation. */
export type Client = ClientOf<typeof allOperations>;

/** A typed client of the whole API. */
export function createClient(options: ClientOptions): Client {
  return clientOf(allOperations, options);
}
