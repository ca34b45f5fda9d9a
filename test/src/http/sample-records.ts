import { createHash, randomUUID } from "node:crypto";
import type { TokenRecord } from "@cartulary/auth";
import { secondsAfter } from "@cartulary/kernel";
import { DOCUMENTS, type House, type Person } from "../../support/application-fixture.ts";
import { actingOn } from "../../support/books.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { documentAt, folderAt, makersFor, versionsOf, workspaceAt } from "../../support/record-factories.ts";
import type { ChunkedUploadBody, FolderBody, VersionBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import type { Asking } from "../../support/send-request.ts";
import { DELIVERED } from "./expected-operations.ts";
import { agencyFurnisher } from "./sample-agency.ts";
import { type Ids, type Named, namedIn, SOUND } from "./samples.ts";

/** The operations that act on a mandataire. */
const ACTING = new Set(DELIVERED.filter(({ mandataire }) => mandataire).map(({ method, path }) => `${method} ${path}`));

/** The published folder. Operations only propagate it, so one is enough for a whole test. */
export type Published = Pick<Ids, "public_folder" | "public_document" | "root">;

/** The content of one workspace, with a permission on each of the three kinds of resources. */
export type Estate = Pick<
  Ids,
  "workspace" | "folder" | "document" | "version" | "workspace_permission" | "folder_permission" | "document_permission"
>;

/** Makes, as the administrator, what the operations are about. */
export interface Furnisher {
  /** A public folder with a document, and a root in a folder that is excluded. */
  publish(): Promise<Published>;
  /** A workspace with a folder with a document with a version; `other` has a permission on each. */
  estate(other: Person): Promise<Estate>;
  /** An estate, a user of a group without access to it, and one record of everything else. */
  furnish(published: Published): Promise<Ids>;
  /** The same, with new records for those that an operation may change. */
  renew(operation: { readonly method: string; readonly path: string }, ids: Ids): Promise<Ids>;
  /** A request that the operation of this name accepts. */
  sample(name: string, ids: Ids): Asking;
}

const FORGET_QUEUE = "documents/forget_replays";

export function furnisher(house: House, database: TestDatabase): Furnisher {
  const { admin } = house;
  const makers = makersFor(house);
  const agency = agencyFurnisher(house, sample);
  let tokensMade = 0;

  async function estate(other: Person): Promise<Estate> {
    const workspace = await makers.workspace();
    const folder = await makers.folder({ workspace_id: workspace.id, tag_list: ["a tag"] });
    const document = await makers.upload({ documents_folder_id: folder.id });
    await makers.version(document.id, "other text");
    const versions = await admin.ask<readonly VersionBody[]>("GET", versionsOf(document.id));
    const permission = async (at: string) => (await makers.permission(at, other, "read")).id;
    return {
      workspace: workspace.id,
      folder: folder.id,
      document: document.id,
      version: versions.body[0]?.id ?? "",
      workspace_permission: await permission(workspaceAt(workspace.id)),
      folder_permission: await permission(folderAt(folder.id)),
      document_permission: await permission(documentAt(document.id)),
    };
  }

  async function made(path: string, ids = {} as Ids): Promise<string> {
    return expectStatus(await admin.ask<{ id: string }>("POST", path, sample(`POST ${path}`, ids)), 201).id;
  }

  const estateOfAnother = async () => estate(await house.person());

  /** A new record for each parameter of paths. */
  const things: Readonly<Record<Named, (ids: Pick<Ids, "user" | "folder" | "workspace">) => Promise<Partial<Ids>>>> = {
    user: async () => ({ user: (await house.person()).id }),
    group: async ({ user }) => ({ group: (await makers.group({}, [user])).id }),
    contact: async () => ({ contact: (await makers.contact()).id }),
    team: async () => ({ team: (await makers.team()).id }),
    workspace: estateOfAnother,
    folder: estateOfAnother,
    document: estateOfAnother,
    export: async ({ workspace }) => ({
      export: await exported(workspace),
      completed_export: await completedExport(workspace),
    }),
    bulk_upload: async () => ({ bulk_upload: await made(`${DOCUMENTS}/bulk_uploads`) }),
    mass_communication: async ({ user }) => ({
      mass_communication: await made(`${DOCUMENTS}/mass_communications`, { user } as Ids),
    }),
    chunked_upload: async () => ({ chunked_upload: await chunkedUpload() }),
    workspace_type: async () => ({ workspace_type: (await makers.entry("workspace_types")).id }),
    document_type: async () => ({ document_type: (await makers.entry("document_types")).id }),
    domain: async () => ({ domain: (await makers.entry("domains")).id }),
    document_template: async () => ({
      document_template: await enveloped("/api/v1/documents/document_templates", "template"),
    }),
    composed_document: async ({ folder }) => composed(folder),
    classification_plan: async () => ({ classification_plan: (await makers.plan()).id }),
    oauth_application: async () => ({ oauth_application: await made("/api/v1/oauth_applications") }),
    connector: async () => ({ connector: await made("/api/v1/connectors") }),
    job: async () => ({ job: await failedJob() }),
    personal_access_token: async () => ({ personal_access_token: await personalToken() }),
  };

  /** Of a queue whose recurring job no test waits for. */
  async function failedJob(): Promise<string> {
    const { transact } = database;
    await transact.write(({ jobs }) => jobs.enqueue({ queue: FORGET_QUEUE, attemptsMax: 1 }));
    return transact.write(async ({ leases }) => {
      const job = await leases.claim([FORGET_QUEUE]);
      if (!job) throw new Error("There is no job");
      await leases.fail(job, "the disk is full");
      return job.id;
    });
  }

  async function exported(workspace: string): Promise<string> {
    const json = { workspace_id: workspace };
    return expectStatus(await admin.ask<{ id: string }>("POST", `${DOCUMENTS}/exports`, { json }), 202).id;
  }

  async function completedExport(workspace: string): Promise<string> {
    const id = await exported(workspace);
    await house.attempt({ queue: "documents/export", payload: { export_id: id }, attempt: 1 });
    return id;
  }

  /** A folder that the administrator made and deleted. */
  async function trashed(): Promise<Pick<Ids, "trashed">> {
    const { id } = await makers.folder();
    expectStatus(await admin.ask<unknown>("DELETE", folderAt(id)), 204);
    return { trashed: id };
  }

  async function chunkedUpload(): Promise<string> {
    const path = `${DOCUMENTS}/chunked_uploads`;
    const opened = await admin.ask<ChunkedUploadBody>("POST", path, sample(`POST ${path}`, {} as Ids));
    const { upload_id: id } = expectStatus(opened, 201).data;
    const chunk = sample(`PATCH ${path}/{id}/chunks/{chunk_number}`, {} as Ids);
    expectStatus(await admin.ask<unknown>("PATCH", `${path}/${id}/chunks/1`, chunk), 200);
    return id;
  }

  async function enveloped(path: string, name: string, json?: object): Promise<string> {
    const asking = json ? { json } : sample(`POST ${path}`, {} as Ids);
    const reply = await admin.ask<Readonly<Record<string, { readonly id: string }>>>("POST", path, asking);
    return expectStatus(reply, 201)[name]?.id ?? "";
  }

  /** In a folder of the estate, with a part. */
  async function composed(folder: string): Promise<Partial<Ids>> {
    const path = "/api/v1/documents/composed_documents";
    const names = ["expediteur_nom", "destinataire_nom", "lieu", "date", "objet", "corps"];
    const variables = Object.fromEntries(names.map((name) => [name, "a word"]));
    const json = { template_key: "lettre", folder_id: folder, variables };
    const composed_document = await enveloped(path, "composed_document", json);
    const part = await enveloped(`${path}/${composed_document}/parts`, "part", { content: "a part" });
    return { composed_document, part };
  }

  /** A token that no request uses, so that it can be revoked. */
  async function personalToken(): Promise<string> {
    tokensMade += 1;
    const createdAt = house.clock.now();
    const token: TokenRecord = {
      id: randomUUID() as TokenRecord["id"],
      kind: "personal",
      hash: createHash("sha256").update(`token ${tokensMade}`).digest("hex"),
      userId: admin.id as TokenRecord["userId"],
      applicationId: null,
      familyId: null,
      familyEndsAt: null,
      pairId: null,
      scopes: ["read"],
      name: "Spare",
      createdAt,
      expiresAt: secondsAfter(createdAt, 3600),
      revokedAt: null,
      usedAt: null,
    };
    await database.transact.write(({ tokens }) => tokens.insert([token]));
    return token.id;
  }

  function sample(name: string, ids: Ids): Asking {
    const found = SOUND[name] ?? {};
    const asking = typeof found === "function" ? found(ids) : found;
    return ACTING.has(name) ? actingOn(ids.mandataire, asking) : asking;
  }

  return {
    estate,
    sample,

    async publish() {
      const folder = await makers.folder();
      const document = await makers.upload({ documents_folder_id: folder.id });
      const [cut, root] = (await makers.chain(2)) as [FolderBody, FolderBody];
      await makers.publish(folder.id);
      await makers.exclude(folderAt(cut.id));
      await makers.publish(root.id);
      return { public_folder: folder.id, public_document: document.id, root: root.id };
    },

    async furnish(published) {
      const { id: user } = await house.person();
      const { user: _, folder: __, document: ___, composed_document: make, ...others } = things;
      let ids = { ...published, ...(await agency.furnish()), user } as Ids;
      for (const makeOther of Object.values(others)) ids = { ...ids, ...(await makeOther(ids)) };
      return { ...ids, ...(await make(ids)), ...(await trashed()) };
    },

    async renew(operation, ids) {
      if (/^\/(rental|portal)\//.test(operation.path)) return agency.renew(operation, ids);
      if (operation.path.includes("/documents/trash/")) return { ...ids, ...(await trashed()) };
      const noun = namedIn(operation.path);
      return noun ? { ...ids, ...(await things[noun](ids)) } : ids;
    },
  };
}
