import { appendAll, type Caller, type Clock, type Id, type NewId, notFound, parseId } from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { LastingWrites } from "../convergence/lasting-writes.ts";
import type { Occasion } from "../estate/family.ts";
import type { MandataireId } from "../mandataire.ts";
import { batchedStores, type ImportStores } from "./batched-stores.ts";
import type { Find, NamedCollection } from "./bulk.ts";
import { errorsIn, importings } from "./import-kinds.ts";
import type { ImportListener } from "./import-listener.ts";
import {
  IMPORT_ERRORS_MAX,
  IMPORT_ROWS_MAX,
  type ImportError,
  type ImportKind,
  type ImportResult,
  type ImportRow,
} from "./import-row.ts";

/** How a file is taken over. */
interface ImportOptions {
  /** Judge everything and write nothing. */
  readonly dryRun?: boolean;
  /** Told how many rows were gone through. */
  readonly onProgress?: (rows: number) => void;
}

/** Takes files over, into one mandataire each; whoever asks sits at the machine. All of a file, or nothing of it. */
export type Imports = <Kind extends ImportKind>(
  caller: Caller,
  mandataireId: MandataireId,
  kind: Kind,
  rows: Iterable<ImportRow<Kind>>,
  options?: ImportOptions,
) => Promise<ImportResult>;

interface Dependencies<Stores> {
  readonly lasting: LastingWrites<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly listeners: readonly ImportListener<Stores>[];
}

/** Undoes a transaction whose result is wanted all the same. */
class Undone extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    super("Nothing was taken over");
    this.result = result;
  }
}

/** Imports over a database: a lasting write for each file, by the same rules as every record that is made. */
export function createImports<Stores extends ImportStores>({
  lasting,
  clock,
  newId,
  listeners,
}: Dependencies<Stores>): Imports {
  return async (caller, mandataireId, kind, rows, { dryRun = false, onProgress } = {}) => {
    try {
      return await lasting(mandataireId, async (stores, alive) => {
        const now = clock.now();
        const occasion: Occasion = { mandataireId, now, today: dayInParis(now), newId };
        const progress = (count: number) => {
          alive();
          onProgress?.(count);
        };
        const result = await taken(stores, { kind, rows: rows as Iterable<ImportRow<ImportKind>> }, occasion, progress);
        if (dryRun || result.errors.length > 0) throw new Undone(result);
        for (const listener of listeners)
          await listener.imported?.(stores, caller, { mandataireId, kind, rows: result.rows });
        return result;
      });
    } catch (error) {
      if (error instanceof Undone) return error.result;
      throw error;
    }
  };
}

/** Rows that are foreseen together. */
const PORTION = 500;

interface File {
  readonly kind: ImportKind;
  readonly rows: Iterable<ImportRow<ImportKind>>;
}

/** Goes through all rows, so that everything that is wrong is told at once; stops at a hundred errors. */
async function taken(
  stores: ImportStores,
  { kind, rows }: File,
  occasion: Occasion,
  progress: (rows: number) => void,
): Promise<ImportResult> {
  const importing = importings[kind] as (typeof importings)["properties"];
  if (!(await stores.books.lockShared())) throw notFound();
  const names = await namesOf(stores, importing.names);
  const { mandataireId, now } = occasion;
  const batched = batchedStores(stores, { mandataireId, isKnown: names.isThere });
  const errors: ImportError[] = [];
  let count = 0;

  for (const portion of portionsOf(rows)) {
    await batched.foresee(portion.flatMap((each) => ("row" in each ? (codeIn(importing, each.row) ?? []) : [])));
    for (const each of portion) {
      count += 1;
      if (count > IMPORT_ROWS_MAX) errors.push({ line: each.line, field: "file", code: "too_long" });
      else if ("errors" in each)
        appendAll(
          errors,
          each.errors.map((error) => ({ line: each.line, ...error })),
        );
      else {
        const { row, line } = each as { readonly row: Parameters<typeof importing.write>[1]; readonly line: number };
        const { ownName } = importing;
        const name = ownName?.of(row) ?? null;
        const isTaken = ownName !== undefined && name !== null && !names.take(ownName.collection, name);
        if (isTaken && ownName) errors.push({ line, field: ownName.field, code: "taken" });
        try {
          await importing.write(batched.stores, row, names.find, occasion);
        } catch (error) {
          const own = errorsIn(error);
          if (own.length === 0) throw error;
          appendAll(
            errors,
            own.map(({ field, code }) => ({ line, field, code })),
          );
        }
      }
      if (errors.length >= IMPORT_ERRORS_MAX || count > IMPORT_ROWS_MAX)
        return { rows: count, errors: errors.slice(0, IMPORT_ERRORS_MAX) };
      // Of a file with an error nothing is written: what follows is only judged.
      if (errors.length > 0) batched.discard();
      else await batched.flush();
    }
    progress(count);
  }
  if (errors.length === 0) await batched.end(now);
  return { rows: count, errors };
}

const codeIn = (importing: { readonly codeOf?: (row: never) => string | undefined }, row: unknown) =>
  importing.codeOf?.(row as never);

function* portionsOf<Row>(rows: Iterable<Row>): Generator<readonly Row[]> {
  let portion: Row[] = [];
  for (const row of rows) {
    portion.push(row);
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

/** What files call the records that are there. A name that two have is nobody's. */
async function namesOf({ bulk }: ImportStores, collections: readonly NamedCollection[]) {
  const byName = new Map<string, Map<string, Id<string> | null>>();
  const ids = new Map<string, Set<string>>();
  for (const collection of collections) {
    const found = await bulk.names(collection);
    const own = new Map<string, Id<string> | null>();
    for (const { id, name } of found) if (name) own.set(name, own.has(name) ? null : id);
    byName.set(collection, own);
    ids.set(collection, new Set(found.map(({ id }) => id)));
  }
  const find: Find = <Noun extends string>(collection: NamedCollection, named: string) => {
    const id = parseId<Noun>(named);
    if (id && ids.get(collection)?.has(id)) return id;
    return (byName.get(collection)?.get(named) ?? null) as Id<Noun> | null;
  };
  return {
    find,
    isThere: (collection: NamedCollection, id: string) => ids.get(collection)?.has(id) ?? false,
    /** False where a record has the name already, be it a row before. */
    take(collection: NamedCollection, name: string): boolean {
      const own = byName.get(collection) ?? new Map<string, Id<string> | null>();
      if (own.has(name)) return false;
      own.set(name, null);
      return true;
    },
  };
}
