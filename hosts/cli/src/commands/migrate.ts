import { type Host, migrationObserverModule, pendingMigrations, readConfig, tokens } from "@cartulary/server";
import { withHost } from "../host.ts";
import { parseArguments } from "../parse-arguments.ts";
import { createProgress } from "../progress.ts";
import { startEnvironment } from "../start-environment.ts";

/**
 * `cartulary migrate [--dry-run]`: migrates the database and stops. Prints one line per migration with its seconds on
 * stdout, or `nothing to do`; while one takes longer than a second, its progress on stderr. With --dry-run, prints the
 * names of the migrations that it would run, and changes nothing.
 */
export async function migrate(words: readonly string[]): Promise<number> {
  const { values } = parseArguments({
    args: [...words],
    options: { "dry-run": { type: "boolean", default: false } },
    allowPositionals: false,
  });
  return values["dry-run"] ? listPending() : run();
}

async function listPending(): Promise<number> {
  const pending = await pendingMigrations(readConfig(process.env, startEnvironment()));
  print(pending.length === 0 ? [NOTHING] : pending);
  return 0;
}

async function run(): Promise<number> {
  const progress = createProgress(process.stderr);
  const done: string[] = [];
  const observer = migrationObserverModule({
    progress(migration, seconds, statements) {
      progress.show(
        `${migration}: ${seconds} s${statements ? `, ${statements.done} of ${statements.of} statements` : ""}`,
      );
    },
    ended(migration, seconds) {
      progress.clear();
      done.push(migration);
      print([`${migration}: ${seconds.toFixed(3)} s`]);
    },
  });
  const open = async (host: Host) => {
    await host.getAsync(tokens.database);
    if (done.length === 0) print([NOTHING]);
    return 0;
  };
  try {
    return await withHost(open, { creates: true, modules: [observer] });
  } finally {
    progress.clear();
  }
}

const NOTHING = "nothing to do";

const print = (lines: readonly string[]) => process.stdout.write(`${lines.join("\n")}\n`);
