import { type Download, downloadAnswer, fileKindOf, type Html, type ReplyOf, sizeOf } from "@cartulary/http/pages";
import { documentOperations, versionOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { confirm } from "../components/confirm.ts";
import { facts } from "../components/facts.ts";
import { entriesOf, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton } from "../components/notice.ts";
import { type Cell, table } from "../components/table.ts";
import type { ActionDefinition, PageDefinition, PageResult } from "../frame/definitions.ts";
import { colon, day, moment, numberText } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { requireWrite } from "./folder-pages.ts";
import {
  EFFECTIVE,
  type Level,
  levelOn,
  mayWrite,
  RESOURCE_OPERATIONS,
  resourceOf,
  trailBelow,
  trailOf,
} from "./resources.ts";
import { mayBeText, textFormatOf } from "./text-formats.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";

type DocumentView = ReplyOf<typeof documentOperations.getDocument>["value"];
type VersionView = ReplyOf<typeof versionOperations.listVersions>["value"][number];

/** `/documents/{id}`: preview, facts and versions. `?compare=` names a version to compare the content with. */
const documentPage: PageDefinition = {
  path: "/documents/{id}",
  operations: [documentOperations.getDocument, EFFECTIVE.documents, versionOperations.listVersions],
  async show(visit) {
    const params = { id: visit.param("id") };
    const { value: document } = await visit.call(documentOperations.getDocument, { params });
    const { level } = (await visit.call(EFFECTIVE.documents, { params })).value;
    const versions =
      level === null ? null : await visit.call(versionOperations.listVersions, { params, query: listQuery(visit) });
    const own = DOCUMENT_TEXTS[visit.language];
    const other = visit.queried("compare");
    const compared = versions && other !== undefined ? await versionOf(visit, other) : undefined;
    const main = html`${bar(controls(visit, document, level))}
${compared ? comparison(visit, document, compared) : ""}
<h2>${own.preview}</h2>
${preview(visit, document)}
<h2>${own.facts}</h2>
${factsOf(visit, document)}
${
  versions
    ? html`<h2>${own.versions}</h2>${versionsTable(visit, { document, versions: versions.value, level })}
${pageLinks(visit, pageOfList(versions), { label: own.versions })}`
    : ""
}`;
    const { name: title, workspace, folder } = document;
    return { title, main, trail: trailOf(visit, { workspace, folder }), where: visit.texts.sections.documents };
  },
};

/** Returns a version of the document of a page; `undefined` if there is none. */
async function versionOf(visit: Visit, versionId: string): Promise<VersionView | undefined> {
  const params = { id: visit.param("id") };
  const versions = await entriesOf((query) => visit.call(versionOperations.listVersions, { params, query }));
  return versions.find(({ id }) => id === versionId);
}

/** The bytes of a document and of its versions, for the session's person; a preview of ours may frame them. */
const content: PageDefinition = {
  path: "/documents/{id}/content",
  operations: [documentOperations.getDocumentContent],
  show: async (visit) => {
    const { value } = await visit.call(documentOperations.getDocumentContent, { params: { id: visit.param("id") } });
    return bytes(visit, value as Parameters<typeof downloadAnswer>[1]);
  },
};

/** The bytes of a text that browsers would save, such as CSV, as plain text for the preview; others as they are. */
const plainText: PageDefinition = {
  path: "/documents/{id}/text",
  operations: [documentOperations.getDocumentContent],
  show: async (visit) => {
    const { value } = await visit.call(documentOperations.getDocumentContent, { params: { id: visit.param("id") } });
    const download = value as Download;
    const { content: found } = download;
    if (!mayBeText(found.contentType)) return bytes(visit, download);
    // The encoding of plain text is examined when it is stored.
    const charset = found.contentType === "text/plain" ? found.charset : await charsetOf(download);
    return bytes(visit, { ...download, content: { ...found, contentType: "text/plain", charset } });
  },
};

/** Number of bytes that decide the encoding of a text. */
const BEGINNING_BYTES = 65_536;

/** Returns the encoding of a text: UTF-8, or what spreadsheet programs write in western Europe. */
async function charsetOf({ content: { byteSize }, open }: Download): Promise<"utf-8" | "windows-1252"> {
  if (byteSize === 0) return "utf-8";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    // The last character may be cut.
    const beginning = await open({ start: 0, end: Math.min(byteSize, BEGINNING_BYTES) - 1 });
    for await (const chunk of beginning) decoder.decode(chunk, { stream: true });
    return "utf-8";
  } catch (error) {
    if (error instanceof TypeError) return "windows-1252";
    throw error;
  }
}

