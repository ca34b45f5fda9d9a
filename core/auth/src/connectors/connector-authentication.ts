import { type Clock, type Digests, DomainError, type Id } from "@cartulary/kernel";
import { type RateLimiter, rateLimited } from "../limits/rate-limiter.ts";
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
   * {@link connectorKeyRefused}, in the same words whatever is wrong; 429 `rate_limited` for every key from a network that
   * had too many wrong ones. What we cannot have issued as such a key is looked up nowhere.
   */
  authenticate(key: string, area: ConnectorArea, visitor: Visitor): Promise<FoundConnector>;
}

/** Wrong keys that one network may send in a quarter of an hour (auth.md 1.5). */
const WRONG_KEYS = { max: 100, windowMs: 900_000 } as const;

interface Dependencies {
  readonly rateLimiter: RateLimiter;
  readonly connectorFinder: ConnectorFinder;
  readonly digests: Digests;
  readonly clock: Clock;
}

/** Authentication by the keys that were stored. */
export function createConnectorAuthentication(dependencies: Dependencies): ConnectorAuthentication {
  const { rateLimiter } = dependencies;
  return {
    async authenticate(key, area, { network }) {
      // Nothing was guessed where nothing was sent.
      if (key === "") throw connectorKeyRefused();
      const wrongKeys = { key: `connector keys from ${network}`, ...WRONG_KEYS };
      const full = await rateLimiter.look(wrongKeys);
      if (full) throw rateLimited(full);
      const found = await find(dependencies, key, area);
      if (found) return found;
      const hit = await rateLimiter.hit(wrongKeys);
      throw hit.ok ? connectorKeyRefused() : rateLimited(hit);
    },
  };
}

async function find(
  { connectorFinder, digests, clock }: Dependencies,
  key: string,
  area: ConnectorArea,
): Promise<FoundConnector | null> {
  if (purposeOf(key) !== "connectorKey") return null;
  const found = await connectorFinder.find(digests.sha256(key));
  if (found?.area !== area) return null;
  return found.disabledAt !== null && found.disabledAt <= clock.now() ? null : found;
}

/** 401 `unauthorized`. */
export function connectorKeyRefused(): DomainError {
  return new DomainError("unauthenticated", "unauthorized", "Send a key of this area in the X-Connector-Key header");
}
