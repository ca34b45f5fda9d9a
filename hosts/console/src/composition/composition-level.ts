import type { ReplyOf } from "@cartulary/http/pages";
import { composedDocumentOperations } from "@cartulary/wire";
import { requireWrite } from "../documents/folder-pages.ts";
import { EFFECTIVE, type Level, levelOn } from "../documents/resources.ts";
import type { Visit } from "../frame/visit.ts";

/** A composition as its operation returns it. */
export type Composition = ReplyOf<typeof composedDocumentOperations.getComposedDocument>["value"];

/** The operations of {@link writableComposition} and {@link levelOnComposition}. */
export const COMPOSITION_OPERATIONS = [
  composedDocumentOperations.getComposedDocument,
  EFFECTIVE.folders,
  EFFECTIVE.workspaces,
] as const;

/**
 * Returns what the caller may do with a composition that he can read (composition.md 1): what he may do with its folder,
 * else with its workspace; one without a place belongs to its creator.
 */
export async function levelOnComposition(
  visit: Visit,
  { folderId, workspaceId }: Pick<Composition, "folderId" | "workspaceId">,
): Promise<Level> {
  if (visit.isAdministrator) return "manage";
  if (folderId !== null) return levelOn(visit, "folders", folderId);
  return workspaceId === null ? "manage" : levelOn(visit, "workspaces", workspaceId);
}

/** Returns the composition of a page that the caller may change; throws 403 otherwise. */
export async function writableComposition(visit: Visit): Promise<Composition> {
  const params = { id: visit.param("id") };
  const { value } = await visit.call(composedDocumentOperations.getComposedDocument, { params });
  requireWrite(await levelOnComposition(visit, value));
  return value;
}
