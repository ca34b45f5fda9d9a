import { appendAll, type FieldError, requireSound } from "@cartulary/kernel";
import { elementErrors, replacedElements } from "../estate/elements.ts";
import type { EstateFamily, EstateRecords, Occasion } from "../estate/family.ts";
import { fault, inputErrors, patchOf } from "../estate/fields.ts";
import type { EstateStores } from "../ports.ts";
import { blankEntrance, type EntranceInput, entranceRules } from "./entrance.ts";
import {
  blankProperty,
  type ListedProperty,
  type NewPropertyInput,
  type Property,
  type PropertyField,
  type PropertyId,
  type PropertyInput,
  propertyRules,
} from "./property.ts";
import type { PropertyDetail } from "./property-detail.ts";
import { blankShareKey, type ShareKeyInput, shareKeyRules } from "./share-key.ts";

/**
 * Properties. One with units or mandates stays. An array that is sent replaces the present one: an entrance or a share key
 * that a unit still uses cannot leave it (`invalid`).
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
    requireSound(await propertyErrors(stores, input, null));
    const { entrances: _, shareKeys: __, ...own } = input;
    return { ...blankProperty, ...patchOf(propertyRules, own), mandataireId, id, createdAt: now, updatedAt: now };
  },

  async change(stores, property, input, { now }) {
    requireSound(await propertyErrors(stores, input, property.id));
    const { entrances: _, shareKeys: __, ...own } = input;
    return { ...property, ...patchOf(propertyRules, own), updatedAt: now };
  },

  async writeBeside(stores, { record: { id }, input: { entrances, shareKeys } }, occasion) {
    if (entrances) await replaceEntrances(stores, id, entrances, occasion);
    if (shareKeys) await replaceShareKeys(stores, id, shareKeys, occasion);
    return entrances || shareKeys ? ["units"] : [];
  },

  isKept: async ({ properties }, { id }) => properties.hasDependents(id),

  async removeBeside({ entrances, shareKeys }, { id }) {
    await entrances.replace(id, []);
    await shareKeys.replace(id, []);
  },
};

async function propertyErrors(
  { entrances, shareKeys }: EstateStores,
  { entrances: sentEntrances, shareKeys: sentKeys, ...own }: PropertyInput,
  id: PropertyId | null,
): Promise<readonly FieldError[]> {
  const errors = [...inputErrors(propertyRules, own)];
  if (sentEntrances) {
    const present = id === null ? [] : await entrances.of(id);
    appendAll(errors, elementErrors("entrances", sentEntrances, present, entranceRules));
    if (id !== null && (await entrances.anyUsed(id, idsOf(sentEntrances)))) errors.push(stillUsed("entrances"));
  }
  if (sentKeys) {
    const present = id === null ? [] : await shareKeys.of(id);
    appendAll(errors, elementErrors("shareKeys", sentKeys, present, shareKeyRules));
    if (id !== null && (await shareKeys.anyUsed(id, idsOf(sentKeys)))) errors.push(stillUsed("shareKeys"));
  }
  return errors;
}

const idsOf = <Id extends string>(elements: readonly { readonly id?: Id }[]): readonly Id[] =>
  elements.flatMap(({ id }) => id ?? []);

const stillUsed = (field: string): FieldError => fault(field, "invalid", "leaves out one that a unit still uses");

async function replaceEntrances(
  { entrances }: EstateStores,
  propertyId: PropertyId,
  sent: readonly EntranceInput[],
  { newId }: Occasion,
): Promise<void> {
  const blank = { ...blankEntrance, propertyId };
  const present = await entrances.of(propertyId);
  await entrances.replace(propertyId, replacedElements(sent, present, entranceRules.rules, { blank, newId }));
}

async function replaceShareKeys(
  { shareKeys }: EstateStores,
  propertyId: PropertyId,
  sent: readonly ShareKeyInput[],
  { now, newId }: Occasion,
): Promise<void> {
  const blank = { ...blankShareKey, propertyId, lastModifiedAt: now };
  const present = await shareKeys.of(propertyId);
  const replaced = replacedElements(sent, present, shareKeyRules.rules, { blank, newId });
  const kept = new Map<string, string>(present.map((key) => [key.id, JSON.stringify(key)]));
  const keys = replaced.map((key) =>
    kept.get(key.id) === JSON.stringify(key) ? key : { ...key, lastModifiedAt: now },
  );
  await shareKeys.replace(propertyId, keys);
}
