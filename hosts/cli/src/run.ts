import { readFileSync } from "node:fs";
import { UsageError } from "./usage.ts";

/** Runs a command with its arguments; returns the exit code. Throws {@link UsageError} for wrong arguments. */
type Run = (words: readonly string[]) => Promise<number>;

/** A command of one or two words. */
interface Command {
  readonly words: readonly string[];
  /** The usage after the command's words. */
  readonly options: string;
  readonly does: string;
  /** Loads the command's module: `ls` should not load a database. */
  load(): Promise<Run>;
}

/** Kinds of records to import, in the order of their dependencies. */
const IMPORTED = ["properties", "owners", "tenants", "units", "ownerships", "leases", "mandates", "incidents"] as const;

const COMMANDS: readonly Command[] = [
  {
    words: ["serve"],
    options: "",
    does: "serve until stopped",
    load: () => import("./commands/serve.ts").then(({ serve }) => serve),
  },
  {
    words: ["demo"],
    options: "",
    does: "serve a sample archive until stopped",
    load: () => import("./commands/demo.ts").then(({ demo }) => demo),
  },
  {
    words: ["migrate"],
    options: "[--dry-run]",
    does: "migrate the database and stop",
    load: () => import("./commands/migrate.ts").then(({ migrate }) => migrate),
  },
  {
    words: ["verify"],
    options: "[--json]",
    does: "check the integrity of all stored data",
    load: () => import("./commands/verify.ts").then(({ verify }) => verify),
  },
  {
    words: ["backup"],
    options: "DIR [--check]",
    does: "copy the database and its blobs to a folder, while hosts serve",
    load: () => import("./commands/backup.ts").then(({ backup }) => backup),
  },
  {
    words: ["restore"],
    options: "DIR",
    does: "bring a backup back into an empty database and blob store",
    load: () => import("./commands/backup.ts").then(({ restore }) => restore),
  },
  {
    words: ["restore-document"],
    options: "ID [--folder ID | --workspace ID]",
    does: "take a document, folder or workspace back from the trash",
    load: () => import("./commands/restore-document.ts").then(({ restoreDocument }) => restoreDocument),
  },
  {
    words: ["reindex"],
    options: "[--document ID | --failed | --all] [--json]",
    does: "read the texts of documents again",
    load: () => import("./commands/reindex.ts").then(({ reindex }) => reindex),
  },
  {
    words: ["fec", "check"],
    options: "FILE [--json]",
    does: "validate an accounting file (FEC)",
    load: () => import("./commands/fec-check.ts").then(({ fecCheck }) => fecCheck),
  },
  {
    words: ["export"],
    options: "WORKSPACE|FOLDER DIR [--zip FILE] [--public] [--versions] [--date DATE] [--url URL]",
    does: "write everything of a workspace or folder as a bag (RFC 8493), or as its ZIP instead of DIR",
    load: () => import("./commands/export.ts").then(({ exportBag }) => exportBag),
  },
  {
    words: ["import"],
    options: "DIR|ZIP [--workspace ID] [--permissions] [--url URL]",
    does: "check a bag (RFC 8493) and create what is in it, in a new workspace or in an existing one",
    load: () => import("./commands/import.ts").then(({ importBag }) => importBag),
  },
  {
    words: ["bag", "verify"],
    options: "DIR|ZIP [--json]",
    does: "check that a bag (RFC 8493) is complete and valid",
    load: () => import("./commands/bag-verify.ts").then(({ bagVerify }) => bagVerify),
  },
  {
    words: ["ledger", "export"],
    options: "--format hledger|csv [--year YEAR] [--mandataire ID]",
    does: "write the lines of a book to standard output",
    load: () => import("./commands/ledger-export.ts").then(({ ledgerExport }) => ledgerExport),
  },
  {
    words: ["ledger", "import-opening"],
    options: "FILE [--date DAY] [--mandataire ID] [--user EMAIL]",
    does: "open a book with the balances of a CSV",
    load: () => import("./commands/ledger-import-opening.ts").then(({ ledgerImportOpening }) => ledgerImportOpening),
  },
  ...IMPORTED.map((kind) => ({
    words: ["rental", `import-${kind}`],
    options: "FILE [--mandataire ID] [--user EMAIL] [--dry-run]",
    does: `import ${kind} from CSV or JSON lines`,
    load: () => import("./commands/rental-import.ts").then(({ rentalImport }) => rentalImport(kind)),
  })),
  {
    words: ["rental", "import-payments"],
    options: "FILE [--mandataire ID] [--user EMAIL]",
    does: "import bank transactions (CAMT.053 or CSV)",
    load: () => import("./commands/rental-import-payments.ts").then((command) => command.rentalImportPayments),
  },
  {
    words: ["token", "create"],
    options: "--user EMAIL --scope SCOPE [--scope SCOPE...]",
    does: "create a personal access token",
    load: () => import("./commands/token-create.ts").then(({ tokenCreate }) => tokenCreate),
  },
  {
    words: ["user", "password"],
    options: "EMAIL",
    does: "set a password, read from the terminal or standard input; ends tokens and sessions",
    load: () => import("./commands/user.ts").then(({ userPassword }) => userPassword),
  },
  {
    words: ["user", "create"],
    options: "EMAIL [--role ROLE]",
    does: "create a user; the password is read like that of user password",
    load: () => import("./commands/user.ts").then(({ userCreate }) => userCreate),
  },
  {
    words: ["user", "disable"],
    options: "EMAIL",
    does: "deactivate a user; ends tokens and sessions",
    load: () => import("./commands/user.ts").then(({ userDisable }) => userDisable),
  },
  {
    words: ["user", "list"],
    options: "[--json]",
    does: "list all users",
    load: () => import("./commands/user.ts").then(({ userList }) => userList),
  },
  {
    words: ["completion"],
    options: "bash|zsh|fish",
    does: "print the completion of commands for a shell",
    load: () => import("./commands/completion.ts").then(({ completion }) => completion(COMMANDS)),
  },
  {
    words: ["login"],
    options: "[--url URL] [--json]",
    does: "log in to a server: get a token, which you approve on a page",
    load: () => import("./commands/login.ts").then(({ login }) => login),
  },
  {
    words: ["logout"],
    options: "[--url URL] [--json]",
    does: "revoke this machine's token",
    load: () => import("./commands/logout.ts").then(({ logout }) => logout),
  },
  {
    words: ["ls"],
    options: "[FOLDER] [--url URL] [--json]",
    does: "list a folder, or the documents and folders outside folders",
    load: () => import("./commands/ls.ts").then(({ ls }) => ls),
  },
  {
    words: ["upload"],
    options: "FILE... [--folder ID] [--workspace ID] [--bulk] [--merge NAME] [--url URL] [--json]",
    does: "create a document from each file, counted together (--bulk) or merged to one PDF (--merge)",
    load: () => import("./commands/upload.ts").then(({ upload }) => upload),
  },
  {
    words: ["download"],
    options: "ID [--output FILE|-] [--url URL] [--json]",
    does: "write the content of a document to a file",
    load: () => import("./commands/download.ts").then(({ download }) => download),
  },
];

