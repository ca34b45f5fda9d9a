import { type Caller, requireRole, transitions, unprocessable } from "@cartulary/kernel";
import type { Part, PartInput, PartStatus } from "./part.ts";

/** The statuses that each status of a part may become (documents.md 2.4). */
const partTransitions = transitions<PartStatus>({
  draft: ["editing", "ready"],
  editing: ["draft", "ready"],
  ready: ["editing", "validated"],
  validated: ["editing", "locked"],
  locked: ["validated"],
});

/** Fields that are protected in locked and validated parts (composition.md 1). */
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

/** True when a protected field gets another value. */
function changesGuarded(present: Part, patch: Partial<Part>): boolean {
  return GUARDED.some((field) => patch[field] !== undefined && patch[field] !== present[field]);
}

/**
 * Returns the status after a change. Throws 422 `part_locked` for content of a locked part, 422 `invalid_transition`,
 * and 403 for unlocking without role manager. Editing the content of a validated part sets it to editing.
 */
export function statusAfter(caller: Caller, present: Part, patch: Partial<Part>): PartStatus {
  const isEdited = changesGuarded(present, patch);
  if (isEdited) requireUnlocked(present);
  const from = isEdited && present.status === "validated" ? "editing" : present.status;
  const wanted = patch.status;
  if (wanted === undefined || wanted === present.status || wanted === from) return from;
  const next = partTransitions.move(
    from,
    wanted,
    (allowed) => `A part that is ${from} can become ${allowed.join(" or ")}, not ${wanted}`,
  );
  if (from === "locked") requireRole(caller, "manager");
  return next;
}

/** Throws 422 `part_locked` for a locked part. */
export function requireUnlocked({ status }: Part): void {
  if (status === "locked") throw unprocessable("part_locked", "The part is locked; a manager may unlock it first");
}
