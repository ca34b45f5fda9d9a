import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { checkFec } from "@cartulary/ledger";
import { print } from "../print.ts";
import { unreadable } from "../unreadable.ts";
import { UsageError } from "../usage.ts";

/** Lines of findings that are written at once. */
const LINES_AT_ONCE = 500;

/**
 * `cartulary fec check FILE`: everything that is wrong with an accounting file, one finding a line on stdout,
 * `line N: rule: message`. Needs no database and changes nothing. Exit code 0 when it is conform, with warnings or
 * without, 1 with findings, 2 when it cannot be read.
 */
export async function fecCheck(words: readonly string[]): Promise<number> {
  const [file, ...more] = words;
  if (file === undefined || more.length > 0) throw new UsageError("fec check takes the path of one file");
  const counted = { findings: 0, warnings: 0 };
  let lines: string[] = [];
  try {
    for await (const { line, rule, message } of checkFec(createReadStream(file), basename(file))) {
      counted[rule === "warning" ? "warnings" : "findings"] += 1;
      lines.push(`line ${line}: ${rule}: ${message}\n`);
      if (lines.length < LINES_AT_ONCE) continue;
      await print(lines.join(""));
      lines = [];
    }
    await print(lines.join(""));
  } catch (error) {
    process.stderr.write(`cartulary: ${unreadable(file, error)}\n`);
    return 2;
  }
  const verdict = counted.findings === 0 ? "conform" : "not conform";
  process.stderr.write(`${file} is ${verdict}: ${counted.findings} findings, ${counted.warnings} warnings\n`);
  return counted.findings === 0 ? 0 : 1;
}
