import { until } from "./cartulary-process.ts";
import type { Client } from "./checked-client.ts";
import { longPdf } from "./long-pdf.ts";

/** The result of an imported file. */
interface Imported {
  readonly pages: number;
  readonly textStatus: string;
  /** How many documents are found by a word that only its last page has. */
  readonly found: number;
}

/** The concurrent work of the host: two merges and two compilations, of this many pages each. */
const TWICE = [1, 2];

/** Imports PDF files of so many pages while others are merged and compiled, and waits until all were read. */
export async function importUnderLoad(
  client: Client,
  pageCounts: readonly number[],
  loadPages: number,
): Promise<readonly Imported[]> {
  const load = Promise.all(
    TWICE.flatMap((number) => [merge(client, loadPages), compile(client, `long-${number}`, loadPages)]),
  );
  const lastWords = pageCounts.map((_, at) => `dernierqx${letters(at)}`);
  const ids = await Promise.all(
    pageCounts.map(async (pages, at) => {
      const file = { name: `${pages}.pdf`, bytes: longPdf(pages, lastWords[at] ?? "") };
      return (await client.createDocument({ file })).id;
    }),
  );
  await load;
  const statusOf = async (id: (typeof ids)[number]) => (await client.getDocument({ params: { id } })).textStatus;
  // One after the other: each has the patience of a test for itself.
  for (const id of ids) {
    await until(`${id} is read`, async () => !["pending", "partial"].includes(await statusOf(id)));
  }
  return Promise.all(
    ids.map(async (id, at) => {
      const found = await client.searchDocuments({ query: { query: lastWords[at] ?? "" } });
      return { pages: pageCounts[at] ?? 0, textStatus: await statusOf(id), found: found.total };
    }),
  );
}

/** The read texts of all files, found by their last pages. */
export const allFound = (pageCounts: readonly number[]): readonly Imported[] =>
  pageCounts.map((pages) => ({ pages, textStatus: "read", found: 1 }));

/** A number as letters, for words that occur in no other text. They are in no ending that a stem lacks. */
const letters = (number: number): string =>
  `${LETTERS[Math.floor(number / LETTERS.length)]}${LETTERS[number % LETTERS.length]}k`;

const LETTERS = "bcdfgkmpqvwxz";

async function merge(client: Client, pages: number): Promise<void> {
  const { id } = await client.createBulkUpload({
    body: { totalFiles: 2, mergeToPdf: true, mergedFileName: "merged.pdf" },
  });
  for (const position of [0, 1]) {
    const file = { name: "part.pdf", bytes: longPdf(pages, "partie") };
    await client.createDocument({ body: { bulkUploadId: id, position }, file });
  }
}

async function compile(client: Client, templateKey: string, pages: number): Promise<void> {
  const typstSource = `#for number in range(${pages}) [= Titre #number #lorem(500)]`;
  await client.createTemplate({ body: { key: templateKey, name: "Long", typstSource } });
  const { id } = await client.createComposedDocument({ body: { templateKey, assemblyMode: "pure_typst" } });
  await client.compileComposedDocument({ params: { id } });
}
