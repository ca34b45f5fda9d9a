import type { ListQuery, Page } from "@cartulary/kernel";
import type { OwnerPayoutId, PayoutExportId } from "../../billing/payouts/owner-payout.ts";
import type { PayoutExport, PayoutExportDetail, PayoutExportField } from "./payout-export.ts";

/** Port: the bank files of one mandataire. The number of statements of each method is constant. */
export interface PayoutExportStore {
  find(id: PayoutExportId): Promise<PayoutExportDetail | null>;
  list(query: ListQuery<PayoutExportField>): Promise<Page<PayoutExportDetail>>;
  /** Returns the content of a file as written. */
  document(id: PayoutExportId): Promise<string | null>;
  insert(made: PayoutExport, payouts: readonly OwnerPayoutId[], document: string): Promise<void>;
  /** Returns false if there is no such file. */
  remove(id: PayoutExportId): Promise<boolean>;
}

export interface PayoutExportStores {
  readonly payoutExports: PayoutExportStore;
}
