import { type BagFinding, type BagReport, NoBagError, verifyBag } from "@cartulary/bags";
import { escapeForTerminal } from "../account/error-messages.ts";
import { openBag } from "../bags/open-bag.ts";
import { fileErrorMessage } from "../file-error-message.ts";
import { parseArguments } from "../parse-arguments.ts";
import { print } from "../print.ts";
import { createProgress } from "../progress.ts";
import { UsageError } from "../usage.ts";

/** Findings per write. */
const LINES_BATCH = 500;

/**
 * `cartulary bag verify DIR|ZIP [--json]`: checks that a bag (RFC 8493) is complete and valid; prints one finding a line on
 * stdout, `file: message` or `file: warning: message`, or a JSON object, and a verdict on stderr. Needs no server. Exit
 * code 0 without errors, 1 with errors, 2 where there is no bag.
 */
export async function bagVerify(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { json: { type: "boolean", default: false } },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError("bag verify takes the path of a folder or of a ZIP");
  const findings = await findingsOf(path);
  if (typeof findings === "string") {
    process.stderr.write(`cartulary: ${findings}\n`);
    return 2;
  }
  await printFindings(findings, values.json);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const verdict = errors === 0 ? "valid" : "not valid";
  process.stderr.write(`${path} is ${verdict}: ${errors} errors, ${findings.length - errors} warnings\n`);
  return errors === 0 ? 0 : 1;
}

/** Returns all findings, or the reason for which there is no bag. */
async function findingsOf(path: string): Promise<readonly BagFinding[] | string> {
  try {
    return (await readBag(path)).findings;
  } catch (error) {
    if (error instanceof NoBagError) return `${path}: ${error.message}`;
    if (isMissing(error)) return fileErrorMessage(path, error);
    return [{ severity: "error", path: null, message: error instanceof Error ? error.message : String(error) }];
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "EACCES"].includes(String(error.code));

/** Reads a bag whole and shows its progress. */
export async function readBag(path: string): Promise<BagReport> {
  const progress = createProgress(process.stderr);
  try {
    await using bag = await openBag(path);
    let count = 0;
    return await verifyBag(bag, () => {
      count += 1;
      progress.show(`${count} files checked`);
    });
  } finally {
    progress.clear();
  }
}

/** Prints one finding a line. */
export async function printFindings(findings: readonly BagFinding[], json: boolean): Promise<void> {
  for (let at = 0; at < findings.length; at += LINES_BATCH)
    await print(
      findings
        .slice(at, at + LINES_BATCH)
        .map((finding) => `${json ? JSON.stringify(finding) : lineOf(finding)}\n`)
        .join(""),
    );
}

const lineOf = ({ severity, path, message }: BagFinding): string =>
  escapeForTerminal(`${path ?? "bag"}: ${severity === "warning" ? "warning: " : ""}${message}`);
