import {
  type Check,
  type Finding,
  firstDayOfYear,
  type ListQuery,
  lastDayOfYear,
  type TransactFor,
} from "@cartulary/kernel";
import { sum } from "@cartulary/ledger";
import type { FecExport, FecExportField } from "./fec-export.ts";
import type { MandataireId } from "./mandataire.ts";
import type { RentalStores } from "./ports.ts";

const PAGE = 100;

/**
 * What has to be true of accounting files: each is kept, in the bytes that it was made of, and its totals are equal; those
 * of a year that was closed before are what the book has of it. (The bytes themselves are read by the checks of blobs.)
 */
export function fecExportCheck(
  transactFor: TransactFor<MandataireId, RentalStores>,
  mandataires: () => AsyncIterable<readonly MandataireId[]>,
): Check {
  return {
    name: "accounting files",
    async *look() {
      for await (const page of mandataires())
        for (const id of page) {
          for (let number = 1; ; number += 1) {
            const query = { ...QUERY, page: number };
            const step = await transactFor(id).read(async (stores) => {
              const { items } = await stores.fecExports.list(query);
              const findings: Finding[] = [];
              for (const each of items) findings.push(...(await findingsOf(stores, id, each)));
              return { count: items.length, findings };
            });
            yield step;
            if (step.count < PAGE) break;
          }
        }
    },
  };
}

const QUERY: ListQuery<FecExportField> = {
  page: 1,
  perPage: PAGE,
  sort: "createdAt",
  direction: "asc",
  conditions: [],
};

async function findingsOf(
  { fecFiles, blobs, balances, periods }: RentalStores,
  mandataireId: MandataireId,
  made: FecExport,
): Promise<readonly Finding[]> {
  const messages: string[] = [];
  const key = await fecFiles.find(mandataireId, made.id);
  const blob = key === null ? undefined : (await blobs.find([key])).get(key);
  if (!blob) messages.push("has lost its bytes: make it again, and compare it with what was handed in");
  else if (blob.sha256 !== made.sha256 || blob.byteSize !== made.byteSize)
    messages.push(`is recorded with the sha256 ${made.sha256}, and its bytes have ${blob.sha256}`);
  if (made.totalDebitCents !== made.totalCreditCents) messages.push("has debits that are not its credits");
  const december = (await periods.list()).find(({ period }) => period === `${made.year}-12`);
  if (december && december.closedAt < made.createdAt) {
    const { year, societyCode } = made;
    const moved = await balances.movements({ from: firstDayOfYear(year), to: lastDayOfYear(year), societyCode });
    const debit = sum(moved.map(({ debitCents }) => debitCents));
    if (debit !== made.totalDebitCents)
      messages.push(`was made of a closed year with ${made.totalDebitCents} cents, and the book has ${debit} in it`);
  }
  return messages.map((message) => ({
    severity: "error",
    area: "accounting file",
    id: `${mandataireId} ${made.id}`,
    message,
  }));
}
