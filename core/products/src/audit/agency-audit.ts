import type { AuditEntry, AuditStores } from "@cartulary/audit";
import type { ImportedFile, ImportListener } from "@cartulary/rental";
import type { AccountingListener, FecExport } from "@cartulary/rental/accounting";
import type { MandataireListener } from "@cartulary/rental/agency";
import type { ApplicationListener, AppliedRun, BillingRun, RunListener } from "@cartulary/rental/billing";
import type { LetterBatch, LetterBatchListener } from "@cartulary/rental/letters";
import type { PayoutExport, PayoutExportListener } from "@cartulary/rental/money";
import type { MandateListener, MandateTermination } from "@cartulary/rental/property";
import { createRecorder, type RecorderDependencies } from "./audit-recorder.ts";

/** Listeners that record the agency's events (documents.md 2.4). */
export interface AgencyAudit<Stores> {
  readonly mandataires: MandataireListener<Stores>;
  readonly accounting: AccountingListener<Stores>;
  readonly payoutExports: PayoutExportListener<Stores>;
  readonly letterBatches: LetterBatchListener<Stores>;
  readonly mandates: MandateListener<Stores>;
  readonly runs: RunListener<Stores>;
  readonly imports: ImportListener<Stores>;
  readonly applications: ApplicationListener<Stores>;
}

/** Creates listeners that record events in the transaction of their action. */
export function agencyAudit<Stores extends AuditStores>(recording: RecorderDependencies): AgencyAudit<Stores> {
  const record = createRecorder<Stores>(recording);
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
        record(stores, caller, onFecExport("fec_export.created", mandataireId, fecExport)),
      fecExportRemoved: (stores, caller, { mandataireId, fecExport }) =>
        record(stores, caller, onFecExport("fec_export.deleted", mandataireId, fecExport)),
    },
    payoutExports: {
      created: (stores, caller, payoutExport) =>
        record(stores, caller, onPayoutExport("payout_export.created", payoutExport)),
      removed: (stores, caller, payoutExport) =>
        record(stores, caller, onPayoutExport("payout_export.deleted", payoutExport)),
    },
    letterBatches: {
      requested: (stores, caller, batch) => record(stores, caller, onLetters("letters.requested", batch)),
      cancelled: (stores, caller, batch) => record(stores, caller, onLetters("letters.cancelled", batch)),
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

/** Records events of members under their mandataire, where readers look for them. */
function onMandataire(resourceId: string, action: string, detail: NonNullable<AuditEntry["detail"]>): AuditEntry {
  return { action, resourceType: "mandataire", resourceId, detail };
}

function onOpening(mandataireId: string, { id, reference, accountingDate, lines }: OpeningEntry): AuditEntry {
  const detail = { mandataire_id: mandataireId, reference, accounting_date: accountingDate, lines: lines.length };
  return { action: "opening_balances.imported", resourceType: "accounting_entry", resourceId: id, detail };
}

interface OpeningEntry {
  readonly id: string;
  readonly reference: string;
  readonly accountingDate: string;
  readonly lines: readonly unknown[];
}

function onFecExport(action: string, mandataireId: string, { id, year, filename, sha256 }: FecExport): AuditEntry {
  const detail = { mandataire_id: mandataireId, year, filename, sha256 };
  return { action, resourceType: "fec_export", resourceId: id, detail };
}

function onPayoutExport(action: string, { mandataireId, id, messageId, ...made }: PayoutExport): AuditEntry {
  const [payouts, total_amount_cents] = [made.payoutsCount, made.totalAmount];
  const detail = { mandataire_id: mandataireId, message_id: messageId, payouts, total_amount_cents };
  return { action, resourceType: "payout_export", resourceId: id, detail };
}

function onLetters(action: string, { mandataireId, id, kind, total }: LetterBatch): AuditEntry {
  return { action, resourceType: "letters", resourceId: id, detail: { mandataire_id: mandataireId, kind, total } };
}

function onImport({ mandataireId, kind, rows }: ImportedFile): AuditEntry {
  return onMandataire(mandataireId, "estate.imported", { kind, rows });
}

function onTermination({ mandate, reason }: MandateTermination): AuditEntry {
  const { mandataireId, id, reference, businessCode, endDate } = mandate;
  const detail = { mandataire_id: mandataireId, reference, number: businessCode, end_date: endDate, reason };
  return { action: "mandate.terminated", resourceType: "mandate", resourceId: id, detail };
}

/** Records that validation was forced, even if no anomalies remained, since the caller may not have known. */
function onValidation({ mandataireId, id, reference, anomaliesCount }: BillingRun, forced: boolean): AuditEntry {
  const detail = { mandataire_id: mandataireId, reference, forced, anomalies: anomaliesCount };
  return { action: "billing_run.validated", resourceType: "billing_run", resourceId: id, detail };
}

function onApplication({ run: { mandataireId, id, reference }, calls }: AppliedRun): AuditEntry {
  const detail = { mandataire_id: mandataireId, reference, rent_calls: calls.length };
  return { action: "billing_run.applied", resourceType: "billing_run", resourceId: id, detail };
}

function onCancellation({ mandataireId, id, reference, cancellationReason, appliedAt }: BillingRun): AuditEntry {
  const detail = {
    mandataire_id: mandataireId,
    reference,
    reason: cancellationReason,
    was_applied: appliedAt !== null,
  };
  return { action: "billing_run.cancelled", resourceType: "billing_run", resourceId: id, detail };
}
