import { appendAll, type FieldError, inputErrors, newRecord, patchOf, throwIfInvalid } from "@cartulary/kernel";
import { fieldError } from "../../agency/field-rules.ts";
import { elementErrors, mergeElements } from "../estate/array-elements.ts";
import type { EstateFamily, EstateRecords, WriteContext } from "../estate/estate-use-cases.ts";
import type { EstateStores } from "../ports.ts";
import { type EntranceInput, entranceRecord } from "./entrance.ts";
import {
  type ListedProperty,
  type NewPropertyInput,
  type Property,
  type PropertyField,
  type PropertyId,
  type PropertyInput,
  propertyRecord,
} from "./property.ts";
import type { PropertyDetail } from "./property-detail.ts";
import { type ShareKeyInput, shareKeyRecord } from "./share-key.ts";

/**
 * Properties. A property with units or mandates cannot be removed. An array in the body replaces the stored one; it
 * must keep entrances and share keys that units use (`invalid`).
 */
export type Properties = EstateRecords<
  Property,
  PropertyField,
  ListedProperty,
  PropertyDetail,
  PropertyInput,
  NewPropertyInput
>;

export const properties: EstateFamily<
  EstateStores,
  Property,
  PropertyField,
  ListedProperty,
  PropertyDetail,
  PropertyInput,
  NewPropertyInput
> = {
  collection: "properties",
  storeOf: ({ properties }) => properties,

  async make(stores, input, id, { mandataireId, now }) {
    throwIfInvalid(await propertyErrors(stores, input, null));
    return { ...newRecord(propertyRecord, input), mandataireId, id, createdAt: now, updatedAt: now };
  },

  async change(stores, property, input, { now }) {
    throwIfInvalid(await propertyErrors(stores, input, property.id));
    return { ...property, ...patchOf(propertyRecord, input), updatedAt: now };
  },

  async writeRelated(stores, { record: { id }, input: { entrances, shareKeys } }, context) {
    if (entrances) await replaceEntrances(stores, id, entrances, context);
    if (shareKeys) await replaceShareKeys(stores, id, shareKeys, context);
    return entrances || shareKeys ? ["units"] : [];
  },

  isUndeletable: async ({ properties }, { id }) => properties.hasDependents(id),

  async removeRelated({ entrances, shareKeys }, { id }) {
    await entrances.replace(id, []);
    await shareKeys.replace(id, []);
  },
};

async function propertyErrors(
  { entrances, shareKeys }: EstateStores,
  input: PropertyInput,
  id: PropertyId | null,
): Promise<readonly FieldError[]> {
  const { entrances: sentEntrances, shareKeys: sentKeys } = input;
  const errors = [...inputErrors(propertyRecord, input)];
  if (sentEntrances) {
    const present = id === null ? [] : await entrances.of(id);
    appendAll(errors, elementErrors("entrances", sentEntrances, present, entranceRecord));
    if (id !== null && (await entrances.anyUsed(id, idsOf(sentEntrances)))) errors.push(stillUsed("entrances"));
  }
  if (sentKeys) {
    const present = id === null ? [] : await shareKeys.of(id);
    appendAll(errors, elementErrors("shareKeys", sentKeys, present, shareKeyRecord));
    if (id !== null && (await shareKeys.anyUsed(id, idsOf(sentKeys)))) errors.push(stillUsed("shareKeys"));
  }
  return errors;
}

const idsOf = <Id extends string>(elements: readonly { readonly id?: Id }[]): readonly Id[] =>
  elements.flatMap(({ id }) => id ?? []);

const stillUsed = (field: string): FieldError => fieldError(field, "invalid", "leaves out an element that a unit uses");

async function replaceEntrances(
  { entrances }: EstateStores,
  propertyId: PropertyId,
  sent: readonly EntranceInput[],
  { newId }: WriteContext,
): Promise<void> {
  const present = await entrances.of(propertyId);
  await entrances.replace(propertyId, mergeElements(sent, present, entranceRecord, { blank: { propertyId }, newId }));
}

async function replaceShareKeys(
  { shareKeys }: EstateStores,
  propertyId: PropertyId,
  sent: readonly ShareKeyInput[],
  { now, newId }: WriteContext,
): Promise<void> {
  const blank = { propertyId, lastModifiedAt: now };
  const present = await shareKeys.of(propertyId);
  const replaced = mergeElements(sent, present, shareKeyRecord, { blank, newId });
  const previous = new Map<string, string>(present.map((key) => [key.id, JSON.stringify(key)]));
  const keys = replaced.map((key) =>
    previous.get(key.id) === JSON.stringify(key) ? key : { ...key, lastModifiedAt: now },
  );
  await shareKeys.replace(propertyId, keys);
}
