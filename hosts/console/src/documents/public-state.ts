import type { Html, ReplyOf } from "@cartulary/http/pages";
import { publicAccessOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { notice } from "../components/notice.ts";
import type { Visit } from "../frame/visit.ts";
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

/** Renders the state in a sentence, with the folder above that causes it. */
export function stateNotice({ language, base }: Visit, state: PublicState): Html {
  const { states, causedBy } = DOCUMENT_TEXTS[language].access;
  const text = state.public ? states[state.isRoot ? "root" : "public"] : states[state.reason ?? "not_published"];
  const { root, exclusion } = state;
  const cause = exclusion?.inherited
    ? html` ${causedBy} <a href="${base}/${exclusion.resourceType}s/${exclusion.resourceId}/public">${exclusion.name}</a>`
    : root && !state.isRoot
      ? html` ${causedBy} <a href="${base}/folders/${root.id}/public">${root.name}</a>`
      : "";
  return notice(html`<p>${text}${cause}</p>`, state.public ? "good" : "plain");
}
