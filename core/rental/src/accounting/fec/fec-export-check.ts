import type { Check, CheckStep, Digests, Finding, ListQuery, Transact, TransactFor } from "@cartulary/kernel";
import { type ClosedPeriod, exportFec, fecFileName } from "@cartulary/ledger";
import { stopAtOverflow } from "@cartulary/ledger/verification";
import type { MandataireId } from "../../agency/mandataire.ts";
import { rentalPlan } from "../chart-of-accounts.ts";
import type { AccountingStores } from "../ports.ts";
import type { FecExport, FecExportField } from "./fec-export.ts";

const PAGE = 100;

/**
 * Checks accounting files. Each is stored with the bytes that its record describes, and its totals are equal. The file
 * of a closed year equals, byte for byte, a new export of that year. The checks of blobs compare stored bytes with the
 * blobs' digests.
 */
export function fecExportCheck({
  transactFor,
  mandataires,
  digests,
}: {
  readonly transactFor: TransactFor<MandataireId, AccountingStores>;
  readonly mandataires: () => AsyncIterable<readonly MandataireId[]>;
  readonly digests: Digests;
}): Check {
  return {
    name: "accounting files",
    async *run() {
      for await (const page of mandataires())
        for (const id of page)
          yield* stopAtOverflow("accounting file", id, checkMandataire(transactFor(id), id, digests));
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

async function* checkMandataire(
  transact: Transact<AccountingStores>,
  mandataireId: MandataireId,
  digests: Digests,
): AsyncGenerator<CheckStep> {
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = await transact.read(async (stores) => {
      const { items } = await stores.fecExports.list({ ...QUERY, page: pageNumber });
      const closedPeriods = await stores.periods.list();
      const recorded: (readonly [FecExport, readonly string[]])[] = [];
      for (const fecExport of items) recorded.push([fecExport, await recordErrors(stores, mandataireId, fecExport)]);
      return { closedPeriods, recorded };
    });
    for (const [fecExport, messages] of page.recorded) {
      const ofContent = wasClosed(page.closedPeriods, fecExport)
        ? await contentErrors(transact, fecExport, digests)
        : [];
      const findings = [...messages, ...ofContent].map(
        (message): Finding => ({
          severity: "error",
          area: "accounting file",
          id: `${mandataireId} ${fecExport.id}`,
          message,
        }),
      );
      yield { count: 1, findings };
    }
    if (page.recorded.length < PAGE) return;
  }
}

/** Returns the errors of the record, alone and compared with its blob. */
async function recordErrors(
  { fecFiles, blobs }: AccountingStores,
  mandataireId: MandataireId,
  fecExport: FecExport,
): Promise<readonly string[]> {
  const messages: string[] = [];
  const key = await fecFiles.find(mandataireId, fecExport.id);
  const blob = key === null ? undefined : (await blobs.find([key])).get(key);
  if (!blob) messages.push("has lost its bytes: make it again, and compare it with what was handed in");
  else if (blob.sha256 !== fecExport.sha256 || blob.byteSize !== fecExport.byteSize)
    messages.push(
      `is recorded with ${fecExport.byteSize} bytes of the sha256 ${fecExport.sha256}, and has ${blob.byteSize} of ${blob.sha256}`,
    );
  if (fecExport.totalDebitCents !== fecExport.totalCreditCents) messages.push("has debits that are not its credits");
  if (fecExport.filename !== fecFileName(fecExport.siren, fecExport.year))
    messages.push(`is called ${fecExport.filename}, and is of ${fecExport.year}`);
  return messages;
}

/** Exports the year again and compares the bytes: the file of a year cannot change after December was closed. */
async function contentErrors(
  transact: Transact<AccountingStores>,
  fecExport: FecExport,
  digests: Digests,
): Promise<readonly string[]> {
  const digest = digests.startSha256();
  const { totals } = await exportFec({ transact, plan: rentalPlan }, fecExport, async (file) => {
    for await (const chunk of file) digest.update(chunk);
  });
  const isEqual =
    digest.hex() === fecExport.sha256 &&
    (["entriesCount", "linesCount", "totalDebitCents", "totalCreditCents"] as const).every(
      (name) => totals[name] === fecExport[name],
    );
  return isEqual
    ? []
    : [
        "is not what its closed year gives now: compare it with what was handed in, to see which of the two was changed",
      ];
}

const wasClosed = (closedPeriods: readonly ClosedPeriod[], { year, createdAt }: FecExport): boolean =>
  closedPeriods.some(({ period, closedAt }) => period === `${year}-12` && closedAt < createdAt);
