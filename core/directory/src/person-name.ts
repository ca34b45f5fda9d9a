import { isInvisible } from "@cartulary/kernel";
import { localPartOf } from "./email-address.ts";

/** The fields that names are derived from. */
export interface Names {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emailAddress: string;
}

/** Returns "First Last", or the only known name; otherwise empty. */
export function fullNameOf({ firstName, lastName }: Pick<Names, "firstName" | "lastName">): string {
  return visibleNames(firstName, lastName).join(" ");
}

/**
 * Returns the full name, or the local part of the e-mail address.
 *
 * @example
 * ```ts
 * import { displayNameOf } from "@cartulary/directory";
 *
 * displayNameOf({ firstName: "Ana", lastName: "Lopes", emailAddress: "ana@estate.example" }); // "Ana Lopes"
 * ```
 */
export function displayNameOf(names: Names): string {
  return fullNameOf(names) || localPartOf(names.emailAddress);
}

/** Returns the capital initials of the names, at most two; one for a single name or the e-mail. */
export function initialsOf({ firstName, lastName, emailAddress }: Names): string {
  const names = visibleNames(firstName, lastName);
  return (names.length > 0 ? names : [localPartOf(emailAddress)]).map(initialOf).join("");
}

function visibleNames(...names: readonly (string | null)[]): readonly string[] {
  return names.filter((name): name is string => name !== null && !isInvisible(name));
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
/** Punctuation that may begin a name: the initial of 't Hooft is T. */
const NOT_A_LETTER = /^[\p{P}\p{Z}]/u;

/** Returns the first visible letter in upper case. For ß, which becomes SS, only the first letter. */
function initialOf(name: string): string {
  const letters = graphemesOf(name);
  const first = letters.find((letter) => !NOT_A_LETTER.test(letter)) ?? letters[0] ?? "";
  return graphemesOf(first.toUpperCase())[0] ?? "";
}

function graphemesOf(text: string): readonly string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
