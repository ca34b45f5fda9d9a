/** Returns the message of the error that `work` rejects with; throws if it succeeds. */
export async function refusalMessage(work: Promise<unknown>, title: string): Promise<string> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (outcome === null) throw new Error(`Was not refused: ${title}`);
  return outcome.error instanceof Error ? outcome.error.message : String(outcome.error);
}
