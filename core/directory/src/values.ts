import { type FieldError, lineError, passageError } from "@cartulary/kernel";

/** Code points of a name (documents.md 2.2). */
export const NAME_LENGTH_MAX = 255;
/** Code points of a description (documents.md 2.2). */
const DESCRIPTION_LENGTH_MAX = 10_000;
/** Code points of an external id. */
export const EXTERNAL_ID_MAX = 255;

/** What is wrong with a name that is required; nothing when none is said. */
export function nameError(field: string, text: string | undefined): FieldError | null {
  return text === undefined ? null : lineError(field, text, { max: NAME_LENGTH_MAX, required: true });
}

/** What is wrong with a line that may be empty, null or not said at all. */
export function optionalLineError(field: string, text: string | null | undefined, max: number): FieldError | null {
  return lineError(field, text ?? "", { max, required: false });
}

/** What is wrong with a description, which may be empty, null or not said at all. */
export function descriptionError(field: string, text: string | null | undefined): FieldError | null {
  return passageError(field, text ?? "", DESCRIPTION_LENGTH_MAX);
}
