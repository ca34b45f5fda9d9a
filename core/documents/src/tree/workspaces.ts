import {
  type Caller,
  type Clock,
  create,
  existing,
  type FieldError,
  type JsonObject,
  type ListQuery,
  line,
  type NewId,
  type Page,
  read,
  requireRole,
  requireSound,
  service,
  single,
  type Transact,
  type UseCases,
  whileFound,
  write,
} from "@cartulary/kernel";
import { creatorGrant } from "../access/access.ts";
import { createVisibility, requireLevel } from "../access/visibility.ts";
import { missingEntries } from "../classification/catalogues.ts";
import {
  chosenPlan,
  NO_PLAN,
  type PlanInput,
  planInputErrors,
  type WantedPlan,
  wantedPlan,
} from "../classification/workspace-plan.ts";
import type { TreeDependencies } from "../dependencies.ts";
import type { DocumentStores } from "../ports.ts";
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
import { endRemoved } from "./removal.ts";
import { everyListener } from "./tree.ts";

/** What may be said of a workspace. An absent field keeps its value; on creation it gets its default. */
export interface WorkspaceInput extends PlanInput {
  readonly label?: string;
  readonly description?: string | null;
  readonly domainId?: DomainId | null;
  readonly workspaceTypeId?: WorkspaceTypeId | null;
  readonly settings?: JsonObject | null;
  /** Replaces the whole list. */
  readonly businessTagList?: readonly string[] | null;
  readonly metadataUser?: JsonObject | null;
}

/**
 * Workspaces, as one caller sees and changes them.
 *
 * Made by managers and above (403), changed with `write`, removed with `manage`. What a caller may not read is not
 * found (404); values out of their bounds are 422 with a detail each.
 */
export interface Workspaces {
  list(caller: Caller, query: ListQuery<WorkspaceField>): Promise<Page<WorkspaceView>>;
  get(caller: Caller, id: WorkspaceId): Promise<WorkspaceView>;
  /** Whoever creates a workspace manages it. A plan that comes along as CSV belongs to it. */
  create(caller: Caller, input: WorkspaceInput): Promise<WorkspaceView>;
  /** Documents that are filed under a code that another plan does not have are filed under none from then on. */
  update(caller: Caller, change: WorkspaceInput & { readonly id: WorkspaceId }): Promise<WorkspaceView>;
  /**
   * With every folder and document in it, at once and for good; the bytes go after the grace period. Plans that belong
   * to it go along, but for those that another workspace has.
   */
  remove(caller: Caller, id: WorkspaceId): Promise<void>;
}

export function createWorkspaces<Stores extends DocumentStores>({
  transact,
  ...dependencies
}: TreeDependencies<Stores> & { readonly transact: Transact<Stores> }): Workspaces {
  return service<Workspaces, Stores>(transact, workspaceUseCases(dependencies));
}

