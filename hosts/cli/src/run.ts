import { readFileSync } from "node:fs";
import { UsageError } from "./usage.ts";

/** Does what the words behind a command's own ask, and resolves with the exit code. Throws {@link UsageError} for words it cannot use. */
type Run = (words: readonly string[]) => Promise<number>;

/** One word or two of the command line, and what they do. */
interface Command {
  readonly words: readonly string[];
  /** What stands behind the words. */
  readonly options: string;
  readonly does: string;
  /** Loads what does it: who lists a folder elsewhere waits for no database to be loaded. */
  load(): Promise<Run>;
}

/** What files are taken over of, in the order in which they can be. */
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
    does: "serve an archive to look around in, until stopped",
    load: () => import("./commands/demo.ts").then(({ demo }) => demo),
  },
  {
    words: ["migrate"],
    options: "",
    does: "bring the database up to date and stop",
    load: () => import("./commands/migrate.ts").then(({ migrate }) => migrate),
  },
  {
    words: ["verify"],
    options: "",
    does: "look whether everything stored is as it has to be",
    load: () => import("./commands/verify.ts").then(({ verify }) => verify),
  },
  {
    words: ["reindex"],
    options: "[--document ID | --failed | --all] [--json]",
    does: "have the texts of documents read anew",
    load: () => import("./commands/reindex.ts").then(({ reindex }) => reindex),
  },
  {
    words: ["fec", "check"],
    options: "FILE",
    does: "look whether an accounting file is as the law has it",
    load: () => import("./commands/fec-check.ts").then(({ fecCheck }) => fecCheck),
  },
  {
    words: ["ledger", "export"],
    options: "--format hledger|csv [--year YEAR] [--mandataire ID]",
    does: "write a book to standard output",
    load: () => import("./commands/ledger-export.ts").then(({ ledgerExport }) => ledgerExport),
  },
  {
    words: ["ledger", "import-opening"],
    options: "FILE [--date DAY] [--mandataire ID] [--user EMAIL]",
    does: "begin a book with the balances of a CSV",
    load: () => import("./commands/ledger-import-opening.ts").then(({ ledgerImportOpening }) => ledgerImportOpening),
  },
  ...IMPORTED.map((kind) => ({
    words: ["rental", `import-${kind}`],
    options: "FILE [--mandataire ID] [--user EMAIL] [--dry-run]",
    does: `take ${kind} of a CSV or of lines of JSON over into an estate`,
    load: () => import("./commands/rental-import.ts").then(({ rentalImport }) => rentalImport(kind)),
  })),
  {
    words: ["rental", "import-payments"],
    options: "FILE [--mandataire ID] [--user EMAIL]",
    does: "take the transactions of a bank's file in: CAMT.053, or CSV",
    load: () => import("./commands/rental-import-payments.ts").then((command) => command.rentalImportPayments),
  },
  {
    words: ["token", "create"],
    options: "--user EMAIL --scope SCOPE [--scope SCOPE...]",
    does: "mint a personal access token",
    load: () => import("./commands/token-create.ts").then(({ tokenCreate }) => tokenCreate),
  },
  {
    words: ["login"],
    options: "[--url URL] [--json]",
    does: "let this machine act for you at a server, once you approve it on a page",
    load: () => import("./commands/login.ts").then(({ login }) => login),
  },
  {
    words: ["logout"],
    options: "[--url URL] [--json]",
    does: "end that",
    load: () => import("./commands/logout.ts").then(({ logout }) => logout),
  },
  {
    words: ["ls"],
    options: "[FOLDER] [--url URL] [--json]",
    does: "list what lies in a folder, or in none",
    load: () => import("./commands/ls.ts").then(({ ls }) => ls),
  },
  {
    words: ["upload"],
    options: "FILE... [--folder ID] [--workspace ID] [--bulk] [--merge NAME] [--url URL] [--json]",
    does: "make documents of files, each by itself, counted together (--bulk), or one PDF of all (--merge)",
    load: () => import("./commands/upload.ts").then(({ upload }) => upload),
  },
  {
    words: ["download"],
    options: "ID [--output FILE|-] [--url URL] [--json]",
    does: "write a document's bytes to a file",
    load: () => import("./commands/download.ts").then(({ download }) => download),
  },
];

/** Runs the command that the words name. Exit codes: 0 done, 1 refused, 2 wrong usage (spec/host.md). */
export async function run(words: readonly string[]): Promise<number> {
  if (words[0] === "--version") return answered(`cartulary ${version()}`);
  if (words.some(isHelp) || isGroup(words)) return help(words.filter((word) => !isHelp(word)));
  if (words[0] === "help") return help(words.slice(1));
  const command = COMMANDS.find(({ words: own }) => beginsWith(words, own));
  if (!command) return refused(await unknown(words), 2);
  try {
    const runIt = await command.load();
    return await runIt(words.slice(command.words.length));
  } catch (error) {
    if (error instanceof UsageError) return refused(`cartulary: ${error.message}\nusage: ${usageOf(command)}`, 2);
    return refused(`cartulary: ${error instanceof Error ? error.message : String(error)}`, 1);
  }
}

const isHelp = (word: string): boolean => word === "--help" || word === "-h";

/** Words that a command goes on from: none at all, or the first one of two. */
const isGroup = (words: readonly string[]): boolean =>
  COMMANDS.some(({ words: own }) => own.length > words.length && beginsWith(own, words));

const beginsWith = (words: readonly string[], own: readonly string[]): boolean =>
  own.every((word, index) => words[index] === word);

const usageOf = ({ words, options }: Command): string => ["cartulary", ...words, options].join(" ").trimEnd();

/** Of every command that the words begin with or that begins with them; of none, that there is none. */
async function help(words: readonly string[]): Promise<number> {
  const meant = COMMANDS.filter(({ words: own }) => beginsWith(words, own) || beginsWith(own, words));
  if (meant.length === 0) return refused(await unknown(words), 2);
  const lines = meant.map((command) => `  ${usageOf(command)}\n      ${command.does}`);
  const more = words.length === 0 ? ["  cartulary --version", ABOUT] : [];
  return answered(["usage:", ...lines, ...more].join("\n"));
}

const ABOUT = [
  "Where data is kept the environment says, as README.md has it. login, logout, ls, upload and download speak to a server,",
  "which --url or CARTULARY_URL names, else the last login. Exit codes: 0 done, 1 refused, 2 wrong usage.",
].join("\n");

async function unknown(words: readonly string[]): Promise<string> {
  const { nearest } = await import("@cartulary/server");
  const typed = words.slice(0, 2).join(" ");
  const names = COMMANDS.map(({ words: own }) => own.join(" "));
  const meant = nearest(typed, names) ?? nearest(words[0] ?? "", names);
  return `cartulary: there is no command ${JSON.stringify(typed)}: ${meant ? `did you mean ${meant}? ` : ""}cartulary --help names them all`;
}

/** Of the package that this file is in, run from source or built. */
function version(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

/** What was asked for goes to stdout; what was not, to stderr. */
function answered(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function refused(text: string, code: number): number {
  process.stderr.write(`${text}\n`);
  return code;
}
