import { type DomainError, type FieldError, invalid, unprocessable } from "@cartulary/kernel";
import type { TypesetCause, TypesetDiagnostic } from "../ports.ts";
import type { PartId } from "../records/ids.ts";
import { partAt } from "../source/assembly.ts";

/** A compiler error with its position in the author's text. */
export interface CompileDiagnostic {
  readonly part_id: PartId | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly hint: string | null;
  readonly cause: TypesetCause;
}

/** Maximum number of diagnostics; the first ones usually explain the others. */
const DIAGNOSTICS_MAX = 20;

const MESSAGES: Readonly<Record<Exclude<TypesetCause, "error">, string>> = {
  timeout: "It took longer than a compilation may; make it smaller",
  memory: "It took more memory than a compilation may; make it smaller",
  crash: "The compiler ended in the midst of it; simplify what is nested deepest",
};

/** 422 `compilation_failed` with the compiler's diagnostics, by part. */
export function compilationFailed(
  cause: TypesetCause,
  diagnostics: readonly TypesetDiagnostic[],
  partIds: readonly PartId[],
): DomainError {
  const errors = cause === "error" ? diagnostics.filter(({ severity }) => severity === "error") : [];
  const listed: readonly CompileDiagnostic[] = errors.slice(0, DIAGNOSTICS_MAX).map((diagnostic) => {
    const { path, line, column, message, hint } = diagnostic;
    return { part_id: partAt(path, partIds), line, column, message, hint, cause };
  });
  return unprocessable("compilation_failed", "The document could not be compiled; details say where", {
    diagnostics: listed.length > 0 ? listed : [killed(cause)],
  });
}

const killed = (cause: TypesetCause): CompileDiagnostic => ({
  part_id: null,
  line: null,
  column: null,
  message: cause === "error" ? "The compiler refused it without saying why" : MESSAGES[cause],
  hint: null,
  cause,
});

/** 422 with `blank` for each missing variable. */
export function missingVariablesError(names: readonly string[]): DomainError {
  const [first = "", ...rest] = names;
  const error = (name: string): FieldError => ({
    field: `variables.${name}`,
    code: "blank",
    message: "can't be blank",
  });
  return invalid(error(first), rest.map(error));
}
