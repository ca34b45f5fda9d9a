import { entitiesOf, type SqlModule } from "@cartulary/sql";
import { type Kysely, sql } from "kysely";

/**
 * The role that tenants' transactions take, unless an option says otherwise: it logs in nowhere, and row-level security
 * holds for it. Roles are the whole server's: several databases share it.
 */
export const TENANT_ROLE = "cartulary_app";

/** What every database of this software has: whoever serves reads it, and only who migrates writes it. */
export const MIGRATIONS = "schema_migrations";

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
