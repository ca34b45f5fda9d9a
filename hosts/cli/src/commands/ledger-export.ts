import { BOOK_FORMATS, type BookFormat, exportBook, writeBook } from "@cartulary/ledger/files";
import { type Host, recordMachineDeed, tokens } from "@cartulary/server";
import { withHost } from "../host.ts";
import { mandataireOf } from "../mandataire.ts";
import { print } from "../print.ts";
import { UsageError } from "../usage.ts";
import { wordsOf } from "../words.ts";

/**
 * `cartulary ledger export`: every sealed line of a mandataire's book on stdout, out of one snapshot, also while hosts
 * run: day by day, as a journal that hledger reads, or as a CSV. Of all years unless one is named.
 */
export async function ledgerExport(words: readonly string[]): Promise<number> {
  const { format, year, mandataire } = parsed(words);
  const work = async (host: Host) => {
    const database = await host.getAsync(tokens.database);
    const { id } = await mandataireOf(database, mandataire);
    const detail = { format, year };
    await recordMachineDeed(host, { action: "book.exported", resourceType: "mandataire", resourceId: id, detail });
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

function parsed(words: readonly string[]): Options {
  const { values } = wordsOf({
    args: [...words],
    options: { format: { type: "string" }, year: { type: "string" }, mandataire: { type: "string" } },
  });
  const { format, year, mandataire } = values;
  const known = BOOK_FORMATS.find((each) => each === format);
  if (!known) throw new UsageError(`ledger export needs --format ${BOOK_FORMATS.join(" or ")}`);
  if (year !== undefined && !/^\d{4}$/.test(year)) throw new UsageError("--year takes a year of four digits");
  return { format: known, year: year === undefined ? null : Number(year), mandataire };
}
