import { entitiesOf, type SqlModule, TENANT_SETTING } from "@cartulary/sql";
import { type Kysely, sql } from "kysely";

/**
 * The role that tenants' transactions take, unless an option says otherwise: it logs in nowhere, and row-level security
 * holds for it. Roles are the whole server's: several databases share it.
 */
export const TENANT_ROLE = "cartulary_app";

/** What every database of this software has: whoever serves reads it, and only who migrates writes it. */
const MIGRATIONS = "schema_migrations";

const ROLE = /^[a-z_][a-z0-9_]{0,62}$/;

/** The role of these options. */
export function tenantRoleIn({ tenantRole = TENANT_ROLE }: { readonly tenantRole?: string }): string {
  if (!ROLE.test(tenantRole)) throw new TypeError(`Not a name for a role: ${tenantRole}`);
  return tenantRole;
}

/**
 * Makes the role where it is missing and whoever migrates may make roles, and lets it use the tables of `modules`, sealed
 * ones as sealed. Whoever does not own the tables leaves the rights as they are.
 */
export async function equipTenantRole(db: Kysely<unknown>, role: string, modules: readonly SqlModule[]): Promise<void> {
  await sql.raw(makeRole(role)).execute(db);
  const schema = await schemaFor(db, role);
  if (schema === null) return;
  const owned = await ownedTables(db, modules);
  const sealed = modules.flatMap((module) => module.sealed).filter(({ table }) => owned.has(table.tableName));
  for (const { table } of sealed) owned.delete(table.tableName);
  const to = sql.id(role);
  if (owned.delete(MIGRATIONS)) {
    await sql`grant usage on schema ${sql.id(schema)} to ${to}`.execute(db);
    await sql`grant select on ${sql.id(MIGRATIONS)} to ${to}`.execute(db);
  }
  if (owned.size > 0) {
    const tables = sql.join([...owned].map((name) => sql.id(name)));
    await sql`grant select, insert, update, delete on ${tables} to ${to}`.execute(db);
  }
  for (const { table, columns } of sealed) {
    const name = sql.id(table.tableName);
    await sql`revoke all on ${name} from ${to}`.execute(db);
    await sql`grant select, insert on ${name} to ${to}`.execute(db);
    const changing = sql.join(columns.map((column) => sql.id(column)));
    if (columns.length > 0) await sql`grant update (${changing}) on ${name} to ${to}`.execute(db);
  }
}

/** Hosts of another database may make it at the same moment: the later one waits, and finds it made. */
const makeRole = (role: string) => `
  do $$ begin
    if to_regrole('${role}') is null
      and (select rolsuper or rolcreaterole from pg_roles where rolname = current_user)
    then
      create role ${role} nologin role current_user;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$`;

/** Where the tables are; `null` when there is no such role. */
async function schemaFor(db: Kysely<unknown>, role: string): Promise<string | null> {
  const { rows } = await sql<{ schema: string }>`
    select current_schema() as schema where to_regrole(${role}) is not null`.execute(db);
  return rows[0]?.schema ?? null;
}

async function ownedTables(db: Kysely<unknown>, modules: readonly SqlModule[]): Promise<Set<string>> {
  const names = [MIGRATIONS, ...entitiesOf(modules).map(({ tableName }) => tableName)];
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where oid in (select to_regclass(name) from unnest(${names}::text[]) as name)
    and pg_has_role(relowner, 'usage')`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

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
