import { createHash } from "node:crypto";
import { type BankFile, readBankFile } from "@cartulary/bank-files";
import { DomainError, type FieldError } from "@cartulary/kernel";
import { decimal } from "@cartulary/ledger";
import type { FileIngestion } from "@cartulary/rental";
import { type Host, tokens } from "@cartulary/server";
import { columnOf } from "@cartulary/wire";
import { callerOf } from "../caller.ts";
import { withHost } from "../host.ts";
import { importedBytes } from "../import-file.ts";
import { mandataireOf } from "../mandataire.ts";
import { createProgress } from "../progress.ts";
import { UsageError } from "../usage.ts";
import { wordsOf } from "../words.ts";

/**
 * `cartulary rental import-payments FILE`: takes the transactions of a bank's file in, CAMT.053 or CSV, all of them or none,
 * each once however often the file comes, and however many statements show it. Says of each statement before which one is
 * missing, and what bank and book say at the end of the last one. Exit code 1, with nothing written, where something is
 * wrong: each as `line N: field: code`, of a CAMT.053 `entry N` or `statement N`, a hundred at most.
 */
export async function rentalImportPayments(words: readonly string[]): Promise<number> {
  const request = parsed(words);
  const file = readBankFile(await importedBytes(request.file), { sha256 });
  if (file.faults.length > 0)
    return refused(file.faults.map(({ place, field, code }) => `${place}: ${field}: ${code}`));
  return withHost((host) => imported(host, file, request));
}

const sha256 = (content: Uint8Array | string): string => createHash("sha256").update(content).digest("hex");

async function imported(host: Host, file: BankFile, { mandataire, user }: Request): Promise<number> {
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
    const lines = error instanceof DomainError ? placesOf(error, file) : [];
    if (lines.length === 0) throw error;
    return refused(lines);
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

/** What is wrong with transactions and statements, by where they stand in the file; nothing of another refusal. */
function placesOf({ details }: DomainError, { transactions, statements }: BankFile): readonly string[] {
  const errors: readonly FieldError[] = Array.isArray(details) ? details : [];
  return errors.flatMap(({ field, code, message }) => {
    const [, kind, index = "", name = ""] = /^(transactions|statements)\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
    if (kind === "statements") return [`${statements[Number(index)]?.place}: ${message}`];
    const place = kind === undefined ? undefined : transactions[Number(index)]?.place;
    return place === undefined ? [] : [`${place}: ${columnOf(name)}: ${code}`];
  });
}

function refused(lines: readonly string[]): number {
  process.stderr.write(`${lines.map((line) => `${line}\n`).join("")}cartulary: nothing was taken in\n`);
  return 1;
}

interface Request {
  readonly file: string;
  readonly mandataire: string | undefined;
  readonly user: string | undefined;
}

function parsed(words: readonly string[]): Request {
  const { values, positionals } = wordsOf({
    args: [...words],
    allowPositionals: true,
    options: { mandataire: { type: "string" }, user: { type: "string" } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("rental import-payments takes the path of one file");
  return { file, mandataire: values.mandataire, user: values.user };
}
