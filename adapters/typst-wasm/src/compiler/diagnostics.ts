import type { TypesetDiagnostic } from "@cartulary/composition";
import { authorWords, DIAGNOSTICS_MAX } from "@cartulary/composition/source";

/** As the compiler hands it out. A hint is where a call came from. */
export interface RawDiagnostic {
  readonly severity: "error" | "warning" | "hint";
  /** From the root of what Typst sees; empty where it is about no file. */
  readonly path: string;
  /** `line:column-line:column`, from 0, in code points of a line; empty where no place is known. */
  readonly range: string;
  readonly message: string;
}

/** Errors and warnings in the order of the compiler. */
export function diagnosticsOf(raw: readonly RawDiagnostic[] = []): readonly TypesetDiagnostic[] {
  return raw
    .flatMap(({ severity, ...each }) => (severity === "hint" ? [] : [{ severity, ...located(each) }]))
    .slice(0, DIAGNOSTICS_MAX);
}

function located({ path, range, message }: Omit<RawDiagnostic, "severity">): Omit<TypesetDiagnostic, "severity"> {
  const [, line, column] = /^(\d+):(\d+)-/.exec(range) ?? [];
  return {
    path: path === "" ? null : path,
    line: line === undefined ? null : Number(line) + 1,
    column: column === undefined ? null : Number(column) + 1,
    ...authorWords(message),
  };
}

const PLACELESS = { path: null, line: null, column: null, hint: null } as const;

/** Of every PDF: nobody is to believe that it can be archived. */
export const NOT_ARCHIVAL: TypesetDiagnostic = {
  severity: "warning",
  ...PLACELESS,
  message: "this compiler writes no PDF/A: the PDF is PDF 1.7",
};

export const ATTACHED: TypesetDiagnostic = { severity: "error", ...PLACELESS, message: "files cannot be attached" };
