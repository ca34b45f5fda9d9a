import type { Caller, Identified, ListQuery } from "@cartulary/kernel";
import type { Estate, EstateRecords, MandataireId } from "@cartulary/rental";
import type { propertyOperations, unitOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

interface Asked {
  readonly mandataireId: MandataireId;
  readonly caller: Caller;
}
interface One<Key> extends Asked {
  readonly params: { readonly id: Key };
}

/** The five handlers of a family; the table that they stand in names them. */
function family<Stored extends Identified, Field extends string, Listed, Detail, Input, NewInput>(
  of: (mandataireId: MandataireId) => EstateRecords<Stored, Field, Listed, Detail, Input, NewInput>,
) {
  return {
    list: async ({ mandataireId, caller, list }: Asked & { readonly list: ListQuery<Field> }) =>
      listed(await of(mandataireId).list(caller, list)),
    create: async ({ mandataireId, caller, body }: Asked & { readonly body: NewInput }) =>
      created(await of(mandataireId).create(caller, body)),
    get: async ({ mandataireId, caller, params }: One<Stored["id"]>) =>
      ok(await of(mandataireId).get(caller, params.id)),
    update: async ({ mandataireId, caller, params, body }: One<Stored["id"]> & { readonly body: Input }) =>
      ok(await of(mandataireId).update(caller, { ...body, ...params })),
    remove: async ({ mandataireId, caller, params }: One<Stored["id"]>) => {
      await of(mandataireId).remove(caller, params.id);
      return noContent();
    },
  };
}

/** Properties over HTTP. */
export function propertyHandlers(estate: (mandataireId: MandataireId) => Estate): Handlers<typeof propertyOperations> {
  const { list, create, get, update, remove } = family((id) => estate(id).properties);
  return {
    listProperties: list,
    createProperty: create,
    getProperty: get,
    updateProperty: update,
    deleteProperty: remove,
  };
}

/** Units over HTTP. */
export function unitHandlers(estate: (mandataireId: MandataireId) => Estate): Handlers<typeof unitOperations> {
  const { list, create, get, update, remove } = family((id) => estate(id).units);
  return { listUnits: list, createUnit: create, getUnit: get, updateUnit: update, deleteUnit: remove };
}
