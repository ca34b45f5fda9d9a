import { type DomainError, type FieldError, invalid, refused } from "@cartulary/kernel";
import type { TypesetCause, TypesetDiagnostic } from "../ports.ts";
import type { PartId } from "../records/ids.ts";
import { partAt } from "../source/assembly.ts";

/** What kept a document from becoming a PDF, where its author finds it. */
export interface CompileDiagnostic {
  readonly part_id: PartId | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly hint: string | null;
  readonly cause: TypesetCause;
}

/** How many diagnostics are told: the first ones explain the others. */
const DIAGNOSTICS_MAX = 20;

const MESSAGES: Readonly<Record<Exclude<TypesetCause, "error">, string>> = {
  timeout: "It took longer than a compilation may; make it smaller",
  memory: "It took more memory than a compilation may; make it smaller",
  crash: "The compiler ended in the midst of it; simplify what is nested deepest",
};

/** 422 `compilation_failed`: what the compiler found, in the parts that it printed. */
export function compilationFailed(
  cause: TypesetCause,
  diagnostics: readonly TypesetDiagnostic[],
  partIds: readonly PartId[],
): DomainError {
  const found = cause === "error" ? diagnostics.filter(({ severity }) => severity === "error") : [];
  const told: readonly CompileDiagnostic[] = found.slice(0, DIAGNOSTICS_MAX).map((diagnostic) => {
    const { path, line, column, message, hint } = diagnostic;
    return { part_id: partAt(path, partIds), line, column, message, hint, cause };
  });
  return refused("compilation_failed", "The document could not be compiled; details say where", {
    diagnostics: told.length > 0 ? told : [killed(cause)],
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

/** 422 with a blank for each variable that is needed and not given. */
export function incomplete(names: readonly string[]): DomainError {
  const [first = "", ...others] = names;
  const error = (name: string): FieldError => ({
    field: `variables.${name}`,
    code: "blank",
    message: "can't be blank",
  });
  return invalid(error(first), others.map(error));
}
