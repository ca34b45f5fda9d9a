import type { AuditStores, Deed } from "@cartulary/audit";
import type {
  AccountingListener,
  ApplicationListener,
  AppliedRun,
  BillingRun,
  FecExport,
  ImportedFile,
  ImportListener,
  MandataireListener,
  MandateListener,
  MandateTermination,
  PayoutExport,
  RunListener,
} from "@cartulary/rental";
import { type Recording, recorder } from "./audited.ts";

/** What of the agency is recorded in the trail (documents.md 2.4). */
export interface AgencyAudit<Stores> {
  readonly mandataires: MandataireListener<Stores>;
  readonly accounting: AccountingListener<Stores>;
  readonly mandates: MandateListener<Stores>;
  readonly runs: RunListener<Stores>;
  readonly imports: ImportListener<Stores>;
  readonly applications: ApplicationListener<Stores>;
}

/** Listeners that write into the trail, in the transaction of what they record. */
export function agencyAudit<Stores extends AuditStores>(recording: Recording): AgencyAudit<Stores> {
  const record = recorder<Stores>(recording);
  return {
    mandataires: {
      created: (stores, caller, { id, name }) =>
        record(stores, caller, onMandataire(id, "mandataire.created", { name })),
      changed: (stores, caller, { id, name }) =>
        record(stores, caller, onMandataire(id, "mandataire.updated", { name })),
      removed: (stores, caller, { id, name }) =>
        record(stores, caller, onMandataire(id, "mandataire.deleted", { name })),
      memberAdded: (stores, caller, { mandataireId, userId }) =>
        record(stores, caller, onMandataire(mandataireId, "mandataire_member.added", { user_id: userId })),
      memberRemoved: (stores, caller, { mandataireId, userId }) =>
        record(stores, caller, onMandataire(mandataireId, "mandataire_member.removed", { user_id: userId })),
    },
    accounting: {
      monthClosed: (stores, caller, { mandataireId, period: { period, entriesPosted } }) =>
        record(
          stores,
          caller,
          onMandataire(mandataireId, "accounting_period.closed", { period, entries_posted: entriesPosted }),
        ),
      openingEntered: (stores, caller, { mandataireId, entry }) =>
        record(stores, caller, onOpening(mandataireId, entry)),
      fecExported: (stores, caller, { mandataireId, fecExport }) =>
        record(stores, caller, onFecExport(mandataireId, fecExport)),
      payoutsExported: (stores, caller, { payoutExport }) =>
        record(stores, caller, onPayoutExport("payout_export.created", payoutExport)),
      payoutExportRemoved: (stores, caller, { payoutExport }) =>
        record(stores, caller, onPayoutExport("payout_export.deleted", payoutExport)),
    },
    mandates: {
      terminated: (stores, caller, termination) => record(stores, caller, onTermination(termination)),
    },
    runs: {
      validated: (stores, caller, run, forced) => record(stores, caller, onValidation(run, forced)),
    },
    imports: {
      imported: (stores, caller, file) => record(stores, caller, onImport(file)),
    },
    applications: {
      applied: (stores, caller, application) => record(stores, caller, onApplication(application)),
      cancelled: (stores, caller, run) => record(stores, caller, onCancellation(run)),
    },
  };
}

/** A member is recorded with the mandataire: that is what people will look for. */
function onMandataire(resourceId: string, action: string, detail: NonNullable<Deed["detail"]>): Deed {
  return { action, resourceType: "mandataire", resourceId, detail };
}

function onOpening(mandataireId: string, { id, reference, accountingDate, lines }: OpeningEntry): Deed {
  const detail = { mandataire_id: mandataireId, reference, accounting_date: accountingDate, lines: lines.length };
  return { action: "opening_balances.imported", resourceType: "accounting_entry", resourceId: id, detail };
}

interface OpeningEntry {
  readonly id: string;
  readonly reference: string;
  readonly accountingDate: string;
  readonly lines: readonly unknown[];
}

function onFecExport(mandataireId: string, { id, year, filename, sha256 }: FecExport): Deed {
  const detail = { mandataire_id: mandataireId, year, filename, sha256 };
  return { action: "fec_export.created", resourceType: "fec_export", resourceId: id, detail };
}

function onPayoutExport(action: string, { mandataireId, id, messageId, ...made }: PayoutExport): Deed {
  const [payouts, total_amount_cents] = [made.payoutsCount, made.totalAmount];
  const detail = { mandataire_id: mandataireId, message_id: messageId, payouts, total_amount_cents };
  return { action, resourceType: "payout_export", resourceId: id, detail };
}

function onImport({ mandataireId, kind, rows }: ImportedFile): Deed {
  return onMandataire(mandataireId, "estate.imported", { kind, rows });
}

function onTermination({ mandate, reason }: MandateTermination): Deed {
  const { mandataireId, id, reference, businessCode, endDate } = mandate;
  const detail = { mandataire_id: mandataireId, reference, number: businessCode, end_date: endDate, reason };
  return { action: "mandate.terminated", resourceType: "mandate", resourceId: id, detail };
}

/** That anomalies were passed over is recorded, whether any were left or not: whoever forces did not have to know. */
function onValidation({ mandataireId, id, reference, anomaliesCount }: BillingRun, forced: boolean): Deed {
  const detail = { mandataire_id: mandataireId, reference, forced, anomalies: anomaliesCount };
  return { action: "billing_run.validated", resourceType: "billing_run", resourceId: id, detail };
}

function onApplication({ run: { mandataireId, id, reference }, calls }: AppliedRun): Deed {
  const detail = { mandataire_id: mandataireId, reference, rent_calls: calls.length };
  return { action: "billing_run.applied", resourceType: "billing_run", resourceId: id, detail };
}

function onCancellation({ mandataireId, id, reference, cancellationReason, appliedAt }: BillingRun): Deed {
  const detail = {
    mandataire_id: mandataireId,
    reference,
    reason: cancellationReason,
    was_applied: appliedAt !== null,
  };
  return { action: "billing_run.cancelled", resourceType: "billing_run", resourceId: id, detail };
}
