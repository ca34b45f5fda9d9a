import { printFindings } from "../findings.ts";
import { withHost } from "../host.ts";
import { parseArguments, rejectExtraArguments } from "../parse-arguments.ts";

/**
 * `cartulary verify [--json]`: checks the integrity of all stored data without changing it, also while hosts run. Prints
 * one finding per line on stdout, `area: id: message`, or a JSON object, and a summary on stderr. Exit code 1 on errors;
 * warnings do not count. Like every command, migrates an older database first.
 */
export async function verify(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { json: { type: "boolean", default: false } },
  });
  rejectExtraArguments("verify", positionals);
  return withHost((host) => printFindings(host, values), { inspecting: true });
}
