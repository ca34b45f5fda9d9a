import type { DocumentId } from "@cartulary/documents";
import { type Entry, indexedTerms, indexedText } from "@cartulary/search";
import { tokens } from "@cartulary/server";
import { DOCUMENTS_BASE } from "@cartulary/wire";
import { documentId, FAMILY } from "./archive.ts";
import { expected } from "./client.ts";
import { type Measurement, type Report, tableOf, type Verdict } from "./measurement.ts";
import { median, ratio, timed } from "./rounds.ts";
import { type Engine, LARGE, type Person, type Scene, type Scenes, vacuum } from "./scene.ts";
import { commonWord, textOf } from "./texts.ts";

/** The reference: the caller's page of all documents with their count, in the default order of lists. */
const PAGE = `${DOCUMENTS_BASE}/documents`;
const ROUNDS = { rounds: 7, turns: 15 };
const TIMES_MAX = 3;
const BATCH = 100;

/** The queries, by the number of the 100,000 documents that match. */
const QUERIES = {
  "a word of a tenth of the names": "facture",
  "two words, one of them rare": "bail rare7",
  "a rare word": "rare7",
  "a word of a hundredth of the texts": "seldom7",
  "a word of every document": "numerisee",
  "two words of every document": "courrier numerisee",
  "a word of every document and one of a tenth of the names": "numerisee facture",
  "two words of some texts": `${commonWord(20)} ${commonWord(40)}`,
  "a word of some texts": commonWord(300),
} as const;

/** A page of hits, compared with {@link PAGE} of the same caller. */
export const search: Measurement = {
  name: "search",
  async run(scenes, progress): Promise<Report> {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of scenes.engines) {
      progress(`${engine}: 100,000 texts are put into the index`);
      const scene = await indexed(scenes, engine);
      const people = {
        "reader of one folder": await scene.readerOf([FAMILY - 1]),
        "reader of 20 folders": await scene.readerOf([0, FAMILY]),
        "reader of 200 folders": scene.reader,
        administrator: scene.administrator,
      };
      for (const [who, person] of Object.entries(people)) {
        for (const [what, query] of Object.entries(QUERIES)) {
          const { found, listed, times, total } = await measure(person, query);
          const name = `${engine}, ${who}, ${what}`;
          add([name, String(total), found.toFixed(2), listed.toFixed(2), times.toFixed(2)]);
          verdicts.push({
            promise: `${name}: ${times.toFixed(2)} times a list page (at most ${TIMES_MAX})`,
            holds: times <= TIMES_MAX,
          });
        }
      }
    }
    const columns = ["", "found", "search, ms", "list, ms", "ratio"];
    const title = `A page of hits among 100,000 documents, and GET ${PAGE} of the same caller`;
    return { title, columns, rows, verdicts };
  },
};

async function measure({ host }: Person, query: string) {
  const path = `${DOCUMENTS_BASE}/search?query=${encodeURIComponent(query)}`;
  const total = Number((await expected(200, host.get(path))).headers["x-total-count"]);
  const contenders = { found: () => expected(200, host.get(path)), listed: () => expected(200, host.get(PAGE)) };
  const took = await timed(contenders, ROUNDS);
  return { total, found: median(took.found), listed: median(took.listed), times: ratio(took.found, took.listed) };
}

/** The large archive, with a text for each of its documents. */
async function indexed(scenes: Scenes, engine: Engine): Promise<Scene> {
  const scene = await scenes.over(engine, LARGE);
  const { transact } = await scene.container.getAsync(tokens.database);
  for (let start = 0; start < LARGE.documents; start += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, offset) => documentId(start + offset));
    const documents = await transact.read(({ search }) => search.indexable(ids));
    const entries = await Promise.all(documents.map(entryOf));
    await transact.write(({ search }) => search.put(entries));
  }
  if (engine === "Postgres") await vacuum(scene.url);
  return scene;
}

/** The entry of a document of the archive, with a text of its own. */
export async function entryOf(of: Entry["of"]): Promise<Entry> {
  return {
    of,
    name: indexedTerms(of.name),
    description: indexedTerms(of.description ?? ""),
    isRead: true,
    text: await indexedText(textOf(numberOf(of.documentId)), async () => {}),
  };
}

const numberOf = (id: DocumentId) => Number.parseInt(id.slice(-12), 16);
