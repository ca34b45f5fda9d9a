import { type FieldError, fold, line, lineError } from "@cartulary/kernel";

export const TAGS_MAX = 50;
export const TAG_LENGTH_MAX = 100;
/** Tags of the longest list that is looked at, blanks and repetitions and all. */
const TAGS_SENT_MAX = 1000;

/** The tags of a list as they are kept: trimmed, blanks dropped, those that differ only in case merged into the first. */
export function normalTags(list: readonly string[]): readonly string[] {
  const byFold = new Map<string, string>();
  for (const tag of list.map(line)) {
    if (tag !== "" && !byFold.has(fold(tag))) byFold.set(fold(tag), tag);
  }
  return [...byFold.values()];
}

/** What is wrong with a list of tags; empty when nothing is. */
export function tagErrors(field: string, list: readonly string[]): readonly FieldError[] {
  if (list.length > TAGS_SENT_MAX) return [tooMany(field)];
  for (const tag of list) {
    const error = lineError(field, tag, { max: TAG_LENGTH_MAX, required: false });
    if (error) return [error];
  }
  return normalTags(list).length > TAGS_MAX ? [tooMany(field)] : [];
}

const tooMany = (field: string): FieldError => ({
  field,
  code: "too_long",
  message: `is too long (maximum is ${TAGS_MAX} tags of ${TAG_LENGTH_MAX} characters)`,
});
