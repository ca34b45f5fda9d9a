import type { Caller } from "@cartulary/kernel";
import type { Period, SealedEntry } from "@cartulary/ledger";
import type { FecExport } from "./fec-export.ts";
import type { MandataireId } from "./mandataire.ts";
import type { PayoutExport } from "./payout-exports/payout-export.ts";

/**
 * Told of a mandataire's books inside the transaction that writes them, with its stores: what others rely on afterwards.
 * What it throws undoes everything.
 */
export interface AccountingListener<Stores> {
  monthClosed?(stores: Stores, caller: Caller, closing: Of<{ readonly period: Period }>): Promise<void>;
  /** Balances that were kept elsewhere were entered. */
  openingEntered?(stores: Stores, caller: Caller, opening: Of<{ readonly entry: SealedEntry }>): Promise<void>;
  /** A file for the bank was made; or taken back, as the bank did not get it. */
  payoutsExported?(
    stores: Stores,
    caller: Caller,
    exported: Of<{ readonly payoutExport: PayoutExport }>,
  ): Promise<void>;
  payoutExportRemoved?(
    stores: Stores,
    caller: Caller,
    removed: Of<{ readonly payoutExport: PayoutExport }>,
  ): Promise<void>;
  fecExported?(stores: Stores, caller: Caller, exported: Of<{ readonly fecExport: FecExport }>): Promise<void>;
}

/** Something of one mandataire. */
type Of<What> = What & { readonly mandataireId: MandataireId };
