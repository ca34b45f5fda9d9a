import { type FieldError, fold, type Listing, line, lineError, standardLists } from "@cartulary/kernel";

/** A tag as it is answered: nothing but its name, since it exists only on the folders and documents that have it. */
export interface Tag {
  /** Of several spellings that differ only in case, the first by bytes. */
  readonly name: string;
}

const fields = { name: "text" } as const;

/** A field that {@link tagListing} knows. */
export type TagField = keyof typeof fields;

/** What the tag list may be filtered and sorted by. */
export const tagListing: Listing<TagField> = {
  dialect: standardLists,
  fields,
  sorts: ["name"],
  sort: "name",
  direction: "asc",
};

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
