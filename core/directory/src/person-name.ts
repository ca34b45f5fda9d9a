import { isInvisible } from "@cartulary/kernel";
import { localPartOf } from "./email-address.ts";

/** What a person can be called by. */
export interface Names {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emailAddress: string;
}

/** "First Last", or the one of them that is known; empty when neither is. */
export function fullNameOf({ firstName, lastName }: Pick<Names, "firstName" | "lastName">): string {
  return known(firstName, lastName).join(" ");
}

/** The full name, or else the local part of the e-mail address. */
export function displayNameOf(names: Names): string {
  return fullNameOf(names) || localPartOf(names.emailAddress);
}

/** The first letter of each name, in capitals: two at most, one where a single name or only the e-mail is known. */
export function initialsOf({ firstName, lastName, emailAddress }: Names): string {
  const names = known(firstName, lastName);
  return (names.length > 0 ? names : [localPartOf(emailAddress)]).map(initialOf).join("");
}

function known(...names: readonly (string | null)[]): readonly string[] {
  return names.filter((name): name is string => name !== null && !isInvisible(name));
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
/** Quotes, hyphens and dots that a name may begin with: the T of 't Hooft is what people read. */
const NOT_A_LETTER = /^[\p{P}\p{Z}]/u;

/** What a reader sees as the first letter, whatever it is made of. In capitals ß becomes two letters: the first counts. */
function initialOf(name: string): string {
  const letters = graphemesOf(name);
  const first = letters.find((letter) => !NOT_A_LETTER.test(letter)) ?? letters[0] ?? "";
  return graphemesOf(first.toUpperCase())[0] ?? "";
}

function graphemesOf(text: string): readonly string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
