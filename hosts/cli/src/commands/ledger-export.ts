import { BOOK_FORMATS, type BookFormat, exportBook, writeBook } from "@cartulary/ledger/files";
import { type Host, recordCommandAudit, tokens } from "@cartulary/server";
import { withHost } from "../host.ts";
import { mandataireOf } from "../mandataire.ts";
import { parseArguments } from "../parse-arguments.ts";
import { print } from "../print.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary ledger export`: writes the sealed lines of a mandataire's book to stdout, from one snapshot, also while
 * hosts run; day by day as a journal for hledger, or as CSV. All years by default.
 */
export async function ledgerExport(words: readonly string[]): Promise<number> {
  const { format, year, mandataire } = parseOptions(words);
  const work = async (host: Host) => {
    const database = await host.getAsync(tokens.database);
    const { id } = await mandataireOf(database, mandataire);
    const detail = { format, year };
    await recordCommandAudit(host, { action: "book.exported", resourceType: "mandataire", resourceId: id, detail });
    await exportBook(database.transactFor(id), { year }, async (lines) => {
      for await (const text of writeBook(lines, format)) await print(text);
    });
    return 0;
  };
  return withHost(work, { inspecting: true });
}

interface Options {
  readonly format: BookFormat;
  readonly year: number | null;
  readonly mandataire: string | undefined;
}

function parseOptions(words: readonly string[]): Options {
  const { values } = parseArguments({
    args: [...words],
    options: { format: { type: "string" }, year: { type: "string" }, mandataire: { type: "string" } },
  });
  const { format, year, mandataire } = values;
  const supported = BOOK_FORMATS.find((each) => each === format);
  if (!supported) throw new UsageError(`ledger export needs --format ${BOOK_FORMATS.join(" or ")}`);
  if (year !== undefined && !/^\d{4}$/.test(year)) throw new UsageError("--year takes a year of four digits");
  return { format: supported, year: year === undefined ? null : Number(year), mandataire };
}
