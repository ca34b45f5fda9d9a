import { createHash } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { type Document, type FolderId, NOT_RETAINED, type WorkspaceId } from "@cartulary/documents";
import type { BlobKey, Instant } from "@cartulary/kernel";
import { tokens } from "@cartulary/server";
import { DOCUMENTS_BASE } from "@cartulary/wire";
import { type HostProcess, startHost } from "../support/cartulary-process.ts";
import { type AgencyGround, agencyGround } from "./agency-ground.ts";
import { indexing } from "./archive.ts";
import type { Measurement, Report, Verdict } from "./measurement.ts";
import { residentMemoryOf } from "./resident-memory.ts";
import { median } from "./rounds.ts";

const [FEW, MANY] = [1_000, 10_000] as const;
const FOLDER_DOCUMENTS = 100;
/** Small, for the memory of downloads grows with their first hundred MiB: `memory` measures that. */
const CONTENT_BYTES = 1_024;
/** Contents that differ; documents share them, as copies do. */
const CONTENTS = 100;
const ROUNDS = 3;
const MIB = 1_048_576;
/** MiB above as many documents in small bags: of a large bag, and of one with all records in one folder, which are read at once. */
const ABOVE_MAX = [16, 64] as const;
const ABOVE_IDLE_MAX = 200;

/** Workspaces that a host exports one after the other: as many documents in each case. */
type Case = readonly [what: string, workspaces: readonly WorkspaceId[]];

/**
 * Peak memory of the host, on SQLite and files, while workspaces are exported as bags, and while the bags are downloaded. A
 * heap keeps what it has once grown to, so each case has hosts of its own, and is compared with as many documents in small bags.
 */
export const exportsAsBags: Measurement = {
  name: "exports",
  async run(_scenes, progress): Promise<Report> {
    await using ground = await agencyGround("SQLite");
    const contents = await storedContents(ground);
    const fill = (documents: number, perFolder = FOLDER_DOCUMENTS) =>
      filled(ground, contents, { documents, perFolder });
    const small: WorkspaceId[] = [];
    // Different ones: the page caches of the database fill with what is read.
    while (small.length < MANY / FEW) small.push(await fill(FEW));
    const warmUp = await fill(FEW);
    const cases: readonly Case[] = [
      [`${MANY / FEW} bags of ${FEW} documents`, small],
      [`${MANY} documents, ${FOLDER_DOCUMENTS} in a folder`, [await fill(MANY)]],
      [`${MANY} documents in one folder`, [await fill(MANY, MANY)]],
    ];
    await ground.run(indexing("1 = 1"));
    const peaks = cases.map((): Peaks[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, [what, workspaces]] of cases.entries()) {
        const found = await peaksOf(ground, warmUp, workspaces);
        peaks[index]?.push(found);
        progress(`${what}: ${found.making.toFixed(0)} and ${found.download.toFixed(0)} MiB above idle`);
      }
    }
    const medians = peaks.map((found) => ({
      making: median(found.map(({ making }) => making)),
      download: median(found.map(({ download }) => download)),
    }));
    const [inSmall, ...large] = medians.map(({ making }) => making);
    const highest = Math.max(...medians.flatMap(({ making, download }) => [making, download]));
    return {
      title: "Peak resident memory of the host, in MiB above idle, while bags are made and downloaded",
      columns: ["", "made", "downloaded"],
      rows: cases.map(([what], index) => [
        what,
        (medians[index]?.making ?? 0).toFixed(0),
        (medians[index]?.download ?? 0).toFixed(0),
      ]),
      verdicts: [
        ...large.map((peak, index) => aboveSmall(cases[index + 1], peak - (inSmall ?? 0), ABOVE_MAX[index] ?? 0)),
        {
          promise: `Exports take at most ${highest.toFixed(0)} MiB above idle (at most ${ABOVE_IDLE_MAX})`,
          holds: highest <= ABOVE_IDLE_MAX,
        },
      ],
    };
  },
};

const aboveSmall = (of: Case | undefined, above: number, max: number): Verdict => ({
  promise: `${of?.[0]} take ${above.toFixed(0)} MiB more than in bags of ${FEW} (at most ${max})`,
  holds: above <= max,
});

/** MiB above idle. */
interface Peaks {
  readonly making: number;
  readonly download: number;
}

/** Exports workspaces on a host of their own, after a warm-up. */
async function peaksOf(
  { environment }: AgencyGround,
  warmUp: WorkspaceId,
  workspaces: readonly WorkspaceId[],
): Promise<Peaks> {
  await using host = await startHost(environment);
  const peer = { host, token: await host.token() };
  const first = await exported(peer, warmUp);
  await read(peer, first);
  await removed(peer, first);
  const memory = residentMemoryOf(host.pid);
  const idle = await memory.now();
  const peakAbove = async <Result>(work: () => Promise<Result>): Promise<readonly [number, Result]> => {
    await memory.forget();
    const result = await work();
    return [((await memory.peak()) - idle) / MIB, result];
  };
  const [making, ids] = await peakAbove(async () => {
    const made: string[] = [];
    for (const workspace of workspaces) made.push(await exported(peer, workspace));
    return made;
  });
  const [download] = await peakAbove(async () => {
    for (const id of ids) await read(peer, id);
  });
  for (const id of ids) await removed(peer, id);
  return { making, download };
}

