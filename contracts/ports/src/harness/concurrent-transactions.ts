import type { TestDatabase } from "./document-stores.ts";

type Work<Stores, Result> = (stores: Stores) => Promise<Result>;

interface Meeting<Stores, First, Second> {
  /** Work of the first transaction before the second one begins. */
  readonly first: Work<Stores, First>;
  /** The second transaction, which ought to wait for the end of the first. */
  readonly second: Work<Stores, Second>;
  /** Work of the first transaction once the second one waits or has ended. */
  readonly afterwards?: (stores: Stores, first: First) => Promise<void>;
}

/** Runs two writing transactions of which the second begins in the midst of the first. Answers what each one answered. */
export async function interleave<Stores, First, Second>(
  { transact, untilBlocked }: TestDatabase<Stores>,
  { first, second, afterwards }: Meeting<Stores, First, Second>,
): Promise<readonly [First, Second]> {
  const open = Promise.withResolvers<void>();
  const close = Promise.withResolvers<void>();
  const one = transact.write(async (stores) => {
    const result = await first(stores);
    open.resolve();
    await close.promise;
    await afterwards?.(stores, result);
    return result;
  });
  await Promise.race([open.promise, one]);
  const two = transact.write(second);
  await Promise.race([untilBlocked(), two]);
  close.resolve();
  return Promise.all([one, two]);
}

/** Runs the second transaction from beginning to end in the midst of the first, which waits for it. */
export async function runInside<Stores, First, Second>(
  { transact }: TestDatabase<Stores>,
  { first, second, afterwards }: Meeting<Stores, First, Second>,
): Promise<readonly [First, Second]> {
  const open = Promise.withResolvers<void>();
  const close = Promise.withResolvers<void>();
  const one = transact.write(async (stores) => {
    const result = await first(stores);
    open.resolve();
    await close.promise;
    await afterwards?.(stores, result);
    return result;
  });
  await Promise.race([open.promise, one]);
  const two = await transact.write(second);
  close.resolve();
  return [await one, two];
}
