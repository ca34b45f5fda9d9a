import type { JsonObject } from "@cartulary/kernel";

/** Replaces secrets in the audit trail. */
export const REDACTED = "[redacted]";

/** Keys of secrets, by their last words: `password`, `client_secret`, `codeVerifier`, `user_code`. */
const SECRET_KEY =
  /(?:^|_)(?:password|secret|token|verifier|assertion|cookie|csrf|phc|hash|(?:api|connector)_key|(?:authorization|device|user)_code)$|^(?:key|code)$/;
/** Our own secrets (auth.md 1.0), signed assertions and password hashes. */
const SECRET_TEXTS = [
  /\bct(?:at|rt|pt|ac|dc|cs|ck)_[0-9A-Za-z]{49}\b/g,
  /\beyJ[\w-]*\.[\w-]+\.[\w-]*/g,
  /\$argon2[a-z]+\$\S*/g,
  // The password of a URL: `postgres://name:password@host`.
  /(?<=:\/\/[^\s/:@]{0,64}:)[^\s/@]+(?=@)/g,
] as const;

/**
 * Masks values under secret-like keys and strings that look like our tokens, at any depth. A safety net: events should
 * contain no secrets.
 *
 * @example
 * ```ts
 * import { redactDetail } from "@cartulary/audit";
 *
 * redactDetail({ name: "importer", client_secret: "ctcs_4f1b" }); // the name stays, the secret is replaced
 * ```
 */
export function redactDetail(detail: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [key, isSecretKey(key) ? REDACTED : withoutSecrets(value)]),
  );
}

function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).toLowerCase());
}

/** Masks everything that looks like a secret; the caller limits the length of the text. */
export function redactText(text: string): string {
  return SECRET_TEXTS.reduce((redacted, secret) => redacted.replace(secret, REDACTED), text);
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return typeof value === "object" && value !== null ? redactDetail(value as JsonObject) : value;
}
