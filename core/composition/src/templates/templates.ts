import {
  type Caller,
  type Clock,
  create,
  type NewId,
  type OnRemoval,
  orNotFound,
  type Page,
  parseId,
  read,
  replayWhileVisible,
  requireAdministrator,
  service,
  type Transact,
  throwIfInvalid,
  type UseCases,
  unprocessable,
  write,
} from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";
import { templateKeyError } from "../records/field-rules.ts";
import {
  type DocumentTemplateId,
  type DocumentTemplateView,
  type NewTemplate,
  newTemplate,
  type TemplateInput,
  templateErrors,
  templatePatch,
} from "../records/template.ts";

/**
 * Templates. All users may read them; administrators write them (403). A used key is 422 (`key` taken). Changes do not
 * affect existing documents, which have copies.
 */
export interface Templates {
  /** Lists active templates by name from `offset`; long ones may end the list early. */
  list(caller: Caller, ask: { readonly offset: number }): Promise<Page<DocumentTemplateView>>;
  /** Finds by id or key, active or not. */
  get(caller: Caller, idOrKey: string): Promise<DocumentTemplateView>;
  create(caller: Caller, input: NewTemplate): Promise<DocumentTemplateView>;
  update(caller: Caller, change: TemplateInput & { readonly id: DocumentTemplateId }): Promise<DocumentTemplateView>;
  /** Throws 422 `template_in_use` while documents refer to it, unless `force`; then removes their reference. */
  remove(caller: Caller, ask: { readonly id: DocumentTemplateId; readonly force: boolean }): Promise<void>;
}

interface Dependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly onRemoval: OnRemoval<Stores>;
}

export function createTemplates<Stores extends CompositionStores>({
  transact,
  ...dependencies
}: Dependencies<Stores> & { readonly transact: Transact<Stores> }): Templates {
  return service<Templates, Stores>(transact, templateUseCases(dependencies));
}

function templateUseCases<Stores extends CompositionStores>({
  clock,
  newId,
  onRemoval,
}: Dependencies<Stores>): UseCases<Templates, Stores> {
  return {
    list: read(async ({ templates }, _caller, { offset }) => {
      const { items, total } = await templates.listActive(offset);
      return { items, total, page: 1, perPage: Math.max(total, 1), offset };
    }),

    get: read(async ({ templates }, _caller, idOrKey) => {
      const id = parseId<"DocumentTemplate">(idOrKey);
      const byId = id && (await templates.find(id));
      return orNotFound(
        byId ?? (templateKeyError("key", idOrKey) === null ? await templates.findByKey(idOrKey) : null),
      );
    }),

    create: create(
      async ({ templates }, caller, input) => {
        requireAdministrator(caller);
        throwIfInvalid(templateErrors(input));
        const template = newTemplate(input, { id: newId(), now: clock.now() });
        await templates.insert(template);
        return orNotFound(await templates.find(template.id));
      },
      replayWhileVisible(async ({ templates }, _caller, { id }) => orNotFound(await templates.find(id))),
    ),

    update: write(async ({ templates }, caller, { id, ...input }) => {
      requireAdministrator(caller);
      throwIfInvalid(templateErrors(input));
      const present = orNotFound(await templates.lock(id));
      await templates.update({ ...present, ...templatePatch(input), updatedAt: clock.now() });
      return orNotFound(await templates.find(id));
    }),

    remove: write(async (stores, caller, { id, force }) => {
      requireAdministrator(caller);
      const { templates, composedDocuments } = stores;
      orNotFound(await templates.lock(id));
      const { composedDocumentsCount } = orNotFound(await templates.find(id));
      if (composedDocumentsCount > 0 && !force) {
        throw unprocessable(
          "template_in_use",
          "Documents come from this template; force=true removes it and leaves them",
        );
      }
      await composedDocuments.forgetTemplate(id);
      await templates.remove(id);
      await onRemoval(stores, caller, id);
    }),
  };
}
