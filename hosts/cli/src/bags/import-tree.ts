import { ApiError, type Client, type DocumentCreate, type VersionCreate, type Workspace } from "@cartulary/client";
import mime from "mime";
import type { Server } from "../account/server.ts";
import { isResumeState, type UploadTransfer } from "../transfer/outgoing-file.ts";
import { createResumeStore } from "../transfer/resume-store.ts";
import { createTransfer } from "../transfer/transfer.ts";
import type { OpenBag } from "./bag-basics.ts";
import { type BagDocument, type BagFolder, type BagRecord, type BagTree, folderOf, lastStep } from "./bag-records.ts";
import { sendBagContent } from "./import-content.ts";
import { datesImporter } from "./import-dates.ts";
import { permissionImporter } from "./import-permissions.ts";
import { retentionImporter } from "./import-retention.ts";

/** A valid bag, read as far as its metadata. */
export interface BagToImport {
  readonly bag: OpenBag;
  readonly tree: BagTree;
  /** The record of the exported workspace or folder; `null` in bags of others. */
  readonly root: BagRecord | null;
  readonly planCsv: string | null;
  /** The name of the bag's folder or archive. */
  readonly name: string;
}

interface Options {
  /** The workspace to fill; absent: a new one. */
  readonly workspace?: string;
  readonly permissions: boolean;
}

/**
 * Creates everything in a bag; returns the id of the workspace. A new workspace is deleted again, for good, when something in
 * it is refused.
 */
export async function importTree(server: Server, toImport: BagToImport, options: Options): Promise<string> {
  const states = createResumeStore("import", isResumeState);
  const transfer: UploadTransfer = { ...createTransfer(server), states };
  const { client } = server;
  const workspace = options.workspace
    ? await client.getWorkspace({ id: options.workspace })
    : await client.createWorkspace(await workspaceFields(client, toImport));
  try {
    await fill(transfer, toImport, workspace, options);
  } catch (error) {
    if (!options.workspace) await removeForGood(client, workspace).catch(() => "it stays");
    throw error;
  } finally {
    transfer.progress.clear();
  }
  return workspace.id;
}

/** Also takes it out of the trash, if the server has one. */
async function removeForGood(client: Client, { id }: Workspace): Promise<void> {
  await client.deleteWorkspace({ id });
  await unlessMissing(client.purgeFromTrash({ id }));
}

/** Leaves out an absent text: forms have no null. */
const textFields = (record: BagRecord | null, field: string): Readonly<Record<string, string>> => {
  const text = textIn(record, field);
  return text === null ? {} : { [field]: text };
};

const textIn = (record: BagRecord | null, field: string): string | null => {
  const value = record?.[field];
  return typeof value === "string" ? value : null;
};

const objectIn = (record: BagRecord | null, field: string): Readonly<Record<string, unknown>> => {
  const value = record?.[field];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as BagRecord) : {};
};

const textsIn = (record: BagRecord | null, field: string): readonly string[] => {
  const value = record?.[field];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
};

type WorkspaceFields = Parameters<Client["createWorkspace"]>[0];

async function workspaceFields(client: Client, { root, planCsv, name }: BagToImport): Promise<WorkspaceFields> {
  const label = textIn(root, "label") ?? textIn(root, "name") ?? name;
  const hasPlan = planCsv !== null && planCsv.trim().split("\n").length > 1;
  const plan = {
    classification_plan_csv: planCsv,
    classification_plan_label: textIn(root, "classification_plan_label") ?? label,
  };
  const typeName = textIn(root, "workspace_type_name");
  const typeId = typeName === null ? null : await named(client.listWorkspaceTypes.all({}), typeName);
  return {
    ...{ label, description: textIn(root, "description") },
    settings: objectIn(root, "settings"),
    business_tag_list: textsIn(root, "business_tags"),
    metadata_user: objectIn(root, "metadata_user"),
    ...(hasPlan && plan),
    ...(typeId && { workspace_type_id: typeId }),
  } as WorkspaceFields;
}

/** Returns the id of the entry with this name; `null` without one. */
async function named(
  entries: AsyncIterable<{ readonly id: string; readonly name: string }>,
  name: string,
): Promise<string | null> {
  for await (const entry of entries) if (entry.name === name) return entry.id;
  return null;
}

