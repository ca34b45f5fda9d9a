import {
  type Caller,
  type Digests,
  existing,
  line,
  lineError,
  requireSound,
  type TransactFor,
} from "@cartulary/kernel";
import { ledgerPortions } from "@cartulary/ledger";
import { rentalPlan } from "../chart.ts";
import type { LastingWrites } from "../convergence/lasting-writes.ts";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import type { BillingRunDetail, BillingRunId } from "../runs/run.ts";
import { detailOf } from "../runs/runs.ts";
import type { ApplicationListener } from "./application-listener.ts";
import { type ApplyingDependencies, applyRun } from "./applying.ts";
import { cancelRun } from "./cancelling.ts";
import { noteOf } from "./unfinished.ts";

/** What becomes of a mandataire's runs once they are looked through, for whoever found out that the caller is a member. */
export interface RunApplication {
  /**
   * Applies a validated run, as a whole or not at all; an applied one is answered again. 409 `run_stale` names what has
   * changed since it was computed.
   */
  apply(caller: Caller, id: BillingRunId): Promise<BillingRunDetail>;
  /** Cancels a run, whatever became of it; an applied one is taken back, or refused as 409 `conflict`. */
  cancel(caller: Caller, cancellation: RunCancellationInput): Promise<BillingRunDetail>;
}

/** Which run is cancelled; why, where somebody says so. */
interface RunCancellationInput {
  readonly id: BillingRunId;
  readonly reason?: string | null;
}

interface Dependencies<Stores> extends Omit<ApplyingDependencies, "bookkeeping" | "digests"> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  /** Both grow with the run. */
  readonly lasting: LastingWrites<Stores>;
  readonly digests: Digests;
  readonly listeners: readonly ApplicationListener<Stores>[];
}

/** Runs applied and taken back over a database, a mandataire each. */
export function createRunApplication<Stores extends RentalStores>({
  lasting,
  listeners,
  ...settings
}: Dependencies<Stores>): (mandataireId: MandataireId) => RunApplication {
  const dependencies = { ...settings, bookkeeping: ledgerPortions({ ...rentalPlan, ...settings }) };
  return (mandataireId) => ({
    apply: (caller, id) =>
      lasting(
        mandataireId,
        async (stores, alive) => {
          const applied = await applyRun(stores, dependencies, caller, { id, alive });
          if (applied) for (const listener of listeners) await listener.applied?.(stores, caller, applied);
          return detailOf(stores, applied?.run ?? existing(await stores.billingRuns.find(id)));
        },
        noteOf({ door: "apply", mandataireId, id, caller }),
      ),

    cancel: (caller, { id, reason }) => {
      requireSound(reason ? [lineError("reason", reason, { max: REASON_MAX, required: false })] : []);
      const cancelled = async (stores: Stores, alive: () => void) => {
        const cancelling = async (run: BillingRunDetail | Parameters<typeof detailOf>[1]) => {
          for (const listener of listeners) await listener.cancelling?.(stores, caller, run);
        };
        const cancellation = { id, reason: line(reason ?? "") || DEFAULT_REASON, alive, cancelling };
        const run = await cancelRun(stores, dependencies, caller, cancellation);
        for (const listener of listeners) await listener.cancelled?.(stores, caller, run);
        return detailOf(stores, run);
      };
      return lasting(
        mandataireId,
        cancelled,
        noteOf({ door: "cancel", mandataireId, id, caller, reason: reason ?? null }),
      );
    },
  });
}

/** Code points of a reason. */
const REASON_MAX = 255;
const DEFAULT_REASON = "cancelled by user";
