/**
 * Puts items at the end of a list, however many there are. A call that has an argument for each item ends in a
 * RangeError at some hundred thousand: its arguments stand on the stack.
 */
export function appendAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
