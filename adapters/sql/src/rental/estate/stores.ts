import type { EstateStores, MandataireId } from "@cartulary/rental";
import type { SqlTransaction } from "../../engine/module.ts";
import { createTombstoneStore, createTouchStore } from "./changes.ts";
import { usedElementStore } from "./elements.ts";
import { createPropertyStore } from "./property-store.ts";
import { type EstateTables, entranceRows, shareKeyRows } from "./tables.ts";
import { createAllocationStore, createUnitStore } from "./unit-store.ts";

/** The estate of a mandataire, beside what the ledger and replays have. */
export type OwnEstateStores = Omit<EstateStores, "books" | "accounts" | "replays">;

type Factories = {
  readonly [Name in keyof OwnEstateStores]: (
    transaction: SqlTransaction<EstateTables>,
    mandataireId: MandataireId,
  ) => OwnEstateStores[Name];
};

/** How each store of the estate is made. */
export const estateStores: Factories = {
  tombstones: createTombstoneStore,
  touches: createTouchStore,
  properties: createPropertyStore,
  entrances: (transaction, mandataireId) =>
    usedElementStore(transaction, mandataireId, {
      table: entranceRows,
      parent: "property_id",
      users: "units",
      column: "entrance_id",
    }),
  shareKeys: (transaction, mandataireId) =>
    usedElementStore(transaction, mandataireId, {
      table: shareKeyRows,
      parent: "property_id",
      users: "unit_allocations",
      column: "share_key_id",
    }),
  units: createUnitStore,
  allocations: createAllocationStore,
};
