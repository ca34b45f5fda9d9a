import { hostHere } from "../runtime.ts";
import { startEnvironment } from "../start-environment.ts";
import { UsageError } from "../usage.ts";

/** Time that a stopped host has to close open resources. */
const LINGER_MS = 1_000;

/** `cartulary serve`: the reference host of the current runtime. */
export async function serve(words: readonly string[]): Promise<number> {
  if (words.length > 0) throw new UsageError("serve takes no arguments; configure it by environment variables");
  const { serve: serveHere } = await hostHere();
  await serveHere(process.env, startEnvironment());
  // Anything that still keeps the process alive hangs, such as an unreachable directory.
  setTimeout(() => process.exit(0), LINGER_MS).unref();
  return 0;
}
