import { createVisibility, type NodeRef, type OtherReader, requireLevel, type Visibility } from "@cartulary/documents";
import type { Caller, Clock, Transact } from "@cartulary/kernel";
import { existing } from "@cartulary/kernel";
import { requireRoot, selfOf } from "./chain.ts";
import { describe, dryRun } from "./describe.ts";
import type { NamedLink, PublicAccessStores } from "./ports.ts";
import { propagate } from "./propagation.ts";
import { type Chain, excluded, lifted } from "./rule.ts";
import type { PublicAccessState } from "./state.ts";

/** What is done to public access; each name ends as the audit trail says it. */
export type PublicAccessAct = "published" | "unpublished" | "propagated" | "excluded" | "lifted";

/** Is told inside the transaction that decides, with its stores; what it throws stops it. */
export interface PublicAccessListener<Stores> {
  done(stores: Stores, caller: Caller, act: PublicAccessAct, node: NodeRef): Promise<void>;
}

/** A folder or document, and how many samples and exclusions its state is to list. */
export interface StateRequest {
  readonly node: NodeRef;
  readonly limit: number;
}

/** Something that may be tried first: a dry run answers what would happen and writes nothing. */
export interface ActRequest<Node extends NodeRef = NodeRef> {
  readonly node: Node;
  readonly dryRun: boolean;
}

type FolderRef = Extract<NodeRef, { readonly type: "folder" }>;

/** A state, and whether an act changed something. */
export interface Acted {
  readonly created: boolean;
  readonly state: PublicAccessState;
}

/**
 * Public access, as those who may write see and change it (public-access.md 4.4). What a caller cannot read is not
 * found (404), what he can read but not write is forbidden (403). Nothing here ever makes anything public but
 * `publish` and `propagate`.
 */
export interface PublicAccess {
  state(caller: Caller, request: StateRequest): Promise<PublicAccessState>;

  /** Makes a folder a root, lifting its own exclusion; and reaches all below unless told not to. Again: nothing. */
  publish(caller: Caller, request: ActRequest<FolderRef> & { readonly propagate: boolean }): Promise<Acted>;
  /** Cuts whatever only this root made public, in one write. Again: nothing. */
  unpublish(caller: Caller, node: FolderRef): Promise<PublicAccessState>;
  /** Reaches all below a root anew, what came since included. Refuses with `not_a_public_root` what is none. */
  propagate(caller: Caller, request: ActRequest<FolderRef>): Promise<PublicAccessState>;

  /** Cuts a node and all below it, now and later; a root is none any more. Again: nothing. */
  exclude(caller: Caller, request: ActRequest): Promise<Acted>;
  /** Makes a node eligible again; nothing becomes public before the next propagation. */
  lift(caller: Caller, node: NodeRef): Promise<PublicAccessState>;
}

/** What public access is made of. */
export interface PublicAccessDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  /** Those of the documents' services: they decide who may know that something exists. */
  readonly otherReaders: readonly OtherReader<Stores>[];
  readonly listeners: readonly PublicAccessListener<Stores>[];
}

/**
 * Public access over a database. A propagation opens a short transaction for each step, so that nothing waits for the
 * whole of it; one that is cut short granted a part, and the next one completes it.
 */
