import type { Id } from "@cartulary/kernel";
import type { IngestionInput } from "@cartulary/knowledge-graph";
import { tokens } from "@cartulary/server";
import { KNOWLEDGE_GRAPH_BASE } from "@cartulary/wire";
import Sqlite from "better-sqlite3";
import { Client } from "pg";
import { type AgencyGround, agencyGround, type TableRows } from "./agency-ground.ts";
import type { Row } from "./ledger-ground.ts";
import { type Measurement, tableOf, type Verdict } from "./measurement.ts";
import { median, ratio } from "./rounds.ts";

/** Nodes, and as many edges: a thousand items. */
const EACH = 500;
const ROUNDS = 9;
/** Rounds that are not counted: until the engines have compiled what they run. */
const WARM_UP_ROUNDS = 12;
const RATIO_MAX = 4;

/** The cost of a thousand items over HTTP, without a socket, against a bare upsert of their rows. */
export const knowledgeGraph: Measurement = {
  name: "knowledge-graph",
  async run({ engines }, progress) {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of engines) {
      await using ground = await agencyGround(engine);
      const work = await workOn(ground);
      for (const [what, label, again] of [
        ["new", "a page", false],
        ["changed", "another page", true],
      ] as const) {
        const took = { ours: [] as number[], bare: [] as number[] };
        for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
          const input = itemsOf(`${label} ${round}`);
          const ours = await work.ingested(input, again);
          const bare = await work.upsertedAgain(again);
          if (round < 0) continue;
          took.ours.push(ours);
          took.bare.push(bare);
        }
        const times = ratio(took.ours, took.bare);
        add([`${engine}, ${what}`, median(took.ours).toFixed(1), median(took.bare).toFixed(1), times.toFixed(2)]);
        verdicts.push({
          promise: `On ${engine}, a thousand items that are ${what} at ${times.toFixed(2)} times a bare upsert (at most ${RATIO_MAX})`,
          holds: times <= RATIO_MAX,
        });
      }
      progress(`${engine}: ingested`);
      await work.close();
    }
    return {
      title: `${2 * EACH} nodes and edges ingested at once, in milliseconds, against a bare upsert of their rows`,
      columns: ["", "ingested", "bare upsert", "times"],
      rows,
      verdicts,
    };
  },
};

function itemsOf(label: string): IngestionInput {
  const ids = Array.from({ length: EACH }, (_, index) => `page:${(index * 7919) % 10_007}`);
  const properties = { url: "https://wiki.example.org/pages/", words: 1200, tags: ["lease", "rent"], label };
  return {
    nodes: ids.map((externalId) => ({ externalId, type: "page", label: `${label} ${externalId}`, properties })),
    edges: ids.map((from, index) => ({ from, to: ids[(index + 1) % EACH] ?? from, type: "refers", properties })),
  };
}

async function workOn(ground: AgencyGround) {
  const { connectors } = await ground.container.getAsync(tokens.identity);
  const app = await ground.container.getAsync(tokens.app);
  const { id, key } = await connectors.create(ground.administrator, { name: "a wiki", area: "knowledge_graph" });
  const bare = ground.url.startsWith("sqlite:")
    ? bareOnSqlite(ground.url.slice("sqlite:".length))
    : await bareOnPostgres(ground.url);
  const emptied = () => ground.run(...TABLES.map(([table]) => `delete from ${table} where connector_id = '${id}'`));
  return {
    async ingested(input: IngestionInput, again: boolean): Promise<number> {
      if (!again) await emptied();
      const nodes = input.nodes?.map(({ externalId, ...node }) => ({ external_id: externalId, ...node }));
      const body = JSON.stringify({ ...input, nodes });
      const headers = { "x-connector-key": key, "content-type": "application/json" };
      const request = new Request(`http://bench.test${KNOWLEDGE_GRAPH_BASE}/ingestions`, {
        method: "POST",
        headers,
        body,
      });
      const began = performance.now();
      const answer = await app.fetch(request);
      const took = performance.now() - began;
      const { created, updated } = (await answer.json()) as { readonly created?: number; readonly updated?: number };
      if ((again ? updated : created) !== 2 * EACH) throw new Error(`The ingestion was incomplete: ${answer.status}`);
      return took;
    },

    /** The rows that stand there, written once more where they are, or where they were. */
    async upsertedAgain(again: boolean): Promise<number> {
      const left = await rowsOf(ground, id);
      if (!again) await emptied();
      const statements = left.map(([table, rows]) => upsertOf(table, rows, bare.mark));
      const began = performance.now();
      await bare.run(statements);
      return performance.now() - began;
    },

    close: bare.close,
  };
}

/** With their keys. */
const TABLES = [
  ["graph_nodes", "key"],
  ["graph_edges", "id"],
] as const;

async function rowsOf(ground: AgencyGround, id: Id<"Connector">): Promise<TableRows> {
  const tables: (readonly [table: string, rows: readonly Row[]])[] = [];
  for (const [table, key] of TABLES) {
    tables.push([table, await ground.rows(`select * from ${table} where connector_id = '${id}' order by ${key}`)]);
  }
  return tables;
}

interface Upsert {
  readonly text: string;
  readonly values: readonly unknown[];
}

function upsertOf(table: string, rows: readonly Row[], mark: (place: number) => string): Upsert {
  const [, key] = TABLES.find(([name]) => name === table) ?? [];
  const columns = Object.keys(rows[0] ?? {});
  let place = 0;
  const marks = rows.map(() => `(${columns.map(() => mark(++place)).join()})`);
  const changing = columns.filter((column) => column !== key);
  return {
    text: `insert into ${table} (${columns.map(quoted).join()}) values ${marks.join()}
      on conflict (${key}) do update set ${changing.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join()}`,
    values: rows.flatMap((row) => columns.map((column) => row[column])),
  };
}

const quoted = (column: string): string => `"${column}"`;

function bareOnSqlite(path: string) {
  const file = new Sqlite(path);
  file.pragma("synchronous = full");
  return {
    mark: () => "?",
    async run(statements: readonly Upsert[]) {
      file.exec("begin immediate");
      for (const { text, values } of statements) file.prepare(text).run(...[values]);
      file.exec("commit");
    },
    close: async () => void file.close(),
  };
}

async function bareOnPostgres(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    mark: (place: number) => `$${place}`,
    async run(statements: readonly Upsert[]) {
      await client.query("begin");
      for (const { text, values } of statements) await client.query(text, values.map(asText));
      await client.query("commit");
    },
    close: () => client.end(),
  };
}

/** The driver would take an array for one of Postgres's own. */
const asText = (value: unknown): unknown =>
  value !== null && typeof value === "object" ? JSON.stringify(value) : value;
