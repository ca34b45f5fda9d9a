import { surroundings } from "../machine.ts";
import { hostHere } from "../runtime.ts";
import { UsageError } from "../usage.ts";

/** What a host that has stopped may still take to close what it has open. */
const LINGER_MS = 1_000;

/** `cartulary serve`: the reference host of the runtime that this is. */
export async function serve(words: readonly string[]): Promise<number> {
  if (words.length > 0) throw new UsageError("serve takes no words: it is told everything by the environment");
  const { serve: serveHere } = await hostHere();
  await serveHere(process.env, surroundings());
  // Whatever else the process waits for by now hangs, a directory that does not answer, for one.
  setTimeout(() => process.exit(0), LINGER_MS).unref();
  return 0;
}
