import { TENANT_SETTING } from "@cartulary/sql";
import { type Kysely, sql } from "kysely";
import { MIGRATIONS } from "./tenant-role.ts";

/** The settings that restrict a transaction to a tenant. */
export interface TenantEntry {
  /** The role of the transaction; `null` if the serving role itself is subject to row-level security. */
  readonly role: string | null;
  /** The schema of the tables: after the change of role, the default path would name that role's schema. */
  readonly searchPath: string;
}

/** Until the transaction ends, the policies of row-level-security.ts show only this tenant's rows. One round trip. */
export async function enterTenant(
  transaction: Kysely<unknown>,
  tenant: string,
  { role, searchPath }: TenantEntry,
): Promise<void> {
  const settings = { [TENANT_SETTING]: tenant, ...(role !== null && { role, search_path: searchPath }) };
  const set = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  await sql`select ${sql.join(set)}`.execute(transaction);
}

/** Determines how the serving role enters a tenant. Throws if it would bypass row-level security or cannot read. */
export async function tenantEntryFor(db: Kysely<unknown>, role: string): Promise<TenantEntry> {
  const serving = await db.transaction().execute(identity);
  const { searchPath } = serving;
  const entering = db.transaction().execute(async (transaction) => {
    await enterTenant(transaction, "", { role, searchPath });
    return identity(transaction);
  });
  const entered = await entering.catch(nullIfUnavailable);
  const effective = entered ?? serving;
  if (effective.bypasses) {
    const remedy = entered
      ? ", which keeps tenants apart"
      : ` and may not become ${role}: grant ${role} to ${effective.name}`;
    throw new Error(`the role ${effective.name} bypasses row-level security${remedy}`);
  }
  for (const { name, reads } of [serving, effective]) {
    if (!reads) throw new Error(`the role ${name} may not read the tables: grant ${role} to the serving role`);
  }
  return { role: entered && role, searchPath };
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
  if (!found) throw new Error("pg_roles does not contain the current user");
  return found;
}

/** The SQLSTATEs for a role without membership, and for a role that does not exist. */
const ROLE_UNAVAILABLE: readonly unknown[] = ["42501", "22023"];

function nullIfUnavailable(error: unknown): null {
  if (error instanceof Error && "code" in error && ROLE_UNAVAILABLE.includes(error.code)) return null;
  throw error;
}
