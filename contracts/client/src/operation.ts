import { TABLE } from "./generated/table.ts";

/** An operation, as the table has it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** The path with parameter names in braces. */
  readonly path: string;
  readonly traits: ReadonlySet<string>;
  /** The multipart field of its file; null where it takes none. */
  readonly file: string | null;
  /** Parameters of the query of an operation with a body. */
  readonly query: readonly string[];
  /** The field without which it takes no Idempotency-Key; null where it needs none for that. */
  readonly keyField: string | null;
  /** The key of the list in its answer; null where the answer is the list. */
  readonly items: string | null;
}

/** Returns every operation. */
export function operations(): readonly Operation[] {
  return TABLE.trim().split("\n").map(operationOf);
}

function operationOf(line: string): Operation {
  const [id = "", method = "", path = "", ...traits] = line.split(" ");
  const after = (name: string) => traits.find((trait) => trait.startsWith(`${name}:`))?.slice(name.length + 1);
  return {
    ...{ id, method, path, traits: new Set(traits) },
    file: after("file") ?? null,
    query: after("query")?.split(",") ?? [],
    keyField: after("key") ?? null,
    items: after("items") ?? null,
  };
}

/** Under it a list method has its operation and how to perform others, for `follow`. */
export const CALLED: unique symbol = Symbol("called");
