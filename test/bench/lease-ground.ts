import { listen } from "@cartulary/node";
import { tokens } from "@cartulary/server";
import { agencyGround } from "./agency-ground.ts";
import { BULK_SQL } from "./bulk-sql.ts";
import { type Client, clientOf } from "./client.ts";
import { openPostgresRoof, openSqliteRoof } from "./roof/database.ts";
import { startLeaseRoof } from "./roof/leases.ts";
import type { Engine } from "./scene.ts";

/** Leases of the one mandataire that asks, and of each other one. */
export const LEASES = 1000;

/** A host and its roof over leases of so many mandataires, and somebody who works for the first. */
interface LeaseGround extends AsyncDisposable {
  readonly host: Client;
  readonly roof: Client;
  /** A lease of one unit. */
  readonly small: string;
  /** One of 200 units, with 200 terms of ten units each. */
  readonly large: string;
}

export async function leaseGround(engine: Engine, mandataires: number): Promise<LeaseGround> {
  const opened = new AsyncDisposableStack();
  const { container, administrator, url, run } = opened.use(await agencyGround(engine));
  const agency = await container.getAsync(tokens.agency);
  const { id } = await agency.mandataires.create(administrator, { name: "asking" });
  await run(...filling(engine, id, mandataires));
  const [small, large] = ["1", String(LEASES)];
  const idOf = (row: string) => `00000000-0000-7000-8000-${Number(row).toString(16).padStart(12, "0")}`;
  const { personalTokens } = await container.getAsync(tokens.identity);
  const { emailAddress } = container.get(tokens.config).administrator;
  const { token } = await personalTokens.issuePersonalToken({ emailAddress, scope: "read write", name: "bench" });
  const listener = await listen(await container.getAsync(tokens.app), { host: "127.0.0.1", port: 0 });
  opened.defer(() => listener.close(0));
  const host = clientOf(`http://127.0.0.1:${listener.port}`, token);
  opened.defer(() => host.close());
  const path = url.slice("sqlite:".length);
  const database = engine === "SQLite" ? openSqliteRoof(path) : await openPostgresRoof(url);
  opened.defer(() => database.close());
  const server = await startLeaseRoof(database);
  opened.defer(() => server.close());
  const roof = clientOf(server.url, token);
  opened.defer(() => roof.close());
  return { host, roof, small: idOf(small), large: idOf(large), [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Fills the tables past the host: 1,000 active leases for each mandataire, the last of the first one's large. */
function filling(engine: Engine, first: string, mandataires: number): readonly string[] {
  const { id, series, now, no, yes } = BULK_SQL[engine];
  const uuid = engine === "SQLite" ? `'${first}'` : `'${first}'::uuid`;
  const text = (count: string) => `cast(${count} as text)`;
  const other = `(m + 5000000)`;
  /** Rows n of each mandataire m. */
  const insert = (table: string, columns: Readonly<Record<string, string>>) => {
    const whose = `case when m = 0 then ${uuid} else ${id(other)} end`;
    const from = `${series(mandataires * LEASES)} , rows as (select n / ${LEASES} as m, n % ${LEASES} + 1 as r from series)`;
    const names = ["mandataire_id", ...Object.keys(columns)].join();
    const values = [whose, ...Object.values(columns)].join();
    return `insert into ${table} (${names}) ${from} select ${values} from rows`;
  };
  const dated = { created_at: now, updated_at: now };
  const named = (column: string, value: string) => ({ [column]: value, [`${column}_fold`]: `lower(${value})` });
  const one = { mandataire_id: uuid };
  const insertOne = (table: string, count: number, columns: Readonly<Record<string, string>>) =>
    `insert into ${table} (${Object.keys(columns).join()}) ${series(count)} select ${Object.values(columns).join()} from series`;
  const unitTerm = { position: "0", annual_amount_cents: "1200000", rent_period: "'month'", vat_applicable: no };
  return [
    insertOne("mandataires", mandataires - 1, {
      ...{ id: id("n + 1 + 5000000"), name: "'other'", name_fold: "'other'", billing_calendar: "'civil'" },
      ...{ billing_cycle_month: "1", accounting_mode: "'cash'", ...dated },
    }),
    insert("properties", {
      ...{ id: id("r"), ...named("name", `'P' || ${text("r")}`), property_type: "'mixed'" },
      ...{ ...named("address", "'x'"), has_elevator: no, active: yes, navigation_only: no, ...dated },
    }),
    insert("units", {
      ...{ id: id("r"), property_id: id("r"), ...named("identifier", `'U' || ${text("r")}`) },
      ...{ unit_type: "'retail'", active: yes, ...dated },
    }),
    insert("tenants", {
      ...{ id: id("r"), profile_id: id("r"), ...named("display_name", `'T' || ${text("r * 7919 % 1000")}`) },
      ...{ tenant_type: "'individual'", accounting_code: `'LOC' || ${text("r")}`, ...dated },
    }),
    insert("leases", {
      ...{ id: id("r"), ...named("reference", `'B' || ${text("r")}`), lease_type: "'other'", status: "'active'" },
      ...{ start_date: "'2020-01-01'", auto_renewal: no, revision_mode: "'manual'", proration: "'actual_month'" },
      ...dated,
    }),
    insert("lease_units", { id: id("r"), lease_id: id("r"), unit_id: id("r") }),
    insert("lease_terms", { id: id("r"), lease_id: id("r"), effective_from: "'2020-01-01'", ...dated }),
    insert("lease_unit_terms", { id: id("r"), term_id: id("r"), lease_unit_id: id("r"), ...unitTerm }),
    insert("lease_parties", {
      ...{ id: id("r"), lease_id: id("r"), party_type: "'tenant'", role: "'primary'", tenant_id: id("r") },
      ...{ contributes_to_rent: yes, declared: no, ...dated },
    }),
    insertOne("lease_units", 199, { ...one, id: id("n + 100000"), lease_id: id(String(LEASES)), unit_id: id("n + 1") }),
    insertOne("lease_terms", 199, {
      ...{ ...one, id: id("n + 100000"), lease_id: id(String(LEASES)), ...dated },
      effective_from:
        engine === "SQLite"
          ? "date('2020-01-02', '+' || n || ' days')"
          : "to_char(date '2020-01-02' + n, 'YYYY-MM-DD')",
    }),
    insertOne("lease_unit_terms", 1990, {
      ...{ ...one, id: id("n + 100000"), term_id: id("n / 10 + 100000"), lease_unit_id: id("n % 199 + 100000") },
      ...unitTerm,
    }),
    engine === "SQLite" ? "analyze" : "vacuum analyze",
  ];
}