/** For packages that need these inside a transaction of their own. */
export function workspaceUseCases<Stores extends DocumentStores>(
  dependencies: TreeDependencies<Stores>,
): UseCases<Workspaces, Stores> {
  const { clock, newId } = dependencies;
  const visibility = createVisibility(dependencies.otherReaders);
  const removal = { ...dependencies, listeners: everyListener(dependencies.treeListeners) };

  return {
    list: single(({ workspaces }, caller, query) => workspaces.list(caller, query)),

    get: read(async (stores, caller, id) => existing(await visibility.workspace(stores, caller, id)).record),

    create: create(
      async (stores, caller, input) => {
        requireRole(caller, "manager");
        requireSound(workspaceErrors(input));
        const wanted = wantedPlan(input, NO_PLAN);
        if (wanted) await stores.tree.lockShared();
        const workspace = newWorkspace(caller, input, { clock, newId });
        const plan = await chosenPlan(stores.plans, caller, { wanted, workspace }, { clock, newId });
        requireSound([...plan.errors, ...(await missingEntries(stores, input))]);
        await stores.workspaces.insert({ ...workspace, ...plan.patch });
        if (plan.made) await stores.plans.insert(plan.made);
        await stores.grants.insert(
          creatorGrant(newId(), caller, { type: "workspace", id: workspace.id }, workspace.createdAt),
        );
        return existing(await stores.workspaces.find(workspace.id));
      },
      whileFound(async (stores, caller, { id }) => existing(await visibility.workspace(stores, caller, id))),
    ),

    update: write(async (stores, caller, { id, ...input }) => {
      requireSound(workspaceErrors(input));
      const wanted = await otherPlan(stores, input, async () =>
        requireLevel(existing(await visibility.workspace(stores, caller, id)), "write"),
      );
      const named = { id, label: patchOf(input).label ?? wanted.workspace.label };
      const plan = await chosenPlan(stores.plans, caller, { ...wanted, workspace: named }, { clock, newId });
      requireSound([...plan.errors, ...(await missingEntries(stores, input))]);
      if (plan.made) await stores.plans.insert(plan.made);
      const { classificationPlanId } = plan.patch;
      if (classificationPlanId !== undefined) await stores.documents.keepCodes(id, classificationPlanId);
      const present = existing(await stores.workspaces.lock(id));
      await stores.workspaces.update({ ...present, ...patchOf(input), ...plan.patch, updatedAt: clock.now() });
      return existing(await stores.workspaces.find(id));
    }),

    remove: write(async (stores, caller, id) => {
      await stores.tree.tick();
      requireLevel(existing(await visibility.workspace(stores, caller, id)), "manage");
      const removed = await stores.folders.removeWorkspaceContent(id);
      await endRemoved(stores, caller, { requested: { type: "workspace", id }, removed }, removal);
      await stores.grants.removeOn([id]);
      await stores.plans.removeOwned(id);
      await stores.workspaces.remove(id);
    }),
  };
}

function newWorkspace(
  caller: Caller,
  input: WorkspaceInput,
  { clock, newId }: { readonly clock: Clock; readonly newId: NewId },
): Workspace {
  const now = clock.now();
  return { ...NEW_WORKSPACE, ...patchOf(input), id: newId(), createdBy: caller.userId, createdAt: now, updatedAt: now };
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
} as const satisfies Partial<Workspace>;

/** Everything wrong with the values themselves, whatever workspace they are meant for. */
function workspaceErrors(input: WorkspaceInput): readonly FieldError[] {
  const values = valueErrors(input, {
    label: nameRule,
    description: passageRule,
    settings: objectRule,
    businessTagList: tagsRule,
    metadataUser: objectRule,
  });
  return [...values, ...planInputErrors(input)];
}

/** A workspace and the plan that a request means for it, `null` where it keeps its own. */
interface PlanChange {
  readonly workspace: Workspace;
  readonly wanted: WantedPlan | null;
}

/**
 * Decides whether a request gives a workspace another plan, and if so makes the tree stand still until the transaction
 * ends: no document comes to be filed under a code that is no longer one.
 *
 * `look` refuses whoever may not write; it is asked again once the tree stands still. Nothing may be locked before this.
 */
async function otherPlan(
  { tree }: DocumentStores,
  input: PlanInput,
  look: () => Promise<WorkspaceView>,
): Promise<PlanChange> {
  const workspace = await look();
  const wanted = wantedPlan(input, workspace);
  if (wanted === null) return { workspace, wanted };
  await tree.tick();
  return { workspace: await look(), wanted };
}

/** What the input says of a workspace, as it is kept. */
function patchOf(input: WorkspaceInput): Partial<Workspace> {
  const { label, description, domainId, workspaceTypeId, settings, businessTagList, metadataUser } = input;
  return {
    ...(label !== undefined && { label: line(label) }),
    ...(description !== undefined && { description }),
    ...(domainId !== undefined && { domainId }),
    ...(workspaceTypeId !== undefined && { workspaceTypeId }),
    ...(settings !== undefined && { settings: settings ?? {} }),
    ...(businessTagList !== undefined && { businessTags: normalTags(businessTagList ?? []) }),
    ...(metadataUser !== undefined && { metadataUser: metadataUser ?? {} }),
  };
}
