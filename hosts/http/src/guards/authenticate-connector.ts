import type { ConnectorArea, ConnectorAuthentication, FoundConnector, Visitor } from "@cartulary/auth";
import { type Caller, DomainError, forbidden, type Id } from "@cartulary/kernel";
import { HttpRefusal } from "../transport/errors.ts";

/**
 * Which connector is asking, by the one key in its X-Connector-Key header; whatever else a request brings is not looked
 * at. Refuses with 401 a key that is missing, empty, given twice, unknown, disabled, or another area's.
 */
export async function authenticateConnector(
  { headers }: Request,
  area: ConnectorArea,
  { authenticate }: ConnectorAuthentication,
  visitor: Visitor,
): Promise<FoundConnector> {
  try {
    return await authenticate(headers.get("x-connector-key") ?? "", area, visitor);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "unauthenticated") throw error;
    throw new HttpRefusal(401, error.code, error.message, { "WWW-Authenticate": "ApiKey" });
  }
}

/** A connector as use cases see it: it brings things in its own name, and is nobody in the house. */
export function connectorCaller({ id }: FoundConnector): Caller {
  return { userId: id as string as Caller["userId"], role: "user", scopes: ["read", "write"], groupIds: [] };
}

/** Whose data a connector brings; 403 for one that is bound to no mandataire. */
export function mandataireBoundTo({ mandataireId }: FoundConnector): Id<"Mandataire"> {
  if (mandataireId === null) throw forbidden("This connector is bound to no mandataire: make one that is");
  return mandataireId;
}
