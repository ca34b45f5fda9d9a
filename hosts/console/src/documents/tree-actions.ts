import type { ReplyOf } from "@cartulary/http/pages";
import { forbidden, isRoleAtLeast } from "@cartulary/kernel";
import {
  documentOperations,
  folderOperations,
  type Operation,
  publicAccessOperations,
  versionOperations,
  workspaceOperations,
} from "@cartulary/wire";
import { confirm } from "../components/confirm.ts";
import { type Field, form, type Option } from "../components/form.ts";
import { entriesOf, pageOfList } from "../components/list.ts";
import type { ActionDefinition, PageView } from "../frame/definitions.ts";
import { bodyFrom, type Typed } from "../frame/form-input.ts";
import type { Visit } from "../frame/visit.ts";
import { requireWrite } from "./folder-pages.ts";
import {
  homeLink,
  levelOn,
  type Noun,
  RESOURCE_OPERATIONS,
  type Resource,
  resourceOf,
  trailBelow,
} from "./resources.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";

/** Returns a thing that the person may change; throws 403 otherwise. */
async function writable(visit: Visit, noun: Noun): Promise<Resource> {
  const resource = await resourceOf(visit, noun);
  requireWrite(await levelOn(visit, noun, resource.id));
  return resource;
}

const place = (visit: Visit, resource: Resource) => ({
  trail: trailBelow(resource),
  where: `${resource.name} · ${visit.texts.sections.documents}`,
});

const newWorkspace: ActionDefinition = {
  path: "/workspaces/create",
  operations: [workspaceOperations.createWorkspace],
  async form(visit, typed) {
    const { controls, sections } = visit.texts;
    const { fields } = DOCUMENT_TEXTS[visit.language];
    if (!visit.caller || !isRoleAtLeast(visit.caller.role, "manager")) throw forbidden("Requires the role manager");
    const main = form(visit, typed, {
      fields: [
        { name: "label", label: fields.name, isRequired: true, maxLength: 255 },
        { name: "description", label: fields.description, kind: "textarea" },
      ],
      button: controls.newWorkspace,
      cancel: "/",
    });
    return { title: controls.newWorkspace, main, trail: [homeLink(visit)], where: sections.documents };
  },
  async perform(visit, typed) {
    const operation = workspaceOperations.createWorkspace;
    const { value } = await visit.call(operation, { body: bodyFrom(operation, typed, { omitEmpty: true }) });
    return { to: `/workspaces/${value.id}` };
  },
};

/** New folder, in a workspace or in a folder. */
const newFolder = (noun: "workspaces" | "folders"): ActionDefinition => ({
  path: `/${noun}/{id}/create`,
  operations: [folderOperations.createFolder, ...RESOURCE_OPERATIONS[noun]],
  async form(visit, typed) {
    const resource = await writable(visit, noun);
    const { controls } = visit.texts;
    const { fields } = DOCUMENT_TEXTS[visit.language];
    const main = form(visit, typed, {
      fields: [
        { name: "name", label: fields.name, isRequired: true, maxLength: 255 },
        { name: "description", label: fields.description, kind: "textarea" },
      ],
      button: controls.newFolder,
      cancel: resource.path,
    });
    return { title: controls.newFolder, main, ...place(visit, resource) };
  },
  async perform(visit, typed) {
    const operation = folderOperations.createFolder;
    const holder = noun === "folders" ? "documents_folder_id" : "workspace_id";
    const body = { ...bodyFrom(operation, typed, { omitEmpty: true }), [holder]: visit.param("id") };
    const { value } = await visit.call(operation, { body });
    return { to: `/folders/${value.id}` };
  },
});

const UPDATE = {
  workspaces: workspaceOperations.updateWorkspace,
  folders: folderOperations.updateFolder,
  documents: documentOperations.updateDocument,
} as const;

/** Changes a thing by its update operation with the fields of the form. */
async function update(visit: Visit, noun: Noun, body: Readonly<Record<string, unknown>>) {
  const operation: Operation = UPDATE[noun];
  await visit.call(operation, { params: { id: visit.param("id") }, body });
  return { to: `/${noun}/${visit.param("id")}` };
}