export function createPublicAccess<Stores extends PublicAccessStores>({
  transact,
  clock,
  otherReaders,
  listeners,
}: PublicAccessDependencies<Stores>): PublicAccess {
  const visibility = createVisibility(otherReaders);
  const notify = async (stores: Stores, caller: Caller, act: PublicAccessAct, node: NodeRef) => {
    for (const listener of listeners) await listener.done(stores, caller, act, node);
  };
  const look = (stores: Stores, caller: Caller, node: NodeRef) => writableChain(stores, visibility, caller, node);

  /** One decision on a chain that stands still: the clock ticks before it is read. */
  const decide = <Result>(
    caller: Caller,
    node: NodeRef,
    act: (stores: Stores, chain: Chain<NamedLink>, seq: number) => Promise<Result>,
  ): Promise<Result> =>
    transact.write(async (stores) => {
      const seq = await stores.tree.tick();
      return act(stores, await look(stores, caller, node), seq);
    });

  const answer = (caller: Caller, node: NodeRef, grantedCount: number | null, limit?: number) =>
    transact.read(async (stores) => describe(stores, node, await look(stores, caller, node), { grantedCount, limit }));

  const rehearse = (caller: Caller, node: NodeRef, act: Parameters<typeof dryRun>[3]) =>
    transact.read(async (stores) => dryRun(stores, node, await look(stores, caller, node), act));

  return {
    state: (caller, { node, limit }) => answer(caller, node, null, limit),

    async publish(caller, { node, propagate: reachesAll, dryRun: rehearsed }) {
      const act = reachesAll ? "publish" : "publish alone";
      if (rehearsed) return { created: false, state: await rehearse(caller, node, act) };
      const created = await decide(caller, node, async (stores, chain, seq) => {
        const own = selfOf(chain);
        if (own.publishedSeq !== null) return false;
        const floor = own.excludedSeq === null ? null : lifted(own, seq);
        if (floor) await stores.publicAccess.mark(node, { ...floor, ...NOBODY });
        // The stamp is to be younger than the floor that the lift has just drawn.
        const publishedSeq = floor ? await stores.tree.tick() : seq;
        await stores.publicAccess.open({
          folderId: node.id,
          publishedSeq,
          publishedAt: clock.now(),
          publishedBy: caller.userId,
        });
        await notify(stores, caller, "published", node);
        return true;
      });
      if (!created) return { created, state: await answer(caller, node, 0) };
      const granted = reachesAll ? await propagate(transact, clock, node.id) : 1;
      return { created, state: await answer(caller, node, granted) };
    },

    async unpublish(caller, node) {
      await transact.write(async (stores) => {
        await look(stores, caller, node);
        if (await stores.publicAccess.close(node.id)) await notify(stores, caller, "unpublished", node);
      });
      return answer(caller, node, null);
    },

    async propagate(caller, { node, dryRun: rehearsed }) {
      if (rehearsed) return rehearse(caller, node, "propagate");
      await transact.write(async (stores) => {
        requireRoot(await look(stores, caller, node));
        await notify(stores, caller, "propagated", node);
      });
      return answer(caller, node, await propagate(transact, clock, node.id));
    },

    async exclude(caller, { node, dryRun: rehearsed }) {
      if (rehearsed) return { created: false, state: await rehearse(caller, node, "exclude") };
      const created = await decide(caller, node, async (stores, chain, seq) => {
        const own = selfOf(chain);
        if (own.excludedSeq !== null) return false;
        const marks = { ...excluded(own, seq), excludedAt: clock.now(), excludedBy: caller.userId };
        await stores.publicAccess.mark(node, marks);
        if (node.type === "folder") await stores.publicAccess.close(node.id);
        await notify(stores, caller, "excluded", node);
        return true;
      });
      return { created, state: await answer(caller, node, null) };
    },

    async lift(caller, node) {
      await decide(caller, node, async (stores, chain, seq) => {
        const own = selfOf(chain);
        if (own.excludedSeq === null) return;
        await stores.publicAccess.mark(node, { ...lifted(own, seq), ...NOBODY });
        await notify(stores, caller, "lifted", node);
      });
      return answer(caller, node, null);
    },
  };
}

const NOBODY = { excludedAt: null, excludedBy: null } as const;

/** The chain of a node that the caller may write. */
async function writableChain<Stores extends PublicAccessStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  node: NodeRef,
): Promise<Chain<NamedLink>> {
  const seen =
    node.type === "folder" ? visibility.folder(stores, caller, node.id) : visibility.document(stores, caller, node.id);
  requireLevel<unknown>(existing(await seen), "write");
  return existing(await stores.publicAccess.chain(node));
}
