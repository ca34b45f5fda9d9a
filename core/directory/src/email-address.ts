import { composed, type FieldError, isStorable, line, lineError } from "@cartulary/kernel";

/** Code points of a whole address: the longest that fits a path of RFC 5321 (4.5.3.1.3). */
export const EMAIL_ADDRESS_MAX = 254;

/** UTF-16 units of the longest text that anything is done with: the rest is nobody's address (auth.md 1.0). */
const EMAIL_ADDRESS_UNITS_MAX = 1024;

/**
 * What browsers accept in `<input type="email">` (the WHATWG production), made stricter by dots that stand alone
 * (RFC 5322 dot-atom) and wider by letters of every script (RFC 6531). Quoted local parts and address literals are out.
 */
const ATOM = "[\\p{L}\\p{N}\\p{M}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?";
const EMAIL_ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`, "u");

/** What is wrong with an e-mail address; `null` when it may be kept as {@link line} writes it. */
export function emailAddressError(field: string, text: string | null): FieldError | null {
  const error = lineError(field, text ?? "", { max: EMAIL_ADDRESS_MAX, required: true });
  if (error || EMAIL_ADDRESS.test(line(text ?? ""))) return error;
  return { field, code: "invalid", message: "is not an e-mail address" };
}

/**
 * What an address is found, counted and kept unique by: composed (NFC), trimmed, in small letters; `null` for what can be
 * nobody's. Never NFKC, which makes one of two mailboxes. Composed again at the end, since small letters may have what
 * their capitals lack: \u01f0 is one character, J\u030c is two.
 */
export function emailKey(text: string): string | null {
  if (text.length > EMAIL_ADDRESS_UNITS_MAX || !isStorable(text)) return null;
  return composed(line(text).toLowerCase());
}

/** What stands before the @. */
export function localPartOf(emailAddress: string): string {
  return emailAddress.slice(0, emailAddress.lastIndexOf("@"));
}
