import type { BankTransactionInput, FileTransactionInput } from "@cartulary/rental/money";
import { tokens } from "@cartulary/server";
import { type AgencyGround, agencyGround } from "./agency-ground.ts";
import { insertedAgain } from "./bare-insert.ts";
import { type Measurement, tableOf, type Verdict } from "./measurement.ts";
import { lastIds, moneyGround, rowsSince } from "./money-ground.ts";

const TRANSACTIONS = 10_000;
const WARM_UP = 1_000;
const AIM = 0.25;

/** A file of 10,000 bank transactions taken in, against a bare insert of the rows that it leaves behind. */
export const intake: Measurement = {
  name: "intake",
  async run({ engines }, progress) {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of engines) {
      await using ground = await agencyGround(engine);
      // The first one is not counted: until the engines have compiled what they run.
      await measured(ground, WARM_UP);
      const { ours, again, bare, count, unmatched } = await measured(ground, TRANSACTIONS);
      progress(`${engine}: taken in`);
      const reached = bare / ours;
      add([engine, ...[ours, bare, count, again, unmatched].map((each) => each.toFixed(0)), reached.toFixed(2)]);
      verdicts.push({
        promise: `On ${engine} at ${reached.toFixed(2)} of a bare insert (at least ${AIM})`,
        holds: reached >= AIM,
      });
    }
    return {
      title: `A file of ${TRANSACTIONS} bank transactions, in milliseconds, against a bare insert of the rows it leaves`,
      columns: ["", "taken in", "bare insert", "rows", "again", "unmatched", "of bare"],
      rows,
      verdicts,
    };
  },
};

async function measured(ground: AgencyGround, transactions: number) {
  const { mandataireId, file } = await moneyGround(ground, transactions);
  const { paymentIngestion } = await ground.container.getAsync(tokens.agency);
  const read = { statements: [], transactions: file.map(asRead) };
  const ingest = () => paymentIngestion(mandataireId).ingestFile(ground.administrator, read);
  const last = await lastIds(ground, mandataireId);
  const began = performance.now();
  const { created, unmatched } = await ingest();
  const ours = performance.now() - began;
  if (created !== file.length) throw new Error(`Of ${file.length} transactions ${created} were taken in`);
  const left = await rowsSince(ground, mandataireId, last);
  const again = await millisecondsOf(ingest);
  const bare = await insertedAgain(ground, { tenant: mandataireId, tables: left });
  const count = left.reduce((sum, [, each]) => sum + each.length, 0);
  return { ours, again, bare, count, unmatched: unmatched.length };
}

/** As it is read of a CSV. */
const asRead = (transaction: BankTransactionInput): FileTransactionInput => ({
  ...{ ...transaction, statement: null, formerReference: null, endToEndId: null },
  servicerReference: transaction.bankReference ?? null,
  remittance: transaction.label ?? "",
  referenceTexts: [transaction.label ?? ""],
});

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
