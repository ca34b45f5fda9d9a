import { unavailable } from "@cartulary/kernel";
import {
  type CryptoKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from "jose";

/** The source of a provider's keys: a URL, a local key set, or a shared secret. */
export type KeySource =
  | { readonly kind: "url"; readonly url: URL }
  | { readonly kind: "set"; readonly keys: JSONWebKeySet }
  | { readonly kind: "secret"; readonly secret: Uint8Array };

/** Minimum length of a shared secret in bytes: the size of its hash output (RFC 7518 section 3.2). */
const SECRET_BYTES_MIN = 32;
/** Maximum age, request timeout and minimum interval between requests for remote keys, in milliseconds. */
const FETCHING = { cacheMaxAge: 600_000, timeoutDuration: 5000, cooldownDuration: 30_000 } as const;
const RETRY_AFTER_SECONDS = 30;

/** The keys that verify assertions. Header parameters that carry or refer to keys (`jwk`, `jku`, `x5u`) are ignored. */
export interface Keys {
  /** Accepted signature algorithms; checked before a key is searched. */
  readonly algorithms: readonly string[];
  readonly find: JWTVerifyGetKey;
}

/** Parses a JSON key set. Throws if it is invalid. */
export function readKeySet(text: string): KeySource {
  const keys = JSON.parse(text) as JSONWebKeySet;
  createLocalJWKSet(keys);
  return { kind: "set", keys };
}

/** Returns a shared secret from text. Throws if it has fewer than 32 bytes in UTF-8. */
export function sharedSecret(text: string): KeySource {
  const secret = new TextEncoder().encode(text);
  if (secret.byteLength < SECRET_BYTES_MIN) throw new TypeError(`must have ${SECRET_BYTES_MIN} bytes or more`);
  return { kind: "secret", secret };
}

const ASYMMETRIC = ["RS256", "PS256", "ES256", "EdDSA"] as const;

/** Returns the keys of a source. Keys at a URL are fetched at first use and cached. */
export function keysOf(source: KeySource): Keys {
  if (source.kind === "secret") return { algorithms: ["HS256"], find: async () => source.secret };
  if (source.kind === "set") return { algorithms: ASYMMETRIC, find: createLocalJWKSet(source.keys) };
  const remote = createRemoteJWKSet(source.url, FETCHING);
  return {
    algorithms: ASYMMETRIC,
    find: (header, token) => remote(header, token).catch(throwUnavailable),
  };
}

/** Rethrows errors about the assertion's key; any other error means that the key server is unavailable (503). */
function throwUnavailable(error: unknown): Promise<CryptoKey> {
  const isAnswer =
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported;
  if (isAnswer) throw error;
  throw unavailable(
    "temporarily_unavailable",
    "The keys of the identity provider are unavailable; try again later",
    RETRY_AFTER_SECONDS,
    error,
  );
}
