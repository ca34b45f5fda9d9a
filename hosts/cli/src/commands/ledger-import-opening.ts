import { readFile } from "node:fs/promises";
import { type Day, DomainError, type FieldError, parseDay } from "@cartulary/kernel";
import { dayInParis, decimal } from "@cartulary/ledger";
import { parseOpening } from "@cartulary/ledger/files";
import { societyOf } from "@cartulary/rental/agency";
import { type Host, tokens } from "@cartulary/server";
import { callerOf } from "../caller.ts";
import { fileErrorMessage } from "../file-error-message.ts";
import { withHost } from "../host.ts";
import { mandataireOf } from "../mandataire.ts";
import { parseArguments } from "../parse-arguments.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary ledger import-opening FILE`: opens a mandataire's book with the balances of a CSV, in one validated entry
 * dated `--date` (default: today in Paris). Exit code 1, with nothing written, when the file does not balance or cannot
 * be read, or when the year has an opening entry.
 */
export async function ledgerImportOpening(words: readonly string[]): Promise<number> {
  const request = parseOptions(words);
  const { lines, numbers, faults } = parseOpening(await textOf(request.file));
  if (faults.length > 0) return reportErrors(faults);
  try {
    return await withHost((host) => importOpening(host, lines, request));
  } catch (error) {
    const details = error instanceof DomainError && Array.isArray(error.details) ? (error.details as FieldError[]) : [];
    if (details.length === 0) throw error;
    return reportErrors(details.map(({ field, message }) => `${fileLocation(field, numbers)} ${message}`));
  }
}

async function importOpening(host: Host, lines: OpeningBalances, { date, mandataire, user }: Options): Promise<number> {
  const database = await host.getAsync(tokens.database);
  const mandataireRecord = await mandataireOf(database, mandataire);
  const ledger = (await host.getAsync(tokens.agency)).accounting(mandataireRecord.id);
  const entry = await ledger.enterOpening(await callerOf(database, user), {
    societyCode: societyOf(mandataireRecord),
    date: date ?? dayInParis(host.get(tokens.clock).now()),
    lines,
  });
  process.stdout.write(`${entry.reference}: ${entry.lines.length} lines, ${decimal(entry.totalCents)} a side\n`);
  return 0;
}

type OpeningBalances = ReturnType<typeof parseOpening>["lines"];

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new Error(fileErrorMessage(file, error), { cause: error });
  }
}

function reportErrors(faults: readonly string[]): number {
  process.stderr.write(`${faults.map((fault) => `${fault}\n`).join("")}cartulary: nothing was imported\n`);
  return 1;
}

/**
 * Translates `entries[0].lines[3].accountCode` to the line and column of the file; an error of a whole line has no
 * column.
 */
function fileLocation(field: string, numbers: readonly number[]): string {
  const [, index, name = ""] = /^entries\[0\]\.lines\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  return index === undefined ? field : `line ${numbers[Number(index)]}: ${COLUMNS[name] ?? name}`.trimEnd();
}

const COLUMNS: Readonly<Record<string, string>> = { accountCode: "account", auxiliaryCode: "auxiliary" };

interface Options {
  readonly file: string;
  readonly date: Day | null;
  readonly mandataire: string | undefined;
  readonly user: string | undefined;
}

function parseOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { date: { type: "string" }, mandataire: { type: "string" }, user: { type: "string" } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("ledger import-opening takes the path of one file");
  const date = values.date === undefined ? null : parseDay(values.date);
  if (values.date !== undefined && date === null) throw new UsageError("--date takes a day, as 2026-01-01");
  return { file, date, mandataire: values.mandataire, user: values.user };
}
