import { createHash } from "node:crypto";
import { type BankFile, readBankFile } from "@cartulary/bank-files";
import { decimal } from "@cartulary/ledger";
import { type ErrorInFile, errorsInFile, type FileIngestion } from "@cartulary/rental/money";
import { type Host, tokens } from "@cartulary/server";
import { columnOf } from "@cartulary/wire";
import { callerOf } from "../caller.ts";
import { withHost } from "../host.ts";
import { importedBytes } from "../import-file.ts";
import { mandataireOf } from "../mandataire.ts";
import { parseArguments } from "../parse-arguments.ts";
import { createProgress } from "../progress.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary rental import-payments FILE`: imports the transactions of a CAMT.053 or CSV file, all or none. A
 * transaction is imported once, even when several files or statements contain it. Prints missing earlier statements,
 * and the balances of bank and book after the last statement. Exit code 1, with nothing written, on errors: up to a
 * hundred lines `line N: field: code`, in CAMT.053 `entry N` or `statement N`.
 */
export async function rentalImportPayments(words: readonly string[]): Promise<number> {
  const request = parseOptions(words);
  const file = readBankFile(await importedBytes(request.file), { sha256 });
  if (file.errors.length > 0)
    return reportErrors(file.errors.map(({ place, field, code }) => `${place}: ${field}: ${code}`));
  return withHost((host) => importFile(host, file, request));
}

const sha256 = (content: Uint8Array | string): string => createHash("sha256").update(content).digest("hex");

async function importFile(host: Host, file: BankFile, { mandataire, user }: Request): Promise<number> {
  const database = await host.getAsync(tokens.database);
  const { id } = await mandataireOf(database, mandataire);
  const caller = await callerOf(database, user);
  const { paymentIngestion } = await host.getAsync(tokens.agency);
  const progress = createProgress(process.stderr);
  const onProgress = (settled: number) => progress.show(`${settled} of ${file.transactions.length} transactions`);
  try {
    const result = await paymentIngestion(id).ingestFile(caller, file, onProgress).finally(progress.clear);
    process.stderr.write(
      warningsOf(result, file)
        .map((line) => `${line}\n`)
        .join(""),
    );
    process.stdout.write(`${[...linesOf(result)].join("\n")}\n`);
    return 0;
  } catch (error) {
    const errors = errorsInFile(error, file);
    if (errors.length === 0) throw error;
    return reportErrors(errors.map(lineOf));
  }
}

const warningsOf = ({ warnings }: FileIngestion, { statements }: BankFile): readonly string[] =>
  warnings.map(({ statement, message }) => `warning: ${statements[statement]?.place}: ${message}`);

function* linesOf({ received, created, duplicates, unmatched, reconciliation }: FileIngestion): Generator<string> {
  yield `received ${received}, created ${created}, duplicates ${duplicates}, unmatched ${unmatched.length}`;
  yield* unmatched.map((reference) => `unmatched: ${reference}`);
  if (!reconciliation || reconciliation.bankBalance === null || reconciliation.difference === null) return;
  const { on, bankBalance, bookBalance, difference } = reconciliation;
  yield `${on}: bank ${decimal(bankBalance)}, 512000 ${decimal(bookBalance)}, difference ${decimal(difference)}`;
}

const lineOf = ({ place, name, code, message }: ErrorInFile): string =>
  name === null ? `${place}: ${message}` : `${place}: ${columnOf(name)}: ${code}`;

function reportErrors(lines: readonly string[]): number {
  process.stderr.write(`${lines.map((line) => `${line}\n`).join("")}cartulary: nothing was imported\n`);
  return 1;
}

interface Request {
  readonly file: string;
  readonly mandataire: string | undefined;
  readonly user: string | undefined;
}

function parseOptions(words: readonly string[]): Request {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { mandataire: { type: "string" }, user: { type: "string" } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("rental import-payments takes the path of one file");
  return { file, mandataire: values.mandataire, user: values.user };
}