async function fill(
  transfer: UploadTransfer,
  { bag, tree, root }: BagToImport,
  workspace: Workspace,
  options: Options,
): Promise<void> {
  const { client } = transfer.server;
  const dates = datesImporter(client);
  const retention = retentionImporter(client, dates);
  const permissions = options.permissions ? permissionImporter(client) : null;
  const catalogues = await cataloguesOf(client, workspace);
  const folderIds = new Map<string, string>();
  const placeOf = (path: string) => {
    const above = folderOf(path);
    const id = above === null ? undefined : folderIds.get(above);
    return id === undefined ? { workspace_id: workspace.id } : { documents_folder_id: id };
  };
  for (const folder of tree.folders) {
    const { id } = await client.createFolder({ ...folderFields(folder), ...placeOf(folder.path) });
    folderIds.set(folder.path, id);
    await permissions?.add("folder", id, folder.record?.permissions);
    await retention.addDated("folder", id, folder.record);
  }
  let count = 0;
  for (const document of tree.documents) {
    transfer.progress.show(`${count} of ${tree.documents.length} documents imported`);
    const fields = { ...documentFields(document, catalogues), ...placeOf(document.path) };
    const id = await importDocument(transfer, bag, document, fields);
    await permissions?.add("document", id, document.record?.permissions);
    await addVersionDates(client, dates, id, document);
    await retention.addDated("document", id, document.record);
    count += 1;
  }
  if (!options.workspace) await permissions?.add("workspace", workspace.id, root?.permissions);
  if (!options.workspace) await retention.addDated("workspace", workspace.id, root);
  await retention.finish();
}

/** Ids of this server by name, and the codes of the workspace's plan. */
interface Catalogues {
  readonly domains: ReadonlyMap<string, string>;
  readonly documentTypes: ReadonlyMap<string, string>;
  readonly codes: ReadonlySet<string>;
}

async function cataloguesOf(client: Client, workspace: Workspace): Promise<Catalogues> {
  const byName = async (entries: AsyncIterable<{ readonly id: string; readonly name: string }>) => {
    const ids = new Map<string, string>();
    for await (const { id, name } of entries) ids.set(name, id);
    return ids;
  };
  const planId = workspace.classification_plan_id;
  const plan = planId === null ? null : await unlessMissing(client.getClassificationPlan({ id: planId }));
  return {
    domains: await byName(client.listDomains.all({})),
    documentTypes: await byName(client.listDocumentTypes.all({})),
    codes: new Set(plan?.entries.map(({ code }) => code)),
  };
}

async function unlessMissing<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

const folderFields = ({ path, record }: BagFolder): Parameters<Client["createFolder"]>[0] => ({
  name: textIn(record, "name") ?? lastStep(path),
  description: textIn(record, "description"),
  color: textIn(record, "color"),
  icon: textIn(record, "icon"),
  tag_list: textsIn(record, "tags"),
});

function documentFields({ path, record }: BagDocument, catalogues: Catalogues): DocumentCreate {
  const code = textIn(record, "classification_code");
  const domain = catalogues.domains.get(textIn(objectIn(record, "domain"), "name") ?? "");
  const type = catalogues.documentTypes.get(textIn(objectIn(record, "document_type"), "name") ?? "");
  return {
    name: textIn(record, "name") ?? lastStep(path),
    ...textFields(record, "description"),
    metadata_user: objectIn(record, "metadata_user"),
    tag_list: textsIn(record, "tags"),
    ...(code !== null && catalogues.codes.has(code) && { classification_code: code }),
    ...(domain !== undefined && { domain_id: domain }),
    ...(type !== undefined && { document_type_id: type }),
  } as DocumentCreate;
}

/** Creates a document from its oldest content, then adds the others. */
async function importDocument(
  transfer: UploadTransfer,
  bag: OpenBag,
  { path, record, versions }: BagDocument,
  fields: DocumentCreate,
): Promise<string> {
  const { client } = transfer.server;
  const name = textIn(record, "name") ?? lastStep(path);
  const contents = [
    ...versions.map((version) => ({
      path: version.path,
      name: textIn(version.record, "name") ?? name,
      type: typeOf(version.record, version.path),
    })),
    { path, name, type: typeOf(record, path) },
  ];
  const [first, ...later] = contents;
  if (!first) throw new TypeError("A document has no content");
  const created = await client.createDocument({ ...fields, ...(await sendBagContent(transfer, bag, first)) });
  if (!("id" in created)) throw new Error(`${path} was not created`);
  for (const [index, content] of later.entries()) {
    const comment = textIn(versions[index]?.record ?? null, "comment");
    const input: VersionCreate = { ...(comment !== null && { comment }) };
    await client.createVersion({ ...input, id: created.id, ...(await sendBagContent(transfer, bag, content)) });
  }
  return created.id;
}

const typeOf = (record: BagRecord | null, path: string): string =>
  textIn(record, "content_type") ?? mime.getType(path) ?? "application/octet-stream";

/** Versions get their dates first: the document's own change is the last. */
async function addVersionDates(
  client: Client,
  dates: ReturnType<typeof datesImporter>,
  id: string,
  { versions }: BagDocument,
): Promise<void> {
  if (versions.length > 0 && dates.isPossible())
    for await (const version of client.listVersions.all({ id }))
      await dates.add(
        "version",
        version.id,
        versions[version.version_number - 1]?.record ?? null,
        "content_created_at",
      );
}
