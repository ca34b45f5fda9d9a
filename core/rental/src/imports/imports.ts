import { appendAll, type Caller, type Clock, type Id, type NewId, notFound, parseId } from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { LongWrites } from "../agency/long-writes.ts";
import type { MandataireId } from "../agency/mandataire.ts";
import type { CallerContext } from "../property/estate/estate-use-cases.ts";
import type { Lease } from "../property/leases/lease.ts";
import type { LeaseListener } from "../property/leases/lease-listener.ts";
import { createBatchedStores, type ImportStores } from "./batched-stores.ts";
import type { NamedCollection, ReferenceLookup } from "./bulk.ts";
import { errorsIn, importHandlers } from "./import-kinds.ts";
import type { ImportListener } from "./import-listener.ts";
import {
  IMPORT_ERRORS_MAX,
  IMPORT_ROWS_MAX,
  type ImportError,
  type ImportKind,
  type ImportResult,
  type ImportRow,
} from "./row-shapes.ts";

/** The options of an import. */
interface ImportOptions {
  /** Check everything and write nothing. */
  readonly dryRun?: boolean;
  /** Called with the number of rows processed. */
  readonly onProgress?: (rows: number) => void;
}

/**
 * Imports a file into a mandataire, all of it or nothing. For callers with access to the machine, without further
 * permission checks.
 */
export type Imports = <Kind extends ImportKind>(
  caller: Caller,
  mandataireId: MandataireId,
  kind: Kind,
  rows: Iterable<ImportRow<Kind>>,
  options?: ImportOptions,
) => Promise<ImportResult>;

interface Dependencies<Stores> {
  readonly longWrite: LongWrites<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly listeners: readonly ImportListener<Stores>[];
  readonly leaseListeners: readonly LeaseListener<Stores>[];
}

/** Rolls a transaction back and carries its result. */
class RollbackError extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    super("Nothing was imported");
    this.result = result;
  }
}

/** Creates imports: one long write per file, by the rules of the use cases that create records. */
export function createImports<Stores extends ImportStores>({
  longWrite,
  clock,
  newId,
  listeners,
  leaseListeners,
}: Dependencies<Stores>): Imports {
  return async (caller, mandataireId, kind, rows, { dryRun = false, onProgress } = {}) => {
    try {
      return await longWrite(mandataireId, async (stores, heartbeat) => {
        const now = clock.now();
        const occasion: CallerContext = { caller, mandataireId, now, today: dayInParis(now), newId };
        const progress = (count: number) => {
          heartbeat();
          onProgress?.(count);
        };
        const result = await importRows(
          stores,
          { kind, rows: rows as Iterable<ImportRow<ImportKind>> },
          occasion,
          progress,
          async (lease) => {
            for (const listener of leaseListeners) await listener.activated(stores, lease, occasion);
          },
        );
        if (dryRun || result.errors.length > 0) throw new RollbackError(result);
        for (const listener of listeners)
          await listener.imported?.(stores, caller, { mandataireId, kind, rows: result.rows });
        return result;
      });
    } catch (error) {
      if (error instanceof RollbackError) return error.result;
      throw error;
    }
  };
}

/** Rows whose codes are loaded at once. */
const PORTION = 500;

interface File {
  readonly kind: ImportKind;
  readonly rows: Iterable<ImportRow<ImportKind>>;
}

/** Processes all rows, so that all errors are reported at once; stops at {@link IMPORT_ERRORS_MAX}. */
async function importRows(
  stores: ImportStores,
  { kind, rows }: File,
  occasion: CallerContext,
  progress: (rows: number) => void,
  activate: (lease: Lease) => Promise<void>,
): Promise<ImportResult> {
  const handler = importHandlers[kind] as (typeof importHandlers)["properties"];
  if (!(await stores.books.lockShared())) throw notFound();
  const names = await namesOf(stores, handler.names);
  const { mandataireId, now } = occasion;
  const batched = createBatchedStores(stores, { mandataireId, isKnown: names.isThere });
  const errors: ImportError[] = [];
  const activated: ActivatedLease[] = [];
  let count = 0;

  for (const portion of portionsOf(rows)) {
    await batched.preload(portion.flatMap((each) => ("row" in each ? (codeIn(handler, each.row) ?? []) : [])));
    for (const each of portion) {
      count += 1;
      if (count > IMPORT_ROWS_MAX) errors.push({ line: each.line, field: "file", code: "too_long" });
      else if ("errors" in each)
        appendAll(
          errors,
          each.errors.map((error) => ({ line: each.line, ...error })),
        );
      else {
        const { row, line } = each as { readonly row: Parameters<typeof handler.write>[1]; readonly line: number };
        const { ownName } = handler;
        const name = ownName?.of(row) ?? null;
        const isTaken = ownName !== undefined && name !== null && !names.take(ownName.collection, name);
        if (isTaken && ownName) errors.push({ line, field: ownName.field, code: "taken" });
        try {
          const lease = await handler.write(batched.stores, row, names.find, occasion);
          if (lease && lease.status !== "draft") activated.push({ line, lease });
        } catch (error) {
          appendAll(errors, errorsOfLine(line, error));
        }
      }
      if (errors.length >= IMPORT_ERRORS_MAX || count > IMPORT_ROWS_MAX)
        return { rows: count, errors: errors.slice(0, IMPORT_ERRORS_MAX) };
      // After an error nothing is written; further rows are only checked.
      if (errors.length > 0) batched.discard();
      else await batched.flush();
    }
    progress(count);
  }
  if (errors.length === 0) await batched.end(now);
  for (const { line, lease } of errors.length === 0 ? activated : []) {
    try {
      await activate(lease);
    } catch (error) {
      appendAll(errors, errorsOfLine(line, error));
    }
  }
  return { rows: count, errors };
}

/** A lease that is active from its import on. */
interface ActivatedLease {
  readonly line: number;
  readonly lease: Lease;
}

/** Returns the field errors that a row has thrown. Throws other errors. */
function errorsOfLine(line: number, error: unknown): readonly ImportError[] {
  const own = errorsIn(error);
  if (own.length === 0) throw error;
  return own.map(({ field, code }) => ({ line, field, code }));
}

const codeIn = (handler: { readonly codeOf?: (row: never) => string | undefined }, row: unknown) =>
  handler.codeOf?.(row as never);

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

/** Reads the names of existing records. An ambiguous name refers to none. */
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
  const find: ReferenceLookup = <Noun extends string>(collection: NamedCollection, named: string) => {
    const id = parseId<Noun>(named);
    if (id && ids.get(collection)?.has(id)) return id;
    return (byName.get(collection)?.get(named) ?? null) as Id<Noun> | null;
  };
  return {
    find,
    isThere: (collection: NamedCollection, id: string) => ids.get(collection)?.has(id) ?? false,
    /** Returns false if another record, existing or in an earlier row, has the name. */
    take(collection: NamedCollection, name: string): boolean {
      const own = byName.get(collection) ?? new Map<string, Id<string> | null>();
      if (own.has(name)) return false;
      own.set(name, null);
      return true;
    },
  };
}
