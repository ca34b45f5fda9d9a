import { createVisibility, type NodeRef, type ReadRule, requireLevel, type Visibility } from "@cartulary/documents";
import type { Caller, Clock, Transact } from "@cartulary/kernel";
import { orNotFound } from "@cartulary/kernel";
import { requireRoot, selfOf } from "./chain.ts";
import type { NamedLink, PublicAccessStores } from "./ports.ts";
import { propagate } from "./propagation.ts";
import { barriersAfterExclusion, barriersAfterLift, type Chain } from "./rule.ts";
import type { PublicAccessState } from "./state.ts";
import { describeState, dryRun } from "./state-query.ts";

/** Actions on public access. The audit action ends with the name. */
export type PublicAccessAct = "published" | "unpublished" | "propagated" | "excluded" | "lifted";

/** Called inside the deciding transaction, with its stores; an error rolls it back. */
export interface PublicAccessListener<Stores> {
  done(stores: Stores, caller: Caller, act: PublicAccessAct, node: NodeRef): Promise<void>;
}

/** A folder or document, and the maximum of listed samples and of listed exclusions. */
export interface StateRequest {
  readonly node: NodeRef;
  readonly limit: number;
}

/** A request for an action. A dry run returns what would happen and writes nothing. */
export interface ActRequest<Node extends NodeRef = NodeRef> {
  readonly node: Node;
  readonly dryRun: boolean;
}

type FolderRef = Extract<NodeRef, { readonly type: "folder" }>;

/** The state after an action, and whether the action changed anything. */
export interface ActionResult {
  readonly changed: boolean;
  readonly state: PublicAccessState;
}

/**
 * Reads and changes public access, for callers with write access (public-access.md 4.4). Throws 404 for resources that
 * the caller cannot read and 403 for those that he can read but not write. Only `publish` and `propagate` make anything
 * public.
 */
export interface PublicAccess {
  state(caller: Caller, request: StateRequest): Promise<PublicAccessState>;

  /** Makes a folder a root, lifts its own exclusion and, if `propagate` is true, stamps its content. Idempotent. */
  publish(caller: Caller, request: ActRequest<FolderRef> & { readonly propagate: boolean }): Promise<ActionResult>;
  /** Ends a root with one write; what only this root made public is public no longer. Idempotent. */
  unpublish(caller: Caller, node: FolderRef): Promise<PublicAccessState>;
  /** Stamps everything below a root again, new content included. Throws 422 `not_a_public_root` for other folders. */
  propagate(caller: Caller, request: ActRequest<FolderRef>): Promise<PublicAccessState>;

  /** Excludes a node and everything below it, now and in the future; unpublishes a root. Idempotent. */
  exclude(caller: Caller, request: ActRequest): Promise<ActionResult>;
  /** Lifts the exclusion of a node. Nothing becomes public before the next propagation. */
  lift(caller: Caller, node: NodeRef): Promise<PublicAccessState>;
}

export interface PublicAccessDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  /** The read rules of the document services: they decide whose requests get 404. */
  readonly extraReadRules: readonly ReadRule<Stores>[];
  readonly listeners: readonly PublicAccessListener<Stores>[];
}

/**
 * Creates the service over a database. A propagation opens a short transaction for each step, so no request waits for
 * all of it. An interrupted one has stamped a part; the next one completes it.
 */
