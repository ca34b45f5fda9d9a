import type { Id, Listing, Role } from "@cartulary/kernel";
import { z } from "zod";
import { type SnakeObject, snakeObject } from "./casing.ts";

/** The common properties of one family's operations. */
interface RecordOperationsOptions<Noun extends string, List, Output, Listed, Creation, Change, Every, Writing, Bodied> {
  /** The path of the list; each record is at its id below it. */
  readonly path: string;
  readonly tag: string;
  readonly id: z.ZodType<Id<Noun>, Id<Noun>>;
  readonly list: List;
  readonly output: Output;
  /** The record in lists. */
  readonly listed: Listed;
  readonly creation: Creation;
  readonly change: Change;
  /** Properties of all five operations. */
  readonly every: Every;
  /** Properties of write operations: the minimum role. */
  readonly writing: Writing;
  /** Properties of operations with a body: its wrapper, or the omitted field prefix. */
  readonly bodied: Bodied;
}

/** Returns functions for the five operations of a record family, each taking its summary. */
export function familyOperations<
  Noun extends string,
  const List extends Listing,
  Output extends z.ZodType,
  Listed extends z.ZodType,
  Creation extends z.ZodType,
  Change extends z.ZodType,
  const Every extends { readonly mandataire?: true },
  const Writing extends { readonly role?: Role },
  const Bodied extends { readonly wrapper?: string; readonly omitFieldPrefix?: string },
>({
  path,
  tag,
  id,
  list,
  output,
  listed,
  creation,
  change,
  every,
  writing,
  bodied,
}: RecordOperationsOptions<Noun, List, Output, Listed, Creation, Change, Every, Writing, Bodied>) {
  const params: SnakeObject<{ id: typeof id }> = snakeObject({ id });
  const collection = { path, tag, ...every } as const;
  const one = { path: `${path}/{id}`, tag, params, ...every } as const;
  const read = { method: "get", scope: "read" } as const;
  const write = { scope: "write", ...writing } as const;
  return {
    list: (summary: string) => ({ ...collection, ...read, summary, list, replies: { 200: z.array(listed) } }) as const,
    create: (summary: string) =>
      ({
        ...collection,
        ...write,
        ...bodied,
        method: "post",
        summary,
        body: creation,
        headers: ["Idempotency-Key"],
        replies: { 201: output },
      }) as const,
    get: (summary: string) => ({ ...one, ...read, summary, replies: { 200: output } }) as const,
    update: (summary: string) =>
      ({ ...one, ...write, ...bodied, method: "patch", summary, body: change, replies: { 200: output } }) as const,
    remove: (summary: string) => ({ ...one, ...write, method: "delete", summary, replies: { 204: null } }) as const,
  };
}

/** Returns the operations of records that lists return whole, that every user may read and a role may write. */
export function recordOperations<
  Noun extends string,
  const List extends Listing,
  Output extends z.ZodType,
  Creation extends z.ZodType,
  Change extends z.ZodType,
>({
  role,
  ...options
}: Omit<
  RecordOperationsOptions<Noun, List, Output, Output, Creation, Change, object, object, object>,
  "listed" | "every" | "writing" | "bodied"
> & { readonly role: Role }) {
  return familyOperations({ ...options, listed: options.output, every: {}, writing: { role }, bodied: {} });
}
