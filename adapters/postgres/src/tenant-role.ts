import { entitiesOf, type SqlModule } from "@cartulary/sql";
import { type Kysely, sql } from "kysely";

/**
 * The default role of tenants' transactions. It cannot log in and is subject to row-level security. Roles belong to the
 * server: several databases share it.
 */
export const TENANT_ROLE = "cartulary_app";

/** The table of migrations, which every database has. The serving role reads it; only the migrating role writes it. */
export const MIGRATIONS = "schema_migrations";

const ROLE = /^[a-z_][a-z0-9_]{0,62}$/;

/** Returns the configured or default role. */
export function tenantRoleIn({ tenantRole = TENANT_ROLE }: { readonly tenantRole?: string }): string {
  if (!ROLE.test(tenantRole)) throw new TypeError(`Not a valid role name: ${tenantRole}`);
  return tenantRole;
}

/**
 * Creates the role if it is missing and the current role may create roles; then grants privileges on the tables of
 * `modules`, restricted for sealed ones. Changes no privileges of tables that the current role does not own.
 */
export async function equipTenantRole(db: Kysely<unknown>, role: string, modules: readonly SqlModule[]): Promise<void> {
  await sql.raw(makeTenantRole(role)).execute(db);
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
  for (const { table, columns, isRemovable } of sealed) {
    const name = sql.id(table.tableName);
    await sql`revoke all on ${name} from ${to}`.execute(db);
    await sql`grant select, insert on ${name} to ${to}`.execute(db);
    if (isRemovable) await sql`grant delete on ${name} to ${to}`.execute(db);
    const changing = sql.join(columns.map((column) => sql.id(column)));
    if (columns.length > 0) await sql`grant update (${changing}) on ${name} to ${to}`.execute(db);
  }
}

/**
 * Creates the role if it is missing and the current role may create roles. Hosts of another database may create it at
 * the same time: the later one waits, and finds it.
 */
export const makeTenantRole = (role: string): string => `
  do $$ begin
    if to_regrole('${role}') is null
      and (select rolsuper or rolcreaterole from pg_roles where rolname = current_user)
    then
      create role ${role} nologin role current_user;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$`;

/** The schema of the tables; `null` if the role does not exist. */
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
