import { DEFAULT_LIST_DIALECT, type FieldError, fold, type Listing, lineError, normalizeLine } from "@cartulary/kernel";

/** A tag exists only on folders and documents. */
export interface Tag {
  /** Of spellings that differ only in case, the first by bytes. */
  readonly name: string;
}

const fields = { name: "text" } as const;

export type TagField = keyof typeof fields;

/** The filters and sort orders of lists of tags. */
export const tagListing: Listing<TagField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["name"],
  sort: "name",
  direction: "asc",
};

export const TAGS_MAX = 50;
export const TAG_LENGTH_MAX = 100;
/** Maximum length of a sent list, before blanks and duplicates are dropped. */
const TAGS_SENT_MAX = 1000;

/** Normalizes tags: trims, drops blanks, and keeps the first of those that differ only in case. */
export function normalTags(list: readonly string[]): readonly string[] {
  const byFold = new Map<string, string>();
  for (const tag of list.map(normalizeLine)) {
    if (tag !== "" && !byFold.has(fold(tag))) byFold.set(fold(tag), tag);
  }
  return [...byFold.values()];
}

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
