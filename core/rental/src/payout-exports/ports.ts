import type { ListQuery, Page } from "@cartulary/kernel";
import type { OwnerPayoutId, PayoutExportId } from "../payouts/owner-payout.ts";
import type { PayoutExport, PayoutExportDetail, PayoutExportField } from "./payout-export.ts";

/** The files for the bank of the mandataire that the stores were handed out for. Each method is a number of statements that does not grow. */
export interface PayoutExportStore {
  find(id: PayoutExportId): Promise<PayoutExportDetail | null>;
  list(query: ListQuery<PayoutExportField>): Promise<Page<PayoutExportDetail>>;
  /** The bytes of a file, as they were written. */
  document(id: PayoutExportId): Promise<string | null>;
  insert(made: PayoutExport, payouts: readonly OwnerPayoutId[], document: string): Promise<void>;
  /** False where there is none. */
  remove(id: PayoutExportId): Promise<boolean>;
}

/** What files for the bank are kept in, inside a transaction of one mandataire. */
export interface PayoutExportStores {
  readonly payoutExports: PayoutExportStore;
}
