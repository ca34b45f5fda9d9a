import type { MandataireId } from "@cartulary/rental";
import type { Entry, Table } from "../../engine/columns.ts";
import { type RowStore, scopedRowStore } from "../../records/row-store.ts";

type StoreFactory<T extends Table> = (
  transaction: Parameters<ReturnType<typeof scopedRowStore>>[0],
  mandataireId: MandataireId,
) => RowStore<Entry<T> & { readonly id: string }>;

/** Returns the store of the rows of one mandataire, in a table with the key `(mandataire_id, id)`. */
export function createMandataireRowStore<T extends Table>(table: T): StoreFactory<T> {
  const storeIn = scopedRowStore<T, Entry<T> & { readonly id: string }, "mandataire_id">(table, ["mandataire_id"]);
  return (transaction, mandataireId) => storeIn(transaction, { mandataire_id: mandataireId });
}
