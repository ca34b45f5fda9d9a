import { surroundings } from "../machine.ts";
import { UsageError } from "../usage.ts";

/** `cartulary serve`: the reference Node host. */
export async function serve(words: readonly string[]): Promise<number> {
  if (words.length > 0) throw new UsageError("serve takes no words: it is told everything by the environment");
  const host = await import("@cartulary/node");
  return host.serve(process.env, surroundings());
}
