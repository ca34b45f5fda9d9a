import type { ReplyOf } from "@cartulary/http/pages";
import { forbidden } from "@cartulary/kernel";
import { documentOperations, folderOperations, type Operation, workspaceOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import { form } from "../components/form.ts";
import { bar, linkButton } from "../components/notice.ts";
import type { ActionDefinition, Html } from "../frame/definitions.ts";
import { bodyFrom } from "../frame/form-input.ts";
import { day, moment } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { levelOn, type Noun, RESOURCE_OPERATIONS, resourceOf, trailBelow } from "./resources.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";

type Retaining = Pick<
  ReplyOf<typeof documentOperations.getDocument>["value"],
  "retainUntil" | "legalHold" | "retained"
>;

const GET: Readonly<Record<Noun, Operation>> = {
  workspaces: workspaceOperations.getWorkspace,
  folders: folderOperations.getFolder,
  documents: documentOperations.getDocument,
};

const UPDATE: Readonly<Record<Noun, Operation>> = {
  workspaces: workspaceOperations.updateWorkspace,
  folders: folderOperations.updateFolder,
  documents: documentOperations.updateDocument,
};

const HOLD: Readonly<Record<Noun, Operation>> = {
  workspaces: workspaceOperations.holdWorkspace,
  folders: folderOperations.holdFolder,
  documents: documentOperations.holdDocument,
};

const RELEASE: Readonly<Record<Noun, Operation>> = {
  workspaces: workspaceOperations.releaseWorkspace,
  folders: folderOperations.releaseFolder,
  documents: documentOperations.releaseDocument,
};

async function retainingOf(visit: Visit, noun: Noun): Promise<Retaining> {
  const { value } = await visit.call(GET[noun], { params: { id: visit.param("id") } });
  return value as unknown as Retaining;
}

/** Renders what retains a thing: its own day and legal hold, and what counts with those above it. */
function retentionFacts({ language, base }: Visit, { retainUntil, legalHold, retained }: Retaining): Html {
  const { retention } = DOCUMENT_TEXTS[language];
  return facts([
    [retention.until, retainUntil === null ? retention.none : day(language, retainUntil)],
    [
      retention.hold,
      legalHold === null
        ? retention.none
        : html`${legalHold.reason} (${legalHold.setBy?.displayName ?? "–"}, ${moment(language, legalHold.setAt)})`,
    ],
    [
      retention.inForce,
      retained === null
        ? retention.none
        : html`${retained.until === null ? retention.hold : day(language, retained.until)}${
            retained.by === null
              ? ""
              : html` – <a href="${base}/${retained.by.type}s/${retained.by.id}">${retained.by.name}</a>`
          }`,
    ],
  ]);
}

/** `…/retention`: the retention of a resource, and the form that changes it. */
const retain = (noun: Noun): ActionDefinition => ({
  path: `/${noun}/{id}/retention`,
  operations: [...RESOURCE_OPERATIONS[noun], UPDATE[noun]],
  async form(visit, typed) {
    const resource = await resourceOf(visit, noun);
    if ((await levelOn(visit, noun, resource.id)) !== "manage") throw forbidden("Requires manage on this");
    const { retention } = DOCUMENT_TEXTS[visit.language];
    const found = await retainingOf(visit, noun);
    const at = `${visit.base}${resource.path}/legal_hold`;
    const holds = [
      linkButton(at, retention.setHold),
      ...(found.legalHold === null ? [] : [linkButton(`${at}/release`, retention.releaseHold)]),
    ];
    const main = html`${retentionFacts(visit, found)}
${bar(visit.isAdministrator ? holds : [])}
${form(visit, typed, {
  fields: [
    { name: "retain_until", label: retention.until, kind: "date", value: found.retainUntil },
    { name: "reason", label: retention.reason, hint: retention.reasonHint },
  ],
  button: visit.texts.controls.save,
  cancel: resource.path,
})}`;
    return { title: retention.title, main, trail: trailBelow(resource), where: resource.name };
  },
  async perform(visit, typed) {
    const params = { id: visit.param("id") };
    await visit.call(UPDATE[noun], { params, body: bodyFrom(UPDATE[noun], typed) });
    return { to: `/${noun}/${params.id}/retention` };
  },
});

/** An action of administrators on the legal hold of a thing. */
const onHold = (
  noun: Noun,
  { verb, operation, isRelease }: { readonly verb: string; readonly operation: Operation; readonly isRelease: boolean },
): ActionDefinition => ({
  path: `/${noun}/{id}/${verb}`,
  operations: [...RESOURCE_OPERATIONS[noun], operation],
  async form(visit, typed) {
    const resource = await resourceOf(visit, noun);
    if (!visit.isAdministrator) throw forbidden("Legal holds are for administrators");
    const { retention } = DOCUMENT_TEXTS[visit.language];
    const title = isRelease ? retention.releaseHold : retention.setHold;
    const { legalHold } = await retainingOf(visit, noun);
    const main = form(visit, typed, {
      before: html`<p>${isRelease ? retention.releaseQuestion : retention.holdQuestion}</p>`,
      fields: [
        {
          ...{ name: "reason", label: retention.reason, isRequired: !isRelease },
          value: isRelease ? null : (legalHold?.reason ?? null),
        },
      ],
      ...{ button: title, isDangerous: isRelease, cancel: `${resource.path}/retention` },
    });
    return { title, main, trail: trailBelow(resource), where: resource.name };
  },
  async perform(visit, typed) {
    const params = { id: visit.param("id") };
    await visit.call(operation, { params, body: bodyFrom(operation, typed) });
    return { to: `/${noun}/${params.id}/retention` };
  },
});

const NOUNS: readonly Noun[] = ["workspaces", "folders", "documents"];

/** The actions of retention and legal holds. */
export const retentionActions: readonly ActionDefinition[] = NOUNS.flatMap((noun) => [
  retain(noun),
  onHold(noun, { verb: "legal_hold", operation: HOLD[noun], isRelease: false }),
  onHold(noun, { verb: "legal_hold/release", operation: RELEASE[noun], isRelease: true }),
]);
