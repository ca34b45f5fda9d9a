import { type Clock, type Digests, DomainError, type Id } from "@cartulary/kernel";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { countWrongSecret } from "../limits/wrong-secrets.ts";
import type { RequestSource } from "../request-source.ts";
import { purposeOf } from "../tokens/token-format.ts";
import type { Connector, ConnectorArea } from "./connector.ts";

/** A connector, authenticated by a valid key. */
export interface FoundConnector extends Connector {
  readonly keyId: Id<"ConnectorKey">;
}

/** Port: finds a connector by its key in one statement outside any transaction; called for every request of an area. */
export interface ConnectorFinder {
  /** Takes the key's SHA-256 in lower-case hexadecimal. */
  find(hash: string): Promise<FoundConnector | null>;
}

/** Authenticates connectors. */
export interface ConnectorAuthentication {
  /**
   * Returns the connector of a key that is valid for the area. Throws {@link connectorKeyRefused}, with the same text
   * for every reason; 429 `rate_limited` for unknown keys, after too many from one network. Malformed keys cause no
   * query.
   */
  authenticate(key: string, area: ConnectorArea, requestSource: RequestSource): Promise<FoundConnector>;
}

interface Dependencies {
  readonly rateLimiter: RateLimiter;
  readonly connectorFinder: ConnectorFinder;
  readonly digests: Digests;
  readonly clock: Clock;
}

export function createConnectorAuthentication({
  rateLimiter,
  connectorFinder,
  digests,
  clock,
}: Dependencies): ConnectorAuthentication {
  return {
    async authenticate(key, area, requestSource) {
      if (purposeOf(key) !== "connectorKey") throw connectorKeyRefused();
      const found = await connectorFinder.find(digests.sha256(key));
      if (!found) await countWrongSecret(rateLimiter, "connectorKey", requestSource);
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
