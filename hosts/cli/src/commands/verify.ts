import { type Host, tokens } from "@cartulary/server";
import { withHost } from "../host.ts";
import { createProgress } from "../progress.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary verify`: looks at everything stored and changes none of it, also while hosts run. One finding a line on
 * stdout, `area: id: message`; what was looked at on stderr. Exit code 1 when something is wrong; a warning is not. A
 * database of an older version is brought up to date first, as every command does.
 */
export async function verify(words: readonly string[]): Promise<number> {
  if (words.length > 0) throw new UsageError("verify takes no words: the environment says where everything is");
  return withHost(findingsOf, { inspecting: true });
}

/** Prints every finding; the exit code. */
async function findingsOf(host: Host): Promise<number> {
  const progress = createProgress(process.stderr);
  const found = { error: 0, warning: 0 };
  const looked: string[] = [];
  try {
    for (const { name, look } of (await host.getAsync(tokens.upkeep)).checks) {
      let count = 0;
      for await (const step of look()) {
        count += step.count;
        for (const { severity, area, id, message } of step.findings) {
          found[severity] += 1;
          progress.clear();
          process.stdout.write(`${area}: ${id}: ${severity === "warning" ? "warning: " : ""}${message}\n`);
        }
        progress.show(`${name}: ${count}`);
      }
      looked.push(`${name} ${count}`);
    }
  } finally {
    progress.clear();
  }
  process.stderr.write(`Looked at: ${looked.join(", ")}\n${found.error} errors, ${found.warning} warnings\n`);
  return found.error > 0 ? 1 : 0;
}
