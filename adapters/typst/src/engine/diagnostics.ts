import { authorWords, DIAGNOSTICS_MAX } from "@cartulary/composition/source";

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
      ...wordsWithout(workspace, message),
    };
  });
}

/** Words for an author, without where this machine would have its files. */
function wordsWithout(workspace: string, raw: string): Pick<EngineDiagnostic, "message" | "hint"> {
  const { message, hint } = authorWords(raw);
  return { message: message.replaceAll(workspace, ""), hint: hint?.replaceAll(workspace, "") ?? null };
}
