import type { TypesetDiagnostic, TypstFile } from "@cartulary/composition";
import { causeOf, DIAGNOSTICS_MAX, messageForAuthor } from "@cartulary/composition/source";

/** A diagnostic of the compiler. A hint is the origin of a call. */
export interface RawDiagnostic {
  readonly severity: "error" | "warning" | "hint";
  /** Path from the root of the virtual files; empty without a file. */
  readonly path: string;
  /** `line:column-line:column` from 0, columns in code points; empty without a position. */
  readonly range: string;
  readonly message: string;
}

/** Returns errors and warnings in the compiler's order. */
export function diagnosticsOf(raw: readonly RawDiagnostic[] = []): readonly TypesetDiagnostic[] {
  return raw
    .flatMap(({ severity, ...each }) => (severity === "hint" ? [] : [{ severity, ...withPosition(each) }]))
    .slice(0, DIAGNOSTICS_MAX);
}

function withPosition({ path, range, message }: Omit<RawDiagnostic, "severity">): Omit<TypesetDiagnostic, "severity"> {
  const [, line, column] = /^(\d+):(\d+)-/.exec(range) ?? [];
  return {
    path: path === "" ? null : path,
    line: line === undefined ? null : Number(line) + 1,
    column: column === undefined ? null : Number(column) + 1,
    ...messageForAuthor(message),
  };
}

/** Places what Typst reports without a file, where only one place of the files can be the cause. */
export function withCauses(
  diagnostics: readonly TypesetDiagnostic[],
  files: readonly TypstFile[],
): readonly TypesetDiagnostic[] {
  const texts = files.map(({ path, source }) => ({ path, text: source }));
  return diagnostics.map((each) => (each.path === null ? { ...each, ...causeOf(each.message, texts) } : each));
}

const NO_POSITION = { path: null, line: null, column: null, hint: null } as const;

/** Added to every result, because the PDF is not archivable. */
export const NOT_ARCHIVAL: TypesetDiagnostic = {
  severity: "warning",
  ...NO_POSITION,
  message: "this compiler writes no PDF/A: the PDF is PDF 1.7",
};

export const ATTACHED: TypesetDiagnostic = { severity: "error", ...NO_POSITION, message: "files cannot be attached" };
