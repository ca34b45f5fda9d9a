import type { Caller } from "../caller.ts";
import type { Clock, Instant } from "../clock.ts";
import { type FieldError, orNotFound, throwIfInvalid } from "../errors.ts";
import type { NewId } from "../ids.ts";
import type { Transact } from "../transact.ts";
import { replayWhileVisible } from "../use-cases/idempotency.ts";
import type { ReplayStores } from "../use-cases/replays.ts";
import { create, type OnRemoval, service, single, type UseCases, write } from "../use-cases/use-cases.ts";
import type { ListQuery, Page } from "./listing.ts";
import type { HasId, RecordStore } from "./store.ts";

/**
 * Records that every signed-in user may read and some may write (otherwise 403). Unknown ids are `not_found`; invalid
 * fields are `unprocessable_entity`, all reported together.
 */
export interface Records<Stored extends HasId, Field extends string, Input, NewInput = Input> {
  list(caller: Caller, query: ListQuery<Field>): Promise<Page<Stored>>;
  get(caller: Caller, id: Stored["id"]): Promise<Stored>;
  create(caller: Caller, input: NewInput): Promise<Stored>;
  update(caller: Caller, change: Input & { readonly id: Stored["id"] }): Promise<Stored>;
  remove(caller: Caller, id: Stored["id"]): Promise<void>;
}

/**
 * The rules of one family. Absent fields of an update stay unchanged; absent fields of a creation get their default.
 */
export interface RecordFamily<Stored extends HasId, Field extends string, Input, NewInput, Stores> {
  readonly storeOf: (stores: Stores) => RecordStore<Stored, Field>;
  /** Throws 403 unless the caller may write. */
  readonly requireWriter: (caller: Caller) => void;
  readonly errors: (input: Input) => readonly FieldError[];
  readonly newErrors: (input: NewInput) => readonly FieldError[];
  /** Builds the record from a valid input. */
  readonly make: (input: NewInput, as: { readonly id: Stored["id"]; readonly now: Instant }) => Stored;
  /** Applies a valid input to the record. */
  readonly change: (record: Stored, input: Input, now: Instant) => Stored;
}

/** The ports of the service. */
export interface RecordDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly onRemoval: OnRemoval<Stores>;
}

/** Creates the service of a family. */
export function createRecords<Stored extends HasId, Field extends string, Input, NewInput, Stores extends ReplayStores>(
  family: RecordFamily<Stored, Field, Input, NewInput, Stores>,
  { transact, ...dependencies }: RecordDependencies<Stores>,
): Records<Stored, Field, Input, NewInput> {
  return service<Records<Stored, Field, Input, NewInput>, Stores>(transact, recordUseCases(family, dependencies));
}

function recordUseCases<Stored extends HasId, Field extends string, Input, NewInput, Stores extends ReplayStores>(
  { storeOf, requireWriter, errors, newErrors, make, change }: RecordFamily<Stored, Field, Input, NewInput, Stores>,
  { clock, newId, onRemoval }: Omit<RecordDependencies<Stores>, "transact">,
): UseCases<Records<Stored, Field, Input, NewInput>, Stores> {
  const find = async (stores: Stores, _caller: Caller, id: Stored["id"]) => orNotFound(await storeOf(stores).find(id));
  return {
    list: single((stores, _caller, query) => storeOf(stores).list(query)),

    get: single(find),

    create: create(
      async (stores, caller, input) => {
        requireWriter(caller);
        throwIfInvalid(newErrors(input));
        const record = make(input, { id: newId(), now: clock.now() });
        await storeOf(stores).insert(record);
        return record;
      },
      replayWhileVisible((stores, caller, { id }) => find(stores, caller, id)),
    ),

    update: write(async (stores, caller, { id, ...input }) => {
      requireWriter(caller);
      throwIfInvalid(errors(input as Input));
      const record = change(orNotFound(await storeOf(stores).lock(id)), input as Input, clock.now());
      await storeOf(stores).update(record);
      return record;
    }),

    remove: write(async (stores, caller, id) => {
      requireWriter(caller);
      orNotFound(await storeOf(stores).lock(id));
      await storeOf(stores).remove(id);
      await onRemoval(stores, caller, id);
    }),
  };
}
