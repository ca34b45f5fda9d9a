import { createHash } from "node:crypto";
import { type FileTransaction, readBankFile } from "@cartulary/bank-files";
import { DomainError, type FieldError } from "@cartulary/kernel";
import { type Host, tokens } from "@cartulary/server";
import { columnOf } from "@cartulary/wire";
import { callerOf } from "../caller.ts";
import { withHost } from "../host.ts";
import { importedText } from "../import-file.ts";
import { mandataireOf } from "../mandataire.ts";
import { createProgress } from "../progress.ts";
import { UsageError } from "../usage.ts";
import { wordsOf } from "../words.ts";

/**
 * `cartulary rental import-payments FILE`: takes the transactions of a bank's file in, CAMT.053 or CSV, all of them or none,
 * each once however often the file comes. Exit code 1, with nothing written, where one is wrong: each as `line N: field:
 * code`, of a CAMT.053 `entry N`, a hundred at most.
 */
export async function rentalImportPayments(words: readonly string[]): Promise<number> {
  const request = parsed(words);
  const { transactions, faults } = readBankFile(await importedText(request.file), { sha256 });
  if (faults.length > 0) return refused(faults.map(({ place, field, code }) => `${place}: ${field}: ${code}`));
  return withHost((host) => imported(host, transactions, request));
}

const sha256 = (content: Uint8Array | string): string => createHash("sha256").update(content).digest("hex");

async function imported(
  host: Host,
  transactions: readonly FileTransaction[],
  { mandataire, user }: Request,
): Promise<number> {
  const database = await host.getAsync(tokens.database);
  const { id } = await mandataireOf(database, mandataire);
  const caller = await callerOf(database, user);
  const { paymentIngestion } = await host.getAsync(tokens.agency);
  const progress = createProgress(process.stderr);
  const onProgress = (settled: number) => progress.show(`${settled} of ${transactions.length} transactions`);
  try {
    const result = await paymentIngestion(id).ingest(caller, transactions, onProgress).finally(progress.clear);
    const { received, created, duplicates, unmatched } = result;
    const counts = `received ${received}, created ${created}, duplicates ${duplicates}, unmatched ${unmatched.length}`;
    process.stdout.write([counts, ...unmatched.map((reference) => `unmatched: ${reference}`), ""].join("\n"));
    return 0;
  } catch (error) {
    const lines = error instanceof DomainError ? placesOf(error, transactions) : [];
    if (lines.length === 0) throw error;
    return refused(lines);
  }
}

/** What is wrong with transactions, by where they stand in the file; nothing of another refusal. */
function placesOf({ details }: DomainError, transactions: readonly FileTransaction[]): readonly string[] {
  const errors: readonly FieldError[] = Array.isArray(details) ? details : [];
  return errors.flatMap(({ field, code }) => {
    const [, index, name = ""] = /^transactions\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
    const place = index === undefined ? undefined : transactions[Number(index)]?.place;
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
