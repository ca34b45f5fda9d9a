import { type Mutant, mutantsOf } from "./mutant.ts";

const PG = "adapters/postgres/src";
const SQL = "adapters/sql/src";
const FAULTS = "postgres-faults";
const OPEN = "adapters/postgres/test/open-postgres";
const WALL = "adapters/postgres/test/row-level-security";
const SESSION = "adapters/postgres/test/session";
const FRESH = "adapters/postgres/test/fresh-rows.long";
const GUARDS = ["adapters/sqlite/test/ledger-writing", "adapters/postgres/test/ledger-writing"] as const;
const SQLITE_DIALECT = "adapters/sqlite/test/immediate-dialect";

const BOOKS = ["invariants/ledger.property", "ledger-file"] as const;
const RUNS = "http/run-application";

/** Bugs of the two databases: their faults, their locks, their guards. */
export const databaseMutants: readonly Mutant[] = mutantsOf({
  [`${SQL}/engine/gate.ts`]: [
    ["one person has all connections", "Math.ceil(places / 2)", "places", "adapters/sql/test/gate"],
    [
      "a turn that does not come is waited for",
      "setTimeout(giveUp, waitMilliseconds)",
      "setTimeout(() => {}, 0)",
      "adapters/sql/test/gate",
    ],
  ],
  "adapters/sqlite/src/prepared-statements.ts": [
    [
      "a limit is planned for at each execution",
      "database.prepare<unknown[]>(withoutReplanning(text))",
      "database.prepare<unknown[]>(text)",
      "adapters/sqlite/test/prepared-statements",
    ],
  ],
  [`${PG}/error-classification.ts`]: [
    ["a read-only server is a 500", "08...|25006|25P0[34]", "08...|25P0[34]", FAULTS],
    [
      "connections to a read-only server stay",
      "/^(25006|26000|42P05|57P0[1-3])$/",
      "/^(26000|42P05|57P0[1-3])$/",
      FAULTS,
    ],
    ["a statement that was cancelled is a 500", "55P03|57014|57P0", "55P03|57P0", FAULTS],
    ["a lock that is not had in time is a 500", "|55P03|", "|", FAULTS],
    ["a server without room is a 500", "53[234]00", "53[24]00", FAULTS],
    ["an administrator's end is a 500", "57P0[1-5]", "57P0[4-5]", OPEN, FAULTS],
    ["the error does not mention the pooler", "/^(26000|42P05|08P01)$/", "/^(42P05|08P01)$/", FAULTS],
    [
      "connections that a pooler made forget stay",
      "/^(25006|26000|42P05|57P0[1-3])$/",
      "/^(25006|57P0[1-3])$/",
      FAULTS,
    ],
  ],
  [`${PG}/timeouts.ts`]: [
    ["a transaction that rests keeps its locks", "idle_in_transaction_session_timeout: `${idleMs}`,", "", FAULTS],
    ["a lock is waited for without end", "lock_timeout: `${lockMs}`,", "", FAULTS],
    ["a statement lasts as long as it does", "statement_timeout: `${statementMs}`,", "", FAULTS],
  ],
  [`${PG}/pool.ts`]: [
    ["closing waits for what hangs", "await Promise.race([ended, wait(", "await Promise.all([ended, wait(", FAULTS],
    ["an idle connection that ends takes the process", 'pool.on("error", () => {});', "", OPEN],
    ["half a second is five milliseconds", '.padEnd(3, "0")', "", SESSION],
    ["a moment of the year 99 is one of 1999", "/^[1-9]\\d{3}-", "/^\\d{4}-", SESSION],
  ],
  [`${PG}/session.ts`]: [
    [
      "an answer is promoted to the old space",
      "return await new Promise((resolve, reject) => {\n      client.query(text, [...values], (error, result) => (error ? reject(error) : resolve(result)));\n    });",
      "return await client.query(text, [...values]);",
      SESSION,
    ],
    [
      "the error of a statement has no stack of its caller",
      "if (error instanceof Error) Error.captureStackTrace(error);",
      "",
      SESSION,
    ],
    [
      "a machine that is gone without a word is waited for",
      "if (boundMs === null) return reply;",
      "if (reply !== null) return reply;",
      FAULTS,
    ],
    ["a server's DateStyle decides how dates are read", "set datestyle = 'ISO, YMD'; ", "", FAULTS],
    [
      "limits are sent at connecting where a pooler drops them",
      'return limits === null || accepted?.limited ? "" :',
      'return limits !== null || accepted?.limited ? "" :',
      FAULTS,
    ],
    ["a host is ready though it may only read", "if (state?.writable) return;", "if (state) return;", FAULTS],
    [
      "a host is ready though its writers wait for connections that are gone",
      "if (state?.stuck) throw",
      "if (state === null) throw",
      FAULTS,
    ],
    ["a frozen backend is waited for", "WRITABLE_MS = 1_500", "WRITABLE_MS = 60_000", FAULTS],
    [
      "one connection that was left leaves alone",
      "if (isConnectionStale(error as Error) && age === currentAge) currentAge += 1;",
      "",
      FAULTS,
    ],
  ],
  [`${PG}/connection-url.ts`]: [["statements have names although the URL says not", '"unnamed"', '"nameless"', FAULTS]],
  [`${PG}/open-postgres.ts`]: [
    [
      "readers wait for writers",
      "reading: createPool({ ...options, limits: limits.reading, readsOnly: true }),",
      "reading: writing,",
      OPEN,
    ],
    [
      "what reads sees two moments",
      '.setIsolationLevel("repeatable read")',
      '.setIsolationLevel("read committed")',
      "adapters/postgres/test/contracts",
    ],
    ["a tenant's transaction sees all tenants", "await enterTenant(transaction, tenant, entry);", "", WALL],
  ],
  [`${PG}/tenant-role.ts`]: [
    [
      "the tenants' role changes sealed rows",
      "await sql`revoke all on ${name} from ${to}`.execute(db);",
      "",
      WALL,
      "adapters/postgres/test/serving-role",
    ],
  ],
  [`${SQL}/engine/transact.ts`]: [
    ["a transaction has no owner", "owners.getStore() ?? null", "null", "adapters/sqlite/test/open-sqlite"],
    [
      "a work that met another one is not tried again",
      'if (failure !== "again" || attempt === ATTEMPTS_MAX)',
      "if (failure !== null || attempt === ATTEMPTS_MAX)",
      "adapters/postgres/test/contracts",
      "adapters/sqlite/test/contracts",
    ],
    [
      "a transaction inside a transaction waits for itself",
      "around.getStore()?.isOpen\n",
      "around.getStore()?.isOpen === null\n",
      "adapters/sqlite/test/contracts",
    ],
  ],
  "adapters/sqlite/src/connections.ts": [
    [
      "statements of many rows go through a file each",
      'database.pragma("temp_store = memory");',
      "",
      "adapters/sqlite/test/open-sqlite",
    ],
    [
      "a commit waits until the log is in the file",
      'database.pragma("wal_autocheckpoint = 0");',
      "",
      "adapters/sqlite/test/checkpoints",
    ],
    [
      "the thread brings the log over once, and never again",
      "isRunning = false;\n      afterCommit();",
      "afterCommit();",
      "adapters/sqlite/test/checkpoints",
    ],
    [
      "a long log never begins anew",
      "log >= LOG_PAGES_MAX && uncopied > 0",
      "log < 0",
      "adapters/sqlite/test/checkpoints",
    ],
    [
      "a short log is checkpointed at every commit",
      "log >= LOG_PAGES_MAX && uncopied > 0",
      "uncopied > 0",
      "adapters/sqlite/test/checkpoints",
    ],
    [
      "without its thread the log is in the file at no time",
      'thread.once("error", useAutomaticCheckpoints);',
      'thread.once("error", () => {});',
      "adapters/sqlite/test/checkpoints",
    ],
    [
      "a commit fails whose log cannot be looked at",
      "    } catch {\n      // The commit has succeeded, even",
      "    } catch (error) {\n      throw error;\n      // The commit has succeeded, even",
      "adapters/sqlite/test/checkpoints",
    ],
  ],
  "adapters/sqlite/src/open-sqlite.ts": [
    [
      "the log is never checkpointed",
      "busyTimeoutMs, checkpoints?.afterCommit)",
      "busyTimeoutMs)",
      "adapters/sqlite/test/open-sqlite",
    ],
  ],
  "adapters/sqlite/src/immediate-dialect.ts": [
    [
      "a late statement spoils the next transaction",
      "  override async beginTransaction(connection: DatabaseConnection): Promise<void> {\n    this.#transaction = { failure: null };\n",
      "  override async beginTransaction(connection: DatabaseConnection): Promise<void> {\n",
      SQLITE_DIALECT,
    ],
    [
      "every log is fine",
      "return log - checkpointed < CHECKPOINT_PAGES && log < LOG_PAGES_MAX;",
      "return true;",
      SQLITE_DIALECT,
    ],
    [
      "checkpointed pages count as not checkpointed",
      "log - checkpointed < CHECKPOINT_PAGES &&",
      "log < CHECKPOINT_PAGES &&",
      SQLITE_DIALECT,
    ],
    ["a very long log is fine", " && log < LOG_PAGES_MAX;", ";", SQLITE_DIALECT],
    [
      "a log that cannot be looked at is fine",
      "    } catch {\n      return false;",
      "    } catch {\n      return true;",
      SQLITE_DIALECT,
    ],
  ],
  "adapters/sqlite/src/event-loop-yield.ts": [
    [
      "the clock begins anew with every transaction",
      "    millisecondsSinceTurn();\n",
      "    isSameTurn = false;\n    millisecondsSinceTurn();\n",
      SQLITE_DIALECT,
    ],
    [
      "a long commit lets no other request run",
      "if (millisecondsSinceTurn() >= TURN_MS) await yieldToOthers();",
      "",
      SQLITE_DIALECT,
    ],
    [
      "a short commit yields to other requests, too",
      "if (millisecondsSinceTurn() >= TURN_MS) await",
      "await",
      SQLITE_DIALECT,
    ],
  ],
  [`${SQL}/engine/row-set.ts`]: [
    [
      "the last rows of many are not inserted",
      "size < PORTION && at < texts.length - 1",
      "size < PORTION",
      "adapters/sqlite/test/rental",
    ],
  ],
  [`${PG}/dialect.ts`]: [
    [
      "a fresh book is gone through for each row",
      "select * from (${rows} ${UNFORESEEN}) as sent ${UNFORESEEN}",
      "select * from (${rows}) as sent",
      FRESH,
    ],
  ],
  [`${SQL}/ledger/lettering-store.ts`]: [
    [
      "letters that were begun before begin anew",
      "begun.filter((row) => !own.has(nameOf(row)))",
      "begun.filter((row) => !own.has(nameOf(row)) && row.last !== null)",
      ...BOOKS,
    ],
    [
      "letters of one auxiliary are those of all",
      "and ledger_letter_series.auxiliary_code = requested.auxiliary_code",
      "",
      ...BOOKS,
    ],
    [
      "what a closed year's file shows is forgotten",
      "lettering_filed_code = requested.lettering_filed_code, ",
      "",
      ...BOOKS,
    ],
    [
      "what has no letters any more is shown by its file no more",
      " or line.lettering_filed_code is not null",
      "",
      ...BOOKS,
    ],
    ["lines of a group are those of another book", "lettering_group_id = requested.lettering_group_id, ", "", ...BOOKS],
  ],
  [`${SQL}/ledger/entry-store.ts`]: [
    ["another run's entries are taken back", '.where("source.source_id", "=", sourceId)', "", RUNS],
    ["entries of a source come from the first on", '.where("source.source_seq", ">", after as number)', "", RUNS],
  ],
  [`${SQL}/rental/billing/rent-calls/rent-call-store.ts`]: [
    ["another run's calls are cancelled", '.where("billing_run_id", "=", runId)', "", RUNS],
    ["a call that is taken back is owed", '"remaining_amount_cents",\n  "fully_paid"', '"fully_paid"', RUNS],
    ["changed calls are as old as they were", '"sent_at",\n  "updated_at"', '"sent_at"', RUNS],
  ],
  [`${SQL}/rental/billing/rent-calls/owner-payout-store.ts`]: [
    [
      "another run's payouts are cancelled",
      'all().where("billing_run_id", "=", runId).orderBy("id")',
      'all().orderBy("id")',
      RUNS,
    ],
    ["a payout that is taken back stays ordered", '  "status",\n  "ordered_at"', '  "ordered_at"', RUNS],
  ],
  [`${SQL}/ledger/sealed-entry-triggers.ts`]: [
    [
      "an entry that does not balance is sealed on SQLite",
      "begin ${abortStatement(RULES.ledger_entries_balanced)} end`,",
      "begin select 1; end`,",
      ...GUARDS,
    ],
    [
      "a sealed line is changed on SQLite",
      "begin ${abortStatement(RULES[`${table}_sealed`])} end`,",
      "begin select 1; end`,",
      ...GUARDS,
    ],
    ["debits alone are held against the total", "and sum(credit_cents) = ${entry}.total_cents", "", ...GUARDS],
    [
      "lines of another day are sealed",
      "and min(line.accounting_date) = ${entry}.accounting_date and max(line.accounting_date) = ${entry}.accounting_date",
      "",
      ...GUARDS,
    ],
    ["what is posted is validated again", "new.status <> old.status and not", "new.status is null and not", ...GUARDS],
  ],
  [`${SQL}/ledger/closed-period-triggers.ts`]: [
    [
      "a closed month is opened again",
      "(new.closed_through is null or new.closed_through < old.closed_through)",
      "(new.closed_through is null)",
      ...GUARDS,
    ],
    [
      "an entry comes into a closed month",
      'const CLOSED = "closed_through >= substr',
      'const CLOSED = "closed_through > substr',
      "adapters/sqlite/test/ledger-writing",
    ],
    [
      "an entry comes into a closed month on Postgres",
      "where dated.closed_through >= dated.month",
      "where dated.closed_through > dated.month",
      "adapters/postgres/test/ledger-writing",
    ],
    [
      "lines come into an entry that is just being sealed",
      "where line.first <> 1 or sealed.found",
      "where sealed.found",
      "adapters/postgres/test/ledger-writing",
    ],
    [
      "what made an entry is forgotten",
      'invalidDelete: "exists (select 1 from ledger_entries where book_id = old.book_id and id = old.entry_id)",',
      'invalidDelete: "false",',
      ...GUARDS,
    ],
    ["a series goes back", "new.number < old.number or ", "", ...GUARDS],
  ],
  [`${SQL}/engine/sealed-rows.ts`]: [
    [
      "on SQLite a row takes the place of another",
      "when exists (select 1 from ${table} where ${sameKey})",
      "when false",
      ...GUARDS,
    ],
  ],
});
