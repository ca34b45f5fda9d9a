import {
  type Caller,
  type ListQuery,
  type Page,
  service,
  single,
  type Transact,
  type UseCases,
} from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import type { Tag, TagField } from "./tag.ts";

/**
 * The tags of the folders and documents that named permissions show the caller (documents.md 2.1); business tags are
 * something else.
 *
 * Names that differ only in case are one tag. It is told as the first by bytes of the spellings that the caller may
 * read; what has the tag keeps its own.
 */
export interface Tags {
  list(caller: Caller, query: ListQuery<TagField>): Promise<Page<Tag>>;
}

export function createTags<Stores extends DocumentStores>({ transact }: { readonly transact: Transact<Stores> }): Tags {
  return service<Tags, Stores>(transact, tagUseCases());
}

/** For packages that need these inside a transaction of their own. */
export function tagUseCases<Stores extends DocumentStores>(): UseCases<Tags, Stores> {
  return { list: single(({ tags }, caller, query) => tags.list(caller, query)) };
}
