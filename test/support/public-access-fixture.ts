import { createBlobs } from "@cartulary/blobs";
import { createContentTypes } from "@cartulary/content-types";
import { createDigests } from "@cartulary/crypto";
import {
  createDocuments,
  createFolders,
  createTrash,
  type Document,
  type DocumentId,
  type NodeRef,
  type TrashEntryId,
} from "@cartulary/documents";
import type { BlobKey, BlobStore, Transact } from "@cartulary/kernel";
import {
  type AnonymousReader,
  createAnonymousReader,
  createPublicAccess,
  explain,
  type PublicAccess,
  type PublicAccessListener,
  type PublicAccessStores,
  publicAccessTreeListener,
  publicReadRule,
  STATE_LIMIT_MAX,
} from "@cartulary/public-access";
import { ADMINISTRATOR, newWorld, type World } from "./document-fixture.ts";
import type { Command } from "./public-access-oracle.ts";

/** Public access through its services, over a real database, as the numbers of a program mean it. */
export interface PublicAccessHouse {
  readonly publicAccess: PublicAccess;
  readonly anonymousReader: AnonymousReader;
  /** Does a command; answers how many were granted, where the command says so. */
  apply(command: Command): Promise<number | null>;
  /** The node of a program's number. */
  node(number: number): NodeRef;
  /** The program's number of a node's id. */
  numberOf(id: string): number;
  /** The public state of each node with its reason, read in one transaction. */
  explained(numbers: readonly number[]): Promise<readonly ReturnType<typeof explain>[]>;
  /** The same for all present nodes, and whether each chain reaches the top. */
  explainedAll(): Promise<
    readonly { readonly number: number; readonly complete: boolean; readonly explanation: ReturnType<typeof explain> }[]
  >;
}

/** Bytes are never read here: documents are rows. */
const NO_BYTES: BlobStore = {
  check: async () => {},
  put: async () => {},
  open: () => Promise.reject(new Error("No bytes are stored")),
  remove: async () => {},
  async *list() {},
};

export function publicAccessHouse(
  transact: Transact<PublicAccessStores>,
  world: World = newWorld("public access"),
  /** 0: deleted records are removed at once. */
  trashSeconds = 86_400,
  listeners: readonly PublicAccessListener<PublicAccessStores>[] = [],
): PublicAccessHouse {
  const { clock, newId, secrets } = world;
  const digests = createDigests();
  const extraReadRules = [publicReadRule<PublicAccessStores>()];
  const treeListeners = [publicAccessTreeListener<PublicAccessStores>()];
  const tree = { clock, newId, blobGraceSeconds: 1, trashSeconds, treeListeners, extraReadRules };
  const blobs = createBlobs({ transact, blobStore: NO_BYTES, digests, secrets, clock });
  const folders = createFolders({ transact, ...tree });
  const documents = createDocuments({ transact, ...tree, blobs, contentTypes: createContentTypes(), digests });
  const trash = createTrash({ transact, ...tree });
  const publicAccess = createPublicAccess({ transact, clock, extraReadRules, listeners });

  const nodes: NodeRef[] = [];
  const node = (number: number): NodeRef => {
    const found = nodes[number];
    if (!found) throw new RangeError(`There is no node ${number}`);
    return found;
  };
  const folder = (number: number) => node(number) as Extract<NodeRef, { type: "folder" }>;
  const place = (parent: number | null) => ({
    documentsFolderId: parent === null ? null : folder(parent).id,
    workspaceId: null,
  });

  async function insertDocument(parent: number | null): Promise<DocumentId> {
    const id = newId<"Document">();
    const now = clock.now();
    const name = `document ${nodes.length}`;
    await transact.write(async (stores) => {
      const document: Document = {
        ...ANY_DOCUMENT,
        ...place(parent),
        id,
        name,
        fileName: name,
        placedSeq: await stores.tree.lockShared(),
        contentCreatedAt: now,
        createdAt: now,
        updatedAt: now,
      };
      await stores.documents.insert(document);
    });
    return id;
  }

  async function apply(command: Command): Promise<number | null> {
    switch (command.do) {
      case "create":
        nodes.push(
          command.kind === "document"
            ? { type: "document", id: await insertDocument(command.parent) }
            : { type: "folder", id: (await folders.create(ADMINISTRATOR, place(command.parent))).id },
        );
        return null;
      case "move": {
        const { type, id } = node(command.node);
        if (type === "folder") await folders.update(ADMINISTRATOR, { id, ...place(command.parent) });
        else await documents.update(ADMINISTRATOR, { id, ...place(command.parent) });
        return null;
      }
      case "remove": {
        const { type, id } = node(command.node);
        await (type === "folder" ? folders.remove(ADMINISTRATOR, id) : documents.remove(ADMINISTRATOR, id));
        return null;
      }
      case "restore": {
        const id = node(command.node).id as string as TrashEntryId;
        const documentsFolderId = command.isNamed && command.parent !== null ? folder(command.parent).id : null;
        await trash.restore(ADMINISTRATOR, { id, documentsFolderId });
        return null;
      }
      case "purge":
        await trash.purge(ADMINISTRATOR, node(command.node).id as string as TrashEntryId);
        return null;
      case "publish": {
        const request = { node: folder(command.node), propagate: command.propagate, dryRun: false };
        return (await publicAccess.publish(ADMINISTRATOR, request)).state.grantedCount;
      }
      case "propagate":
        return (await publicAccess.propagate(ADMINISTRATOR, { node: folder(command.node), dryRun: false }))
          .grantedCount;
      case "unpublish":
        return (await publicAccess.unpublish(ADMINISTRATOR, folder(command.node))).grantedCount;
      case "exclude":
        return (await publicAccess.exclude(ADMINISTRATOR, { node: node(command.node), dryRun: false })).state
          .grantedCount;
      case "lift":
        return (await publicAccess.lift(ADMINISTRATOR, node(command.node))).grantedCount;
    }
  }

  return {
    publicAccess,
    anonymousReader: createAnonymousReader({ transact }),
    apply,
    node,
    numberOf: (id) => nodes.findIndex((each) => each.id === id),
    explainedAll: () =>
      transact.read(async (stores) => {
        const found = [];
        for (const [number, each] of nodes.entries()) {
          const chain = await stores.publicAccess.chain(each);
          if (chain) found.push({ number, complete: chain.complete, explanation: explain(chain) });
        }
        return found;
      }),
    explained: (numbers) =>
      transact.read(async (stores) => {
        const found = [];
        for (const number of numbers) {
          const chain = await stores.publicAccess.chain(node(number));
          if (!chain) throw new RangeError(`Node ${number} is gone`);
          found.push(explain(chain));
        }
        return found;
      }),
  };
}

/** The number of samples and exclusions that hide nothing of a program's tree. */
export const ALL = STATE_LIMIT_MAX;

const ANY_DOCUMENT: Omit<
  Document,
  "id" | "name" | "fileName" | "placedSeq" | "contentCreatedAt" | "createdAt" | "updatedAt"
> = {
  description: null,
  documentsFolderId: null,
  workspaceId: null,
  externalId: null,
  domainId: null,
  documentTypeId: null,
  classificationCode: null,
  metadataUser: {},
  tags: [],
  retainUntil: null,
  legalHold: null,
  legalHoldSetAt: null,
  versionsCount: 0,
  textStatus: "pending",
  createdBy: null,
  blobKey: "none" as BlobKey,
  byteSize: 0,
  sha256: "0".repeat(64),
  contentType: "text/plain",
  declaredContentType: "text/plain",
  charset: "utf-8",
};
