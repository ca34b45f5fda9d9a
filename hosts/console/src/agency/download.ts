import { type Download, downloadAnswer } from "@cartulary/http/pages";
import { type Operation, rentalOperations } from "@cartulary/wire";
import type { PageDefinition } from "../frame/definitions.ts";
import { agencyPage } from "./agency-visit.ts";

/** Declares a path that answers the bytes of an operation, which has the same parameters. */
export function downloadPage(path: string, operation: Operation): PageDefinition {
  return agencyPage(path, [operation], async (visit) => {
    const { value } = await visit.call(operation, { params: visit.params });
    return { answer: await downloadAnswer(visit.request, value as unknown as Download) };
  });
}

const { downloadRentCall, downloadRentReceipt, getIncidentAttachment } = rentalOperations;

/** The files that belong to records: notices and receipts of rent calls, attachments of incidents. */
export const recordDownloads: readonly PageDefinition[] = [
  downloadPage("/agency/rent_calls/{id}/document", downloadRentCall),
  downloadPage("/agency/rent_calls/{id}/receipt", downloadRentReceipt),
  downloadPage("/agency/incidents/{id}/attachments/{attachment_id}", getIncidentAttachment),
];
