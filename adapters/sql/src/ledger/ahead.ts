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
