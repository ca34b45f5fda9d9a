import { unavailable } from "@cartulary/kernel";

/** Hands items from one side to the other: never more than one is on its way, and either side may give up. */
interface Handover<Item> {
  /** What the taker reads, once. It ends early, with nothing lost, when the taker stops. */
  readonly items: AsyncIterable<Item>;
  /** Resolves once the taker asks for the first item, or has left. */
  requested(): Promise<void>;
  /** Gives items as they are asked for, to the last one; stops where the taker has left. Once: see {@link TORN}. */
  give(items: AsyncIterable<Item>): Promise<void>;
  /** Ends what the taker reads with an error. */
  fail(error: unknown): void;
  /** The taker asks for nothing any more. */
  leave(): void;
}

/**
 * Runs `take` and, as soon as it wants something to read, `give`, which hands it items. The two run beside each other,
 * not one inside the other: `give` may be a transaction, in which `take` could begin none.
 *
 * Rejects as `give` does, which `take` then meets while reading; otherwise as `take` does.
 */
export async function handedOver<Item, Handed, Taken>(
  give: (hand: (items: AsyncIterable<Item>) => Promise<void>) => Promise<Handed>,
  take: (items: AsyncIterable<Item>) => Promise<Taken>,
): Promise<readonly [Handed, Taken]> {
  const handover = newHandover<Item>();
  const taking = take(handover.items).finally(handover.leave);
  const giving = handover.requested().then(() => give(handover.give));
  giving.catch(handover.fail);
  const [handed, taken] = await Promise.allSettled([giving, taking]);
  if (handed.status === "rejected") throw handed.reason;
  if (taken.status === "rejected") throw taken.reason;
  return [handed.value, taken.value];
}

type Answer<Item> = PromiseWithResolvers<IteratorResult<Item, undefined>>;

function newHandover<Item>(): Handover<Item> {
  /** Settles when the taker asks, with where the answer goes; with `null` when it has left. */
  let wish = Promise.withResolvers<Answer<Item> | null>();
  let begun = false;

  async function* read(): AsyncGenerator<Item> {
    try {
      for (;;) {
        const answer: Answer<Item> = Promise.withResolvers();
        wish.resolve(answer);
        const { done, value } = await answer.promise;
        if (done) return;
        yield value;
      }
    } finally {
      wish.resolve(null);
    }
  }

  return {
    items: read(),
    requested: async () => void (await wish.promise),
    async give(items) {
      if (begun) throw unavailable("database_unavailable", TORN, 5);
      begun = true;
      for await (const value of items) {
        const answer = await wish.promise;
        if (answer === null) return;
        wish = Promise.withResolvers();
        answer.resolve({ done: false, value });
      }
      const answer = await wish.promise;
      answer?.resolve({ done: true, value: undefined });
    },
    fail: (error) => void wish.promise.then((answer) => answer?.reject(error)),
    leave: () => wish.resolve(null),
  };
}

/** A transaction that failed midway and is run again cannot take back what was taken already. */
const TORN = "The database did not answer to the end; try again in a moment";
