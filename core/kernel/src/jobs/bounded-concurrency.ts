/**
 * Runs `work` for the elements in order, up to `lanes` at once. After the first failure it starts no more, waits for
 * running work, and throws that error.
 */
export async function forEachConcurrently<Element>(
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
