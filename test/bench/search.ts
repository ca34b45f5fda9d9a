import type { DocumentId } from "@cartulary/documents";
import { type Entry, indexedText, spaced, wordsOf } from "@cartulary/search";
import { tokens } from "@cartulary/server";
import { DOCUMENTS_BASE } from "@cartulary/wire";
import { documentId } from "./archive.ts";
import { expected } from "./client.ts";
import { PAGE } from "./list.ts";
import type { Measurement, Report, Verdict } from "./measurement.ts";
import { median, ratio, timed } from "./rounds.ts";
import { type Engine, LARGE, type Person, type Scene, type Scenes } from "./scene.ts";
import { textOf } from "./texts.ts";

const ROUNDS = { rounds: 7, turns: 15 };
const TIMES_MAX = 3;
const BATCH = 100;

/** What is searched for, and in how many of the 100,000 documents it is. */
const QUERIES = {
  "a word of a tenth of the names": "facture",
  "two words, one of them rare": "bail rare7",
  "a rare word": "rare7",
  "a word of a hundredth of the texts": "seldom7",
  "a word of every document": "numerisee",
} as const;

/** A page of what is found, held against the filtered page of a list of the same caller, with its count ({@link PAGE}). */
export const search: Measurement = {
  name: "search",
  async run(scenes): Promise<Report> {
    const rows: (readonly string[])[] = [];
    const verdicts: Verdict[] = [];
    for (const engine of scenes.engines) {
      const scene = await indexed(scenes, engine);
      for (const [who, person] of Object.entries({ reader: scene.reader, administrator: scene.administrator })) {
        for (const [what, query] of Object.entries(QUERIES)) {
          const { found, listed, times, total } = await measure(person, query);
          const name = `${engine}, ${who}, ${what}`;
          rows.push([name, String(total), found.toFixed(2), listed.toFixed(2), times.toFixed(2)]);
          verdicts.push({
            promise: `${name}: ${times.toFixed(2)} times a list page (at most ${TIMES_MAX})`,
            holds: times <= TIMES_MAX,
          });
        }
      }
    }
    const columns = ["", "found", "search, ms", "list, ms", "ratio"];
    return { title: "A page of what is found among 100,000 documents", columns, rows, verdicts };
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
    await transact.write(async ({ search }) => {
      for (const document of documents) await search.put(entryOf(document));
    });
  }
  return scene;
}

/** The entry of a document of the archive, with a text of its own. */
export function entryOf(of: Entry["of"]): Entry {
  return {
    of,
    nameWords: spaced(wordsOf(of.name)),
    descriptionWords: spaced(wordsOf(of.description ?? "")),
    isRead: true,
    text: indexedText(textOf(numberOf(of.documentId))),
  };
}

const numberOf = (id: DocumentId) => Number.parseInt(id.slice(-12), 16);
