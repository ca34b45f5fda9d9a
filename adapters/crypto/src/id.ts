import type { Id } from "@cartulary/kernel";
import { v7 } from "uuid";

/** A UUID version 7: ids that one process makes are ordered as they were made, also within a millisecond. */
export function newId<Noun extends string>(): Id<Noun> {
  return v7() as Id<Noun>;
}
