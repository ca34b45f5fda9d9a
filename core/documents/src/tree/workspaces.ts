import {
  type Caller,
  type Clock,
  create,
  type Day,
  type FieldError,
  type JsonObject,
  type ListQuery,
  type NewId,
  normalizeLine,
  orNotFound,
  type Page,
  read,
  replayWhileVisible,
  requireRole,
  service,
  single,
  type Transact,
  throwIfInvalid,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { creatorGrant } from "../access/grant.ts";
import { withOneRetained, withRetained } from "../access/retained-view.ts";
import { createVisibility, requireLevel } from "../access/visibility.ts";
import { missingReferenceErrors } from "../classification/catalogues.ts";
import {
  NO_PLAN,
  type PlanInput,
  planInputErrors,
  type RequestedPlan,
  requestedPlan,
  resolvePlan,
} from "../classification/workspace-plan.ts";
import type { TreeDependencies } from "../dependencies.ts";
import type { DocumentStores } from "../ports.ts";
import { NOT_RETAINED } from "../records/retention.ts";
import type {
  DomainId,
  Workspace,
  WorkspaceField,
  WorkspaceId,
  WorkspaceTypeId,
  WorkspaceView,
} from "../records/workspace.ts";
import { normalTags } from "../tags/tag.ts";
import { nameRule, objectRule, passageRule, tagsRule, UNTITLED, valueErrors } from "../values.ts";
import { everyListener, OUTSIDE } from "./placement.ts";
import { removeFromTree } from "./removal.ts";
import { retentionOf, retentionPatch } from "./retention.ts";

/** Fields of a workspace. An absent field keeps its value; on creation it gets its default. */
export interface WorkspaceInput extends PlanInput {
  readonly label?: string;
  readonly description?: string | null;
  readonly domainId?: DomainId | null;
  readonly workspaceTypeId?: WorkspaceTypeId | null;
  readonly settings?: JsonObject | null;
  /** Replaces the list. */
  readonly businessTagList?: readonly string[] | null;
  readonly metadataUser?: JsonObject | null;
  readonly retainUntil?: Day | null;
  /** Why a retention is shortened or removed. */
  readonly reason?: string | null;
}

/**
 * Workspaces, for callers with their rights.
 *
 * Creating requires the role manager (403), updating `write`, removing `manage`. Workspaces without read access are
 * 404; invalid values are 422 with one detail each.
 */
export interface Workspaces {
  list(caller: Caller, query: ListQuery<WorkspaceField>): Promise<Page<WorkspaceView>>;
  get(caller: Caller, id: WorkspaceId): Promise<WorkspaceView>;
  /** The creator gets `manage`. A plan sent as CSV belongs to the workspace. */
  create(caller: Caller, input: WorkspaceInput): Promise<WorkspaceView>;
  /** Documents lose codes that a new plan does not have. */
  update(caller: Caller, change: WorkspaceInput & { readonly id: WorkspaceId }): Promise<WorkspaceView>;
  /**
   * Moves the workspace with all its folders and documents to the trash, and the plans that belong to it and that no
   * other workspace uses; without a trash, the bytes are deleted after the grace period.
   */
  remove(caller: Caller, id: WorkspaceId): Promise<void>;
}

export function createWorkspaces<Stores extends DocumentStores>({
  transact,
  ...dependencies
}: TreeDependencies<Stores> & { readonly transact: Transact<Stores> }): Workspaces {
  return service<Workspaces, Stores>(transact, workspaceUseCases(dependencies));
}

/** For packages that run these use cases in their own transactions. */
export function workspaceUseCases<Stores extends DocumentStores>(
  dependencies: TreeDependencies<Stores>,
): UseCases<Workspaces, Stores> {
  const { clock, newId } = dependencies;
  const visibility = createVisibility(dependencies.extraReadRules, dependencies.clock);
  const { blobGraceSeconds, trashSeconds = 0 } = dependencies;
  const listeners = everyListener(dependencies.treeListeners);
  const removal = { clock, blobGraceSeconds, trashSeconds, listeners };

  async function shown(stores: Stores, caller: Caller, id: WorkspaceId): Promise<WorkspaceView> {
    return withOneRetained(stores, caller, visibility.today(), orNotFound(await stores.workspaces.find(id)));
  }

  return {
    list: single(async (stores, caller, query) => {
      const page = await stores.workspaces.list(caller, query);
      return { ...page, items: await withRetained(stores, caller, visibility.today(), page.items) };
    }),

    get: read(async (stores, caller, id) => {
      const { record } = orNotFound(await visibility.workspace(stores, caller, id));
      return withOneRetained(stores, caller, visibility.today(), record);
    }),

    create: create(
      async (stores, caller, input) => {
        requireRole(caller, "manager");
        throwIfInvalid(workspaceErrors(input));
        const requested = requestedPlan(input, NO_PLAN);
        if (requested) await stores.tree.lockShared();
        const workspace = newWorkspace(caller, input, { clock, newId });
        const plan = await resolvePlan(stores.plans, caller, { requested, workspace }, { clock, newId });
        throwIfInvalid([...plan.errors, ...(await missingReferenceErrors(stores, input))]);
        await stores.workspaces.insert({ ...workspace, ...plan.patch });
        if (plan.newPlan) await stores.plans.insert(plan.newPlan);
        await stores.grants.insert(
          creatorGrant(newId(), caller, { type: "workspace", id: workspace.id }, workspace.createdAt),
        );
        return shown(stores, caller, workspace.id);
      },
      replayWhileVisible(async (stores, caller, { id }) => orNotFound(await visibility.workspace(stores, caller, id))),
    ),

    update: write(async (stores, caller, { id, ...input }) => {
      throwIfInvalid(workspaceErrors(input));
      if (input.retainUntil !== undefined) await stores.tree.tick();
      const readVisible = async () => orNotFound(await visibility.workspace(stores, caller, id));
      requireLevel(await readVisible(), "write");
      const retention = await retentionOf(readVisible, caller, input);
      const requested = await planChange(stores, input, async () =>
        requireLevel(orNotFound(await visibility.workspace(stores, caller, id)), "write"),
      );
      const renamed = { id, label: patchOf(input).label ?? requested.workspace.label };
      const plan = await resolvePlan(stores.plans, caller, { ...requested, workspace: renamed }, { clock, newId });
      throwIfInvalid([...plan.errors, ...(await missingReferenceErrors(stores, input))]);
      if (plan.newPlan) await stores.plans.insert(plan.newPlan);
      const { classificationPlanId } = plan.patch;
      if (classificationPlanId !== undefined) await stores.documents.keepCodes(id, classificationPlanId);
      const present = orNotFound(await stores.workspaces.lock(id));
      const patch = { ...patchOf(input), ...plan.patch, ...retentionPatch(retention) };
      await stores.workspaces.update({ ...present, ...patch, updatedAt: clock.now() });
      if (retention) await listeners.retentionChanged(stores, caller, { type: "workspace", id }, retention);
      return shown(stores, caller, id);
    }),

    remove: write(async (stores, caller, id) => {
      await stores.tree.tick();
      const { label } = requireLevel(orNotFound(await visibility.workspace(stores, caller, id)), "manage");
      const take = async (isKept: boolean) => {
        const removed = await stores.folders.removeWorkspaceContent(id, isKept);
        if (isKept) await stores.trash.keepWorkspace(id);
        await stores.plans.removeOwned(id);
        await stores.workspaces.remove(id);
        return removed;
      };
      await removeFromTree(stores, caller, { type: "workspace", id, name: label, place: OUTSIDE }, take, removal);
    }),
  };
}

function newWorkspace(
  caller: Caller,
  input: WorkspaceInput,
  { clock, newId }: { readonly clock: Clock; readonly newId: NewId },
): Workspace {
  const now = clock.now();
  return {
    ...NEW_WORKSPACE,
    ...patchOf(input),
    retainUntil: input.retainUntil ?? null,
    id: newId(),
    createdBy: caller.userId,
    createdAt: now,
    updatedAt: now,
  };
}

const NEW_WORKSPACE = {
  label: UNTITLED,
  description: null,
  externalId: null,
  classificationPlanId: null,
  domainId: null,
  workspaceTypeId: null,
  settings: {},
  businessTags: [],
  metadataUser: {},
  ...NOT_RETAINED,
} as const satisfies Partial<Workspace>;

/** Returns all errors of the values themselves. */
function workspaceErrors(input: WorkspaceInput): readonly FieldError[] {
  const values = valueErrors(input, {
    label: nameRule,
    description: passageRule,
    settings: objectRule,
    businessTagList: tagsRule,
    metadataUser: objectRule,
    reason: passageRule,
  });
  return [...values, ...planInputErrors(input)];
}

/** A workspace and its requested plan; `null` to keep its plan. */
interface PlanChange {
  readonly workspace: Workspace;
  readonly requested: RequestedPlan | null;
}

/**
 * Decides whether a request changes a workspace's plan. If so, ticks the tree clock, so that no document gets a code of
 * the old plan until the transaction ends.
 *
 * `readWorkspace` throws without write access; it runs again after the tick. The transaction must hold no locks before.
 */
async function planChange(
  { tree }: DocumentStores,
  input: PlanInput,
  readWorkspace: () => Promise<WorkspaceView>,
): Promise<PlanChange> {
  const workspace = await readWorkspace();
  const requested = requestedPlan(input, workspace);
  if (requested === null) return { workspace, requested };
  await tree.tick();
  return { workspace: await readWorkspace(), requested };
}

function patchOf(input: WorkspaceInput): Partial<Workspace> {
  const { label, description, domainId, workspaceTypeId, settings, businessTagList, metadataUser } = input;
  return {
    ...(label !== undefined && { label: normalizeLine(label) }),
    ...(description !== undefined && { description }),
    ...(domainId !== undefined && { domainId }),
    ...(workspaceTypeId !== undefined && { workspaceTypeId }),
    ...(settings !== undefined && { settings: settings ?? {} }),
    ...(businessTagList !== undefined && { businessTags: normalTags(businessTagList ?? []) }),
    ...(metadataUser !== undefined && { metadataUser: metadataUser ?? {} }),
  };
}
