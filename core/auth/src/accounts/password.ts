import { codePoints, composed, type FieldError, utf8Length } from "@cartulary/kernel";

/** Code points of the shortest password (interface-documents.md, limits). */
export const PASSWORD_CODE_POINTS_MIN = 6;
/** Bytes of UTF-8 of the longest password, so that nobody makes us hash a book. */
export const PASSWORD_BYTES_MAX = 1024;
/** UTF-16 units of the longest password that is looked at: longer ones are wrong as they stand (auth.md 1.0). */
const PASSWORD_UNITS_MAX = 4096;

/**
 * A password as it is hashed: composed (NFC), so that the same letters typed on another keyboard are the same. Never
 * trimmed. Judge it with {@link isHashable} or {@link passwordError} first.
 */
export function normalisedPassword(password: string): string {
  return composed(password);
}

/** What is wrong with a password that somebody wants to have; `null` when nothing is. Control characters are welcome. */
export function passwordError(password: string): FieldError | null {
  const field = "password";
  const tooLong = { field, code: "too_long", message: `is too long (maximum is ${PASSWORD_BYTES_MAX} bytes)` } as const;
  if (password.length > PASSWORD_UNITS_MAX) return tooLong;
  if (!password.isWellFormed()) return { field, code: "invalid", message: "holds half a character" };
  if (codePoints(normalisedPassword(password)) < PASSWORD_CODE_POINTS_MIN) {
    return { field, code: "too_short", message: `is too short (minimum is ${PASSWORD_CODE_POINTS_MIN} characters)` };
  }
  return isHashable(password) ? null : tooLong;
}

/** False for what can be nobody's password and is not worth the work of hashing. */
export function isHashable(password: string): boolean {
  return (
    password.length <= PASSWORD_UNITS_MAX &&
    password.isWellFormed() &&
    utf8Length(normalisedPassword(password)) <= PASSWORD_BYTES_MAX
  );
}
