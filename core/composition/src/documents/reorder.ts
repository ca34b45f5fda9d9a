import { type FieldError, throwIfInvalid } from "@cartulary/kernel";
import type { PartId } from "../records/ids.ts";

/** Maximum number of parts in one request. */
export const REORDER_MAX = 10_000;

/** A part's current or new position. */
export interface PartPosition {
  readonly id: PartId;
  readonly position: number;
}

/**
 * Returns the parts whose position changes. Throws 422 for parts of other documents, and for repeated parts or
 * positions.
 */
export function reorderParts(parts: readonly PartPosition[], wanted: readonly PartPosition[]): readonly PartPosition[] {
  throwIfInvalid(reorderErrors(parts, wanted));
  const positions = new Map(wanted.map(({ id, position }) => [id, position]));
  return parts.flatMap((part) => {
    const position = positions.get(part.id);
    return position === undefined || position === part.position ? [] : [{ id: part.id, position }];
  });
}

function reorderErrors(parts: readonly PartPosition[], wanted: readonly PartPosition[]): readonly FieldError[] {
  if (wanted.length > REORDER_MAX) {
    return [{ field: "parts", code: "too_long", message: `is too long (maximum is ${REORDER_MAX} parts)` }];
  }
  const existing = new Set(parts.map(({ id }) => id));
  const [ids, positions] = [new Set<PartId>(), new Set<number>()];
  const errors: FieldError[] = [];
  for (const [index, { id, position }] of wanted.entries()) {
    const field = (name: string) => `parts[${index}].${name}`;
    if (!existing.has(id)) errors.push({ field: field("id"), code: "not_found", message: "does not exist" });
    if (ids.has(id)) errors.push({ field: field("id"), code: "taken", message: "appears twice" });
    if (positions.has(position)) errors.push({ field: field("position"), code: "taken", message: "appears twice" });
    ids.add(id);
    positions.add(position);
  }
  return errors.slice(0, ERRORS_MAX);
}

const ERRORS_MAX = 100;