export function createPublicAccess<Stores extends PublicAccessStores>({
  transact,
  clock,
  extraReadRules,
  listeners,
}: PublicAccessDependencies<Stores>): PublicAccess {
  const visibility = createVisibility(extraReadRules, clock);
  const notify = async (stores: Stores, caller: Caller, act: PublicAccessAct, node: NodeRef) => {
    for (const listener of listeners) await listener.done(stores, caller, act, node);
  };
  const chainOf = (stores: Stores, caller: Caller, node: NodeRef) => writableChain(stores, visibility, caller, node);

  /**
   * Runs one decision in a transaction. Ticks the tree clock before reading the chain, which blocks concurrent moves.
   */
  const decide = <Result>(
    caller: Caller,
    node: NodeRef,
    act: (stores: Stores, chain: Chain<NamedLink>, seq: number) => Promise<Result>,
  ): Promise<Result> =>
    transact.write(async (stores) => {
      const seq = await stores.tree.tick();
      return act(stores, await chainOf(stores, caller, node), seq);
    });

  const currentState = (caller: Caller, node: NodeRef, grantedCount: number | null, limit?: number) =>
    transact.read(async (stores) =>
      describeState(stores, node, await chainOf(stores, caller, node), { grantedCount, limit }),
    );

  const preview = (caller: Caller, node: NodeRef, act: Parameters<typeof dryRun>[3]) =>
    transact.read(async (stores) => dryRun(stores, node, await chainOf(stores, caller, node), act));

  return {
    state: (caller, { node, limit }) => currentState(caller, node, null, limit),

    async publish(caller, { node, propagate: reachesAll, dryRun: isDryRun }) {
      const act = reachesAll ? "publish" : "publish alone";
      if (isDryRun) return { changed: false, state: await preview(caller, node, act) };
      const changed = await decide(caller, node, async (stores, chain, seq) => {
        const own = selfOf(chain);
        if (own.publishedSeq !== null) return false;
        const floor = own.excludedSeq === null ? null : barriersAfterLift(own, seq);
        if (floor) await stores.publicAccess.setBarriers(node, { ...floor, ...NOT_EXCLUDED });
        // The stamp must have a higher number than the floor that the lift has drawn.
        const publishedSeq = floor ? await stores.tree.tick() : seq;
        await stores.publicAccess.insertRoot({
          folderId: node.id,
          publishedSeq,
          publishedAt: clock.now(),
          publishedBy: caller.userId,
        });
        await notify(stores, caller, "published", node);
        return true;
      });
      if (!changed) return { changed, state: await currentState(caller, node, 0) };
      const stampedCount = reachesAll ? await propagate(transact, clock, node.id) : 1;
      return { changed, state: await currentState(caller, node, stampedCount) };
    },

    async unpublish(caller, node) {
      await transact.write(async (stores) => {
        await chainOf(stores, caller, node);
        if (await stores.publicAccess.removeRoot(node.id)) await notify(stores, caller, "unpublished", node);
      });
      return currentState(caller, node, null);
    },

    async propagate(caller, { node, dryRun: isDryRun }) {
      if (isDryRun) return preview(caller, node, "propagate");
      await transact.write(async (stores) => {
        requireRoot(await chainOf(stores, caller, node));
        await notify(stores, caller, "propagated", node);
      });
      return currentState(caller, node, await propagate(transact, clock, node.id));
    },

    async exclude(caller, { node, dryRun: isDryRun }) {
      if (isDryRun) return { changed: false, state: await preview(caller, node, "exclude") };
      const changed = await decide(caller, node, async (stores, chain, seq) => {
        const own = selfOf(chain);
        if (own.excludedSeq !== null) return false;
        const barriers = { ...barriersAfterExclusion(own, seq), excludedAt: clock.now(), excludedBy: caller.userId };
        await stores.publicAccess.setBarriers(node, barriers);
        if (node.type === "folder") await stores.publicAccess.removeRoot(node.id);
        await notify(stores, caller, "excluded", node);
        return true;
      });
      return { changed, state: await currentState(caller, node, null) };
    },

    async lift(caller, node) {
      await decide(caller, node, async (stores, chain, seq) => {
        const own = selfOf(chain);
        if (own.excludedSeq === null) return;
        await stores.publicAccess.setBarriers(node, { ...barriersAfterLift(own, seq), ...NOT_EXCLUDED });
        await notify(stores, caller, "lifted", node);
      });
      return currentState(caller, node, null);
    },
  };
}

const NOT_EXCLUDED = { excludedAt: null, excludedBy: null } as const;

/** Returns the chain of a node; throws 404 or 403 unless the caller may write it. */
async function writableChain<Stores extends PublicAccessStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  node: NodeRef,
): Promise<Chain<NamedLink>> {
  const visible =
    node.type === "folder" ? visibility.folder(stores, caller, node.id) : visibility.document(stores, caller, node.id);
  requireLevel<unknown>(orNotFound(await visible), "write");
  return orNotFound(await stores.publicAccess.chain(node));
}
