import { unavailable } from "@cartulary/kernel";

/** Passes items from a producer to a consumer, one at a time. Either side may stop. */
interface Handover<Item> {
  /** Items for the consumer, to be iterated once. Ends early if the consumer stops. */
  readonly items: AsyncIterable<Item>;
  /** Resolves when the consumer requests the first item or has stopped. */
  requested(): Promise<void>;
  /** Passes items on request until the last one or until the consumer stops. May be called once, see {@link TORN}. */
  give(items: AsyncIterable<Item>): Promise<void>;
  /** Makes the consumer's iteration throw. */
  fail(error: unknown): void;
  /** The consumer stops. */
  leave(): void;
}

/**
 * Runs `take` and, at its first read, `give`, which supplies the items. They run concurrently, not nested: `give` may
 * be a transaction, inside which `take` could not begin another. Rejects with the error of `give`, which `take` also
 * meets while reading, else with that of `take`.
 */
export async function handOffStream<Item, Produced, Consumed>(
  give: (hand: (items: AsyncIterable<Item>) => Promise<void>) => Promise<Produced>,
  take: (items: AsyncIterable<Item>) => Promise<Consumed>,
): Promise<readonly [Produced, Consumed]> {
  const handover = newHandover<Item>();
  const consumption = take(handover.items).finally(handover.leave);
  const production = handover.requested().then(() => give(handover.give));
  production.catch(handover.fail);
  const [produced, consumed] = await Promise.allSettled([production, consumption]);
  if (produced.status === "rejected") throw produced.reason;
  if (consumed.status === "rejected") throw consumed.reason;
  return [produced.value, consumed.value];
}

type Request<Item> = PromiseWithResolvers<IteratorResult<Item, undefined>>;

function newHandover<Item>(): Handover<Item> {
  /** Settles with the consumer's next request, or with `null` when it has stopped. */
  let request = Promise.withResolvers<Request<Item> | null>();
  let hasStarted = false;

  async function* read(): AsyncGenerator<Item> {
    try {
      for (;;) {
        const pending: Request<Item> = Promise.withResolvers();
        request.resolve(pending);
        const { done, value } = await pending.promise;
        if (done) return;
        yield value;
      }
    } finally {
      request.resolve(null);
    }
  }

  return {
    items: read(),
    requested: async () => void (await request.promise),
    async give(items) {
      if (hasStarted) throw unavailable("database_unavailable", TORN, 5);
      hasStarted = true;
      for await (const value of items) {
        const pending = await request.promise;
        if (pending === null) return;
        request = Promise.withResolvers();
        pending.resolve({ done: false, value });
      }
      const pending = await request.promise;
      pending?.resolve({ done: true, value: undefined });
    },
    fail: (error) => void request.promise.then((pending) => pending?.reject(error)),
    leave: () => request.resolve(null),
  };
}

/** A transaction that failed midway is retried, but consumed items cannot be withdrawn. */
const TORN = "The database failed midway; try again in a moment";
