import type { Dialect } from "./dialect.ts";

/** The setting that says, in a transaction of a tenant on Postgres, whose rows there are. */
export const TENANT_SETTING = "cartulary.tenant";

/**
 * Statements for migrations: shuts the rows of `table` away from everybody but the tenant that `column` names. It is the
 * second wall, behind the stores' own predicates; outside a tenant's transaction there is nothing to be seen
 * (docs/decisions/0017). SQLite has no such thing: there the predicates stand alone.
 *
 * The owner is held too: a migration that rewrites rows of such a table lifts `force row level security` around it.
 */
export function tenantWall({ name }: Dialect, table: string, column: string): readonly string[] {
  if (name === "sqlite") return [];
  const own = `${column} = nullif(current_setting('${TENANT_SETTING}', true), '')::uuid`;
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy ${table}_tenant on ${table} using (${own}) with check (${own})`,
  ];
}
