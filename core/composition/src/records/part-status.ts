import { type Caller, refused, requireRole } from "@cartulary/kernel";
import type { Part, PartInput, PartStatus } from "./part.ts";

/** Where a part may go from each status (documents.md 2.4). */
const PART_TRANSITIONS: Readonly<Record<PartStatus, readonly PartStatus[]>> = {
  draft: ["editing", "ready"],
  editing: ["draft", "ready"],
  ready: ["editing", "validated"],
  validated: ["editing", "locked"],
  locked: ["validated"],
};

/** What locked and validated parts guard (composition.md 1). Everything else about them stays free. */
const GUARDED = [
  "title",
  "content",
  "contentFormat",
  "partType",
  "alignment",
  "bsize",
  "pageBreak",
  "rowGroup",
] as const satisfies readonly (keyof PartInput & keyof Part)[];

/** Whether a change touches what a part guards: sending a value that it has already is no change. */
function touchesGuarded(present: Part, patch: Partial<Part>): boolean {
  return GUARDED.some((field) => patch[field] !== undefined && patch[field] !== present[field]);
}

/**
 * The status of a part after a change by `caller`. Content of a locked part stays (422 `part_locked`); editing that of a
 * validated one sends it back to editing. Refuses with 422 `invalid_transition` what the table does not have, and whoever
 * unlocks without being a manager with 403.
 */
export function statusAfter(caller: Caller, present: Part, patch: Partial<Part>): PartStatus {
  const isEdited = touchesGuarded(present, patch);
  if (isEdited) requireUnlocked(present);
  const from = isEdited && present.status === "validated" ? "editing" : present.status;
  const wanted = patch.status;
  if (wanted === undefined || wanted === present.status || wanted === from) return from;
  const allowed = PART_TRANSITIONS[from];
  if (!allowed.includes(wanted)) {
    const message = `A part that is ${from} can become ${allowed.join(" or ")}, not ${wanted}`;
    throw refused("invalid_transition", message, { allowed });
  }
  if (from === "locked") requireRole(caller, "manager");
  return wanted;
}

/** Refuses with 422 `part_locked` to touch the content of a locked part, or to remove it. */
export function requireUnlocked({ status }: Part): void {
  if (status === "locked") throw refused("part_locked", "The part is locked; a manager may unlock it first");
}
