import { createHash } from "node:crypto";
import type { FolderId } from "@cartulary/documents";
import { type Client, ClientError } from "../../support/checked-client.ts";
import { type SeededRandom, seededRandom } from "../../support/seeded-random.ts";

/** A client's expectation of one document, by the digests of its contents. */
interface Acknowledged {
  readonly content: string;
  /** Oldest first. */
  readonly archived: readonly string[];
}

/** A client's expectation of its share of the archive: at most one folder, and its documents by name. */
export interface Share {
  readonly folder: string | null;
  readonly documents: Readonly<Record<string, Acknowledged>>;
}

/** A request, and the expectation after its acknowledgement. */
interface Request {
  send(client: Client): Promise<unknown>;
  done(share: Share): Share;
}

/** A client that sends one request after another and records the answers. No other client changes its share. */
export interface LoadClient {
  readonly name: string;
  /** Sends requests until the host is gone; calls `acknowledged` on each answer. */
  run(client: Client, acknowledged: () => void, isGone: () => boolean): Promise<void>;
  /** Reads the stored state; throws when it contradicts an acknowledged request. */
  settle(found: Share): void;
}

const DOCUMENTS_MAX = 4;
const SMALL_BYTES = 4_000;
const LARGE_BYTES = 400_000;

export function loadClient(name: string, seed: number): LoadClient {
  const random = seededRandom(seed);
  let made = 0;
  let share: Share = { folder: null, documents: {} };
  let pending: Request | null = null;

  return {
    name,
    async run(client, acknowledged, isGone) {
      while (!isGone()) {
        made += 1;
        pending = nextRequest(share, `${name}-${made}`, random);
        try {
          await pending.send(client);
        } catch (error) {
          if (!isGone() || error instanceof ClientError) throw error;
          return;
        }
        share = pending.done(share);
        pending = null;
        acknowledged();
      }
    },
    settle(found) {
      const possible = [share, ...(pending ? [pending.done(share)] : [])].map(written);
      if (!possible.includes(written(found))) {
        throw new Error(
          `${name} was acknowledged\n${possible.join("\nor, if the last was done,\n")}\nand finds\n${written(found)}`,
        );
      }
      share = found;
      pending = null;
    },
  };
}

function written({ folder, documents }: Share): string {
  const names = Object.keys(documents).sort();
  return JSON.stringify([folder, names.map((name) => [name, documents[name]?.content, documents[name]?.archived])]);
}

/** A folder first; then whatever chance says, so that a share neither grows for ever nor stays empty. */
function nextRequest(share: Share, name: string, random: SeededRandom): Request {
  if (share.folder === null) return newFolder(name);
  const names = Object.keys(share.documents);
  const chosen = names[random.below(names.length)];
  const locked = chosen === undefined ? undefined : share.documents[chosen];
  if (chosen === undefined || !locked) return creation(share.folder, name, random);
  switch (random.below(10)) {
    case 0:
      return folderRemoval(share.folder);
    case 1:
      return removal(chosen);
    case 2:
      return locked.archived.length > 0 ? restoration(chosen, random.below(locked.archived.length)) : removal(chosen);
    case 3:
    case 4:
      return replacement(chosen, random);
    case 5:
    case 6:
      return version(chosen, locked.content, name, random);
    default:
      return names.length < DOCUMENTS_MAX ? creation(share.folder, name, random) : removal(chosen);
  }
}

function newFolder(name: string): Request {
  return {
    send: (client) => client.createFolder({ body: { name } }),
    done: () => ({ folder: name, documents: {} }),
  };
}

function folderRemoval(name: string): Request {
  return {
    send: async (client) => client.deleteFolder({ params: { id: await folderNamed(client, name) } }),
    done: () => ({ folder: null, documents: {} }),
  };
}

function creation(folder: string, name: string, random: SeededRandom): Request {
  const file = randomFile(random);
  return {
    send: async (client) =>
      client.createDocument({ body: { name, documentsFolderId: await folderNamed(client, folder) }, file }),
    done: (share) => withDocument(share, name, { content: digestOf(file.bytes), archived: [] }),
  };
}

function removal(name: string): Request {
  return {
    send: async (client) => client.deleteDocument({ params: await documentNamed(client, name) }),
    done: ({ folder, documents }) => {
      const { [name]: _, ...others } = documents;
      return { folder, documents: others };
    },
  };
}

