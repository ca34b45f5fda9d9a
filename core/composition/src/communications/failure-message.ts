import type { DomainError } from "@cartulary/kernel";
import type { CompileDiagnostic } from "../compile/compile-errors.ts";
import type { Part } from "../records/part.ts";

/** Maximum length of a message, in UTF-16 units. */
const MESSAGE_LENGTH_MAX = 500;

/**
 * Returns the reason why a recipient has no document: the compiler's first diagnostic with its position, or the error.
 */
export function failureMessage({ message, details }: DomainError, parts: readonly Part[]): string {
  const [diagnostic] = diagnosticsIn(details);
  const text = diagnostic ? `${placeOf(diagnostic, parts)}${diagnostic.message}` : message;
  return text.toWellFormed().slice(0, MESSAGE_LENGTH_MAX).toWellFormed();
}

function diagnosticsIn(details: DomainError["details"]): readonly CompileDiagnostic[] {
  return "diagnostics" in details ? (details.diagnostics as readonly CompileDiagnostic[]) : [];
}

/** Names the part by its number in the template, because the failed document's own parts are not stored. */
function placeOf({ part_id: partId, line, column }: CompileDiagnostic, parts: readonly Part[]): string {
  const index = parts.findIndex(({ id }) => id === partId);
  const part = index < 0 ? null : `part ${index + 1}`;
  const where = [part, line === null ? null : `line ${line}`, column === null ? null : `column ${column}`];
  const position = where.filter((word) => word !== null).join(", ");
  return position === "" ? "" : `${position}: `;
}
