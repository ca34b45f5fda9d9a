import {
  type Caller,
  type Clock,
  create,
  existing,
  type NewId,
  type OnRemoval,
  type Page,
  parseId,
  read,
  refused,
  requireAdministrator,
  requireSound,
  service,
  type Transact,
  type UseCases,
  whileFound,
  write,
} from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";
import {
  type DocumentTemplateId,
  type DocumentTemplateView,
  type NewTemplate,
  newTemplate,
  type TemplateInput,
  templateErrors,
  templatePatch,
} from "../records/template.ts";
import { keyError } from "../records/values.ts";

/**
 * Templates: read by everyone who is signed in, made, changed and removed by administrators (403). A key that another one
 * has is 422, `key` taken. What documents have copied of a template is theirs: no change of it reaches them.
 */
export interface Templates {
  /** The active ones by name, from the one at `offset` on: all of the rest, or fewer where they are long. */
  list(caller: Caller, ask: { readonly offset: number }): Promise<Page<DocumentTemplateView>>;
  /** By id or by key, active or not. */
  get(caller: Caller, idOrKey: string): Promise<DocumentTemplateView>;
  create(caller: Caller, input: NewTemplate): Promise<DocumentTemplateView>;
  update(caller: Caller, change: TemplateInput & { readonly id: DocumentTemplateId }): Promise<DocumentTemplateView>;
  /** Refused with 422 `template_in_use` while documents come from it, unless `force`: then they come from none. */
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
      return existing(byId ?? (keyError("key", idOrKey) === null ? await templates.findByKey(idOrKey) : null));
    }),

    create: create(
      async ({ templates }, caller, input) => {
        requireAdministrator(caller);
        requireSound(templateErrors(input));
        const template = newTemplate(input, { id: newId(), now: clock.now() });
        await templates.insert(template);
        return existing(await templates.find(template.id));
      },
      whileFound(async ({ templates }, _caller, { id }) => existing(await templates.find(id))),
    ),

    update: write(async ({ templates }, caller, { id, ...input }) => {
      requireAdministrator(caller);
      requireSound(templateErrors(input));
      const present = existing(await templates.lock(id));
      await templates.update({ ...present, ...templatePatch(input), updatedAt: clock.now() });
      return existing(await templates.find(id));
    }),

    remove: write(async (stores, caller, { id, force }) => {
      requireAdministrator(caller);
      const { templates, composedDocuments } = stores;
      existing(await templates.lock(id));
      const { composedDocumentsCount } = existing(await templates.find(id));
      if (composedDocumentsCount > 0 && !force) {
        throw refused("template_in_use", "Documents come from this template; force=true removes it and leaves them");
      }
      await composedDocuments.forgetTemplate(id);
      await templates.remove(id);
      await onRemoval(stores, caller, id);
    }),
  };
}
