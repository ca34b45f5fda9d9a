import { type Listing, standardLists } from "@cartulary/kernel";

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
