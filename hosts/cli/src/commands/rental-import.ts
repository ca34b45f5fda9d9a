import type { ImportKind } from "@cartulary/rental";
import { type Host, tokens } from "@cartulary/server";
import { columnOf } from "@cartulary/wire";
import { callerOf } from "../caller.ts";
import { withHost } from "../host.ts";
import { parseImportRows, readImportText } from "../import-file.ts";
import { mandataireOf } from "../mandataire.ts";
import { parseArguments } from "../parse-arguments.ts";
import { createProgress } from "../progress.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary rental import-KIND FILE`: imports CSV rows, or one JSON object per line, into a mandataire's estate, all
 * or none. Exit code 1, with nothing written, on errors: up to a hundred lines `line N: field: code`. `--dry-run`
 * writes nothing.
 */
export const rentalImport =
  (kind: ImportKind) =>
  async (words: readonly string[]): Promise<number> => {
    const request = parseOptions(kind, words);
    const text = await readImportText(request.file);
    return withHost((host) => importRows(host, kind, text, request));
  };

async function importRows(
  host: Host,
  kind: ImportKind,
  text: string,
  { mandataire, user, dryRun }: Options,
): Promise<number> {
  const database = await host.getAsync(tokens.database);
  const { id } = await mandataireOf(database, mandataire);
  const caller = await callerOf(database, user);
  const { imports } = await host.getAsync(tokens.agency);
  const progress = createProgress(process.stderr);
  const onProgress = (rows: number) => progress.show(`${rows} rows`);
  const { rows, errors } = await imports(caller, id, kind, parseImportRows(kind, text), { dryRun, onProgress });
  progress.clear();
  if (errors.length > 0)
    return reportErrors(errors.map((error) => `line ${error.line}: ${columnOf(error.field)}: ${error.code}`));
  process.stdout.write(`${rows} rows of ${kind} ${dryRun ? "can be" : "were"} imported\n`);
  return 0;
}

function reportErrors(lines: readonly string[]): number {
  process.stderr.write(`${lines.map((line) => `${line}\n`).join("")}cartulary: nothing was imported\n`);
  return 1;
}

interface Options {
  readonly file: string;
  readonly mandataire: string | undefined;
  readonly user: string | undefined;
  readonly dryRun: boolean;
}

function parseOptions(kind: ImportKind, words: readonly string[]): Options {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { mandataire: { type: "string" }, user: { type: "string" }, "dry-run": { type: "boolean" } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`rental import-${kind} takes the path of one file`);
  return { file, mandataire: values.mandataire, user: values.user, dryRun: values["dry-run"] ?? false };
}
