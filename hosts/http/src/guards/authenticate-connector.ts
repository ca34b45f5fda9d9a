import type { ConnectorArea, ConnectorAuthentication, FoundConnector, RequestSource } from "@cartulary/auth";
import { type Caller, DomainError, forbidden, type Id } from "@cartulary/kernel";
import { HttpError } from "../transport/errors.ts";

/**
 * Authenticates a connector by its X-Connector-Key header, and by nothing else. Throws 401 for a key that is missing,
 * empty, repeated, unknown, disabled or of another area.
 */
export async function authenticateConnector(
  { headers }: Request,
  area: ConnectorArea,
  { authenticate }: ConnectorAuthentication,
  requestSource: RequestSource,
): Promise<FoundConnector> {
  try {
    return await authenticate(headers.get("x-connector-key") ?? "", area, requestSource);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "unauthenticated") throw error;
    throw new HttpError(401, error.code, error.message, { "WWW-Authenticate": "ApiKey" });
  }
}

/** Returns the caller of a connector, which acts in its own name and is no user. */
export function connectorCaller({ id }: FoundConnector): Caller {
  return { userId: id as string as Caller["userId"], role: "user", scopes: ["read", "write"], groupIds: [] };
}

/** Returns the mandataire of a connector; throws 403 if it is bound to none. */
export function mandataireBoundTo({ mandataireId }: FoundConnector): Id<"Mandataire"> {
  if (mandataireId === null) throw forbidden("This connector is bound to no mandataire; create one that is");
  return mandataireId;
}
