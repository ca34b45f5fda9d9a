import type { Html, ReplyOf } from "@cartulary/http/pages";
import { groupOperations, type Operation, permissionOperations, userOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { userChoices } from "../admin/people.ts";
import { confirm } from "../components/confirm.ts";
import { type Field, form, type Option } from "../components/form.ts";
import { entriesOf, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton, notice } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { ActionDefinition, PageDefinition, PageResult } from "../frame/definitions.ts";
import { bodyFrom, type Typed } from "../frame/form-input.ts";
import { colon } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { type PublicNoun, STATE_OPERATIONS, stateNotice, stateOf } from "./public-state.ts";
import {
  EFFECTIVE,
  mayWrite,
  type Noun,
  RESOURCE_OPERATIONS,
  type Resource,
  resourceOf,
  trailBelow,
} from "./resources.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";

type Permission = ReplyOf<typeof permissionOperations.listFolderPermissions>["value"][number];

const OPERATIONS = {
  workspaces: {
    list: permissionOperations.listWorkspacePermissions,
    grant: permissionOperations.grantWorkspacePermission,
    change: permissionOperations.changeWorkspacePermission,
    revoke: permissionOperations.revokeWorkspacePermission,
  },
  folders: {
    list: permissionOperations.listFolderPermissions,
    grant: permissionOperations.grantFolderPermission,
    change: permissionOperations.changeFolderPermission,
    revoke: permissionOperations.revokeFolderPermission,
  },
  documents: {
    list: permissionOperations.listDocumentPermissions,
    grant: permissionOperations.grantDocumentPermission,
    change: permissionOperations.changeDocumentPermission,
    revoke: permissionOperations.revokeDocumentPermission,
  },
} as const;

/** `…/permissions`: what the caller may do and why, for every reader; the grants for who manages. */
const permissionsPage = (noun: Noun): PageDefinition => ({
  path: `/${noun}/{id}/permissions`,
  operations: [
    ...RESOURCE_OPERATIONS[noun],
    OPERATIONS[noun].list,
    ...(noun === "workspaces" ? [] : STATE_OPERATIONS[noun]),
  ],
  async show(visit) {
    const resource = await resourceOf(visit, noun);
    const { value: effective } = await visit.call(EFFECTIVE[noun], { params: { id: resource.id } });
    const { permissions: title } = DOCUMENT_TEXTS[visit.language];
    const hasState = noun !== "workspaces" && mayWrite(effective.level);
    const main = html`${hasState ? await visitors(visit, noun, resource) : ""}
${mine(visit, effective)}
${effective.level === "manage" ? await grants(visit, resource) : ""}`;
    return { title, main, trail: trailBelow(resource), where: resource.name };
  },
});

/** The public state, which only people who may write can ask for. */
async function visitors(visit: Visit, noun: PublicNoun, { path }: Resource): Promise<Html> {
  const { publicAccess } = DOCUMENT_TEXTS[visit.language];
  return html`${await stateNotice(visit, await stateOf(visit, noun))}
${bar([linkButton(`${visit.base}${path}/public`, publicAccess)])}`;
}

function mine({ language }: Visit, { level, source }: ReplyOf<(typeof EFFECTIVE)["folders"]>["value"]): Html {
  const { rights } = DOCUMENT_TEXTS[language];
  const from = source.inheritedFrom ? ` (${rights.inheritedFrom(source.inheritedFrom.name)})` : "";
  return notice(html`${rights.mine(rights.levels[level ?? "read"])} ${rights.because[source.type]}${from}`);
}

async function grants(visit: Visit, { noun, id, path }: Resource): Promise<Html> {
  const operation: typeof permissionOperations.listFolderPermissions = OPERATIONS[noun].list as never;
  const reply = await visit.call(operation, { params: { id }, query: listQuery(visit) });
  const { rights } = DOCUMENT_TEXTS[visit.language];
  const { controls, actions } = visit.texts;
  const at = `${visit.base}${path}/permissions`;
  return html`${bar([
    linkButton(`${at}/create?subject_type=user`, rights.addPerson),
    linkButton(`${at}/create?subject_type=group`, rights.addGroup),
  ])}
${table<Permission>({
  caption: rights.caption,
  empty: rights.none,
  rows: reply.value,
  columns: [
    { head: rights.who, cell: nameOf },
    { head: rights.level, cell: ({ level }) => rights.levels[level] },
    {
      head: rights.source,
      cell: ({ inheritedFrom }) => (inheritedFrom ? rights.inheritedFrom(inheritedFrom.name) : rights.here),
    },
    {
      head: actions,
      cell: (permission) =>
        permission.inherited
          ? ""
          : html`${linkButton(`${at}/${permission.id}/change`, controls.change, `${controls.change}${colon(visit.language)}${nameOf(permission)}`)}
${linkButton(`${at}/${permission.id}/delete`, controls.remove, `${controls.remove}${colon(visit.language)}${nameOf(permission)}`)}`,
    },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
}

const nameOf = ({ subject }: Permission): string => ("displayName" in subject ? subject.displayName : subject.name);

const create = (noun: Noun): ActionDefinition => ({
  path: `/${noun}/{id}/permissions/create`,
  operations: [
    ...RESOURCE_OPERATIONS[noun],
    OPERATIONS[noun].list,
    OPERATIONS[noun].grant,
    userOperations.listUsers,
    groupOperations.listGroups,
  ],
  async form(visit, typed) {
    const resource = await managed(visit, noun);
    const { rights } = DOCUMENT_TEXTS[visit.language];
    const isGroup = (typed.value("subject_type") ?? visit.queried("subject_type")) === "group";
    const title = isGroup ? rights.addGroup : rights.addPerson;
    const main = form(visit, typed, {
      fields: [
        {
          ...{ name: "subject_id", label: isGroup ? rights.group : rights.person, kind: "select", isRequired: true },
          options: await subjects(visit, isGroup),
        },
        levelField(visit),
      ],
      hidden: { subject_type: isGroup ? "group" : "user" },
      button: visit.texts.controls.add,
      cancel: `${resource.path}/permissions`,
    });
    return { title, main, trail: trailBelow(resource), where: resource.name };
  },
  async perform(visit, typed) {
    const operation: Operation = OPERATIONS[noun].grant;
    await visit.call(operation, { params: { id: visit.param("id") }, body: bodyFrom(operation, typed) });
    return { to: `/${noun}/${visit.param("id")}/permissions` };
  },
});

/** Returns a thing whose permissions the caller may list; throws 403 otherwise. */
async function managed(visit: Visit, noun: Noun): Promise<Resource> {
  const resource = await resourceOf(visit, noun);
  const operation: Operation = OPERATIONS[noun].list;
  await visit.call(operation, { params: { id: resource.id }, query: "per_page=1" });
  return resource;
}

async function subjects(visit: Visit, isGroup: boolean): Promise<readonly Option[]> {
  if (!isGroup) return userChoices(visit);
  const groups = await entriesOf((query) => visit.call(groupOperations.listGroups, { query }));
  return groups.map(({ id, name }) => ({ value: id, text: name }));
}

function levelField({ language }: Visit, value = "read"): Field {
  const { rights } = DOCUMENT_TEXTS[language];
  const options = (["read", "write", "manage"] as const).map((level) => ({ value: level, text: rights.levels[level] }));
  return { name: "level", label: rights.level, kind: "radios", options, value };
}

/** The form of one grant: its change or its removal. */
const onGrant = (noun: Noun, verb: "change" | "delete"): ActionDefinition => ({
  path: `/${noun}/{id}/permissions/{permission_id}/${verb}`,
  operations: [
    ...RESOURCE_OPERATIONS[noun],
    OPERATIONS[noun].list,
    verb === "change" ? OPERATIONS[noun].change : OPERATIONS[noun].revoke,
  ],
  form: (visit, typed) => grantForm(visit, typed, { noun, verb }),
  async perform(visit, typed) {
    const operation: Operation = verb === "change" ? OPERATIONS[noun].change : OPERATIONS[noun].revoke;
    const params = { id: visit.param("id"), permission_id: visit.param("permission_id") };
    await visit.call(operation, { params, body: bodyFrom(operation, typed) });
    return { to: `/${noun}/${params.id}/permissions` };
  },
});

async function grantForm(
  visit: Visit,
  typed: Typed,
  { noun, verb }: { readonly noun: Noun; readonly verb: "change" | "delete" },
): Promise<PageResult> {
  const resource = await resourceOf(visit, noun);
  const operation: typeof permissionOperations.listFolderPermissions = OPERATIONS[noun].list as never;
  const params = { id: resource.id };
  const permissions = await entriesOf((query) => visit.call(operation, { params, query }));
  const permission = permissions.find(({ id }) => id === visit.param("permission_id"));
  const who = permission ? nameOf(permission) : "";
  const { rights } = DOCUMENT_TEXTS[visit.language];
  const { controls } = visit.texts;
  const cancel = `${resource.path}/permissions`;
  const place = { trail: trailBelow(resource), where: resource.name };
  if (verb === "change") {
    const main = form(visit, typed, {
      fields: [levelField(visit, permission?.level)],
      button: controls.change,
      cancel,
    });
    return { title: rights.changeOf(who), main, ...place };
  }
  const main = confirm(visit, typed, {
    text: rights.removeQuestion(who),
    button: controls.remove,
    isDangerous: true,
    cancel,
  });
  return { title: controls.remove, main, ...place };
}

const NOUNS: readonly Noun[] = ["workspaces", "folders", "documents"];

export const permissionPages: readonly PageDefinition[] = NOUNS.map(permissionsPage);

export const permissionActions: readonly ActionDefinition[] = NOUNS.flatMap((noun) => [
  create(noun),
  onGrant(noun, "change"),
  onGrant(noun, "delete"),
]);
