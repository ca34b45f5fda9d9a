/**
 * Appends items to a list. `push(...items)` throws a RangeError above some hundred thousand items, which all go on the
 * stack.
 */
export function appendAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
