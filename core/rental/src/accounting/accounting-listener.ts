import type { Caller } from "@cartulary/kernel";
import type { Period, SealedEntry } from "@cartulary/ledger";
import type { MandataireId } from "../agency/mandataire.ts";
import type { FecExport } from "./fec/fec-export.ts";

/**
 * Called inside the transaction that writes a mandataire's books, with its stores, for records that others rely on. An
 * exception rolls the transaction back.
 */
export interface AccountingListener<Stores> {
  monthClosed?(stores: Stores, caller: Caller, closing: Of<{ readonly period: Period }>): Promise<void>;
  /** Called after opening balances were entered. */
  openingEntered?(stores: Stores, caller: Caller, opening: Of<{ readonly entry: SealedEntry }>): Promise<void>;
  fecExported?(stores: Stores, caller: Caller, exported: Of<{ readonly fecExport: FecExport }>): Promise<void>;
  fecExportRemoved?(stores: Stores, caller: Caller, removed: Of<{ readonly fecExport: FecExport }>): Promise<void>;
}

type Of<Details> = Details & { readonly mandataireId: MandataireId };
