import { createHash, randomUUID } from "node:crypto";
import type { TokenRecord } from "@cartulary/auth";
import { secondsAfter } from "@cartulary/kernel";
import { RENTAL_BASE } from "@cartulary/wire";
import type { Asking } from "../../support/ask.ts";
import { actingOn, bookMakersFor, FEC_EXPORTS, membersAt, PERIODS, receipt, rentCall } from "../../support/books.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { DOCUMENTS, type House, type Person } from "../../support/house.ts";
import { documentAt, folderAt, makersFor, versionsOf, workspaceAt } from "../../support/makers.ts";
import type { AccountingPeriodBody, ChunkedUploadBody, FolderBody, VersionBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import { DELIVERED } from "./delivered.ts";
import { furnishedRuns, isAboutRuns, type Runs, runsOf } from "./furnished-runs.ts";
import { type EstateNoun, type Ids, type Named, namedIn, SOUND } from "./samples.ts";

/** The operations that act on a mandataire. */
const ACTING = new Set(DELIVERED.filter(({ mandataire }) => mandataire).map(({ method, path }) => `${method} ${path}`));

const CONNECTORS = "/api/v1/connectors";
const INDEX_VALUES = `${RENTAL_BASE}/index_values`;

/** What is published. Nothing but a propagation is asked of it, so one is enough for a whole test. */
export type Published = Pick<Ids, "public_folder" | "public_document" | "root">;

/** What lies in one workspace, with a permission on each of the three that permissions are given on. */
export type Estate = Pick<
  Ids,
  "workspace" | "folder" | "document" | "version" | "workspace_permission" | "folder_permission" | "document_permission"
>;

/** The books of a mandataire, with a month that can be closed, and another mandataire that can be deleted. */
type Books = Pick<
  Ids,
  | "mandataire"
  | "accounting_entry"
  | "fec_export"
  | "period"
  | "empty_mandataire"
  | "member"
  | "owning"
  | "owning_profile"
  | "owned"
  | "begun_mandate"
  | "incident_attachment"
  | "portal_key"
  | EstateNoun
> &
  Runs;

/** What there is one of for good. */
type Begun = Pick<Books, "mandataire" | "accounting_entry" | "fec_export" | "portal_key">;

/** Makes, as the administrator, what the operations are about. */
export interface Furnisher {
  /** A public folder with a document, and a root in a folder that is excluded. */
  publish(): Promise<Published>;
  /** A workspace with a folder with a document with a version; `other` has a permission on each. */
  estate(other: Person): Promise<Estate>;
  /** An estate, somebody in a group who has nothing of it, and one of everything else. */
  furnish(published: Published): Promise<Ids>;
  /** The same, with whatever an operation at this path may change of it made anew. */
  renew(path: string, ids: Ids): Promise<Ids>;
  /**
   * The one mandataire that all furnishing is of, with what operations may change of it new: its next month, and a
   * mandataire beside it that the administrator is no member of; runs only where the operations at a path are about them.
   */
  books(path?: string): Promise<Books>;
  /** A request that the operation of this name accepts. */
  sample(name: string, ids: Ids): Asking;
}

export function furnisher(house: House, database: TestDatabase): Furnisher {
  const { admin } = house;
  const makers = makersFor(house);
  const bookMakers = bookMakersFor(house);
  let tokensMade = 0;
  let stored: Promise<Begun> | null = null;
  let last: Books | null = null;

  /** Books that began long ago, so that there always is a month to close. */
  async function begun(): Promise<Begun> {
    const { id } = await bookMakers.mandataire();
    const [entry] = await bookMakers.post(id, rentCall("2023-01-05", 100_000), receipt("2023-02-05", 40_000));
    const json = { year: 2023 };
    const values = await admin.ask<unknown>("POST", INDEX_VALUES, sample(`POST ${INDEX_VALUES}`, {} as Ids));
    expectStatus(values, 200);
    const fecExport = await admin.ask<{ id: string }>("POST", FEC_EXPORTS, actingOn(id, { json }));
    const connector = { name: "a portal", area: "portal", mandataire_id: id };
    const { key } = expectStatus(await admin.ask<{ key: string }>("POST", CONNECTORS, { json: connector }), 201);
    return {
      ...{ mandataire: id, accounting_entry: entry?.id ?? "", fec_export: expectStatus(fecExport, 201).id },
      portal_key: key,
    };
  }

  async function books(path = ""): Promise<Books> {
    stored ??= begun();
    const { mandataire, ...things } = await stored;
    const periods = await admin.ask<readonly AccountingPeriodBody[]>("GET", PERIODS, actingOn(mandataire));
    const next = expectStatus(periods, 200).find(({ status }) => status === "open");
    const member = await house.person();
    const empty = await bookMakers.mandataire({}, [member]);
    expectStatus(await admin.ask<unknown>("DELETE", `${membersAt(empty.id)}/${admin.id}`), 204);
    const { renting, ...estate } = await furnishedEstate(mandataire);
    const runs =
      last && !isAboutRuns(path)
        ? runsOf(last)
        : await furnishedRuns(house, { ...estate, mandataire, tenant: renting });
    last = {
      ...things,
      mandataire,
      period: next?.period ?? "",
      empty_mandataire: empty.id,
      member: member.id,
      ...estate,
      ...runs,
      ...(await furnishedIncident({ ...estate, portal_key: things.portal_key } as Ids)),
    };
    return last;
  }

  /** One of everything that can be deleted, and an owner with a unit. */
  async function furnishedEstate(mandataire: string): Promise<
    Omit<
      Books,
      keyof (Begun & Runs) | "period" | "empty_mandataire" | "member" | "incident" | "incident_attachment"
    > & {
      readonly renting: string;
    }
  > {
    const make = async (collection: string, ids: Partial<Ids> = {}) => {
      const path = `${RENTAL_BASE}/${collection}`;
      const made = await admin.ask<{ id: string }>("POST", path, sample(`POST ${path}`, { ...ids, mandataire } as Ids));
      return expectStatus(made, 201).id;
    };
    const built = await make("properties");
    const [owning, owned] = [await make("owners"), await make("units", { property: built })];
    const owner = await admin.ask<{ profileId: string }>(
      "GET",
      `${RENTAL_BASE}/owners/${owning}`,
      actingOn(mandataire),
    );
    const owning_profile = expectStatus(owner, 200).profileId;
    const started = { owner_profile_id: owning_profile, reference: "M", start_date: "2026-01-01" };
    const begun = await admin.ask<{ id: string }>(
      "POST",
      `${RENTAL_BASE}/mandates`,
      actingOn(mandataire, { json: started }),
    );
    const renting = await make("tenants");
    const lease = () => make("leases", { owned, tenant: renting });
    const opened = async (id: string, ...doors: readonly string[]) => {
      for (const door of doors) {
        const path = `/rental/api/v1/leases/{id}/${door}`;
        const json = { notice_date: "2026-03-01" };
        const asking = actingOn(mandataire, door === "give_notice" ? { json } : {});
        expectStatus(await admin.ask<unknown>("POST", path.replace("{id}", id), asking), 200);
      }
      return id;
    };
    const clause = { index_type: "ILC", index_base_date: "2023-01-01", index_base_value: 128.68 };
    const index_values = [{ index_code: "ILC", period: "2025-Q1", value: 135.87, published_on: "2025-06-20" }];
    expectStatus(await admin.ask<unknown>("POST", INDEX_VALUES, { json: { index_values } }), 200);
    const revisable = await admin.ask<{ id: string }>(
      "POST",
      `${RENTAL_BASE}/leases`,
      actingOn(mandataire, {
        json: {
          lease: {
            ...{ reference: "R", lease_type: "commercial", status: "active" },
            ...{ start_date: "2024-02-01", signature_date: "2024-01-15" },
          },
          units: [{ id: owned, base_rent_cents: 100_000 }],
          lease_units: [{ id: owned, ...clause }],
          tenant_id: renting,
        },
      }),
    );
    const active_lease = await opened(await lease(), "activate");
    return {
      ...{
        renting,
        revisable_lease: expectStatus(revisable, 201).id,
        lease_term: await make("lease_terms", { active_lease }),
      },
      ...{ lease_party: await make("lease_parties", { active_lease }), active_lease },
      ...{ owning_profile, begun_mandate: expectStatus(begun, 201).id },
      mandate: await make("mandates", { owning_profile }),
      ...{ lease: await lease(), signed_lease: await lease(), dropped_lease: await lease() },
      noticed_lease: await opened(await lease(), "activate", "give_notice"),
      ...{ owning, owned, property: await make("properties"), unit: await make("units", { property: built }) },
      ...{ ownership: await make("ownerships", { owning, owned }), owner: await make("owners") },
      ...{ tenant: await make("tenants"), rental_contact: await make("contacts") },
      service_provider: await make("service_providers"),
    };
  }

  /** As it was reported, with a file. */
  async function furnishedIncident(ids: Ids): Promise<Pick<Ids, "incident" | "incident_attachment">> {
    const [path, attachments] = ["/portal/v1/incidents", "/portal/v1/incidents/{id}/attachments"];
    const declared = await house.ask<{ id: string }>("POST", path, sample(`POST ${path}`, ids));
    const { id: incident } = expectStatus(declared, 201);
    const at = attachments.replace("{id}", incident);
    const attached = await house.ask<{ id: string }>("POST", at, sample(`POST ${attachments}`, ids));
    return { incident, incident_attachment: expectStatus(attached, 201).id };
  }

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

  /** What each path is about, a new one of it. */
  const things: Readonly<Record<Named, (ids: Pick<Ids, "user" | "folder">) => Promise<Partial<Ids>>>> = {
    user: async () => ({ user: (await house.person()).id }),
    group: async ({ user }) => ({ group: (await makers.group({}, [user])).id }),
    contact: async () => ({ contact: (await makers.contact()).id }),
    team: async () => ({ team: (await makers.team()).id }),
    workspace: estateOfAnother,
    folder: estateOfAnother,
    document: estateOfAnother,
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
    personal_access_token: async () => ({ personal_access_token: await personalToken() }),
  };

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
    const asking = typeof found === "function" ? found(ids) : found;
    return ACTING.has(name) ? actingOn(ids.mandataire, asking) : asking;
  }

  return {
    estate,
    sample,
    books,

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
      let ids = { ...published, ...(last ?? (await books())), user } as Ids;
      for (const makeOther of Object.values(others)) ids = { ...ids, ...(await makeOther(ids)) };
      return { ...ids, ...(await make(ids)) };
    },

    async renew(path, ids) {
      if (/^\/(rental|portal)\//.test(path)) return { ...ids, ...(await books(path)) };
      const noun = namedIn(path);
      return noun ? { ...ids, ...(await things[noun](ids)) } : ids;
    },
  };
}
