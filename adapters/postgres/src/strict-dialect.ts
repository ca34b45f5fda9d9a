import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from "kysely";

/**
 * Postgres whose commits say what they did. It answers a commit after a failed statement with a rollback, and calls that
 * a success; with a statement in front of the commit, the failure comes out.
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
