import type { JsonObject } from "@cartulary/kernel";

/** What stands where something was that nobody may read in the trail. */
export const REDACTED = "[redacted]";

/** Keys under which only secrets stand, by their last words: `password`, `client_secret`, `codeVerifier`, `user_code`. */
const SECRET_KEY =
  /(?:^|_)(?:password|secret|token|verifier|assertion|cookie|csrf|phc|hash|(?:api|connector)_key|(?:authorization|device|user)_code)$|^(?:key|code)$/;
/** What can be told to be one of ours wherever it stands (auth.md 1.0), a signed assertion, a password hash. */
const SECRET_TEXTS = [
  /\bct(?:at|rt|pt|ac|dc|cs|ck)_[0-9A-Za-z]{49}\b/g,
  /\beyJ[\w-]*\.[\w-]+\.[\w-]*/g,
  /\$argon2[a-z]+\$\S*/g,
  // The password of a URL: `postgres://name:password@host`.
  /(?<=:\/\/[^\s/:@]{0,64}:)[^\s/@]+(?=@)/g,
] as const;

/**
 * A detail as it may be kept: what stands under the name of a secret goes, and so does what looks like one of ours under
 * any name, at any depth. Whoever writes an event leaves secrets out; this is for the day on which somebody forgets.
 */
export function redacted(detail: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [key, isSecretKey(key) ? REDACTED : withoutSecrets(value)]),
  );
}

function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).toLowerCase());
}

/** A text without what looks like a secret; its length was bounded before. */
export function redactedText(text: string): string {
  return SECRET_TEXTS.reduce((left, secret) => left.replace(secret, REDACTED), text);
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return redactedText(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return typeof value === "object" && value !== null ? redacted(value as JsonObject) : value;
}
