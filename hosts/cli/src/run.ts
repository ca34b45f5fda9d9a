import { demo } from "./commands/demo.ts";
import { fecCheck } from "./commands/fec-check.ts";
import { ledgerExport } from "./commands/ledger-export.ts";
import { ledgerImportOpening } from "./commands/ledger-import-opening.ts";
import { migrate } from "./commands/migrate.ts";
import { serve } from "./commands/serve.ts";
import { tokenCreate } from "./commands/token-create.ts";
import { verify } from "./commands/verify.ts";
import { UsageError } from "./usage.ts";

/** One word or two of the command line, and what they do. */
interface Command {
  readonly words: readonly string[];
  readonly usage: string;
  readonly tells: string;
  /** Resolves with the exit code: 0 done, 1 refused. Throws {@link UsageError} for words it cannot use. */
  run(words: readonly string[]): Promise<number>;
}

const COMMANDS: readonly Command[] = [
  { words: ["serve"], usage: "serve", tells: "serve until stopped", run: serve },
  { words: ["demo"], usage: "demo", tells: "serve an archive to look around in, until stopped", run: demo },
  { words: ["migrate"], usage: "migrate", tells: "bring the database up to date and stop", run: migrate },
  { words: ["verify"], usage: "verify", tells: "look whether everything stored is as it has to be", run: verify },
  {
    words: ["fec", "check"],
    usage: "fec check FILE",
    tells: "look whether an accounting file is as the law has it",
    run: fecCheck,
  },
  {
    words: ["ledger", "export"],
    usage: "ledger export --format hledger|csv [--year YEAR] [--mandataire ID]",
    tells: "write a book to standard output",
    run: ledgerExport,
  },
  {
    words: ["ledger", "import-opening"],
    usage: "ledger import-opening FILE [--date DAY] [--mandataire ID] [--user EMAIL]",
    tells: "begin a book with the balances of a CSV",
    run: ledgerImportOpening,
  },
  {
    words: ["token", "create"],
    usage: "token create --user EMAIL --scope SCOPE [--scope SCOPE...]",
    tells: "mint a personal access token",
    run: tokenCreate,
  },
];

/** Runs the command that the words name. Exit codes: 0 done, 1 refused, 2 wrong usage (spec/host.md). */
export async function run(words: readonly string[]): Promise<number> {
  const command = COMMANDS.find(({ words: own }) => own.every((word, index) => words[index] === word));
  if (!command) return words.length === 0 || words[0] === "--help" ? helped() : told(usage(), 2);
  try {
    return await command.run(words.slice(command.words.length));
  } catch (error) {
    if (error instanceof UsageError) return told(`${error.message}\nusage: cartulary ${command.usage}`, 2);
    return told(`cartulary: ${error instanceof Error ? error.message : String(error)}`, 1);
  }
}

function usage(): string {
  const width = Math.max(...COMMANDS.map(({ usage: each }) => each.length));
  const lines = COMMANDS.map(({ usage: each, tells }) => `  cartulary ${each.padEnd(width)}  ${tells}`);
  return ["usage:", ...lines].join("\n");
}

/** What was asked for goes to stdout; what was not, to stderr. */
function helped(): number {
  process.stdout.write(`${usage()}\n`);
  return 0;
}

function told(text: string, code: number): number {
  process.stderr.write(`${text}\n`);
  return code;
}
