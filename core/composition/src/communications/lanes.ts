/**
 * Does `work` with each element, so many at once, in their order. The first failure ends it: nothing more is begun, and
 * what is under way has ended when it comes out.
 */
export async function inLanes<Element>(
  elements: readonly Element[],
  lanes: number,
  work: (element: Element) => Promise<void>,
): Promise<void> {
  const queue = elements.values();
  const failures: unknown[] = [];
  async function lane(): Promise<void> {
    for (const element of queue) {
      if (failures.length > 0) return;
      await work(element).catch((error: unknown) => failures.push(error));
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  if (failures.length > 0) throw failures[0];
}