const rename = (noun: Noun): ActionDefinition => ({
  path: `/${noun}/{id}/rename`,
  operations: [UPDATE[noun], ...RESOURCE_OPERATIONS[noun]],
  async form(visit, typed) {
    const resource = await writable(visit, noun);
    const { rename: title } = visit.texts.controls;
    const { fields } = DOCUMENT_TEXTS[visit.language];
    const name: Field = {
      name: noun === "workspaces" ? "label" : "name",
      ...{ label: fields.name, value: resource.name, isRequired: true, maxLength: 255 },
    };
    const main = form(visit, typed, { fields: [name], button: title, cancel: resource.path });
    return { title, main, ...place(visit, resource) };
  },
  perform: (visit, typed) => update(visit, noun, bodyFrom(UPDATE[noun], typed)),
});

const tags = (noun: "folders" | "documents"): ActionDefinition => ({
  path: `/${noun}/{id}/tags`,
  operations: [UPDATE[noun], ...RESOURCE_OPERATIONS[noun]],
  async form(visit, typed) {
    const resource = await writable(visit, noun);
    const { controls } = visit.texts;
    const { fields, tagsHint } = DOCUMENT_TEXTS[visit.language];
    const params = { id: resource.id };
    const { value } =
      noun === "folders"
        ? await visit.call(folderOperations.getFolder, { params })
        : await visit.call(documentOperations.getDocument, { params });
    const field: Field = { name: "tag_list", label: fields.tags, value: value.tags.join(", "), hint: tagsHint };
    const main = form(visit, typed, { fields: [field], button: controls.save, cancel: resource.path });
    return { title: controls.tags, main, ...place(visit, resource) };
  },
  perform(visit, typed) {
    const named = typed.values("tag_list").flatMap((each) => each.split(","));
    return update(visit, noun, { tag_list: named.map((tag) => tag.trim()).filter((tag) => tag !== "") });
  },
});

const move = (noun: "folders" | "documents"): ActionDefinition => ({
  path: `/${noun}/{id}/move`,
  operations: [
    UPDATE[noun],
    folderOperations.listFolders,
    workspaceOperations.listWorkspaces,
    ...RESOURCE_OPERATIONS[noun],
  ],
  async form(visit, typed) {
    const resource = await writable(visit, noun);
    const { move: title } = visit.texts.controls;
    return { title, main: await picker(visit, typed, resource), ...place(visit, resource) };
  },
  async perform(visit, typed) {
    const folderId = typed.value("documents_folder_id") ?? "";
    const workspaceId = typed.value("workspace_id") ?? "";
    // Who chooses a workspace only means its top, although the present folder is still chosen.
    const isTop = folderId === "" || (workspaceId !== "" && folderId === (await resourceOf(visit, noun)).folderId);
    if (!isTop) return update(visit, noun, { documents_folder_id: folderId });
    return update(visit, noun, { documents_folder_id: null, ...(workspaceId !== "" && { workspace_id: workspaceId }) });
  },
});

async function picker(visit: Visit, typed: Typed, resource: Resource): Promise<PageView["main"]> {
  const fields = await placeFields.fields(visit, resource);
  return form(visit, typed, { fields, button: visit.texts.controls.move, cancel: resource.path });
}

/** Fields to choose a place: a folder by its path, or the top of a workspace. */
export const placeFields = {
  operations: [folderOperations.listFolders, workspaceOperations.listWorkspaces] as const,
  /** Returns the fields. The place of `moved` is chosen at first, and it is not offered to itself. */
  async fields(visit: Visit, moved: Resource | null): Promise<readonly Field[]> {
    const own = DOCUMENT_TEXTS[visit.language];
    const folders = await entriesOf((query) => visit.call(folderOperations.listFolders, { query }), { sort: "name" });
    const { value: workspaces } = await visit.call(workspaceOperations.listWorkspaces);
    const none: Option = { value: "", text: visit.texts.none };
    const tops = workspaces.map(({ id, label }) => ({ value: id as string, text: own.root(label) }));
    const present = moved?.folderId ?? null;
    const offered = folderOptions(folders, visit).filter(({ value }) => value !== moved?.id);
    // Without it, a form that is sent unchanged would move the thing to the top.
    const unlisted =
      present === null || offered.some(({ value }) => value === present)
        ? []
        : [{ value: present, text: own.presentFolder }];
    return [
      {
        ...{ name: "documents_folder_id", label: own.fields.folder, kind: "select", value: present },
        options: [none, ...unlisted, ...offered],
      },
      {
        ...{ name: "workspace_id", label: own.fields.workspace, kind: "select", options: [none, ...tops] },
        value: present === null ? (moved?.workspaceId ?? null) : null,
      },
    ];
  },
};

