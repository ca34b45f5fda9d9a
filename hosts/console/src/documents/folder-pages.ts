import { fileKindOf, type Html, type ReplyOf, sizeOf, toErrorResponse } from "@cartulary/http/pages";
import { forbidden } from "@cartulary/kernel";
import { anonymousReaderOperations, documentOperations, folderOperations, workspaceOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { form } from "../components/form.ts";
import { filters, type ListPage, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { PageDefinition, PageView } from "../frame/definitions.ts";
import { UNTYPED } from "../frame/form-input.ts";
import { moment } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { chunkedForm } from "./chunk-form.ts";
import { EFFECTIVE, homeLink, type Level, mayWrite, trailOf } from "./resources.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";

type FolderItem = ReplyOf<typeof folderOperations.listFolders>["value"][number];
type DocumentItem = ReplyOf<typeof documentOperations.listDocuments>["value"][number];

type Item =
  | { readonly kind: "folder"; readonly folder: FolderItem }
  | { readonly kind: "document"; readonly document: DocumentItem };

const LISTED = [folderOperations.listFolders, documentOperations.listDocuments] as const;

/** `/workspaces/{id}`: the top items of a workspace. */
const workspacePage: PageDefinition = {
  path: "/workspaces/{id}",
  operations: [workspaceOperations.getWorkspace, EFFECTIVE.workspaces, ...LISTED],
  async show(visit) {
    const params = { id: visit.param("id") };
    const { value: workspace } = await visit.call(workspaceOperations.getWorkspace, { params });
    const { level } = (await visit.call(EFFECTIVE.workspaces, { params })).value;
    const items = await itemsIn(visit, { workspace_id: workspace.id, "q[documents_folder_id_null]": "true" });
    const states = await statesOf(visit, items.rows, null);
    const { label: title, description } = workspace;
    return contentsPage(visit, {
      noun: "workspaces",
      id: workspace.id,
      level,
      title,
      description,
      items,
      states,
      trail: [homeLink(visit)],
    });
  },
};

/** `/folders/{id}`: the items of a folder. */
const folderPage: PageDefinition = {
  path: "/folders/{id}",
  operations: [folderOperations.getFolder, EFFECTIVE.folders, ...LISTED, anonymousReaderOperations.getPublicFolder],
  async show(visit) {
    const params = { id: visit.param("id") };
    const { level } = (await visit.call(EFFECTIVE.folders, { params })).value;
    if (level === null) {
      const { value } = await visit.call(folderOperations.getFolder, { params });
      return folderContents(visit, { level, folder: value, items: publicItems(value) });
    }
    // `getFolder` returns a folder with all its items, a list without.
    const { value } = await visit.call(folderOperations.listFolders, { query: `q[id_eq]=${params.id}&per_page=1` });
    const folder = value[0] ?? (await visit.call(folderOperations.getFolder, { params })).value;
    return folderContents(visit, { level, folder, items: await itemsIn(visit, { documents_folder_id: folder.id }) });
  },
};

interface FoundFolder {
  readonly level: Level;
  readonly folder: FolderItem;
  readonly items: Items;
}

async function folderContents(visit: Visit, { level, folder, items }: FoundFolder): Promise<PageView> {
  const states = await statesOf(visit, items.rows, folder.id);
  const trail = trailOf(visit, { workspace: folder.workspace, folder: folder.parent });
  const { name: title, description } = folder;
  return contentsPage(visit, { noun: "folders", id: folder.id, level, title, description, items, states, trail });
}

export const folderPages: readonly PageDefinition[] = [workspacePage, folderPage];

interface Items {
  readonly rows: readonly Item[];
  readonly page: ListPage;
}

/** Readers of a public folder see its items, which no list has. */
function publicItems({ items }: ReplyOf<typeof folderOperations.getFolder>["value"]): Items {
  const rows = items.map((item) =>
    item.type === "folder"
      ? ({ kind: "folder", folder: item } as const)
      : ({ kind: "document", document: item } as const),
  );
  return { rows, page: { total: rows.length, page: 1, perPage: Math.max(1, rows.length) } };
}

/** Returns one page of the folders and documents at a place, folders first: one list made of the two of the API. */
async function itemsIn(visit: Visit, fixed: Readonly<Record<string, string>>): Promise<Items> {
  const sort = visit.queried("sort") ?? "name";
  const direction = visit.queried("direction") ?? "asc";
  const ofFolders = ["name", "created_at", "updated_at"].includes(sort)
    ? { sort, direction }
    : { sort: "name", direction: "asc" };
  // The list of documents has all filters and orders; it judges the request.
  const found = await visit.call(documentOperations.listDocuments, {
    query: listQuery(visit, { defaults: { sort: "name", direction: "asc" }, fixed }),
  });
  const { page, perPage, total } = pageOfList(found);
  const start = (page - 1) * perPage;
  const folders = await foldersAt(visit, { ...fixed, ...ofFolders, offset: String(start), per_page: String(perPage) });
  const shown = folders.items.slice(0, perPage);
  const offset = Math.max(0, start - folders.total);
  const count = perPage - shown.length;
  // Without folders on earlier pages, the documents of this page are known already.
  const documents =
    page === 1 || folders.total === 0
      ? found.value.slice(0, count)
      : count === 0
        ? []
        : (
            await visit.call(documentOperations.listDocuments, {
              query: queryWithout(visit, {
                sort,
                direction,
                ...fixed,
                offset: String(offset),
                per_page: String(count),
              }),
            })
          ).value;
  return {
    rows: [
      ...shown.map((folder) => ({ kind: "folder", folder }) as const),
      ...documents.map((document) => ({ kind: "document", document }) as const),
    ],
    page: { total: folders.total + total, page, perPage },
  };
}

/** Returns folders; none for filters that only documents have. */
async function foldersAt(visit: Visit, fixed: Readonly<Record<string, string>>) {
  try {
    const reply = await visit.call(folderOperations.listFolders, { query: queryWithout(visit, fixed) });
    return { items: reply.value, total: pageOfList(reply).total };
  } catch (error) {
    if (toErrorResponse(error)?.status === 400) return { items: [], total: 0 };
    throw error;
  }
}

/** Returns the filters of the page's query with these parameters. */
function queryWithout(visit: Visit, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of visit.query) if (name.startsWith("q[") && value !== "") query.append(name, value);
  for (const [name, value] of Object.entries(parameters)) query.append(name, value);
  return query.toString();
}

/**
 * Returns the ids of the items that everybody may read: those that a visitor of the folder sees, or, where it is not public,
 * the folders that are public by themselves. A document is public with its folder only.
 */
async function statesOf(visit: Visit, rows: readonly Item[], folderId: string | null): Promise<ReadonlySet<string>> {
  const shown = folderId === null ? null : await shownToVisitors(visit, folderId);
  if (shown) return shown;
  const folders = rows.flatMap((row) => (row.kind === "folder" ? [row.folder.id as string] : []));
  const states = await Promise.all(folders.map(async (id) => ((await shownToVisitors(visit, id)) ? [id] : [])));
  return new Set(states.flat());
}

async function shownToVisitors(visit: Visit, id: string): Promise<ReadonlySet<string> | null> {
  try {
    const { value } = await visit.call(anonymousReaderOperations.getPublicFolder, { params: { id } });
    return new Set(value.items.map((item) => item.id));
  } catch (error) {
    if (toErrorResponse(error)?.status === 404) return null;
    throw error;
  }
}

interface Contents {
  readonly noun: "workspaces" | "folders";
  readonly id: string;
  readonly level: Level;
  readonly title: string;
  readonly description: string | null;
  readonly items: Items;
  readonly states: ReadonlySet<string>;
  readonly trail: PageView["trail"];
}

function contentsPage(
  visit: Visit,
  { noun, id, level, title, description, items, states, trail = [] }: Contents,
): PageView {
  const { base, texts, language } = visit;
  const own = DOCUMENT_TEXTS[language];
  const { fields } = own;
  const at = `${base}/${noun}/${id}`;
  const main = html`${description === null ? "" : html`<p class="passage">${description}</p>`}
${bar(controls(visit, { noun, at, level }))}
${filters(visit, {
  fields: [
    { name: "q[name_cont]", label: own.nameContains },
    { name: "q[content_type_cont]", label: own.typeContains },
  ],
  sorts: [
    { value: "name", text: fields.name },
    { value: "updated_at", text: fields.changed },
    { value: "byte_size", text: fields.size },
  ],
})}
${table<Item>({
  caption: own.contents,
  empty: texts.nothing,
  rows: items.rows,
  columns: [
    { head: fields.name, cell: (item) => itemLink(visit, item) },
    {
      head: fields.kind,
      cell: (item) => (item.kind === "folder" ? own.folder : own.kinds[fileKindOf(item.document.contentType)]),
    },
    {
      head: fields.size,
      isNumber: true,
      cell: (item) => (item.kind === "folder" ? "" : sizeOf(item.document.byteSize, language)),
    },
    {
      head: fields.changed,
      cell: (item) => moment(language, (item.kind === "folder" ? item.folder : item.document).updatedAt),
    },
    { head: fields.by, cell: (item) => (item.kind === "folder" ? "" : (item.document.createdBy?.displayName ?? "")) },
    {
      head: fields.publicState,
      cell: (item) =>
        states.has(item.kind === "folder" ? item.folder.id : item.document.id) ? own.isPublic : own.isNotPublic,
    },
  ],
})}
${pageLinks(visit, items.page)}
${mayWrite(level) ? dropForm(visit, noun, id) : ""}`;
  return { title, main, trail, where: texts.sections.documents };
}

/** Takes files that are dropped anywhere on the page; the script shows it then. */
function dropForm(visit: Visit, noun: Contents["noun"], id: string): Html {
  const { fields, uploadFailed } = DOCUMENT_TEXTS[visit.language];
  const { upload } = visit.texts.controls;
  const field = {
    name: "uploaded_file",
    label: fields.files,
    kind: "file",
    isRequired: true,
    isMultiple: true,
  } as const;
  const sending = { action: `/${noun}/${id}/upload`, isMultipart: true, dropFailed: uploadFailed };
  const content = { ...sending, ...chunkedForm(visit, noun, id), fields: [field], button: upload };
  return html`<div hidden>${form(visit, UNTYPED, content)}</div>`;
}

function itemLink({ base }: Visit, item: Item): Html {
  return item.kind === "folder"
    ? html`<a href="${base}/folders/${item.folder.id}">${item.folder.name}</a>`
    : html`<a href="${base}/documents/${item.document.id}">${item.document.name}</a>`;
}

/** The actions that the caller's level allows. */
function controls(
  { texts: { controls: words }, language }: Visit,
  { noun, at, level }: { readonly noun: Contents["noun"]; readonly at: string; readonly level: Level },
): readonly Html[] {
  const own = DOCUMENT_TEXTS[language];
  const isFolder = noun === "folders";
  const writes = mayWrite(level)
    ? [
        linkButton(`${at}/create`, words.newFolder),
        linkButton(`${at}/upload`, words.upload),
        linkButton(`${at}/rename`, words.rename),
        ...(isFolder ? [linkButton(`${at}/move`, words.move), linkButton(`${at}/tags`, words.tags)] : []),
      ]
    : [];
  const deletes = (isFolder ? mayWrite(level) : level === "manage") ? [linkButton(`${at}/delete`, words.delete)] : [];
  return [
    ...writes,
    ...deletes,
    linkButton(`${at}/permissions`, own.permissions),
    ...(level === "manage" ? [linkButton(`${at}/retention`, own.retention.title)] : []),
    ...(isFolder && mayWrite(level) ? [linkButton(`${at}/public`, own.publicAccess)] : []),
  ];
}

/** Throws 403 unless a level allows to write: a form is not shown whose POST is refused. */
export function requireWrite(level: Level): void {
  if (!mayWrite(level)) throw forbidden("Requires write on this");
}
