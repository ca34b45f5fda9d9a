import { DOCUMENTS_BASE, PUBLIC_BASE } from "@cartulary/wire";
import { documentId, folderId } from "../archive.ts";
import { type Answer, type Client, expected } from "../client.ts";
import type { Engine } from "../scene.ts";

/** The clients of one server. */
export interface Askers {
  readonly reader: Client;
  readonly administrator: Client;
  readonly visitor: Client;
}

/** The records on which the works run. */
export interface Estate {
  /** A public document of 100 KiB. */
  readonly publicId: string;
  /** A folder of a thousand documents. */
  readonly fullFolderId: string;
  /** A folder that the reader manages, and another user's permission there. */
  readonly ownFolderId: string;
  readonly permissionId: string;
}

/** A request that is repeated. */
export interface Work {
  /** How it is chosen on the command line. */
  readonly name: string;
  readonly what: string;
  /** The least share of the roof that the host has to reach. */
  readonly aims?: Readonly<Record<Engine, number>>;
  /** The same work on Directus 12 on SQLite, among as many documents, when it was measured (milliseconds). */
  readonly directus?: number;
  /** How many times a `get` it may take at most. */
  readonly getsMax?: number;
  ask(askers: Askers, estate: Estate): Promise<Answer>;
}

const DOCUMENTS = `${DOCUMENTS_BASE}/documents`;
const FOLDERS = `${DOCUMENTS_BASE}/folders`;
const PUBLIC_DOCUMENTS = `${PUBLIC_BASE}/documents`;
/** The folder in which the reader creates records; no work reads its content. */
const BUSY_FOLDER = folderId(15);
/** Part of some thirty of the 100,000 names. */
const PART_OF_NAMES = "5815";

let changesSent = 0;

/** The measured works, in the order of the table. */
export const WORKS: readonly Work[] = [
  {
    name: "get",
    what: "GET a document by id",
    directus: 3.03,
    aims: { SQLite: 0.35, Postgres: 0.5 },
    ask: ({ reader }) => expected(200, reader.get(`${DOCUMENTS}/${documentId(7)}`)),
  },
  {
    name: "public",
    what: "public document, anonymous",
    directus: 3.29,
    aims: { SQLite: 0.35, Postgres: 0.5 },
    ask: ({ visitor }, { publicId }) => expected(200, visitor.get(`${PUBLIC_DOCUMENTS}/${publicId}`)),
  },
  {
    name: "content",
    what: "public content of 100 KiB",
    directus: 4.12,
    ask: ({ visitor }, { publicId }) => expected(200, visitor.get(`${PUBLIC_DOCUMENTS}/${publicId}/content`)),
  },
  {
    name: "page",
    what: "page of a folder, sorted, counted",
    directus: 6.06,
    aims: { SQLite: 0.6, Postgres: 0.75 },
    ask: ({ reader }, { fullFolderId }) =>
      expected(200, reader.get(`${DOCUMENTS}?documents_folder_id=${fullFolderId}&sort=name&direction=asc`)),
  },
  {
    name: "reader",
    what: "all documents of a reader with 200 folders",
    getsMax: 15,
    ask: ({ reader }) => expected(200, reader.get(DOCUMENTS)),
  },
  {
    name: "contains",
    what: "name contains (100,000 names)",
    directus: 72,
    getsMax: 10,
    ask: ({ administrator }) => expected(200, administrator.get(`${DOCUMENTS}?q[name_cont]=${PART_OF_NAMES}`)),
  },
  {
    name: "creation",
    what: "creation with a file of 100 KiB",
    directus: 10.6,
    aims: { SQLite: 0.6, Postgres: 0.6 },
    ask: ({ reader }) => expected(201, reader.upload(DOCUMENTS, { documents_folder_id: BUSY_FOLDER })),
  },
  {
    name: "folder",
    what: "creation of a folder",
    directus: 6.52,
    ask: ({ reader }) =>
      expected(201, reader.send("POST", FOLDERS, { name: "Plans", documents_folder_id: BUSY_FOLDER })),
  },
  {
    name: "permission",
    what: "change of a permission",
    aims: { SQLite: 0.4, Postgres: 0.5 },
    ask({ reader }, { ownFolderId, permissionId }) {
      changesSent += 1;
      const level = changesSent % 2 === 0 ? "read" : "write";
      return expected(200, reader.send("PATCH", `${FOLDERS}/${ownFolderId}/permissions/${permissionId}`, { level }));
    },
  },
];
