import { type Host, tokens } from "@cartulary/server";
import { print } from "./print.ts";
import { createProgress } from "./progress.ts";

/**
 * Runs all integrity checks. Prints one finding a line on stdout, `area: id: message` or a JSON object, and a summary on
 * stderr. Returns the exit code: 1 for errors; warnings do not count.
 */
export async function printFindings(host: Host, { json = false }: { readonly json?: boolean } = {}): Promise<number> {
  const progress = createProgress(process.stderr);
  const found = { error: 0, warning: 0 };
  const checked: string[] = [];
  try {
    for (const { name, run: check } of (await host.getAsync(tokens.maintenance)).checks) {
      let count = 0;
      for await (const step of check()) {
        count += step.count;
        for (const { severity, area, id, message } of step.findings) {
          found[severity] += 1;
          progress.clear();
          const line = `${area}: ${id}: ${severity === "warning" ? "warning: " : ""}${message}`;
          await print(`${json ? JSON.stringify({ severity, area, id, message }) : line}\n`);
        }
        progress.show(`${name}: ${count}`);
      }
      checked.push(`${name} ${count}`);
    }
  } finally {
    progress.clear();
  }
  process.stderr.write(`Checked: ${checked.join(", ")}\n${found.error} errors, ${found.warning} warnings\n`);
  return found.error > 0 ? 1 : 0;
}
