import { rentalOperations } from "@cartulary/wire";
import { form } from "../components/form.ts";
import { notice } from "../components/notice.ts";
import type { Html, StreamDefinition } from "../frame/definitions.ts";
import { type Problem, type Typed, typedOf } from "../frame/form-input.ts";
import { numberText } from "../frame/formats.ts";
import { NO_FILE, uploadedFiles } from "../frame/incoming-files.ts";
import { type AgencyVisit, agencyStream, withAgencyLinks } from "./agency-visit.ts";
import { moneyTexts } from "./money-texts.ts";

const { importBankFile } = rentalOperations;

/** The field of the file, which has all errors in it. */
const FILE = "uploaded_file";

/** The page that imports a file of the bank, in CAMT.053 or CSV. */
export const bankFileImport: StreamDefinition = agencyStream({
  path: "/agency/money/import",
  operations: [importBankFile],
  form: async (visit, typed) => {
    const { words, texts, language } = visit;
    const own = moneyTexts(language);
    const title = texts.controls.import;
    const main = form(visit, placed(visit, typed), {
      before: own.importQuestion,
      fields: [{ name: FILE, label: own.file, kind: "file", isRequired: true, hint: own.importHint }],
      ...{ button: title, cancel: visit.to("/agency/money"), isMultipart: true },
    });
    const trail = [{ path: visit.to("/agency/money"), text: words.headings.money }];
    return withAgencyLinks(visit, { title, main, trail });
  },
  async receive(visit, incoming) {
    for await (const file of uploadedFiles(incoming)) {
      const { value } = await visit.call(importBankFile, { stream: file.asForm(FILE, {}) });
      const { created, duplicates, unmatched, warnings } = value;
      const counts = [created, duplicates, unmatched.length, warnings.length].join();
      return { to: visit.to("/agency/money", { imported: counts }), done: null };
    }
    throw NO_FILE;
  },
});

/** Renders the result of the import that led to this page; nothing otherwise. */
export function importNotice(visit: AgencyVisit): Html | string {
  const counts = visit.queried("imported") ?? "";
  if (!/^\d{1,6}(?:,\d{1,6}){3}$/.test(counts)) return "";
  const [created = 0, duplicates = 0, unmatched = 0, missing = 0] = counts.split(",").map(Number);
  const own = moneyTexts(visit.language);
  const count = (text: string, value: number) => `${text} ${numberText(visit.language, value)}`;
  const all = [
    ...[count(own.importedNew, created), count(own.importedKnown, duplicates), count(own.importedUnmatched, unmatched)],
    ...(missing > 0 ? [count(own.importedMissing, missing)] : []),
  ];
  return notice(all.join(" – "), missing + unmatched > 0 ? "warn" : "good");
}

/** Names the places of errors in the file in the language of the reader. */
function placed(visit: AgencyVisit, typed: Typed): Typed {
  const own = moneyTexts(visit.language);
  const places: Readonly<Record<string, string>> = {
    ...{ line: own.fileLine, entry: own.fileEntry, transaction: own.fileTransaction },
    ...{ statement: own.fileStatement, file: own.file },
  };
  const messages = Array.isArray(typed.details) ? (typed.details as readonly { readonly message?: string }[]) : [];
  const problems = typed.problems.map((problem, index): Problem => {
    const { field } = problem;
    const [kind = ""] = field?.split(" ") ?? [];
    if (field === null || places[kind] === undefined) return problem;
    const place = field.replace(/[a-z]+/g, (word) => places[word] ?? word);
    const part = partIn(messages[index]?.message ?? "", kind);
    const reason = kind === "statement" && part === null ? own.wrongStatement : problem.message;
    const at = [...(kind === "file" ? [] : [place]), ...(part === null ? [] : [part])].join(", ");
    return { field: FILE, message: at === "" ? reason : `${at} : ${reason}` };
  });
  return typedOf(typed.fields, problems, typed.details);
}

/**
 * Returns the column of a line or the element of an entry, as the file names it, from the message of an error; `null` for
 * an error of the whole.
 */
function partIn(message: string, kind: string): string | null {
  const name = /^has an error in (\S+): \w+$/.exec(message)?.[1] ?? "";
  const isNamed = kind === "line" ? COLUMNS.has(name) : /^[A-Z]\w*(?:\/[A-Z]\w*)*$/.test(name);
  return isNamed ? name : null;
}

/** The columns of a CSV file. */
const COLUMNS: ReadonlySet<string> = new Set([
  ...["bank_reference", "booked_on", "amount_cents", "label", "counterparty_iban"],
]);
