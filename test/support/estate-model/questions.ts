import { type FieldType, fold, type Listing, PREDICATE_TYPES } from "@cartulary/kernel";
import { allOperations, type Operation } from "@cartulary/wire";
import { expect } from "vitest";
import type { PaperList } from "./paper.ts";
import type { Play } from "./play.ts";
import type { Dice } from "./random.ts";
import type { Body } from "./run-operation.ts";

/** Queries of rental lists (rental.md §4). */
const PREDICATES = ["eq", "in", "cont", "gteq", "lteq"] as const;
type Predicate = (typeof PREDICATES)[number];

interface Condition {
  readonly field: string;
  readonly predicate: Predicate;
  readonly values: readonly Value[];
}
type Value = string | number | boolean;

const listingOf = (list: PaperList): Listing => {
  const operations: readonly Operation[] = Object.values(allOperations);
  const found = operations.find(({ method, path }) => method === "get" && path === `/rental/api/v1/${list}`);
  if (typeof found?.list !== "object") throw new Error(`${list} is no list`);
  return found.list;
};

const snake = (field: string) => field.replace(/[A-Z]/g, "_$&").toLowerCase();

/** Draws a query of a list with these records: values that they have, and others. */
function questionOf({ fields }: Listing, records: readonly Body[], dice: Dice): Condition | null {
  const known = Object.keys(fields).filter((field) => field in (records[0] ?? {}));
  const field = dice.of(known);
  const predicates = PREDICATES.filter((each) => PREDICATE_TYPES[each].includes(fields[field] as FieldType));
  const present: Value[] = records.map((record) => record[field]).filter((value) => value !== null && value !== "");
  if (predicates.length === 0 || present.length === 0) return null;
  const predicate = dice.of(predicates);
  const some = predicate === "in" ? [dice.of(present), dice.of(present)] : [dice.of(present)];
  const part = (value: Value) => {
    const signs = [...String(value)];
    const at = dice.nat(signs.length);
    return signs.slice(at, at + 1 + dice.nat(3)).join("");
  };
  const values = predicate === "cont" ? some.map(part) : some;
  // A comma parts the values of a list.
  return values.some((value) => String(value).trim() === "" || String(value).includes(","))
    ? null
    : { field, predicate, values };
}

/** True when a record is among the answers, by a slow comparison. */
function isAnswer(record: Body, { field, predicate, values: [value = "", ...others] }: Condition): boolean {
  const own = record[field];
  if (own === null) return false;
  switch (predicate) {
    case "eq":
      return own === value;
    case "in":
      return [value, ...others].includes(own);
    case "cont":
      return fold(String(own)).includes(fold(String(value)));
    case "gteq":
      return byBytes(own, value) >= 0;
    case "lteq":
      return byBytes(own, value) <= 0;
  }
}

/** Texts by their bytes, numbers by size. */
const byBytes = (one: Value, other: Value): number =>
  typeof one === "string" ? Buffer.compare(Buffer.from(one), Buffer.from(String(other))) : Number(one) - Number(other);

/** Which of two records comes first: none last, texts by their folded bytes, then by id. */
function orderBy(field: string, type: FieldType | undefined, direction: "asc" | "desc") {
  const sign = direction === "asc" ? 1 : -1;
  const written = (value: Value) => (type === "text" || type === "passage" ? fold(String(value)) : value);
  return (one: Body, other: Body): number => {
    const [left, right] = [one[field], other[field]];
    if ((left === null) !== (right === null)) return left === null ? 1 : -1;
    const order = left === null ? 0 : byBytes(written(left), written(right));
    return sign * (order || (one.id < other.id ? -1 : 1));
  };
}

/** Requests a list page by page, and expects the result of a slow search through all of its records. */
export async function expectAnswers({ of, twins }: Play, list: PaperList, dice: Dice): Promise<void> {
  const listing = listingOf(list);
  const ask = (query: Readonly<Record<string, string>>) =>
    twins.ask(of, "GET", `/${list}`, undefined, String(new URLSearchParams(query)));
  const { body: all } = await ask({ per_page: "100" });
  if (all.length === 0 || all.length === 100) return;
  const conditions = [questionOf(listing, all, dice), dice.once(2) ? questionOf(listing, all, dice) : null].filter(
    (each) => each !== null,
  );
  const sorts = listing.sorts.filter((field) => field in all[0]);
  const [sort, direction] = [dice.of(sorts), dice.of(["asc", "desc"] as const)];
  const filters = conditions.map(({ field, predicate, values }) => [
    `q[${snake(field)}_${predicate}]`,
    values.join(","),
  ]);
  const query = { ...Object.fromEntries(filters), sort: snake(sort), direction };
  const unique = Object.keys(query).length === filters.length + 2 ? conditions : conditions.slice(-1);
  const expected = all
    .filter((record: Body) => unique.every((condition) => isAnswer(record, condition)))
    .sort(orderBy(sort, listing.fields[sort], direction));
  const [perPage, answers] = [1 + dice.nat(4), [] as Body[]];
  for (let page = 1; ; page += 1) {
    const { body, headers } = await ask({ ...query, per_page: String(perPage), page: String(page) });
    answers.push(...body);
    expect({ query, total: headers.get("x-total-count") }).toEqual({ query, total: String(expected.length) });
    if (body.length < perPage) break;
  }
  expect({ list, query, records: answers }).toEqual({ list, query, records: expected });
}
