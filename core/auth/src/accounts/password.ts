import { codePoints, type FieldError, toNfc, utf8Length } from "@cartulary/kernel";

/** Minimum length in code points (interface-documents.md, limits). */
export const PASSWORD_CODE_POINTS_MIN = 6;
/** Maximum length in UTF-8 bytes, which limits the cost of hashing. */
export const PASSWORD_BYTES_MAX = 1024;
/** Maximum length in UTF-16 units; longer passwords are wrong without further checks (auth.md 1.0). */
const PASSWORD_UNITS_MAX = 4096;

/**
 * Returns the password as it is hashed: composed (NFC), so that different keyboards yield the same text; never trimmed.
 * Check it with {@link isHashable} or {@link passwordError} first.
 */
export function normalisedPassword(password: string): string {
  return toNfc(password);
}

/**
 * Validates a new password; `null` when it is valid. Control characters are allowed.
 *
 * @example
 * ```ts
 * import { passwordError } from "@cartulary/auth";
 *
 * passwordError("short")?.message; // says how long a password must be
 * passwordError("correct horse battery"); // null: it may be a password
 * ```
 */
export function passwordError(password: string): FieldError | null {
  const field = "password";
  const tooLong = { field, code: "too_long", message: `is too long (maximum is ${PASSWORD_BYTES_MAX} bytes)` } as const;
  if (password.length > PASSWORD_UNITS_MAX) return tooLong;
  if (!password.isWellFormed()) return { field, code: "invalid", message: "contains an invalid character" };
  if (codePoints(normalisedPassword(password)) < PASSWORD_CODE_POINTS_MIN) {
    return { field, code: "too_short", message: `is too short (minimum is ${PASSWORD_CODE_POINTS_MIN} characters)` };
  }
  return isHashable(password) ? null : tooLong;
}

/** False for passwords that are certainly wrong and need no hashing. */
export function isHashable(password: string): boolean {
  return (
    password.length <= PASSWORD_UNITS_MAX &&
    password.isWellFormed() &&
    utf8Length(normalisedPassword(password)) <= PASSWORD_BYTES_MAX
  );
}
