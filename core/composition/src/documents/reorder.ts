import { type FieldError, requireSound } from "@cartulary/kernel";
import type { PartId } from "../records/ids.ts";

/** How many parts one request may put in order. */
export const REORDER_MAX = 10_000;

/** A part and where it stands, or shall stand. */
export interface PartPosition {
  readonly id: PartId;
  readonly position: number;
}

/**
 * The parts that stand elsewhere after a request, with their new positions. Refuses with 422 a part that is not among
 * `parts`, and a part or a position that is named twice.
 */
export function repositioned(parts: readonly PartPosition[], wanted: readonly PartPosition[]): readonly PartPosition[] {
  requireSound(reorderErrors(parts, wanted));
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
  const known = new Set(parts.map(({ id }) => id));
  const [ids, positions] = [new Set<PartId>(), new Set<number>()];
  const errors: FieldError[] = [];
  for (const [index, { id, position }] of wanted.entries()) {
    const field = (name: string) => `parts[${index}].${name}`;
    if (!known.has(id)) errors.push({ field: field("id"), code: "not_found", message: "is no part of this document" });
    if (ids.has(id)) errors.push({ field: field("id"), code: "taken", message: "is named twice" });
    if (positions.has(position)) errors.push({ field: field("position"), code: "taken", message: "is named twice" });
    ids.add(id);
    positions.add(position);
  }
  return errors.slice(0, ERRORS_MAX);
}

/** Nobody reads more. */
const ERRORS_MAX = 100;
