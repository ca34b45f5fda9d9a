import { causeOf, DIAGNOSTICS_MAX, messageForAuthor } from "@cartulary/composition/source";
import { type EngineFile, textsOf } from "./request.ts";

/** A diagnostic for the author of a source, without paths of this machine. */
export interface EngineDiagnostic {
  readonly severity: "error" | "warning";
  /** The file it refers to; `null` if none. */
  readonly path: string | null;
  /** From 1; `null` without a position. */
  readonly line: number | null;
  /** From 1, in code points of the line. */
  readonly column: number | null;
  readonly message: string;
  readonly hint: string | null;
}

/** A diagnostic of the compiler. */
interface RawDiagnostic {
  readonly message: string;
  readonly path: string;
  /** From 0, in code points of a line. */
  readonly range: { readonly start: { readonly line: number; readonly character: number } } | null;
  /** 1 is an error, 2 a warning, 4 the origin of a call. */
  readonly severity: number;
}

/** Returns errors and warnings in the compiler's order, without call traces. */
export function diagnosticsOf(raw: readonly RawDiagnostic[], workspace: string): readonly EngineDiagnostic[] {
  const relevant = raw.filter(({ severity }) => severity === 1 || severity === 2).slice(0, DIAGNOSTICS_MAX);
  return relevant.map(({ message, path, range, severity }) => {
    const file = path.startsWith(`${workspace}/`) ? path.slice(workspace.length) : null;
    return {
      severity: severity === 1 ? "error" : "warning",
      path: file,
      line: range && range.start.line + 1,
      column: range && range.start.character + 1,
      ...withoutWorkspace(workspace, message),
    };
  });
}

/** Places what Typst reports without a file, where only one place of the files can be the cause. */
export function withCauses(
  diagnostics: readonly EngineDiagnostic[],
  files: readonly EngineFile[],
): readonly EngineDiagnostic[] {
  return diagnostics.map((each) => (each.path === null ? { ...each, ...causeOf(each.message, textsOf(files)) } : each));
}

/** Removes the virtual workspace path from a message. */
function withoutWorkspace(workspace: string, raw: string): Pick<EngineDiagnostic, "message" | "hint"> {
  const { message, hint } = messageForAuthor(raw);
  return { message: message.replaceAll(workspace, ""), hint: hint?.replaceAll(workspace, "") ?? null };
}
