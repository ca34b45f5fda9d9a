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
 * The tags of folders and documents that named permissions let the caller read (documents.md 2.1), without business
 * tags.
 *
 * Merges names that differ only in case and shows the first readable spelling by bytes; resources keep their own
 * spelling.
 */
export interface Tags {
  list(caller: Caller, query: ListQuery<TagField>): Promise<Page<Tag>>;
}

export function createTags<Stores extends DocumentStores>({ transact }: { readonly transact: Transact<Stores> }): Tags {
  return service<Tags, Stores>(transact, tagUseCases());
}

/** For packages that run these use cases in their own transactions. */
export function tagUseCases<Stores extends DocumentStores>(): UseCases<Tags, Stores> {
  return { list: single(({ tags }, caller, query) => tags.list(caller, query)) };
}
