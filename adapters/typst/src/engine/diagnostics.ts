/** What Typst says of a source, for whoever wrote it: no path of this machine is in it. */
export interface EngineDiagnostic {
  readonly severity: "error" | "warning";
  /** Of the file that it is about; `null` where it is about none. */
  readonly path: string | null;
  /** From 1; `null` where no place is known. */
  readonly line: number | null;
  /** From 1, in code points of that line. */
  readonly column: number | null;
  readonly message: string;
  readonly hint: string | null;
}

/** As the compiler hands it out. */
interface RawDiagnostic {
  readonly message: string;
  readonly path: string;
  /** From 0, in code points of a line. */
  readonly range: { readonly start: { readonly line: number; readonly character: number } } | null;
  /** 1 is an error, 2 a warning; 4 is where a call came from. */
  readonly severity: number;
}

/** More than anybody reads. */
const DIAGNOSTICS_MAX = 100;
const MESSAGE_LENGTH_MAX = 1_000;

/** Errors and warnings in the order of the compiler; traces of calls are left out. */
export function diagnosticsOf(raw: readonly RawDiagnostic[], workspace: string): readonly EngineDiagnostic[] {
  const judged = raw.filter(({ severity }) => severity === 1 || severity === 2).slice(0, DIAGNOSTICS_MAX);
  return judged.map(({ message, path, range, severity }) => {
    const file = path.startsWith(`${workspace}/`) ? path.slice(workspace.length) : null;
    return {
      severity: severity === 1 ? "error" : "warning",
      path: file,
      line: range && range.start.line + 1,
      column: range && range.start.character + 1,
      ...worded(message.slice(0, MESSAGE_LENGTH_MAX), workspace),
    };
  });
}

/** What the compiler says of this machine, and what an author can make nothing of. */
const TECHNICAL: readonly (readonly [RegExp, string])[] = [
  [/ \(searched at [^)]*\)/g, ""],
  [/^failed to load file \(.*$/s, "file not found"],
  [/^failed to download package.*$/s, "packages cannot be used here"],
  [/^package not found.*$/s, "packages cannot be used here"],
  [/^cannot read file outside of project root.*$/s, "file not found"],
];

function worded(message: string, workspace: string): Pick<EngineDiagnostic, "message" | "hint"> {
  const plain = TECHNICAL.reduce((text, [pattern, words]) => text.replace(pattern, words), message);
  const [first = "", ...hints] = plain.replaceAll(workspace, "").split(", hints: ");
  return { message: first, hint: hints.length === 0 ? null : hints.join("; ") };
}
