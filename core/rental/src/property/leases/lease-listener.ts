import type { CallerContext } from "../estate/estate-use-cases.ts";
import type { Lease } from "./lease.ts";

/** Called inside the transaction that writes a lease, with its stores. An exception rolls it back. */
export interface LeaseListener<Stores> {
  /**
   * Called after a lease was activated, by the operation, at its creation or by an import. Throws field errors of the
   * lease that prevent the activation.
   */
  activated(stores: Stores, lease: Lease, context: CallerContext): Promise<void>;
}
