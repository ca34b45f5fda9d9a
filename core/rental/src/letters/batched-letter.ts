import { type Id, removeDiacritics } from "@cartulary/kernel";
import type { Letter } from "../agency/printing/letter.ts";
import type { LetterBatchId } from "./letter-batch.ts";

/** The record that a letter is about. */
export interface LetterSubject {
  readonly id: Id<string>;
  /** The lease of a revision or of an account of charges, the rent call of a reminder; `null` for others. */
  readonly partOf: Id<string> | null;
}

/** A letter of a batch that waits to be printed. */
export interface BatchedLetter extends LetterSubject {
  readonly batchId: LetterBatchId;
  /** From 1, in the order of the request. */
  readonly position: number;
}

/** The sort key of a letter in the merged PDF. */
export interface LetterPlace {
  /** The last run of five digits in the addressee's address; `null` without one. */
  readonly postcode: string | null;
  readonly addressee: string;
}

/** A printed letter. */
export interface PrintedLetter extends LetterPlace {
  readonly position: number;
}

const POSTCODES = /(?<!\d)\d{5}(?!\d)/g;

/** Returns the place of a letter by its addressee. */
export function placeOf({ values }: Pick<Letter, "values">): LetterPlace {
  const { addressee_lines: lines, addressee_name: addressee } = values;
  const address = Array.isArray(lines) ? lines.filter((line) => typeof line === "string").join("\n") : "";
  return {
    postcode: address.match(POSTCODES)?.at(-1) ?? null,
    addressee: typeof addressee === "string" ? addressee : "",
  };
}

/** Orders letters for the printer: by postcode, then by name; those without a postcode come last. */
export function inPrintOrder(letters: readonly PrintedLetter[]): readonly PrintedLetter[] {
  const keys = new Map(letters.map((letter) => [letter, folded(letter.addressee)]));
  return letters.toSorted((one, other) => {
    if (one.postcode !== other.postcode)
      return one.postcode !== null && (other.postcode === null || one.postcode < other.postcode) ? -1 : 1;
    const [name, next] = [keys.get(one) ?? "", keys.get(other) ?? ""];
    if (name !== next) return name < next ? -1 : 1;
    return one.position - other.position;
  });
}

const folded = (name: string): string => removeDiacritics(name).toLowerCase();
