import type { Client } from "@cartulary/wire";
import { type Filed, PAPERS } from "./papers.ts";
import { AGENCY_PLAN, BUILDING_PLAN } from "./plans.ts";

/** A folder of the archive, and in which one it lies. */
interface Shelf {
  readonly name: string;
  readonly inside?: string;
  readonly color?: string;
  readonly tags?: readonly string[];
}

/** A workspace of the archive with its folders, each after the one it lies in. */
interface Room {
  readonly label: string;
  readonly type: string;
  readonly domain: string;
  /** By which its documents are filed, as CSV. */
  readonly plan: string;
  readonly businessTags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly shelves: readonly Shelf[];
}

const ROOMS: readonly Room[] = [
  {
    label: "Résidence Les Tilleuls",
    type: "Immeuble",
    domain: "Location",
    plan: BUILDING_PLAN,
    businessTags: ["immeuble", "12 lots"],
    metadata: { lots: 12, annee_construction: 1974 },
    shelves: [
      { name: "Location", color: "#2F6F4E" },
      { name: "Baux", inside: "Location", tags: ["contrats"] },
      { name: "États des lieux", inside: "Location" },
      { name: "Courriers", inside: "Location" },
      { name: "Technique", color: "#8A5A00" },
      { name: "Diagnostics", inside: "Technique" },
      { name: "Plans et photos", inside: "Technique" },
      { name: "Charges", color: "#3B5B92" },
    ],
  },
  {
    label: "Agence",
    type: "Agence",
    domain: "Comptabilité",
    plan: AGENCY_PLAN,
    businessTags: ["interne"],
    metadata: { carte_professionnelle: "gestion immobilière" },
    shelves: [
      { name: "Mandats", tags: ["contrats"] },
      { name: "Comptabilité" },
      { name: "Banque", inside: "Comptabilité" },
      { name: "Procédures" },
    ],
  },
];

/** What was made and is worth opening: a label and the path of each. */
export interface Highlight {
  readonly label: string;
  readonly path: string;
}

/** Is told how far the filling came. */
export type Progress = (what: string) => void;

const BASE = "/api/v1/documents";

/** Fills an empty house with the archive of a managing agency, as an administrator, through the API alone. */
export async function fillArchive(client: Client, report: Progress): Promise<readonly Highlight[]> {
  report("types and domains");
  const entries = await fillCatalogues(client);
  const folders = new Map<string, FolderId>();
  const highlights: Highlight[] = [];
  for (const room of ROOMS) {
    report(room.label);
    const workspaceId = await fillRoom(client, room, entries, folders);
    highlights.push({ label: `${room.label}, how complete it is`, path: `${BASE}/workspaces/${workspaceId}` });
    highlights.push({ label: `${room.label}, its folders`, path: `${BASE}/folders?workspace_id=${workspaceId}` });
  }
  for (const [index, filed] of PAPERS.entries()) {
    report(`document ${index + 1} of ${PAPERS.length}: ${filed.name}`);
    const id = await file(client, filed, entries, folders);
    if (index > 0) continue;
    highlights.push({ label: "A lease, and what it was before", path: `${BASE}/documents/${id}/versions` });
    highlights.push({ label: "The lease itself, a PDF", path: `${BASE}/documents/${id}/content` });
  }
  highlights.push({
    label: "What is about lot 3, by name",
    path: `${BASE}/documents?q[name_cont]=lot+3&sort=name&direction=asc`,
  });
  highlights.push({ label: "What search could read whole", path: `${BASE}/documents?q[text_status_eq]=read` });
  highlights.push({ label: "The plans that documents are filed by", path: `${BASE}/classification_plans` });
  highlights.push({ label: "Every tag", path: `${BASE}/tags` });
  return highlights;
}

type Made<Method extends (...words: never[]) => Promise<{ readonly id: unknown }>> = Awaited<ReturnType<Method>>["id"];
type FolderId = Made<Client["createFolder"]>;

/** Ids by name. */
interface Entries {
  readonly workspaceTypes: ReadonlyMap<string, Made<Client["createWorkspaceType"]>>;
  readonly documentTypes: ReadonlyMap<string, Made<Client["createDocumentType"]>>;
  readonly domains: ReadonlyMap<string, Made<Client["createDomain"]>>;
}

async function fillCatalogues(client: Client): Promise<Entries> {
  const named = (names: readonly string[]) => [...new Set(names)].map((name) => ({ body: { name } }));
  return {
    workspaceTypes: await each(named(ROOMS.map(({ type }) => type)), client.createWorkspaceType),
    documentTypes: await each(named(PAPERS.map(({ documentType }) => documentType)), client.createDocumentType),
    domains: await each(named(PAPERS.map(({ domain }) => domain)), client.createDomain),
  };
}

/** Makes one after the other. */
async function each<Call, Id>(
  calls: readonly Call[],
  create: (call: Call) => Promise<{ readonly id: Id; readonly name: string }>,
): Promise<ReadonlyMap<string, Id>> {
  const ids = new Map<string, Id>();
  for (const call of calls) {
    const { id, name } = await create(call);
    ids.set(name, id);
  }
  return ids;
}

async function fillRoom(client: Client, room: Room, entries: Entries, folders: Map<string, FolderId>) {
  const { id: workspaceId } = await client.createWorkspace({
    body: {
      label: room.label,
      workspaceTypeId: known(entries.workspaceTypes, room.type),
      domainId: known(entries.domains, room.domain),
      classificationPlanCsv: room.plan,
      businessTagList: [...room.businessTags],
      metadataUser: room.metadata,
    },
  });
  for (const { name, inside, color, tags = [] } of room.shelves) {
    const place = inside === undefined ? { workspaceId } : { documentsFolderId: known(folders, inside) };
    const { id } = await client.createFolder({
      body: { name, ...place, ...(color !== undefined && { color }), tagList: [...tags] },
    });
    folders.set(name, id);
  }
  return workspaceId;
}

async function file(client: Client, filed: Filed, entries: Entries, folders: ReadonlyMap<string, FolderId>) {
  const [first, ...later] = filed.papers;
  const { id } = await client.createDocument({
    body: {
      name: filed.name,
      documentsFolderId: known(folders, filed.folder),
      documentTypeId: known(entries.documentTypes, filed.documentType),
      domainId: known(entries.domains, filed.domain),
      classificationCode: filed.code,
      tagList: [...filed.tags],
      metadataUser: filed.metadata,
    },
    file: first,
  });
  for (const [index, paper] of later.entries()) {
    await client.createVersion({ params: { id }, body: { comment: filed.comments?.[index] ?? null }, file: paper });
  }
  return id;
}

function known<Id>(ids: ReadonlyMap<string, Id>, name: string): Id {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`Nothing of the demonstration is called ${name}`);
  return id;
}
