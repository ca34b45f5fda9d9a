import type { Caller } from "../caller.ts";
import type { Id } from "../ids.ts";
import type { Transact } from "../transact.ts";
import { type CreationTerms, createIdempotently } from "./idempotency.ts";
import type { ReplayStores } from "./replays.ts";

/** One decision: it runs in its caller's transaction, so use cases call each other freely. */
export type UseCase<Stores, Input, Reply> = (stores: Stores, caller: Caller, input: Input) => Promise<Reply>;

/** Called with what is removed for good, in the transaction that removes it; what it throws undoes that. */
export type OnRemoval<Stores> = UseCase<Stores, Id<string>, void>;

/** A use case with the transaction that it wants. */
type Bound<Stores, Input, Reply> =
  | { readonly mode: "read" | "single" | "write"; readonly run: UseCase<Stores, Input, Reply> }
  | {
      readonly mode: "create";
      readonly run: UseCase<Stores, Input, Reply>;
      readonly terms: CreationTerms<Stores, Reply, Input>;
    };

/** A service's methods before they were given a transaction. */
export type UseCases<Service, Stores> = {
  readonly [Name in keyof Service]: Service[Name] extends (caller: Caller, input: infer Input) => Promise<infer Reply>
    ? Bound<Stores, Input, Reply>
    : never;
};

/** A use case that only looks. */
export function read<Stores, Input, Reply>(
  run: UseCase<Stores, Input, Reply>,
): { readonly mode: "read"; readonly run: UseCase<Stores, Input, Reply> } {
  return { mode: "read", run };
}

/** A use case that only looks, and mostly with one statement. */
export function single<Stores, Input, Reply>(
  run: UseCase<Stores, Input, Reply>,
): { readonly mode: "single"; readonly run: UseCase<Stores, Input, Reply> } {
  return { mode: "single", run };
}

/** A use case that changes something. */
export function write<Stores, Input, Reply>(
  run: UseCase<Stores, Input, Reply>,
): { readonly mode: "write"; readonly run: UseCase<Stores, Input, Reply> } {
  return { mode: "write", run };
}

/**
 * A use case that makes a record. Its service does the work of a request under an Idempotency-Key once and answers it
 * again; whoever runs it in a transaction of his own just runs it.
 */
export function create<Stores extends ReplayStores, Input, Reply>(
  run: UseCase<Stores, Input, Reply>,
  terms: CreationTerms<Stores, Reply, Input> = {},
): {
  readonly mode: "create";
  readonly run: UseCase<Stores, Input, Reply>;
  readonly terms: CreationTerms<Stores, Reply, Input>;
} {
  return { mode: "create", run, terms };
}

/** Opens one transaction around each use case. The only place where a table of use cases becomes a service. */
export function service<Service, Stores>(transact: Transact<Stores>, useCases: UseCases<Service, Stores>): Service {
  const bound = Object.entries(useCases as Readonly<Record<string, Bound<Stores, unknown, unknown>>>);
  return Object.fromEntries(bound.map(([name, useCase]) => [name, opened(transact, useCase)])) as Service;
}

function opened<Stores>(transact: Transact<Stores>, useCase: Bound<Stores, unknown, unknown>) {
  return (caller: Caller, input: unknown): Promise<unknown> => {
    const work = (stores: Stores) => useCase.run(stores, caller, input);
    if (useCase.mode !== "create") return transact[useCase.mode](work);
    const { again, ...terms } = useCase.terms;
    const bound: CreationTerms<Stores, unknown> = {
      ...terms,
      ...(again && { again: (stores, by, answered) => again(stores, by, answered, input) }),
    };
    // Whoever declared it had stores with replays.
    return createIdempotently(transact as Transact<Stores & ReplayStores>, caller, work, bound).then(
      ({ reply }) => reply,
    );
  };
}
