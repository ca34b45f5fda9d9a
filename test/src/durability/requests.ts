import type { FolderId, TrashEntryId } from "@cartulary/documents";
import { DomainError } from "@cartulary/kernel";
import { keyed } from "../../support/caller-with-key.ts";
import {
  ADMINISTRATOR,
  type Archive,
  archives,
  type DocumentHouse,
  incoming,
  sha256,
  textOf,
  type World,
} from "../../support/document-fixture.ts";

/** The clients' expectation of one document. */
interface Acknowledged {
  readonly name: string;
  readonly content: string;
  /** Oldest first. */
  readonly archived: readonly string[];
}

/** The clients' expectation of all documents, by name. */
export type Holdings = readonly Acknowledged[];

/** A request of a client. */
export interface Request {
  readonly what: string;
  /** Resolves when it was acknowledged, or refused as it should be. */
  send(house: DocumentHouse): Promise<unknown>;
  /** The recovery from a missing answer; repeats the request by default. */
  readonly retry?: (house: DocumentHouse) => Promise<unknown>;
  /** The expectation after the acknowledgement, from the one before. */
  done(holdings: Holdings): Holdings;
}

const everythingElse = (holdings: Holdings, name: string) => holdings.filter((locked) => locked.name !== name);

function changed(holdings: Holdings, name: string, change: (locked: Acknowledged) => Acknowledged): Holdings {
  return holdings.map((locked) => (locked.name === name ? change(locked) : locked));
}

/** Its client looks before it sends a creation once more, or there would be two. */
export function creation(name: string, content: string, documentsFolderId: FolderId): Request {
  const send = ({ documents }: DocumentHouse) =>
    documents.create(ADMINISTRATOR, incoming({ name, documentsFolderId }, content));
  return {
    what: `creating ${name}`,
    send,
    retry: async (house) => (await found(house, name)) ?? send(house),
    done: (holdings) => [...everythingElse(holdings, name), { name, content, archived: [] }],
  };
}

/** A creation whose sender leaves half-way. */
export function brokenCreation(name: string, documentsFolderId: FolderId): Request {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("the beginning of");
    throw new Error("the sender left");
  }
  return {
    what: "a creation that breaks off",
    send: ({ documents }) =>
      refused("the sender left", documents.create(ADMINISTRATOR, incoming({ name, documentsFolderId }, broken()))),
    done: (holdings) => holdings,
  };
}

export function replacement(name: string, content: string): Request {
  return {
    what: `replacing ${name}`,
    send: async (house) => {
      const { id } = await existing(house, name);
      return house.documents.replace(ADMINISTRATOR, { id, incoming: incoming({}, content) });
    },
    done: (holdings) => changed(holdings, name, (locked) => ({ ...locked, content })),
  };
}

/** A version under an Idempotency-Key, which may be sent any number of times. */
export function keyedVersion(name: string, content: string, replaced: string): Request {
  return {
    what: `adding a version to ${name}`,
    send: async (house) => {
      const { id: documentId } = await existing(house, name);
      const form = incoming({ expectedSha256: sha256(replaced) }, content);
      const { caller } = keyed(ADMINISTRATOR, content.replaceAll(" ", "-"));
      return house.versions.add(caller, { documentId, incoming: form });
    },
    done: (holdings) =>
      changed(holdings, name, (locked) =>
        locked.content === content ? locked : { ...locked, content, archived: [...locked.archived, locked.content] },
      ),
  };
}

/** A version that expects a content which is no longer there. */
export function outdatedVersion(name: string, content: string, replaced: string): Request {
  return {
    what: `adding a version to ${name} too late`,
    send: (house) => refused("version_precondition_failed", keyedVersion(name, content, replaced).send(house)),
    done: (holdings) => holdings,
  };
}

export function restoration(name: string, versionNumber: number): Request {
  return {
    what: `restoring version ${versionNumber} of ${name}`,
    send: async (house) => {
      const { id: documentId, versions } = await existing(house, name);
      const version = versions.find((each) => each.versionNumber === versionNumber);
      if (!version) throw new Error(`${name} has no version ${versionNumber}`);
      return house.versions.restore(ADMINISTRATOR, { documentId, versionId: version.id });
    },
    done: (holdings) =>
      changed(holdings, name, ({ content, archived }) => ({
        name,
        content: archived[versionNumber - 1] ?? "",
        archived: [...archived, content],
      })),
  };
}

