import { type Html, type ReplyOf, toErrorResponse } from "@cartulary/http/pages";
import { publicAccessOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { notice } from "../components/notice.ts";
import { colon } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { EFFECTIVE, levelOn, mayWrite } from "./resources.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";

/** The kinds of things that can be public. */
export type PublicNoun = "folders" | "documents";

/** The public state of a thing, with its reason. */
export type PublicState = ReplyOf<typeof publicAccessOperations.getFolderPublicAccess>["value"];

/** The operation that returns the public state, by kind. */
export const STATE = {
  folders: publicAccessOperations.getFolderPublicAccess,
  documents: publicAccessOperations.getDocumentPublicAccess,
} as const;

/** The name of the id in the paths of the operations. */
const ID = { folders: "folder_id", documents: "file_id" } as const;

/** Returns the parameters of an operation of public access for the thing of a page. */
export const paramsOf = (visit: Visit, noun: PublicNoun): Readonly<Record<string, string>> => ({
  [ID[noun]]: visit.param("id"),
});

/** Returns the public state of the thing of a page. */
export async function stateOf(visit: Visit, noun: PublicNoun): Promise<PublicState> {
  const operation: typeof publicAccessOperations.getFolderPublicAccess = STATE[noun] as never;
  return (await visit.call(operation, { params: paramsOf(visit, noun) })).value;
}

/** The operations of {@link stateNotice}, by kind. */
export const STATE_OPERATIONS = {
  folders: [STATE.folders, EFFECTIVE.folders],
  documents: [STATE.documents, EFFECTIVE.folders],
} as const;

/** Renders the state in a sentence, with the folder above that causes it. */
export async function stateNotice(visit: Visit, state: PublicState): Promise<Html> {
  const { states } = DOCUMENT_TEXTS[visit.language].access;
  const text = state.public ? states[state.isRoot ? "root" : "public"] : states[state.reason ?? "not_published"];
  const { root, exclusion } = state;
  const cause = exclusion?.inherited
    ? await causeOf(visit, exclusion.resourceId, exclusion.name)
    : root && !state.isRoot
      ? await causeOf(visit, root.id, root.name)
      : "";
  return notice(html`<p>${text}${cause}</p>`, state.public ? "good" : "plain");
}

/** Names a folder above, which this reader may not be allowed to open. */
async function causeOf(visit: Visit, id: string, name: string): Promise<Html> {
  const { language, base } = visit;
  const { folder } = DOCUMENT_TEXTS[language].fields;
  const at = await pathOf(visit, id);
  return html` ${folder}${colon(language)}${at === null ? name : html`<a href="${base}${at}">${name}</a>`}`;
}

/** Returns the page of a folder that has most for this reader; `null` if there is none. */
async function pathOf(visit: Visit, id: string): Promise<string | null> {
  try {
    return mayWrite(await levelOn(visit, "folders", id)) ? `/folders/${id}/public` : `/folders/${id}`;
  } catch (error) {
    if (toErrorResponse(error)?.status === 404) return null;
    throw error;
  }
}
