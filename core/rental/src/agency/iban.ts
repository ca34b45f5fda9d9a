import type { FieldRule } from "@cartulary/kernel";
import { fieldError } from "./field-rules.ts";

/** Characters of an IBAN as sent, spaces included; without spaces it has at most 34. */
const IBAN_WRITTEN_MAX = 64;

const withoutSpaces = (text: string): string => text.replace(/\s/g, "").toUpperCase();

/** An IBAN of any country, stored in capitals without spaces (ISO 13616). */
export const ibanRule: FieldRule<string> = {
  bounds: { minLength: 15, maxLength: IBAN_WRITTEN_MAX },
  errorOf: (field, value) =>
    value.length <= IBAN_WRITTEN_MAX && isIban(withoutSpaces(value))
      ? null
      : fieldError(field, "invalid", "is not an IBAN whose check digits are right"),
  normalize: withoutSpaces,
};

/** A BIC of 8 or 11 characters, stored in capitals (ISO 9362). */
export const bicRule: FieldRule<string> = {
  bounds: { pattern: "^[A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?$" },
  errorOf: (field, value) =>
    /^[A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?$/.test(value) ? null : fieldError(field, "invalid", "is not a BIC"),
  normalize: (value) => value.toUpperCase(),
};

/**
 * Checks an IBAN (ISO 13616): with the first four characters moved to the end and letters read as 10 to 35, the number
 * modulo 97 is 1.
 */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  let rest = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const code = character.charCodeAt(0);
    const number = code < 65 ? code - 48 : code - 55;
    rest = (rest * (number > 9 ? 100 : 10) + number) % 97;
  }
  return rest === 1;
}
