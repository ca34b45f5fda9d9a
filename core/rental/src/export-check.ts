import type { Check, Digests, Finding, ListQuery, Looked, Transact, TransactFor } from "@cartulary/kernel";
import { type ClosedPeriod, exportFec, fecFileName } from "@cartulary/ledger";
import { countably } from "@cartulary/ledger/verification";
import { rentalPlan } from "./chart.ts";
import type { FecExport, FecExportField } from "./fec-export.ts";
import type { MandataireId } from "./mandataire.ts";
import type { RentalStores } from "./ports.ts";

const PAGE = 100;

/**
 * What has to be true of accounting files: each is stored, in the bytes that it was made of, and its totals are equal;
 * one that was made of a closed year is what the book gives for that year now, byte for byte. (Whether the bytes are those
 * of their record is looked at by the checks of blobs.)
 */
export function fecExportCheck({
  transactFor,
  mandataires,
  digests,
}: {
  readonly transactFor: TransactFor<MandataireId, RentalStores>;
  readonly mandataires: () => AsyncIterable<readonly MandataireId[]>;
  readonly digests: Digests;
}): Check {
  return {
    name: "accounting files",
    async *look() {
      for await (const page of mandataires())
        for (const id of page) yield* countably("accounting file", id, lookedAt(transactFor(id), id, digests));
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

async function* lookedAt(
  transact: Transact<RentalStores>,
  mandataireId: MandataireId,
  digests: Digests,
): AsyncGenerator<Looked> {
  for (let number = 1; ; number += 1) {
    const page = await transact.read(async (stores) => {
      const { items } = await stores.fecExports.list({ ...QUERY, page: number });
      const closed = await stores.periods.list();
      const recorded: (readonly [FecExport, readonly string[]])[] = [];
      for (const made of items) recorded.push([made, await recordMessages(stores, mandataireId, made)]);
      return { closed, recorded };
    });
    for (const [made, messages] of page.recorded) {
      const later = wasClosed(page.closed, made) ? await contentMessages(transact, made, digests) : [];
      const findings = [...messages, ...later].map(
        (message): Finding => ({
          severity: "error",
          area: "accounting file",
          id: `${mandataireId} ${made.id}`,
          message,
        }),
      );
      yield { count: 1, findings };
    }
    if (page.recorded.length < PAGE) return;
  }
}

/** What is wrong with the record by itself, and beside that of its bytes. */
async function recordMessages(
  { fecFiles, blobs }: RentalStores,
  mandataireId: MandataireId,
  made: FecExport,
): Promise<readonly string[]> {
  const messages: string[] = [];
  const key = await fecFiles.find(mandataireId, made.id);
  const blob = key === null ? undefined : (await blobs.find([key])).get(key);
  if (!blob) messages.push("has lost its bytes: make it again, and compare it with what was handed in");
  else if (blob.sha256 !== made.sha256 || blob.byteSize !== made.byteSize)
    messages.push(
      `is recorded with ${made.byteSize} bytes of the sha256 ${made.sha256}, and has ${blob.byteSize} of ${blob.sha256}`,
    );
  if (made.totalDebitCents !== made.totalCreditCents) messages.push("has debits that are not its credits");
  if (made.filename !== fecFileName(made.siren, made.year))
    messages.push(`is called ${made.filename}, and is of ${made.year}`);
  return messages;
}

/** Nothing can alter the file of a year whose December was closed: made again it has the same bytes. */
async function contentMessages(
  transact: Transact<RentalStores>,
  made: FecExport,
  digests: Digests,
): Promise<readonly string[]> {
  const digest = digests.startSha256();
  const { totals } = await exportFec({ transact, plan: rentalPlan }, made, async (file) => {
    for await (const chunk of file) digest.update(chunk);
  });
  const isSame =
    digest.hex() === made.sha256 &&
    (["entriesCount", "linesCount", "totalDebitCents", "totalCreditCents"] as const).every(
      (name) => totals[name] === made[name],
    );
  return isSame
    ? []
    : [
        "is not what its closed year gives now: compare it with what was handed in, to see which of the two was changed",
      ];
}

const wasClosed = (closed: readonly ClosedPeriod[], { year, createdAt }: FecExport): boolean =>
  closed.some(({ period, closedAt }) => period === `${year}-12` && closedAt < createdAt);
