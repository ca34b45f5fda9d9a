import { ApiError } from "./api-error.ts";
import { dateOf, type ListSource, type Snapshot, sourceOf } from "./follow-source.ts";
import { pause } from "./send.ts";

/** The last state of a record that changed, with the record while the caller may read it. */
export type Change<Item> =
  | { readonly state: "present"; readonly id: string; readonly data: Item }
  /** Deleted, or out of the caller's reach. */
  | { readonly state: "deleted" | "revoked"; readonly id: string; readonly data: null };

/** The start and the scope of a change feed. */
export interface FollowOptions {
  /** The `since` of an earlier feed. Without it, every record that exists comes first. */
  readonly since?: string | null;
  /** The mandataire of the list; the client's by default. */
  readonly mandataireId?: string;
  /**
   * Called before every record comes, because `since` is absent or older than seven days: a copy has to be emptied then.
   */
  readonly onRestart?: () => void | Promise<void>;
  /** Records a request, 100 by default and at most. */
  readonly perPage?: number;
  /** Milliseconds between two looks at the server, for ever; without it, an iteration ends once nothing is new. */
  readonly everyMs?: number;
  /** Ends the iteration with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The changes of a list. Iterate it again for what has changed since. */
export interface Feed<Item> extends AsyncIterable<Change<Item>> {
  /** Where a later feed starts: store it after an iteration. Null until every record came once. */
  readonly since: string | null;
}

const PER_PAGE = 100;

/** A list method of the client. */
interface Followed<Item> {
  readonly all: (...call: never[]) => AsyncGenerator<Item, void, undefined>;
}

/**
 * Follows a list of the rental product: `for await (const change of follow(client.listLeases, { since }))`. Each state of a
 * record comes once; one that an interrupted loop had not finished comes again. A copy that applies every change becomes
 * the state of the list, also with concurrent writes (estate.md 4). Throws a TypeError for a list without changes.
 */
export function follow<Item>(list: Followed<Item>, options: FollowOptions = {}): Feed<Item> {
  const { onRestart, everyMs, signal, mandataireId, perPage = PER_PAGE } = options;
  const call = { ...(signal && { signal }), ...(mandataireId !== undefined && { mandataireId }) };
  const source = sourceOf(list, call, perPage);
  const seen = new SeenStates();
  let since = options.since ?? null;
  async function restart(): Promise<void> {
    seen.forgetAll();
    await onRestart?.();
  }
  async function* round(): AsyncGenerator<Change<unknown>, void, undefined> {
    if (since === null) await restart();
    const start = since ?? (await source.watermark());
    if (since === null) yield* seen.unseen(presentRows(source), start);
    since = yield* seen.unseen(source.changes(start), start);
    seen.forgetBefore(since);
  }
  async function* rounds(): AsyncGenerator<Change<unknown>, void, undefined> {
    for (;;) {
      try {
        yield* round();
      } catch (error) {
        if (since === null || !(error instanceof ApiError) || error.status !== 410) throw error;
        since = null;
        continue;
      }
      if (everyMs === undefined) return;
      await pause(everyMs, signal);
    }
  }
  return {
    get since() {
      return since;
    },
    [Symbol.asyncIterator]: rounds as () => AsyncGenerator<Change<Item>, void, undefined>,
  };
}

async function* presentRows(source: ListSource): AsyncGenerator<Snapshot, void, undefined> {
  for await (const row of source.rows()) yield { state: "present", id: row.id, updatedAt: dateOf(row), data: row };
}

/** States that were yielded and that the next reading finds again, for readings overlap by some seconds. */
class SeenStates {
  readonly #states = new Map<string, { readonly at: string; readonly text: string }>();

  /** Yields the changes that were not yielded before; remembers those from `start` on, once their loop went on. */
  async *unseen<Result>(
    changes: AsyncGenerator<Snapshot, Result, undefined>,
    start: string,
  ): AsyncGenerator<Change<unknown>, Result, undefined> {
    for (;;) {
      const next = await changes.next();
      if (next.done) return next.value;
      const { state, id, data, updatedAt: at } = next.value;
      const text = `${state} ${JSON.stringify(data)}`;
      if (this.#states.get(id)?.text === text) continue;
      // Until the loop continues, the outcome of the record is unknown.
      this.#states.delete(id);
      yield { state, id, data } as Change<unknown>;
      if (at === "" || at >= start) this.#states.set(id, { at, text });
    }
  }

  forgetAll(): void {
    this.#states.clear();
  }

  forgetBefore(since: string): void {
    for (const [id, { at }] of this.#states) if (at < since) this.#states.delete(id);
  }
}
