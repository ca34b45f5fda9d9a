import { TENANT_SETTING } from "@cartulary/sql";
import { type Kysely, sql } from "kysely";
import { MIGRATIONS } from "./tenant-role.ts";

/** How a transaction becomes a tenant's. */
export interface TenantEntry {
  /** Taken until the end, where whoever serves may take it; others stay who they are, held by row-level security too. */
  readonly role: string | null;
  /** Where the tables are: a role that is taken would look into a schema of its own name. */
  readonly searchPath: string;
}

/**
 * Until the transaction ends, the policies of tenant-wall.ts hold and show this tenant's rows and no other's. One round
 * trip, which every transaction of a tenant costs.
 */
export async function enterTenant(
  transaction: Kysely<unknown>,
  tenant: string,
  { role, searchPath }: TenantEntry,
): Promise<void> {
  const settings = { [TENANT_SETTING]: tenant, ...(role !== null && { role, search_path: searchPath }) };
  const set = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  await sql`select ${sql.join(set)}`.execute(transaction);
}

/**
 * Finds out how whoever serves on `db` enters for a tenant. Throws where row-level security would not hold afterwards, and
 * where the tables may not be used.
 */
export async function tenantEntryFor(db: Kysely<unknown>, role: string): Promise<TenantEntry> {
  const serving = await db.transaction().execute(identity);
  const { searchPath } = serving;
  const taking = db.transaction().execute(async (transaction) => {
    await enterTenant(transaction, "", { role, searchPath });
    return identity(transaction);
  });
  const taken = await taking.catch(unlessRefused);
  const within = taken ?? serving;
  if (within.bypasses) {
    const remedy = taken
      ? ", which keeps tenants apart"
      : ` and may not become ${role}: grant ${role} to ${within.name}`;
    throw new Error(`the role ${within.name} bypasses row-level security${remedy}`);
  }
  for (const { name, reads } of [serving, within]) {
    if (!reads) throw new Error(`the role ${name} may not read the tables: grant ${role} to whoever serves`);
  }
  return { role: taken && role, searchPath };
}

interface Identity {
  readonly name: string;
  readonly bypasses: boolean;
  readonly reads: boolean;
  readonly searchPath: string;
}

async function identity(transaction: Kysely<unknown>): Promise<Identity> {
  const { rows } = await sql<Identity>`
    select rolname as name, rolsuper or rolbypassrls as bypasses,
      coalesce(has_table_privilege(to_regclass(${MIGRATIONS}), 'select'), false) as reads,
      (select string_agg(quote_ident(each), ', ') from unnest(current_schemas(false)) as each) as "searchPath"
    from pg_roles where rolname = current_user`.execute(transaction);
  const [found] = rows;
  if (!found) throw new Error("pg_roles does not name the current user");
  return found;
}

/** SQLSTATE of a role that may not be taken, and of one that does not exist. */
const REFUSED: readonly unknown[] = ["42501", "22023"];

function unlessRefused(error: unknown): null {
  if (error instanceof Error && "code" in error && REFUSED.includes(error.code)) return null;
  throw error;
}
