import { type FieldError, isStorable, lineError, normalizeLine, toNfc } from "@cartulary/kernel";

/** Maximum length of an address in code points: the longest path of RFC 5321 (4.5.3.1.3). */
export const EMAIL_ADDRESS_MAX = 254;

/** Longer texts are certainly no address and are not processed (auth.md 1.0); in UTF-16 units. */
const EMAIL_ADDRESS_UNITS_MAX = 1024;

/**
 * Accepts what browsers accept in `<input type="email">` (WHATWG), but requires atoms between dots (RFC 5322 dot-atom)
 * and allows letters of every script (RFC 6531). Quoted local parts and address literals are rejected.
 */
const ATOM = "[\\p{L}\\p{N}\\p{M}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?";
const EMAIL_ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`, "u");

/** Validates an e-mail address; `null` when it is valid. Store it as {@link normalizeLine} returns it. */
export function emailAddressError(field: string, text: string | null): FieldError | null {
  const error = lineError(field, text ?? "", { max: EMAIL_ADDRESS_MAX, required: true });
  if (error || EMAIL_ADDRESS.test(normalizeLine(text ?? ""))) return error;
  return { field, code: "invalid", message: "is not an e-mail address" };
}

/**
 * Returns the key by which addresses are found, counted and unique: composed (NFC), trimmed, lower case; `null` for
 * certainly invalid ones. Not NFKC, which would merge distinct mailboxes. Composes again at the end, because lower-case
 * letters may have a composed form that capitals lack: \u01f0 is one character, J\u030c is two.
 */
export function emailKey(text: string): string | null {
  if (text.length > EMAIL_ADDRESS_UNITS_MAX || !isStorable(text)) return null;
  return toNfc(normalizeLine(text).toLowerCase());
}

/** Returns the part before the @. */
export function localPartOf(emailAddress: string): string {
  return emailAddress.slice(0, emailAddress.lastIndexOf("@"));
}
