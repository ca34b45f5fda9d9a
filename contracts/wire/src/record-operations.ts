import type { Id, Listing, Role } from "@cartulary/kernel";
import { z } from "zod";
import { type SnakeObject, snakeObject } from "./casing.ts";

/** What the operations of one family of records have in common. */
interface RecordOperationsOptions<Noun extends string, List, Output, Creation, Change> {
  /** Where the list is; each record is at its identifier below. */
  readonly path: string;
  readonly tag: string;
  /** The least role that may create, update and delete; everyone who signs in may read. */
  readonly role: Role;
  readonly id: z.ZodType<Id<Noun>, Id<Noun>>;
  readonly list: List;
  readonly output: Output;
  readonly creation: Creation;
  readonly change: Change;
}

/**
 * The five operations of a family of records, each made of its summary: the table that they stand in names them, and may
 * spread one to add to it.
 */
export function recordOperations<
  Noun extends string,
  const List extends Listing,
  Output extends z.ZodType,
  Creation extends z.ZodType,
  Change extends z.ZodType,
>({
  path,
  tag,
  role,
  id,
  list,
  output,
  creation,
  change,
}: RecordOperationsOptions<Noun, List, Output, Creation, Change>) {
  const params: SnakeObject<{ id: typeof id }> = snakeObject({ id });
  const collection = { path, tag } as const;
  const one = { path: `${path}/{id}`, tag, params } as const;
  const read = { method: "get", scope: "read" } as const;
  const write = { scope: "write", role } as const;
  return {
    list: (summary: string) => ({ ...collection, ...read, summary, list, replies: { 200: z.array(output) } }) as const,
    create: (summary: string) =>
      ({
        ...collection,
        ...write,
        method: "post",
        summary,
        body: creation,
        headers: ["Idempotency-Key"],
        replies: { 201: output },
      }) as const,
    get: (summary: string) => ({ ...one, ...read, summary, replies: { 200: output } }) as const,
    update: (summary: string) =>
      ({ ...one, ...write, method: "patch", summary, body: change, replies: { 200: output } }) as const,
    remove: (summary: string) => ({ ...one, ...write, method: "delete", summary, replies: { 204: null } }) as const,
  };
}