const versionContent: PageDefinition = {
  path: "/documents/{id}/versions/{version_id}/content",
  operations: [versionOperations.getVersionContent],
  show: async (visit) => {
    const params = { id: visit.param("id"), version_id: visit.param("version_id") };
    const { value } = await visit.call(versionOperations.getVersionContent, { params });
    return bytes(visit, value as Parameters<typeof downloadAnswer>[1]);
  },
};

async function bytes({ request }: Visit, download: Parameters<typeof downloadAnswer>[1]): Promise<PageResult> {
  const answer = await downloadAnswer(request, download);
  const policy = answer.headers?.["Content-Security-Policy"];
  if (policy === undefined) return { answer };
  const framed = { ...answer.headers, "Content-Security-Policy": `${policy}; frame-ancestors 'self'` };
  return { answer: { ...answer, headers: framed } };
}

export const documentPages: readonly PageDefinition[] = [documentPage, content, plainText, versionContent];

function controls(
  { base, texts: { controls: words }, language }: Visit,
  { id }: DocumentView,
  level: Level,
): readonly Html[] {
  const at = `${base}/documents/${id}`;
  const own = DOCUMENT_TEXTS[language];
  const writes = mayWrite(level)
    ? [
        linkButton(`${at}/versions`, words.newVersion),
        linkButton(`${at}/rename`, words.rename),
        linkButton(`${at}/move`, words.move),
        linkButton(`${at}/tags`, words.tags),
        linkButton(`${at}/delete`, words.delete),
      ]
    : [];
  return [
    linkButton(`${at}/content`, words.download),
    ...writes,
    linkButton(`${at}/permissions`, own.permissions),
    ...(level === "manage" ? [linkButton(`${at}/retention`, own.retention.title)] : []),
    ...(mayWrite(level) ? [linkButton(`${at}/public`, own.publicAccess)] : []),
  ];
}

const IMAGES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const FRAMED: ReadonlySet<string> = new Set(["application/pdf", "text/plain"]);

function preview({ base, language }: Visit, { id, name, contentType }: DocumentView): Html {
  const isText = textFormatOf({ name, contentType }) !== null;
  const at = `${base}/documents/${id}/${isText ? "text" : "content"}`;
  if (IMAGES.has(contentType)) return html`<img class="preview" src="${at}" alt="${name}" loading="lazy">`;
  const { preview: title, noPreview } = DOCUMENT_TEXTS[language];
  if (isText || FRAMED.has(contentType))
    return html`<iframe class="preview" src="${at}" title="${title}${colon(language)}${name}" loading="lazy"></iframe>`;
  return html`<p>${noPreview}</p>`;
}

function factsOf({ base, language }: Visit, document: DocumentView): Html {
  const { fields, kinds, retention, textStatuses } = DOCUMENT_TEXTS[language];
  const { workspace, folder, tags } = document;
  return facts([
    [fields.description, document.description],
    [fields.kind, `${textFormatOf(document) ?? kinds[fileKindOf(document.contentType)]} (${document.contentType})`],
    [fields.size, sizeOf(document.byteSize, language)],
    [fields.tags, tags.length === 0 ? null : tags.join(", ")],
    [fields.code, document.classificationCode],
    [fields.type, document.documentType?.name ?? null],
    [fields.domain, document.domain?.name ?? null],
    [fields.workspace, workspace && html`<a href="${base}/workspaces/${workspace.id}">${workspace.label}</a>`],
    [fields.folder, folder && html`<a href="${base}/folders/${folder.id}">${folder.name}</a>`],
    [fields.createdBy, document.createdBy?.displayName ?? null],
    [fields.created, moment(language, document.createdAt)],
    [fields.changed, moment(language, document.updatedAt)],
    [
      retention.inForce,
      document.retained && (document.retained.until ? day(language, document.retained.until) : retention.hold),
    ],
    [fields.textStatus, textStatuses[document.textStatus] ?? document.textStatus],
    [fields.sha256, html`<code>${document.sha256}</code>`],
  ]);
}

