import { fold, type Predicate } from "@cartulary/kernel";
import type { RawBuilder } from "kysely";
import type { IndexedCondition, IndexedSearch } from "../engine/substring-index.ts";
import type { ListRequest } from "./listing.ts";

/** Returns a search through the index of one of the query's conditions; `null` if no condition has one. */
export function indexedSearch<Field extends string>(
  { query: { conditions }, columns, dialect }: ListRequest<Field>,
  idIn: RawBuilder<unknown>,
): IndexedSearch | null {
  const indexed = conditions.flatMap((condition): readonly IndexedCondition[] => {
    const { fields, predicate, quantifier, values } = condition;
    const { index } = columns[fields[0]];
    if (fields.length > 1 || !INDEXED.includes(predicate) || index === undefined) return [];
    const isExact = conditions.length === 1 && PARTS.includes(predicate);
    return [{ index, part: quantifier === undefined ? fold(String(values[0])) : null, isExact }];
  });
  return dialect.substringIndex.search(indexed, idIn);
}

const PARTS: readonly Predicate[] = ["cont", "i_cont"];
const INDEXED: readonly Predicate[] = [...PARTS, "start", "end"];
