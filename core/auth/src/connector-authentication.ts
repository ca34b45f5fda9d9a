import { type Clock, type Digests, DomainError, type Id } from "@cartulary/kernel";
import type { Connector, ConnectorArea } from "./connector.ts";
import { purposeOf } from "./token.ts";

/** A connector that showed a key that lives. */
export interface FoundConnector extends Connector {
  readonly keyId: Id<"ConnectorKey">;
}

/** Port: finds a connector by its key in one statement outside any transaction; asked at every request of an area. */
export interface ConnectorFinder {
  /** By the key's SHA-256 in lower-case hexadecimal. */
  find(hash: string): Promise<FoundConnector | null>;
}

/** Finds out which connector is asking. */
export interface ConnectorAuthentication {
  /**
   * The connector that a key speaks for, where the key is for this area and the connector is not disabled. Throws
   * {@link connectorKeyRefused}, in the same words whatever is wrong. One statement at most, none for what we cannot
   * have minted as such a key.
   */
  authenticate(key: string, area: ConnectorArea): Promise<FoundConnector>;
}

interface Dependencies {
  readonly connectorFinder: ConnectorFinder;
  readonly digests: Digests;
  readonly clock: Clock;
}

/** Authentication by the keys that were stored. */
export function createConnectorAuthentication({
  connectorFinder,
  digests,
  clock,
}: Dependencies): ConnectorAuthentication {
  return {
    async authenticate(key, area) {
      if (purposeOf(key) !== "connectorKey") throw connectorKeyRefused();
      const found = await connectorFinder.find(digests.sha256(key));
      if (found?.area !== area) throw connectorKeyRefused();
      if (found.disabledAt !== null && found.disabledAt <= clock.now()) throw connectorKeyRefused();
      return found;
    },
  };
}

/** 401 `unauthorized`. */
export function connectorKeyRefused(): DomainError {
  return new DomainError("unauthenticated", "unauthorized", "Send a key of this area in the X-Connector-Key header");
}
