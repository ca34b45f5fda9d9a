import { type Download, downloadAnswer } from "@cartulary/http/pages";
import { type Operation, rentalOperations } from "@cartulary/wire";
import type { PageDefinition } from "../frame/definitions.ts";
import { agencyPage } from "./agency-visit.ts";

/** Declares a path that answers the bytes of an operation, which has the same parameters; `parameters` are those of its query. */
export function downloadPage(path: string, operation: Operation, parameters: readonly string[] = []): PageDefinition {
  return agencyPage(path, [operation], async (visit) => {
    const query = new URLSearchParams(visit.query.filter(([name]) => parameters.includes(name)) as [string, string][]);
    const { value } = await visit.call(operation, { params: visit.params, query: query.toString() });
    return { answer: await downloadAnswer(visit.request, value as unknown as Download) };
  });
}

const {
  downloadChargeStatement,
  downloadLeaseRevision,
  downloadRentCall,
  downloadRentCallReminder,
  downloadRentReceipt,
  downloadSecurityDeposit,
  getIncidentAttachment,
} = rentalOperations;

/** The files that belong to records: letters of rent calls, deposits, revisions and charges, attachments of incidents. */
export const recordDownloads: readonly PageDefinition[] = [
  downloadPage("/agency/rent_calls/{id}/document", downloadRentCall),
  downloadPage("/agency/rent_calls/{id}/receipt", downloadRentReceipt),
  downloadPage("/agency/rent_calls/{id}/reminders/{reminder_id}/document", downloadRentCallReminder),
  downloadPage("/agency/leases/{id}/revisions/{revision_id}/document", downloadLeaseRevision),
  downloadPage("/agency/security_deposits/{id}/document", downloadSecurityDeposit),
  downloadPage("/agency/charge_statements/{id}/document", downloadChargeStatement, ["lease_id"]),
  downloadPage("/agency/incidents/{id}/attachments/{attachment_id}", getIncidentAttachment),
];
