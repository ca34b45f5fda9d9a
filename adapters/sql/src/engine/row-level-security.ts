import type { Dialect } from "./dialect.ts";

/** The Postgres setting with the id of the tenant of a transaction. */
export const TENANT_SETTING = "cartulary.tenant";

/**
 * Statements for migrations: hides the rows of `table` from all tenants except the one in `column`. A second protection
 * after the predicates of the stores; outside a tenant's transaction no row is visible (docs/decisions/0017). SQLite
 * has no row-level security: there only the predicates protect the rows.
 *
 * The policy applies to the owner as well: a migration that rewrites rows of such a table disables `force row level
 * security` first.
 */
export function rowLevelSecurity({ name }: Dialect, table: string, column: string): readonly string[] {
  if (name === "sqlite") return [];
  const own = `${column} = nullif(current_setting('${TENANT_SETTING}', true), '')::uuid`;
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy ${table}_tenant on ${table} using (${own}) with check (${own})`,
  ];
}

/** Statements for migrations that run `statement` on all tenants' rows: the policy applies to the owner, too. */
export function withAllRows({ name }: Dialect, tables: readonly string[], statement: string): readonly string[] {
  if (name === "sqlite") return [statement];
  const alter = (force: string) => tables.map((table) => `alter table ${table} ${force} row level security`);
  return [...alter("no force"), statement, ...alter("force")];
}