function replacement(name: string, random: SeededRandom): Request {
  const file = randomFile(random);
  return {
    send: async (client) => client.updateDocument({ params: await documentNamed(client, name), file }),
    done: (share) => changed(share, name, (locked) => ({ ...locked, content: digestOf(file.bytes) })),
  };
}

function version(name: string, expectedSha256: string, key: string, random: SeededRandom): Request {
  const file = randomFile(random);
  return {
    send: async (client) =>
      client.createVersion({
        params: await documentNamed(client, name),
        body: { expectedSha256 },
        file,
        headers: { "idempotency-key": key },
      }),
    done: (share) => changed(share, name, (locked) => archiving(locked, digestOf(file.bytes))),
  };
}

function restoration(name: string, index: number): Request {
  return {
    send: async (client) => {
      const { id } = await documentNamed(client, name);
      const { items } = await client.listVersions({ params: { id }, list: { perPage: 100 } });
      const restored = items.find(({ versionNumber }) => versionNumber === index + 1);
      if (!restored) throw new Error(`${name} has no version ${index + 1}`);
      await client.restoreVersion({ params: { id, versionId: restored.id } });
    },
    done: (share) => changed(share, name, (locked) => archiving(locked, locked.archived[index] ?? "")),
  };
}

const archiving = ({ content, archived }: Acknowledged, next: string): Acknowledged => ({
  content: next,
  archived: [...archived, content],
});

function changed(share: Share, name: string, change: (locked: Acknowledged) => Acknowledged): Share {
  const locked = share.documents[name];
  return locked ? withDocument(share, name, change(locked)) : share;
}

function withDocument({ folder, documents }: Share, name: string, locked: Acknowledged): Share {
  return { folder, documents: { ...documents, [name]: locked } };
}

/** Now and then one that takes its time to be sent. */
function randomFile(random: SeededRandom) {
  const start = random.bytes(1 + random.below(SMALL_BYTES));
  const bytes = random.below(4) === 0 ? Buffer.alloc(LARGE_BYTES, start) : start;
  return { name: "file.bin", bytes };
}

async function folderNamed(client: Client, name: string): Promise<FolderId> {
  const [folder] = (await client.listFolders({ list: named(name) })).items;
  if (!folder) throw new Error(`The folder ${name} is not there`);
  return folder.id;
}

async function documentNamed(client: Client, name: string) {
  const [document] = (await client.listDocuments({ list: named(name) })).items;
  if (!document) throw new Error(`The document ${name} is not there`);
  return { id: document.id };
}

const named = (name: string) => ({
  conditions: [{ fields: ["name" as const] as const, join: "or" as const, predicate: "eq" as const, values: [name] }],
});

/** Every share, as it is really there. Whatever is listed must be whole. */
export async function sharesOf(client: Client, names: readonly string[]): Promise<readonly Share[]> {
  const everything = { perPage: 100 };
  const folders = (await client.listFolders({ list: everything })).items;
  const documents = (await client.listDocuments({ list: everything })).items;
  const entries: (readonly [string, Acknowledged])[] = [];
  for (const { id, name, ...present } of documents) {
    const versions = (await client.listVersions({ params: { id }, list: everything })).items.toReversed();
    const archived: string[] = [];
    for (const archive of versions) {
      const content = await client.getVersionContent({ params: { id, versionId: archive.id } });
      archived.push(await soundDigest(content, archive));
    }
    const content = await soundDigest(await client.getDocumentContent({ params: { id } }), present);
    entries.push([name, { content, archived }]);
  }
  const mine = (owner: string) => (name: string) => name.startsWith(`${owner}-`);
  return names.map((owner) => ({
    folder: folders.map(({ name }) => name).find(mine(owner)) ?? null,
    documents: Object.fromEntries(entries.filter(([name]) => mine(owner)(name))),
  }));
}

async function soundDigest(content: Response, text: { readonly sha256: string; readonly byteSize: number }) {
  const bytes = new Uint8Array(await content.arrayBuffer());
  const digest = digestOf(bytes);
  if (digest === text.sha256 && bytes.byteLength === text.byteSize) return digest;
  throw new Error(`Listed with ${text.byteSize} bytes of ${text.sha256}, there are ${bytes.byteLength} of ${digest}`);
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