/** For its client, a document that is no longer there is removed. */
export function removal(name: string): Request {
  return {
    what: `removing ${name}`,
    send: async (house) => {
      const there = await found(house, name);
      return there && house.documents.remove(ADMINISTRATOR, there.document.id);
    },
    done: (holdings) => everythingElse(holdings, name),
  };
}

/** Removes a folder with the documents that it holds. */
export function folderRemoval(id: FolderId, names: readonly string[]): Request {
  return {
    what: `removing the folder of ${names.join(" and ")}`,
    send: ({ folders }) => unlessGone(folders.remove(ADMINISTRATOR, id)),
    done: (holdings) => holdings.filter(({ name }) => !names.includes(name)),
  };
}

/** Restores a deleted document from the trash, by the id that the client knows. */
export function trashRestoration(name: string, restored: Holdings): Request {
  return {
    what: `taking ${name} back from the trash`,
    send: (house) => unlessGone(entryOf(house, name).then((id) => id && house.trash.restore(ADMINISTRATOR, { id }))),
    done: (holdings) => [
      ...restored.reduce((rest, { name: each }) => everythingElse(rest, each), holdings),
      ...restored,
    ],
  };
}

/** Removes the entry of that name from the trash for good. */
export function purge(name: string): Request {
  return {
    what: `purging ${name}`,
    send: (house) => unlessGone(entryOf(house, name).then((id) => id && house.trash.purge(ADMINISTRATOR, id))),
    done: (holdings) => holdings,
  };
}

/** The entry of that name; `null` without one. */
async function entryOf({ trash }: DocumentHouse, name: string): Promise<TrashEntryId | null> {
  const query = { page: 1, perPage: 100, sort: "name", direction: "asc", conditions: [] } as const;
  const { items } = await trash.list(ADMINISTRATOR, query);
  return items.find((entry) => entry.name === name)?.id ?? null;
}

/** The periodic jobs of a host, some time later. */
export function collection(milliseconds: number, { clock }: World): Request {
  const collect = async ({ blobs, endTrash }: DocumentHouse) => {
    await endTrash();
    await blobs.collectGarbage();
  };
  return {
    what: "collecting garbage some time later",
    send: (house) => {
      clock.pass(milliseconds);
      return collect(house);
    },
    retry: collect,
    done: (holdings) => holdings,
  };
}

/** The stored state: every listed document is complete, and its bytes match its digest. */
export async function holdingsOf(house: DocumentHouse): Promise<Holdings> {
  const all: Acknowledged[] = [];
  for (const { document, versions } of await archives(house)) {
    const archived: string[] = [];
    for (const version of versions) archived.push(await soundText(house, version));
    all.push({ name: document.name, content: await soundText(house, document), archived });
  }
  return sorted(all);
}

export function sorted(holdings: Holdings): Holdings {
  return holdings.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

async function soundText(house: DocumentHouse, content: Archive["document"] | Archive["versions"][number]) {
  const text = await textOf(house, content.blobKey);
  if (sha256(text) !== content.sha256) throw new Error(`The bytes of ${content.fileName} are others: ${text}`);
  if (Buffer.byteLength(text) !== content.byteSize) throw new Error(`${content.fileName} has not the size it says`);
  return text;
}

async function found(house: DocumentHouse, name: string): Promise<Archive | null> {
  return (await archives(house)).find(({ document }) => document.name === name) ?? null;
}

async function existing(house: DocumentHouse, name: string) {
  const archive = await found(house, name);
  if (!archive) throw new Error(`There is no ${name}`);
  return { id: archive.document.id, versions: archive.versions };
}

/** Resolves when `outcome` is a refusal with this code or message; anything else that is thrown comes out. */
async function refused(expected: string, outcome: Promise<unknown>): Promise<void> {
  try {
    await outcome;
  } catch (error) {
    if (error instanceof DomainError && error.code === expected) return;
    if (error instanceof Error && error.message === expected) return;
    throw error;
  }
  throw new Error(`It was acknowledged, not refused as ${expected}`);
}

async function unlessGone(outcome: Promise<unknown>): Promise<void> {
  try {
    await outcome;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
  }
}