function versionsTable(
  visit: Visit,
  {
    document,
    versions,
    level,
  }: { readonly document: DocumentView; readonly versions: readonly VersionView[]; readonly level: Level },
): Html {
  const { base, language, texts } = visit;
  const { fields, versions: caption, noVersions } = DOCUMENT_TEXTS[language];
  const at = `${base}/documents/${document.id}`;
  const comparing = (id: string) => {
    const query = new URLSearchParams();
    for (const [name, value] of visit.query) if (name !== "compare") query.append(name, value);
    query.append("compare", id);
    return `${at}?${query}`;
  };
  return table({
    caption,
    empty: noVersions,
    rows: versions,
    columns: [
      { head: fields.number, cell: ({ versionNumber }) => numberText(language, versionNumber) },
      { head: fields.file, cell: ({ name }) => name },
      { head: fields.size, isNumber: true, cell: ({ byteSize }) => sizeOf(byteSize, language) },
      { head: fields.changed, cell: ({ contentCreatedAt }) => moment(language, contentCreatedAt) },
      { head: fields.by, cell: ({ createdBy }) => createdBy?.displayName ?? "" },
      { head: fields.comment, cell: ({ comment }) => comment ?? "" },
      {
        head: texts.actions,
        cell: ({
          id,
          versionNumber,
        }) => html`${linkButton(`${at}/versions/${id}/content`, texts.controls.download, `${texts.controls.download} ${versionNumber}`)}
${linkButton(comparing(id), texts.controls.compare, `${texts.controls.compare} ${versionNumber}`)}
${mayWrite(level) ? linkButton(`${at}/versions/${id}/restore`, texts.controls.restore, `${texts.controls.restore} ${versionNumber}`) : ""}`,
      },
    ],
  });
}

/** The facts of an earlier content next to those of the current one. */
function comparison({ language }: Visit, document: DocumentView, version: VersionView): Html {
  const { fields, comparison: caption, currentVersion } = DOCUMENT_TEXTS[language];
  const rows: readonly (readonly [string, Cell, Cell])[] = [
    [fields.contentType, version.contentType, document.contentType],
    [fields.size, sizeOf(version.byteSize, language), sizeOf(document.byteSize, language)],
    [fields.changed, moment(language, version.contentCreatedAt), moment(language, document.updatedAt)],
    [fields.by, version.createdBy?.displayName ?? "–", document.createdBy?.displayName ?? "–"],
    [fields.sha256, html`<code>${version.sha256}</code>`, html`<code>${document.sha256}</code>`],
  ];
  return html`<h2>${caption}</h2>${table({
    ...{ caption, empty: "", rows },
    columns: [
      { head: caption, cell: ([name]) => name },
      { head: `${fields.version} ${numberText(language, version.versionNumber)}`, cell: ([, old]) => old },
      { head: currentVersion, cell: ([, , current]) => current },
    ],
  })}`;
}

const restore: ActionDefinition = {
  path: "/documents/{id}/versions/{version_id}/restore",
  operations: [versionOperations.restoreVersion, versionOperations.listVersions, ...RESOURCE_OPERATIONS.documents],
  async form(visit, typed) {
    const resource = await resourceOf(visit, "documents");
    requireWrite(await levelOn(visit, "documents", resource.id));
    const version = await versionOf(visit, visit.param("version_id"));
    const number = version ? numberText(visit.language, version.versionNumber) : "";
    const { restore: title } = visit.texts.controls;
    const { restoreQuestion } = DOCUMENT_TEXTS[visit.language];
    const main = confirm(visit, typed, { text: restoreQuestion(number), button: title, cancel: resource.path });
    return { title, main, trail: trailBelow(resource), where: resource.name };
  },
  async perform(visit) {
    const params = { id: visit.param("id"), version_id: visit.param("version_id") };
    await visit.call(versionOperations.restoreVersion, { params });
    return { to: `/documents/${params.id}` };
  },
};

export const documentActions: readonly ActionDefinition[] = [restore];
