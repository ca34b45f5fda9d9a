import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from "kysely";

/**
 * Postgres that reports failed commits. After a failed statement, Postgres answers a commit with a rollback and reports
 * success; a statement before the commit makes the failure visible.
 */
export class StrictPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new StrictPostgresDriver(this.#config);
  }
}

class StrictPostgresDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("select 1; commit"));
  }
}
