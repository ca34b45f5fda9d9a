import { newId } from "@cartulary/crypto";
import { type Instant, secondsAfter } from "@cartulary/kernel";
import { createTestDatabases, startPostgres } from "@cartulary/postgres/testkit";
import { createConvergence } from "@cartulary/rental";
import { type Mandataire, type MandataireId, UNSTATED_IDENTITY } from "@cartulary/rental/agency";
import type { Property } from "@cartulary/rental/property";
import { sqlModules } from "@cartulary/sql/modules";
import { openTestSqlite } from "@cartulary/sqlite/testkit";
import { Client } from "pg";
import { steadyClock } from "../support/fixed-clock.ts";
import { modulesOnPostgres } from "../support/modules-on-postgres.ts";
import { type Measurement, tableOf, type Verdict } from "./measurement.ts";
import { median, ratio, timed } from "./rounds.ts";
import type { Engine } from "./scene.ts";

const [FEW, MORE, MANY] = [10_000, 100_000, 1_000_000];
const CHANGES = 1_000;
const PORTION = 10_000;
const PER_PAGE = 100;
const RATIO_MAX = 1.3;
const ROUNDS = { rounds: 9, turns: 3 };

/** The cost of following a thousand changes, among few records and many; on Postgres also before statistics exist. */
export const snapshots: Measurement = {
  name: "snapshots",
  async run({ engines }, progress) {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of engines) {
      const { database, settle, close } = await opened(engine);
      const turns = {
        few: await followed(database, FEW),
        more: await followed(database, MORE),
        many: await followed(database, MANY),
      };
      for (const state of engine === "SQLite" ? [""] : [", young", ", analysed"]) {
        if (state !== ", young") await settle();
        const took = await timed(turns, ROUNDS);
        const times = ratio(took.many, took.few);
        const each = [took.few, took.more, took.many].map((one) => median(one).toFixed(1));
        add([engine + state, ...each, ratio(took.more, took.few).toFixed(2), times.toFixed(2)]);
        verdicts.push({
          promise: `${engine}${state}: ${CHANGES} changes among ${MANY} at ${times.toFixed(2)} times those among ${FEW} (at most ${RATIO_MAX})`,
          holds: times <= RATIO_MAX,
        });
      }
      await close();
    }
    return {
      title: `Following ${CHANGES} changes by pages of ${PER_PAGE}, in milliseconds`,
      columns: ["", ...[FEW, MORE, MANY].map((count) => `among ${count}`), `${MORE} / ${FEW}`, `${MANY} / ${FEW}`],
      rows,
      verdicts,
    };
  },
};

async function opened(engine: Engine) {
  if (engine === "SQLite") {
    const database = await openTestSqlite([...sqlModules]);
    return { database, settle: async () => {}, close: () => database.close() };
  }
  const server = await startPostgres();
  const databases = createTestDatabases(server.url, modulesOnPostgres);
  const database = await databases.open();
  const ask = async (statement: string) => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  // It stays young until the bench sets its age.
  for (const table of ["properties", "tombstones"]) await ask(`alter table ${table} set (autovacuum_enabled = false)`);
  return {
    database,
    /** The maintenance that its server does automatically a minute after so many writes. */
    settle: () => ask("analyze"),
    async close() {
      await database.close();
      await databases.close();
      await server.stop();
    },
  };
}

type Database = Awaited<ReturnType<typeof opened>>["database"];

/** A mandataire with that many properties, of which a thousand changed, or went, since a moment; and the turn that follows them. */
async function followed({ transact, transactFor }: Database, count: number): Promise<() => Promise<void>> {
  const clock = steadyClock();
  const [id, made] = [newId<"Mandataire">(), clock.now()];
  await transact.write(({ mandataires }) => mandataires.insert(mandataireOf(id, made)));
  const since = secondsAfter(made, 60);
  const one = transactFor(id);
  for (let first = 0; first < count; first += PORTION) {
    const records = Array.from({ length: Math.min(PORTION, count - first) }, (_, index) => {
      const number = first + index;
      // Spread over all of them, as changes are.
      const isChanged = number % Math.floor(count / CHANGES) === 0;
      return propertyOf(id, made, isChanged ? secondsAfter(since, number % 1_000) : made);
    });
    await one.write(({ bulk }) => bulk.insert("properties", records));
  }
  const { snapshots: changes } = createConvergence({ transact, transactFor, clock });
  return async () => {
    let place: { readonly since: Instant; readonly afterId: Property["id"] | null } = { since, afterId: null };
    for (let seen = 0; ; ) {
      const { items, total } = await changes(id, "properties", { ...place, page: 1, perPage: PER_PAGE });
      seen += items.length;
      const last = items.at(-1);
      if (!last || total <= items.length) {
        if (seen !== CHANGES) throw new Error(`${seen} of ${CHANGES} changes were returned`);
        return;
      }
      place = { since: last.updatedAt, afterId: last.id as never };
    }
  };
}

const mandataireOf = (id: MandataireId, at: Instant): Mandataire => ({
  ...{ id, name: "Agence du Port", accountingCode: null, siren: null, billingCalendar: "civil" },
  ...{
    billingCycleMonth: 1,
    accountingMode: "cash",
    iban: null,
    bic: null,
    address: null,
    ...UNSTATED_IDENTITY,
    createdAt: at,
    updatedAt: at,
  },
});

const propertyOf = (mandataireId: MandataireId, createdAt: Instant, updatedAt: Instant): Property => ({
  ...{ mandataireId, id: newId<"Property">(), name: "Le Moulin", propertyType: "residential" },
  ...{ address: "1 rue du Port", city: "Brest", postalCode: "29200", hasElevator: false, floorCount: null },
  ...{ active: true, externalId: null, businessCode: null, patrimonyCode: null, navigationOnly: false },
  ...{ createdAt, updatedAt },
});