/**
 * Runs the command of these arguments. Exit codes: 0 success, 1 error, 2 wrong usage (spec/host.md).
 *
 * @example
 * ```ts
 * import { run } from "@cartulary/cli";
 *
 * process.exitCode = await run(["verify"]);
 * ```
 */
export async function run(words: readonly string[]): Promise<number> {
  if (words[0] === "--version") return printResult(`cartulary ${version()}`);
  if (words.some(isHelp) || isGroup(words)) return help(words.filter((word) => !isHelp(word)));
  if (words[0] === "help") return help(words.slice(1));
  const command = COMMANDS.find(({ words: commandWords }) => startsWith(words, commandWords));
  if (!command) return printError(await unknown(words), 2);
  try {
    const runIt = await command.load();
    return await runIt(words.slice(command.words.length));
  } catch (error) {
    if (error instanceof UsageError) return printError(`cartulary: ${error.message}\nusage: ${usageOf(command)}`, 2);
    return printError(`cartulary: ${error instanceof Error ? error.message : String(error)}`, 1);
  }
}

const isHelp = (word: string): boolean => word === "--help" || word === "-h";

/** True for an incomplete command: no words, or the first of two. */
const isGroup = (words: readonly string[]): boolean =>
  COMMANDS.some(({ words: commandWords }) => commandWords.length > words.length && startsWith(commandWords, words));

const startsWith = (words: readonly string[], commandWords: readonly string[]): boolean =>
  commandWords.every((word, index) => words[index] === word);

const usageOf = ({ words, options }: Command): string => ["cartulary", ...words, options].join(" ").trimEnd();

/** Prints the usage of all commands that match the words; an error when none does. */
async function help(words: readonly string[]): Promise<number> {
  const matching = COMMANDS.filter(
    ({ words: commandWords }) => startsWith(words, commandWords) || startsWith(commandWords, words),
  );
  if (matching.length === 0) return printError(await unknown(words), 2);
  const lines = matching.map((command) => `  ${usageOf(command)}\n      ${command.does}`);
  const more = words.length === 0 ? ["  cartulary --version", ABOUT] : [];
  return printResult(["usage:", ...lines, ...more].join("\n"));
}

const ABOUT = [
  "Data location: environment variables, see docs/guide/operate.md. login, logout, ls, upload, download, export and import use the server of",
  "--url or CARTULARY_URL, else of the last login. Exit codes: 0 success, 1 error, 2 wrong usage.",
].join("\n");

async function unknown(words: readonly string[]): Promise<string> {
  const { closestWord } = await import("@cartulary/server");
  const typed = words.slice(0, 2).join(" ");
  const names = COMMANDS.map(({ words: commandWords }) => commandWords.join(" "));
  const closest = closestWord(typed, names) ?? closestWord(words[0] ?? "", names);
  return `cartulary: unknown command ${JSON.stringify(typed)}: ${closest ? `did you mean ${closest}? ` : ""}see cartulary --help`;
}

/** Returns the version of this package, run from source or built. */
function version(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

function printResult(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function printError(text: string, code: number): number {
  process.stderr.write(`${text}\n`);
  return code;
}
