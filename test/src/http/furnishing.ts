import { createHash, randomUUID } from "node:crypto";
import type { TokenRecord } from "@cartulary/auth";
import { secondsAfter } from "@cartulary/kernel";
import type { Asking } from "../../support/ask.ts";
import type { TestDatabase } from "../../support/databases.ts";
import type { House, Person } from "../../support/house.ts";
import { documentAt, folderAt, makersFor, versionsOf, workspaceAt } from "../../support/makers.ts";
import type { FolderBody, VersionBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import { type Ids, SOUND } from "./samples.ts";

/** What is published. Nothing but a propagation is asked of it, so one is enough for a whole test. */
export type Published = Pick<Ids, "public_folder" | "public_document" | "root">;

/** What lies in one workspace, with a permission on each of the three that permissions are given on. */
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
  /** An estate, somebody in a group who has nothing of it, and one of everything else. */
  furnish(published: Published): Promise<Ids>;
  /** A request that the operation of this name accepts. */
  sample(name: string, ids: Ids): Asking;
}

export function furnisher(house: House, database: TestDatabase): Furnisher {
  const { admin } = house;
  const makers = makersFor(house);
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

  async function made(path: string): Promise<string> {
    return expectStatus(await admin.ask<{ id: string }>("POST", path, sample(`POST ${path}`, {} as Ids)), 201).id;
  }

  /** One that nothing asks with, so that it can be revoked. */
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
    return typeof found === "function" ? found(ids) : found;
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
      const user = await house.person();
      const group = await makers.group({}, [user.id]);
      const other = await house.person();
      return {
        ...published,
        ...(await estate(other)),
        user: user.id,
        contact: (await makers.contact()).id,
        group: group.id,
        team: (await makers.team()).id,
        workspace_type: (await makers.entry("workspace_types")).id,
        document_type: (await makers.entry("document_types")).id,
        domain: (await makers.entry("domains")).id,
        classification_plan: (await makers.plan()).id,
        oauth_application: await made("/api/v1/oauth_applications"),
        connector: await made("/api/v1/connectors"),
        personal_access_token: await personalToken(),
      };
    },
  };
}
