/** What is said where `work` is refused; an error that names the case where it is not. */
export async function refusalMessage(work: Promise<unknown>, title: string): Promise<string> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (outcome === null) throw new Error(`Was not refused: ${title}`);
  return outcome.error instanceof Error ? outcome.error.message : String(outcome.error);
}
