import { join } from "node:path";
import { addMostWords, textsOf } from "@cartulary/search";
import { tokens } from "@cartulary/server";
import Database from "better-sqlite3";
import { Client } from "pg";
import { temporaryFolder } from "../support/cartulary-process.ts";
import { documentId } from "./archive.ts";
import { type Measurement, type Report, tableOf, type Verdict } from "./measurement.ts";
import { median, ratio } from "./rounds.ts";
import { type Engine, type Scene, type Scenes, SMALL } from "./scene.ts";
import { entryOf } from "./search.ts";
import { textOf } from "./texts.ts";

/** Texts of one transaction: as many as the backfill takes. */
const BATCH = 100;
const TEXTS = 10_000;
const ROUNDS = 5;
const SHARE_MIN = 0.3;

/** Takes some texts, one transaction. */
type Insert = (texts: readonly number[]) => Promise<void>;

/** The time until texts can be searched, compared with the engine's own text index without other work. */
export const indexing: Measurement = {
  name: "indexing",
  async run(scenes, progress): Promise<Report> {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of scenes.engines) {
      const { ours, bare } = await measure(scenes, engine);
      const share = ratio(bare, ours);
      const perSecond = (took: readonly number[]) => ((1000 * TEXTS) / ROUNDS / median(took)).toFixed(0);
      add([engine, perSecond(ours), perSecond(bare), share.toFixed(2)]);
      verdicts.push({
        promise: `${engine}: texts are indexed at ${share.toFixed(2)} of the bare insert (at least ${SHARE_MIN})`,
        holds: share >= SHARE_MIN,
      });
    }
    const columns = ["", "indexed a second", "bare inserts a second", "of the bare"];
    return { title: "10,000 texts of 1.5 kB, 100 a transaction", columns, rows, verdicts };
  },
};

/** Milliseconds of each round, taken by turns. */
async function measure(scenes: Scenes, engine: Engine) {
  const scene = await scenes.over(engine, SMALL);
  await using opened = new AsyncDisposableStack();
  await EMPTIED[engine](scene);
  const inserts = { ours: await indexed(scene), bare: await BARE[engine](scene, opened) };
  const took = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? (["ours", "bare"] as const) : (["bare", "ours"] as const)) {
      const start = performance.now();
      await inBatches(round * (TEXTS / ROUNDS), inserts[name]);
      took[name].push(performance.now() - start);
    }
  }
  return took;
}

async function inBatches(first: number, insert: Insert): Promise<void> {
  for (let start = first; start < first + TEXTS / ROUNDS; start += BATCH) {
    await insert(Array.from({ length: BATCH }, (_, offset) => start + offset));
  }
}

/** As the backfill does, but for reading the bytes. */
async function indexed({ container }: Scene): Promise<Insert> {
  const { transact } = await container.getAsync(tokens.database);
  return async (texts) => {
    const documents = await transact.read(({ search }) => search.indexable(texts.map(documentId)));
    const entries = await Promise.all(documents.map(entryOf));
    const words = await addMostWords(transact, entries.flatMap(textsOf));
    await transact.write(async ({ search }) => {
      await search.put(entries);
      await search.addWords(words);
    });
  };
}

/** Nothing is in the index: no text takes the place of another. */
const EMPTIED: Readonly<Record<Engine, (scene: Scene) => Promise<unknown>>> = {
  async SQLite({ url }) {
    const file = new Database(url.slice("sqlite:".length));
    file.exec("delete from search_entries");
    file.close();
  },
  async Postgres({ url }) {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("delete from search_entries");
    await client.end();
  },
};

const BARE: Readonly<Record<Engine, (scene: Scene, opened: AsyncDisposableStack) => Promise<Insert>>> = {
  async SQLite(_scene, opened) {
    const { path } = opened.use(await temporaryFolder());
    const file = new Database(join(path, "bare.db"));
    opened.defer(() => {
      file.close();
    });
    file.pragma("journal_mode = wal");
    file.pragma("synchronous = full");
    file.exec("create virtual table texts using fts5 (text)");
    const insert = file.prepare("insert into texts (text) values (?)");
    return async (texts) =>
      file.transaction(() => {
        for (const each of texts) insert.run(textOf(each));
      })();
  },
  async Postgres({ url }, opened) {
    const client = new Client({ connectionString: url });
    await client.connect();
    opened.defer(async () => {
      await client.query("drop table bare_texts");
      await client.end();
    });
    await client.query(`create table bare_texts (
      text text, words tsvector generated always as (to_tsvector('simple', text)) stored)`);
    await client.query("create index on bare_texts using gin (words)");
    return async (texts) => {
      await client.query("begin");
      for (const each of texts) {
        await client.query({ name: "bare", text: "insert into bare_texts (text) values ($1)", values: [textOf(each)] });
      }
      await client.query("commit");
    };
  },
};
