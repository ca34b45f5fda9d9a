import type { AccountingStores } from "../accounting/ports.ts";
import type { IndexValueStores } from "../property/indexation/index-values.ts";
import type { ChargeStores } from "./charges/ports.ts";
import type { ReminderStores } from "./reminders/ports.ts";
import type { LetterStores } from "./rent-calls/letter-source.ts";
import type { ApplicationStores } from "./run-application/ports.ts";
import type { RunStores } from "./runs/ports.ts";
import type { ServiceEventStores } from "./service-events/ports.ts";

/** The stores of this wing and of those below, inside a transaction of one mandataire. */
export interface BillingStores
  extends AccountingStores,
    IndexValueStores,
    RunStores,
    ApplicationStores,
    ChargeStores,
    ReminderStores,
    ServiceEventStores,
    LetterStores {}
