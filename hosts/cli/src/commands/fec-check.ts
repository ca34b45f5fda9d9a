import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { checkFec } from "@cartulary/ledger";
import { fileErrorMessage } from "../file-error-message.ts";
import { parseArguments } from "../parse-arguments.ts";
import { print } from "../print.ts";
import { UsageError } from "../usage.ts";

/** Findings per write. */
const LINES_BATCH = 500;

/**
 * `cartulary fec check FILE [--json]`: validates an accounting file; prints one finding per line on stdout, `line N:
 * rule: message`, or a JSON object. Needs no database. Exit code 0 when the file conforms, with or without warnings, 1 with findings, 2 when it
 * cannot be read.
 */
export async function fecCheck(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { json: { type: "boolean", default: false } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("fec check takes the path of one file");
  const counted = { findings: 0, warnings: 0 };
  let lines: string[] = [];
  try {
    for await (const { line, rule, message } of checkFec(createReadStream(file), basename(file))) {
      counted[rule === "warning" ? "warnings" : "findings"] += 1;
      lines.push(`${values.json ? JSON.stringify({ line, rule, message }) : `line ${line}: ${rule}: ${message}`}\n`);
      if (lines.length < LINES_BATCH) continue;
      await print(lines.join(""));
      lines = [];
    }
    await print(lines.join(""));
  } catch (error) {
    process.stderr.write(`cartulary: ${fileErrorMessage(file, error)}\n`);
    return 2;
  }
  const verdict = counted.findings === 0 ? "conform" : "not conform";
  process.stderr.write(`${file} is ${verdict}: ${counted.findings} findings, ${counted.warnings} warnings\n`);
  return counted.findings === 0 ? 0 : 1;
}
