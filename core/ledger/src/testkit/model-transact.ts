import type { Transact } from "@cartulary/kernel";
import type { LedgerStores } from "../stores/ports.ts";
import type { LedgerModel } from "./ledger-model.ts";
import { modelStores } from "./model-stores.ts";

/** Rolls the model back when `work` throws. */
export function modelTransact(model: LedgerModel): Transact<LedgerStores> {
  const read: Transact<LedgerStores>["read"] = (work) => work(modelStores(model));
  const write: typeof read = async (work) => {
    const before = copyOf(model);
    try {
      return await work(modelStores(model));
    } catch (error) {
      Object.assign(model, before);
      throw error;
    }
  };
  return { read, single: read, write, claim: write };
}

/** Copies the containers; records are immutable. */
function copyOf(model: LedgerModel): LedgerModel {
  return {
    book: model.book,
    accounts: [...model.accounts],
    auxiliaries: new Map(model.auxiliaries),
    drafts: new Map(model.drafts),
    sealed: [...model.sealed],
    series: new Map(model.series),
    letters: new Map(model.letters),
    letterings: new Map(model.letterings),
    filed: new Map(model.filed),
    heads: [...model.heads],
    closed: [...model.closed],
  };
}
