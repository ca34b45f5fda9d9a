import type { ImportKind } from "@cartulary/rental";
import { type Host, tokens } from "@cartulary/server";
import { columnOf } from "@cartulary/wire";
import { callerOf } from "../caller.ts";
import { withHost } from "../host.ts";
import { importedRows, importedText } from "../import-file.ts";
import { mandataireOf } from "../mandataire.ts";
import { createProgress } from "../progress.ts";
import { UsageError } from "../usage.ts";
import { wordsOf } from "../words.ts";

/**
 * `cartulary rental import-KIND FILE`: takes the rows of a CSV, or of one JSON object a line, over into a mandataire's
 * estate, all of them or none. Exit code 1, with nothing written, where a row is wrong: each as `line N: field: code`, a
 * hundred at most. `--dry-run` writes nothing in any case.
 */
export const rentalImport =
  (kind: ImportKind) =>
  async (words: readonly string[]): Promise<number> => {
    const request = parsed(kind, words);
    const text = await importedText(request.file);
    return withHost((host) => imported(host, kind, text, request));
  };

async function imported(
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
  const { rows, errors } = await imports(caller, id, kind, importedRows(kind, text), { dryRun, onProgress });
  progress.clear();
  if (errors.length > 0)
    return refused(errors.map((error) => `line ${error.line}: ${columnOf(error.field)}: ${error.code}`));
  process.stdout.write(`${rows} rows of ${kind} ${dryRun ? "could be" : "were"} taken over\n`);
  return 0;
}

function refused(lines: readonly string[]): number {
  process.stderr.write(`${lines.map((line) => `${line}\n`).join("")}cartulary: nothing was taken over\n`);
  return 1;
}

interface Options {
  readonly file: string;
  readonly mandataire: string | undefined;
  readonly user: string | undefined;
  readonly dryRun: boolean;
}

function parsed(kind: ImportKind, words: readonly string[]): Options {
  const { values, positionals } = wordsOf({
    args: [...words],
    allowPositionals: true,
    options: { mandataire: { type: "string" }, user: { type: "string" }, "dry-run": { type: "boolean" } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`rental import-${kind} takes the path of one file`);
  return { file, mandataire: values.mandataire, user: values.user, dryRun: values["dry-run"] ?? false };
}