type Content = Pick<Document, "blobKey" | "byteSize" | "sha256">;

async function storedContents({ container }: AgencyGround): Promise<readonly Content[]> {
  const blobStore = await container.getAsync(tokens.blobStore);
  const stored: Content[] = [];
  for (let index = 0; index < CONTENTS; index += 1) {
    const bytes = Buffer.alloc(CONTENT_BYTES, `content ${index} `);
    const blobKey = `00/00/content-${index}` as BlobKey;
    await blobStore.put(
      blobKey,
      (async function* () {
        yield bytes;
      })(),
    );
    stored.push({ blobKey, byteSize: CONTENT_BYTES, sha256: createHash("sha256").update(bytes).digest("hex") });
  }
  return stored;
}

/** Fills a new workspace past the host's checks; returns its id. */
async function filled(
  { container, administrator }: AgencyGround,
  contents: readonly Content[],
  { documents, perFolder }: { readonly documents: number; readonly perFolder: number },
): Promise<WorkspaceId> {
  const { workspaces, folders } = await container.getAsync(tokens.archive);
  const { transact } = await container.getAsync(tokens.database);
  const [clock, newId] = [container.get(tokens.clock), container.get(tokens.newId)];
  const { id: workspaceId } = await workspaces.create(administrator, { label: `${documents} documents` });
  for (let first = 0; first < documents; first += perFolder) {
    const { id: documentsFolderId } = await folders.create(administrator, { name: `Pièces ${first}`, workspaceId });
    await transact.write(async (stores) => {
      for (let index = first; index < first + perFolder; index += 1) {
        const content = contents[index % contents.length];
        if (!content) throw new RangeError("There is no content");
        const place = { workspaceId, documentsFolderId };
        await stores.documents.insert({ ...documentOf(index, place, clock.now()), ...content, id: newId() });
      }
    });
  }
  return workspaceId;
}

function documentOf(
  index: number,
  place: { readonly workspaceId: WorkspaceId; readonly documentsFolderId: FolderId },
  now: Instant,
): Omit<Document, "id" | keyof Content> {
  const name = `Pièce numérisée ${index}.txt`;
  return {
    ...place,
    ...NOT_RETAINED,
    name,
    description: "Pièce reçue par courrier et numérisée",
    externalId: null,
    domainId: null,
    documentTypeId: null,
    classificationCode: null,
    metadataUser: { reference: `R-${index}` },
    tags: ["numérisé"],
    versionsCount: 0,
    textStatus: "read",
    placedSeq: 0,
    createdBy: null,
    createdAt: now,
    updatedAt: now,
    fileName: name,
    contentType: "text/plain",
    declaredContentType: "text/plain",
    charset: "utf-8",
    contentCreatedAt: now,
  };
}

interface Peer {
  readonly host: HostProcess;
  readonly token: string;
}

const POLL_MS = 100;

const EXPORTS = `${DOCUMENTS_BASE}/exports`;

/** Exports a workspace; returns the id of the finished export. */
async function exported(peer: Peer, workspaceId: WorkspaceId): Promise<string> {
  const { id } = await answer(peer, "POST", EXPORTS, { workspace_id: workspaceId });
  for (;;) {
    const { status, failure } = await answer(peer, "GET", `${EXPORTS}/${id}`);
    if (status === "completed") return id;
    if (status === "failed") throw new Error(`The export failed: ${failure}`);
    await setTimeout(POLL_MS);
  }
}

/** Downloads an export to its end. */
async function read(peer: Peer, id: string): Promise<void> {
  for await (const _ of await replyTo(peer, "GET", `${EXPORTS}/${id}/download`));
}

async function removed(peer: Peer, id: string): Promise<void> {
  for await (const _ of await replyTo(peer, "DELETE", `${EXPORTS}/${id}`));
}

async function answer(peer: Peer, method: string, path: string, body?: object) {
  let text = "";
  for await (const piece of (await replyTo(peer, method, path, body)).setEncoding("utf8")) text += piece;
  return JSON.parse(text) as { readonly id: string; readonly status: string; readonly failure: string | null };
}

async function replyTo({ host, token }: Peer, method: string, path: string, body?: object): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const outgoing = request(`${host.url}${path}`, { method, headers, agent: false });
  outgoing.end(body && JSON.stringify(body));
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  if ((response.statusCode ?? 500) >= 300) throw new Error(`${method} ${path} was answered ${response.statusCode}`);
  return response;
}
