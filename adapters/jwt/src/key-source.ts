import { unavailable } from "@cartulary/kernel";
import {
  type CryptoKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from "jose";

/** Where a provider's keys come from: a URL, a set that is here, or a secret that both sides know. */
export type KeySource =
  | { readonly kind: "url"; readonly url: URL }
  | { readonly kind: "set"; readonly keys: JSONWebKeySet }
  | { readonly kind: "secret"; readonly secret: Uint8Array };

/** Bytes of the shortest shared secret: as many as its digests have (RFC 7518 section 3.2). */
const SECRET_BYTES_MIN = 32;
/** How long keys that were fetched are good, how long their server may take, and how often it is asked at most. */
const FETCHING = { cacheMaxAge: 600_000, timeoutDuration: 5000, cooldownDuration: 30_000 } as const;
const RETRY_AFTER_SECONDS = 30;

/** The keys that an assertion is verified with. Headers that bring or point to keys (`jwk`, `jku`, `x5u`) are not read. */
export interface Keys {
  /** What an assertion may be signed by; any other algorithm is refused before a key is looked for. */
  readonly algorithms: readonly string[];
  readonly find: JWTVerifyGetKey;
}

/** A set of keys as JSON text. Throws where it is none. */
export function readKeySet(text: string): KeySource {
  const keys = JSON.parse(text) as JSONWebKeySet;
  createLocalJWKSet(keys);
  return { kind: "set", keys };
}

/** A secret of 32 bytes of UTF-8 or more. Throws for a shorter one. */
export function sharedSecret(text: string): KeySource {
  const secret = new TextEncoder().encode(text);
  if (secret.byteLength < SECRET_BYTES_MIN) throw new TypeError(`must have ${SECRET_BYTES_MIN} bytes or more`);
  return { kind: "secret", secret };
}

const ASYMMETRIC = ["RS256", "PS256", "ES256", "EdDSA"] as const;

/** The keys of a source. Those at a URL are fetched when they are first asked for, and kept for a while. */
export function keysOf(source: KeySource): Keys {
  if (source.kind === "secret") return { algorithms: ["HS256"], find: async () => source.secret };
  if (source.kind === "set") return { algorithms: ASYMMETRIC, find: createLocalJWKSet(source.keys) };
  const remote = createRemoteJWKSet(source.url, FETCHING);
  return {
    algorithms: ASYMMETRIC,
    find: (header, token) => remote(header, token).catch(unreachable),
  };
}

/** What the keys say of the assertion comes out as it is; that there are none is nobody's fault who asks. */
function unreachable(error: unknown): Promise<CryptoKey> {
  const isAnswer =
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported;
  if (isAnswer) throw error;
  throw unavailable(
    "temporarily_unavailable",
    "The keys of the identity provider cannot be had; try again later",
    RETRY_AFTER_SECONDS,
    error,
  );
}
