import type { Client } from "@cartulary/client";
import { PAPERS, type SampleDocument } from "./papers.ts";
import { AGENCY_PLAN, BUILDING_PLAN } from "./plans.ts";

/** A lease from the template of residential leases, which is not compiled yet. */
const LEASE = {
  name: "Bail d'habitation – lot 5",
  template_key: "bail-habitation",
  variables: {
    bailleur_nom: "Claire Le Goff",
    bailleur_adresse: "4 rue de Siam, 29200 Brest",
    mandataire: "Agence du Port, 2 quai du Port, 29200 Brest",
    locataire_nom: "Jeanne Kermarec",
    locataire_adresse: "18 rue Jean Jaurès, 29200 Brest",
    logement_adresse: "Résidence Les Tilleuls, lot 5, 12 allée des Tilleuls, 29200 Brest",
    identifiant_fiscal: "290190123456",
    surface: "48,20",
    pieces: 2,
    periode_construction: "de 1949 à 1974",
    classe_energie: "D",
    depenses_energie: "de 780 € à 1 060 € par an",
    date_effet: "1er juin 2026",
    loyer: "690,00",
    charges: "70,00",
    indice_trimestre: "1er trimestre 2026",
    depot_garantie: "690,00",
    lieu: "Brest",
    date: "15 mai 2026",
  },
} as const;

/** A sample folder and its parent. */
interface SampleFolder {
  readonly name: string;
  readonly inside?: string;
  readonly color?: string;
  readonly tags?: readonly string[];
}

/** A sample workspace with its folders, parents first. */
interface SampleWorkspace {
  readonly label: string;
  readonly type: string;
  readonly domain: string;
  /** Its classification plan, as CSV. */
  readonly plan: string;
  readonly businessTags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly shelves: readonly SampleFolder[];
}

const WORKSPACES: readonly SampleWorkspace[] = [
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

/** A sample record worth opening: its label and path. */
export interface Highlight {
  readonly label: string;
  readonly path: string;
}

/** Reports the progress of the sample data. */
export type Progress = (what: string) => void;

const BASE = "/api/v1/documents";

/** Creates the sample archive of a managing agency through the API, as an administrator. */
export async function fillArchive(client: Client, report: Progress): Promise<readonly Highlight[]> {
  report("types and domains");
  const entries = await fillCatalogues(client);
  const folders = new Map<string, string>();
  const highlights: Highlight[] = [];
  for (const room of WORKSPACES) {
    report(room.label);
    const workspaceId = await createWorkspaceOf(client, room, entries, folders);
    highlights.push({ label: `${room.label}, its completion`, path: `${BASE}/workspaces/${workspaceId}` });
    highlights.push({ label: `${room.label}, its folders`, path: `${BASE}/folders?workspace_id=${workspaceId}` });
  }
  for (const [index, filed] of PAPERS.entries()) {
    report(`document ${index + 1} of ${PAPERS.length}: ${filed.name}`);
    const id = await file(client, filed, entries, folders);
    if (index > 0) continue;
    await client.holdDocument({ id, reason: "Litige en cours avec le locataire" });
    highlights.push({ label: "A lease and its earlier versions", path: `${BASE}/documents/${id}/versions` });
    highlights.push({ label: "The lease itself, a PDF", path: `${BASE}/documents/${id}/content` });
  }
  highlights.push({
    label: "Documents about lot 3, by name",
    path: `${BASE}/documents?q[name_cont]=lot+3&sort=name&direction=asc`,
  });
  highlights.push({
    label: "Documents whose text was read completely",
    path: `${BASE}/documents?q[text_status_eq]=read`,
  });
  report("a lease to compile");
  const { composed_document: lease } = await client.createComposedDocument({
    ...LEASE,
    folder_id: idNamed(folders, "Baux"),
  });
  highlights.push({ label: "A lease to compile", path: `${BASE}/composed_documents/${lease.id}` });
  highlights.push({ label: "Documents under a legal hold", path: `${BASE}/documents?q[legal_hold_not_null]=1` });
  await throwAway(client, folders);
  highlights.push({ label: "The trash, from which a draft can be restored", path: `${BASE}/trash` });
  highlights.push({ label: "The classification plans", path: `${BASE}/classification_plans` });
  highlights.push({ label: "All tags", path: `${BASE}/tags` });
  return highlights;
}

/** Ids of catalogue entries by name. */
interface Entries {
  readonly workspaceTypes: ReadonlyMap<string, string>;
  readonly documentTypes: ReadonlyMap<string, string>;
  readonly domains: ReadonlyMap<string, string>;
}

async function fillCatalogues(client: Client): Promise<Entries> {
  const entriesOf = (names: readonly string[]) => [...new Set(names)].map((name) => ({ name }));
  return {
    workspaceTypes: await each(entriesOf(WORKSPACES.map(({ type }) => type)), client.createWorkspaceType),
    documentTypes: await each(entriesOf(PAPERS.map(({ documentType }) => documentType)), client.createDocumentType),
    domains: await each(entriesOf(PAPERS.map(({ domain }) => domain)), client.createDomain),
  };
}

/** Creates entries in sequence; returns their ids by name. */
async function each(
  entries: readonly { readonly name: string }[],
  create: (entry: { readonly name: string }) => Promise<{ readonly id: string; readonly name: string }>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const entry of entries) {
    const { id, name } = await create(entry);
    ids.set(name, id);
  }
  return ids;
}

async function createWorkspaceOf(
  client: Client,
  room: SampleWorkspace,
  entries: Entries,
  folders: Map<string, string>,
) {
  const { id: workspaceId } = await client.createWorkspace({
    label: room.label,
    workspace_type_id: idNamed(entries.workspaceTypes, room.type),
    domain_id: idNamed(entries.domains, room.domain),
    classification_plan_csv: room.plan,
    business_tag_list: room.businessTags,
    metadata_user: room.metadata,
  });
  for (const { name, inside, color, tags = [] } of room.shelves) {
    const place =
      inside === undefined ? { workspace_id: workspaceId } : { documents_folder_id: idNamed(folders, inside) };
    const { id } = await client.createFolder({ name, ...place, ...(color !== undefined && { color }), tag_list: tags });
    folders.set(name, id);
  }
  return workspaceId;
}

async function file(client: Client, filed: SampleDocument, entries: Entries, folders: ReadonlyMap<string, string>) {
  const [first, ...later] = filed.papers;
  const { id } = await client.createDocument({
    uploaded_file: first,
    name: filed.name,
    documents_folder_id: idNamed(folders, filed.folder),
    document_type_id: idNamed(entries.documentTypes, filed.documentType),
    domain_id: idNamed(entries.domains, filed.domain),
    classification_code: filed.code,
    tag_list: filed.tags,
    metadata_user: filed.metadata,
  });
  for (const [index, paper] of later.entries()) {
    await client.createVersion({ id, uploaded_file: paper, comment: filed.comments?.[index] ?? null });
  }
  return id;
}

/** Leaves a draft in the trash. */
async function throwAway(client: Client, folders: ReadonlyMap<string, string>): Promise<void> {
  const draft = new File(["Brouillon, à supprimer.\n"], "Brouillon.txt", { type: "text/plain" });
  const { id } = await client.createDocument({
    uploaded_file: draft,
    documents_folder_id: idNamed(folders, "Procédures"),
  });
  await client.deleteDocument({ id });
}

function idNamed(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`No sample record is named ${name}`);
  return id;
}