/** The depth of the deepest folder (documents.md 2.4). */
const DEPTH_MAX = 64;

/** Names folders by their workspace and the folders above. */
function folderOptions(folders: readonly FolderView[], { language }: Visit): readonly Option[] {
  const byId = new Map(folders.map((folder) => [folder.id as string, folder]));
  const pathOf = (id: string | null, depth = 0): string => {
    const folder = id === null ? undefined : byId.get(id);
    if (!folder || depth > DEPTH_MAX) return "";
    return `${pathOf(folder.documentsFolderId, depth + 1)} / ${folder.name}`;
  };
  return folders
    .map(({ id, workspace }) => ({ value: id as string, text: `${workspace?.label ?? ""}${pathOf(id)}` }))
    .toSorted((one, other) => one.text.localeCompare(other.text, language));
}

type FolderView = ReplyOf<typeof folderOperations.listFolders>["value"][number];

const REMOVE = {
  workspaces: workspaceOperations.deleteWorkspace,
  folders: folderOperations.deleteFolder,
  documents: documentOperations.deleteDocument,
} as const;

const EXTENT = {
  workspaces: [folderOperations.listFolders, documentOperations.listDocuments],
  folders: [publicAccessOperations.getFolderPublicAccess],
  documents: [versionOperations.listVersions],
} as const;

const remove = (noun: Noun): ActionDefinition => ({
  path: `/${noun}/{id}/delete`,
  operations: [REMOVE[noun], ...EXTENT[noun], ...RESOURCE_OPERATIONS[noun]],
  async form(visit, typed) {
    const resource = await resourceOf(visit, noun);
    const level = await levelOn(visit, noun, resource.id);
    requireWrite(level);
    if (noun === "workspaces" && level !== "manage") throw forbidden("Requires manage on this workspace");
    const { delete: title } = visit.texts.controls;
    const question = { button: title, isDangerous: true, cancel: resource.path };
    const main = confirm(visit, typed, { text: await extentOf(visit, resource), ...question });
    return { title, main, ...place(visit, resource) };
  },
  async perform(visit) {
    const { holder } = await resourceOf(visit, noun);
    const operation: Operation = REMOVE[noun];
    await visit.call(operation, { params: { id: visit.param("id") } });
    return { to: holder };
  },
});

/** Says what goes with a thing. */
async function extentOf(visit: Visit, { noun, id, name }: Resource): Promise<string> {
  const { deleteQuestion, deleteDocument } = DOCUMENT_TEXTS[visit.language];
  if (noun === "documents") {
    const versions = await visit.call(versionOperations.listVersions, { params: { id }, query: "per_page=1" });
    return deleteDocument(name, pageOfList(versions).total);
  }
  if (noun === "folders") {
    const { value } = await visit.call(publicAccessOperations.getFolderPublicAccess, {
      params: { folder_id: id },
      query: "limit=1",
    });
    return deleteQuestion(name, value.subtree?.documents ?? 0, value.subtree?.folders ?? 0);
  }
  const query = `workspace_id=${id}&per_page=1`;
  const folders = await visit.call(folderOperations.listFolders, { query });
  const documents = await visit.call(documentOperations.listDocuments, { query });
  return deleteQuestion(name, pageOfList(documents).total, pageOfList(folders).total);
}

const NOUNS: readonly Noun[] = ["workspaces", "folders", "documents"];

/** The actions on workspaces, folders and documents that all three, or two of them, have. */
export const treeActions: readonly ActionDefinition[] = [
  newWorkspace,
  newFolder("workspaces"),
  newFolder("folders"),
  ...NOUNS.map(rename),
  ...NOUNS.map(remove),
  move("folders"),
  move("documents"),
  tags("folders"),
  tags("documents"),
];
