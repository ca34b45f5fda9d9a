import { type Html, toErrorResponse } from "@cartulary/http/pages";
import { type Operation, publicAccessOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { confirm } from "../components/confirm.ts";
import { facts } from "../components/facts.ts";
import { bar, linkButton } from "../components/notice.ts";
import type { ActionDefinition, PageDefinition } from "../frame/definitions.ts";
import { problemsOf, type Typed, typedOf } from "../frame/form-input.ts";
import { colon, moment, numberText } from "../frame/formats.ts";
import type { ControlName } from "../frame/texts.ts";
import type { Visit } from "../frame/visit.ts";
import type { PublicVerb } from "./document-texts.ts";
import { requireWrite } from "./folder-pages.ts";
import {
  type PublicNoun,
  type PublicState,
  paramsOf,
  STATE,
  STATE_OPERATIONS,
  stateNotice,
  stateOf,
} from "./public-state.ts";
import { levelOn, mayWrite, RESOURCE_OPERATIONS, resourceOf, trailBelow } from "./resources.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";

/** `…/public`: the state in one sentence, the link, what can be done. */
const publicPage = (noun: PublicNoun): PageDefinition => ({
  path: `/${noun}/{id}/public`,
  operations: [...RESOURCE_OPERATIONS[noun], ...STATE_OPERATIONS[noun]],
  async show(visit) {
    const resource = await resourceOf(visit, noun);
    const state = await stateOf(visit, noun);
    const level = await levelOn(visit, noun, resource.id);
    const { publicAccess: title } = DOCUMENT_TEXTS[visit.language];
    const main = html`${await stateNotice(visit, state)}
${state.url === null ? "" : link(visit, state.url)}
${bar(mayWrite(level) ? controls(visit, noun, state) : [])}
${subtree(visit, state)}
${exclusions(visit, state)}`;
    return { title, main, trail: trailBelow(resource), where: resource.name };
  },
});

function link({ language, texts }: Visit, url: string): Html {
  const { link: label, copied } = DOCUMENT_TEXTS[language].access;
  return html`<p>${label}${colon(language)}<a href="${url}">${url}</a>
<button class="other" type="button" hidden data-copy="${url}" data-copied="${copied}" aria-describedby="copied">${texts.controls.copy}</button> <span id="copied" role="status"></span></p>`;
}

/** The actions that make sense in a state. */
function controls(visit: Visit, noun: PublicNoun, state: PublicState): readonly Html[] {
  const { base, texts } = visit;
  const at = `${base}/${noun}/${visit.param("id")}/public`;
  const ownExclusion = state.exclusion !== null && !state.exclusion.inherited;
  const button = (verb: string, name: ControlName) => linkButton(`${at}/${verb}`, texts.controls[name]);
  return [
    ...(noun === "folders" && !state.isRoot ? [button("publish", "publish")] : []),
    ...(noun === "folders" && state.isRoot ? [button("propagate", "propagate"), button("unpublish", "unpublish")] : []),
    ...(ownExclusion ? [button("lift", "lift")] : [button(EXCLUSION, "exclude")]),
  ];
}

function subtree({ language }: Visit, { subtree: counts }: PublicState): Html | string {
  if (!counts) return "";
  const { access } = DOCUMENT_TEXTS[language];
  const count = (value: number) => numberText(language, value);
  return html`<h2>${access.subtree}</h2>${facts([
    [access.total, count(counts.total)],
    [access.publicCount, count(counts.public)],
    [access.unstamped, count(counts.unstamped)],
    [access.excludedCount, count(counts.excluded)],
  ])}`;
}

function exclusions({ language, base }: Visit, { exclusions: list }: PublicState): Html | string {
  if (list.length === 0) return "";
  const { access } = DOCUMENT_TEXTS[language];
  return html`<h2>${access.exclusions}</h2><ul>${list.map(
    ({ resourceType, resourceId, name, excludedAt }) =>
      html`<li><a href="${base}/${resourceType}s/${resourceId}/public">${name}</a>, ${moment(language, excludedAt)}</li>`,
  )}</ul>`;
}

interface PublicAction {
  readonly noun: PublicNoun;
  readonly verb: PublicVerb;
  /** The last segment of its page; the verb by default. */
  readonly segment?: string;
  readonly control: ControlName;
  readonly operation: Operation;
  /** True if the operation can be rehearsed, so that its scope is announced. */
  readonly isRehearsed: boolean;
}

const ops = publicAccessOperations;
/** The segment of the API's path, as for every action that has one (console.md 6.2). */
const EXCLUSION = "exclusion";
const EXCLUDE = { verb: "exclude", segment: EXCLUSION, control: "exclude", isRehearsed: true } as const;
const ACTIONS: readonly PublicAction[] = [
  { noun: "folders", verb: "publish", control: "publish", operation: ops.publishFolder, isRehearsed: true },
  { noun: "folders", verb: "propagate", control: "propagate", operation: ops.propagateFolder, isRehearsed: true },
  { ...EXCLUDE, noun: "folders", operation: ops.excludeFolder },
  { ...EXCLUDE, noun: "documents", operation: ops.excludeDocument },
  { noun: "folders", verb: "unpublish", control: "unpublish", operation: ops.unpublishFolder, isRehearsed: false },
  { noun: "folders", verb: "lift", control: "lift", operation: ops.liftFolderExclusion, isRehearsed: false },
  { noun: "documents", verb: "lift", control: "lift", operation: ops.liftDocumentExclusion, isRehearsed: false },
];

/** An action announces its scope, as the operation's dry run says it, and asks. */
const publicAction = ({
  noun,
  verb,
  segment = verb,
  control,
  operation,
  isRehearsed,
}: PublicAction): ActionDefinition => ({
  path: `/${noun}/{id}/public/${segment}`,
  operations: [...RESOURCE_OPERATIONS[noun], operation, STATE[noun]],
  async form(visit, typed) {
    const resource = await resourceOf(visit, noun);
    const title = visit.texts.controls[control];
    const { access } = DOCUMENT_TEXTS[visit.language];
    const isExclusion = noun === "documents" && verb === "exclude";
    if (!isRehearsed) requireWrite(await levelOn(visit, noun, resource.id));
    const consequence = isExclusion ? access.documentExclusion : access.consequences[verb];
    const shown = (announced: readonly string[], answered: Typed) => ({
      title,
      main: confirm(visit, answered, {
        text: [consequence(resource.name), ...announced].join("\n"),
        button: title,
        cancel: `${resource.path}/public`,
      }),
      trail: trailBelow(resource),
      where: resource.name,
    });
    // The rehearsal of what was refused is refused as well.
    if (!isRehearsed || typed.problems.length > 0) return shown([], typed);
    try {
      return shown([await scopeOf(visit, noun, operation)], typed);
    } catch (error) {
      const refusal = toErrorResponse(error);
      if (refusal?.status !== 422) throw error;
      const { fieldErrors: byField, refusals: byCode, otherRefusal: other } = visit.texts;
      const problems = problemsOf(refusal, { byField, byCode, other });
      return { ...shown([], typedOf([], problems)), status: refusal.status, hasErrors: true };
    }
  },
  async perform(visit) {
    await visit.call(operation, { params: paramsOf(visit, noun) });
    const { done } = DOCUMENT_TEXTS[visit.language].access;
    return { to: `/${noun}/${visit.param("id")}/public`, done: done[verb] };
  },
});

async function scopeOf(visit: Visit, noun: PublicNoun, operation: Operation): Promise<string> {
  const rehearsed = operation as typeof publicAccessOperations.propagateFolder;
  const { value } = await visit.call(rehearsed, { params: paramsOf(visit, noun), query: "dry_run=true" });
  const { documents = 0, folders = 0, alreadyPublic = 0 } = value.scope ?? {};
  return DOCUMENT_TEXTS[visit.language].access.scope(documents, folders, alreadyPublic);
}

export const publicPages: readonly PageDefinition[] = [publicPage("folders"), publicPage("documents")];

/** Exclusions at the addresses that they had before. */
const FORMER = ACTIONS.filter(({ segment }) => segment).map((action) => ({ ...action, segment: action.verb }));

export const publicActions: readonly ActionDefinition[] = [...ACTIONS, ...FORMER].map(publicAction);
