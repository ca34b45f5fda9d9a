/**
 * Merges the items of several sources by `keyOf`; items with equal keys are in the order of the sources. Each source
 * returns pages in that order: it receives its last item, and returns an empty page at its end. One page of each source
 * is in memory.
 */
export async function* mergeSorted<Item>(
  sources: readonly ((last: Item | null) => Promise<readonly Item[]>)[],
  keyOf: (item: Item) => number,
): AsyncGenerator<Item> {
  const runs: Run<Item>[] = [];
  for (const read of sources) runs.push({ read, page: await read(null), at: 0 });
  for (;;) {
    const run = earliest(runs, keyOf);
    const item = run?.page[run.at];
    if (!run || item === undefined) return;
    yield item;
    run.at += 1;
    if (run.at === run.page.length) [run.page, run.at] = [await run.read(item), 0];
  }
}

/** A source and its current position. */
interface Run<Item> {
  readonly read: (last: Item | null) => Promise<readonly Item[]>;
  page: readonly Item[];
  at: number;
}

function earliest<Item>(runs: readonly Run<Item>[], keyOf: (item: Item) => number): Run<Item> | undefined {
  let [first, least]: [Run<Item> | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const run of runs) {
    const item = run.page[run.at];
    if (item === undefined || keyOf(item) >= least) continue;
    [first, least] = [run, keyOf(item)];
  }
  return first;
}

/**
 * Yields the items of a source while it already requests the next one: the database reads ahead while the caller
 * formats rows. After the end, no request is pending.
 */
export async function* prefetch<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (let item = await next; !item.done; item = await next) {
      next = items.next();
      // An error is thrown when the consumer reaches this item.
      next.catch(() => {});
      yield item.value;
    }
  } finally {
    await next.catch(() => {});
    await items.return?.();
  }
}
