import {
  type Caller,
  type Digests,
  lineError,
  normalizeLine,
  orNotFound,
  type TransactFor,
  throwIfInvalid,
} from "@cartulary/kernel";
import { ledgerBatchWriter } from "@cartulary/ledger";
import { rentalPlan } from "../../accounting/chart-of-accounts.ts";
import type { LongWrites } from "../../agency/long-writes.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { BillingStores } from "../ports.ts";
import type { BillingRun, BillingRunDetail, BillingRunId } from "../runs/run.ts";
import { detailOf } from "../runs/runs.ts";
import type { ApplicationListener } from "./application-listener.ts";
import { type ApplyingDependencies, applyRun } from "./apply-run.ts";
import { cancelRun } from "./cancel-run.ts";
import { noteOf } from "./resumable-request.ts";

/** Applies and cancels runs of a mandataire, whose membership the caller has checked. */
export interface RunApplication {
  /**
   * Applies a validated run atomically. Returns an applied one unchanged. Throws 409 `run_stale` with the inputs that
   * have changed since its computation.
   */
  apply(caller: Caller, id: BillingRunId): Promise<BillingRunDetail>;
  /** Cancels a run of any status; reverses an applied one, or throws 409 `conflict`. */
  cancel(caller: Caller, cancellation: RunCancellationInput): Promise<BillingRunDetail>;
}

/** The run to cancel, with an optional reason. */
interface RunCancellationInput {
  readonly id: BillingRunId;
  readonly reason?: string | null;
}

interface Dependencies<Stores> extends Omit<ApplyingDependencies, "bookkeeping" | "digests"> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  /** For transactions whose duration grows with the run. */
  readonly longWrite: LongWrites<Stores>;
  readonly digests: Digests;
  readonly listeners: readonly ApplicationListener<Stores>[];
}

export function createRunApplication<Stores extends BillingStores>({
  longWrite,
  listeners,
  ...settings
}: Dependencies<Stores>): (mandataireId: MandataireId) => RunApplication {
  const dependencies = { ...settings, bookkeeping: ledgerBatchWriter({ ...rentalPlan, ...settings }) };
  return (mandataireId) => ({
    apply: (caller, id) =>
      longWrite(
        mandataireId,
        async (stores, heartbeat) => {
          const applied = await applyRun(stores, dependencies, caller, { id, heartbeat });
          if (applied) for (const listener of listeners) await listener.applied?.(stores, caller, applied);
          return detailOf(stores, applied?.run ?? orNotFound(await stores.billingRuns.find(id)));
        },
        noteOf({ action: "apply", mandataireId, id, caller }),
      ),

    cancel: (caller, { id, reason }) => {
      throwIfInvalid(reason ? [lineError("reason", reason, { max: REASON_MAX, required: false })] : []);
      const work = async (stores: Stores, heartbeat: () => void) => {
        const cancelling = async (run: BillingRun) => {
          for (const listener of listeners) await listener.cancelling?.(stores, caller, run);
        };
        const cancellation = { id, reason: normalizeLine(reason ?? "") || DEFAULT_REASON, heartbeat, cancelling };
        const run = await cancelRun(stores, dependencies, caller, cancellation);
        for (const listener of listeners) await listener.cancelled?.(stores, caller, run);
        return detailOf(stores, run);
      };
      return longWrite(
        mandataireId,
        work,
        noteOf({ action: "cancel", mandataireId, id, caller, reason: reason ?? null }),
      );
    },
  });
}

/** Code points of a reason. */
const REASON_MAX = 255;
const DEFAULT_REASON = "cancelled by user";
