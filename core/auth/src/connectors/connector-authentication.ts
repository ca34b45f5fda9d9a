import { type Clock, type Digests, DomainError, type Id } from "@cartulary/kernel";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { countWrongSecret } from "../limits/wrong-secrets.ts";
import { purposeOf } from "../tokens/token.ts";
import type { Visitor } from "../visitor.ts";
import type { Connector, ConnectorArea } from "./connector.ts";

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
   * {@link connectorKeyRefused}, in the same words whatever is wrong, and 429 `rate_limited` in its place for a key that we
   * never issued after too many of them from one network. What we cannot have issued as such a key is looked up nowhere.
   */
  authenticate(key: string, area: ConnectorArea, visitor: Visitor): Promise<FoundConnector>;
}

interface Dependencies {
  readonly rateLimiter: RateLimiter;
  readonly connectorFinder: ConnectorFinder;
  readonly digests: Digests;
  readonly clock: Clock;
}

/** Authentication by the keys that were stored. */
export function createConnectorAuthentication({
  rateLimiter,
  connectorFinder,
  digests,
  clock,
}: Dependencies): ConnectorAuthentication {
  return {
    async authenticate(key, area, visitor) {
      if (purposeOf(key) !== "connectorKey") throw connectorKeyRefused();
      const found = await connectorFinder.find(digests.sha256(key));
      if (!found) await countWrongSecret(rateLimiter, "connectorKey", visitor);
      if (found?.area !== area || isDisabled(found, clock)) throw connectorKeyRefused();
      return found;
    },
  };
}

function isDisabled({ disabledAt }: FoundConnector, clock: Clock): boolean {
  return disabledAt !== null && disabledAt <= clock.now();
}

/** 401 `unauthorized`. */
export function connectorKeyRefused(): DomainError {
  return new DomainError("unauthenticated", "unauthorized", "Send a key of this area in the X-Connector-Key header");
}
