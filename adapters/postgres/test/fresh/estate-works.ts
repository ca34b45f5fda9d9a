import type { Day } from "@cartulary/kernel";
import { type EstateStores, propertyListing, unitListing } from "@cartulary/rental";
import { BY_KEY, listed, NOW, newId, required, type Works } from "./works.ts";
import { idOf, ROWS, someOf } from "./worlds.ts";

const TODAY = "2026-06-01" as Day;
const property = idOf<"Property">("properties", 7);
const unit = idOf<"Unit">("units", 7);
const entrance = idOf<"Entrance">("entrances", 7);
const shareKey = idOf<"ShareKey">("share_keys", 7);

/** What is computed of the rows of one page. */
const PAGE = 3000;

/** What is done with the estate of one mandataire. */
export const estateWorks: Works<Exclude<keyof EstateStores, "books" | "replays">> = {
  tombstones: {
    insert: [BY_KEY, ({ tombstones }) => tombstones.insert("units", someOf("units"), NOW)],
  },
  touches: {
    touch: [
      BY_KEY,
      ({ touches }) => touches.touch("properties", property, ["units"], NOW),
      ({ touches }) => touches.touch("units", unit, ["properties"], NOW),
    ],
  },
  properties: {
    find: [BY_KEY, ({ properties }) => properties.find(property)],
    lock: [BY_KEY, ({ properties }) => properties.lock(property)],
    list: [PAGE + ROWS.properties, listed(propertyListing, ({ properties }, query) => properties.list(query, TODAY))],
    detail: [PAGE, ({ properties }) => properties.detail(property, TODAY)],
    insert: [
      BY_KEY,
      async ({ properties }) => properties.insert({ ...required(await properties.find(property)), id: newId() }),
    ],
    update: [BY_KEY, async ({ properties }) => properties.update(required(await properties.find(property)))],
    remove: [BY_KEY, ({ properties }) => properties.remove(newId())],
    hasDependents: [BY_KEY, ({ properties }) => properties.hasDependents(property)],
    any: [BY_KEY, ({ properties }) => properties.any()],
  },
  entrances: {
    of: [BY_KEY, ({ entrances }) => entrances.of(property)],
    replace: [BY_KEY, async ({ entrances }) => entrances.replace(property, await entrances.of(property))],
    anyUsed: [BY_KEY, ({ entrances }) => entrances.anyUsed(property, [entrance])],
  },
  shareKeys: {
    of: [BY_KEY, ({ shareKeys }) => shareKeys.of(property)],
    replace: [BY_KEY, async ({ shareKeys }) => shareKeys.replace(property, await shareKeys.of(property))],
    anyUsed: [BY_KEY, ({ shareKeys }) => shareKeys.anyUsed(property, [shareKey])],
  },
  units: {
    find: [BY_KEY, ({ units }) => units.find(unit)],
    lock: [BY_KEY, ({ units }) => units.lock(unit)],
    list: [PAGE + 4 * ROWS.units, listed(unitListing, ({ units }, query) => units.list(query, TODAY))],
    detail: [BY_KEY, ({ units }) => units.detail(unit, TODAY)],
    insert: [BY_KEY, async ({ units }) => units.insert({ ...required(await units.find(unit)), id: newId() })],
    update: [BY_KEY, async ({ units }) => units.update(required(await units.find(unit)))],
    remove: [BY_KEY, ({ units }) => units.remove(newId())],
    hasDependents: [BY_KEY, ({ units }) => units.hasDependents(unit)],
  },
  allocations: {
    replace: [BY_KEY, ({ allocations }) => allocations.replace(unit, [{ shareKeyId: shareKey, shares: 1 }])],
  },
};
