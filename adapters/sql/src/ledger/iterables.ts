/**
 * The items of several sources by `keyOf`; of two with the same key, that of the source named first comes first. Each
 * source gives its own in that order, page by page: it is told the last item it gave, and gives none when there are no
 * more. One page of each is in memory.
 */
export async function* merged<Item>(
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

/** A source and how far it was read. */
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
 * The items of a source, each while the next one is on its way already: a server reads on while the last rows are put
 * into words. Nothing is on its way any more once it ends.
 */
export async function* ahead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (let item = await next; !item.done; item = await next) {
      next = items.next();
      // What fails meanwhile is told when it is this one's turn.
      next.catch(() => {});
      yield item.value;
    }
  } finally {
    await next.catch(() => {});
    await items.return?.();
  }
}
