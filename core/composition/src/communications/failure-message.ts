import type { DomainError } from "@cartulary/kernel";
import type { CompileDiagnostic } from "../compile/compile-errors.ts";
import type { Part } from "../records/part.ts";

/** UTF-16 units of what is told of one recipient. */
const MESSAGE_LENGTH_MAX = 500;

/** Why somebody gets no document, in one sentence: what the compiler found first, and where. */
export function failureMessage({ message, details }: DomainError, parts: readonly Part[]): string {
  const [diagnostic] = diagnosticsIn(details);
  const text = diagnostic ? `${placeOf(diagnostic, parts)}${diagnostic.message}` : message;
  return text.toWellFormed().slice(0, MESSAGE_LENGTH_MAX).toWellFormed();
}

function diagnosticsIn(details: DomainError["details"]): readonly CompileDiagnostic[] {
  return "diagnostics" in details ? (details.diagnostics as readonly CompileDiagnostic[]) : [];
}

/** Parts are told by their place in the template: nobody else knows those of a document that there is not. */
function placeOf({ part_id: partId, line, column }: CompileDiagnostic, parts: readonly Part[]): string {
  const index = parts.findIndex(({ id }) => id === partId);
  const part = index < 0 ? null : `part ${index + 1}`;
  const where = [part, line === null ? null : `line ${line}`, column === null ? null : `column ${column}`];
  const told = where.filter((word) => word !== null).join(", ");
  return told === "" ? "" : `${told}: `;
}
