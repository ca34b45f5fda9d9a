import type { Reminders, RentCalls } from "@cartulary/rental/billing";
import type { rentCallOperations } from "@cartulary/wire";
import { created, type Handlers, type OfMandataire, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";
import { pdfDownload } from "../pdf-download.ts";
import { reminderWithUrl } from "../reminder-url.ts";

interface Services {
  readonly rentCalls: OfMandataire<RentCalls>;
  readonly reminders: OfMandataire<Reminders>;
  readonly baseUrl: () => string;
}

export const rentCallHandlers: Handlers<typeof rentCallOperations, Services> = {
  listRentCalls: async ({ mandataireId, list, caller }, { rentCalls }) =>
    listReply(await rentCalls(mandataireId).list(caller, list)),
  getRentCall: async ({ mandataireId, params, caller }, { rentCalls }) =>
    ok(await rentCalls(mandataireId).get(caller, params.id)),
  downloadRentCall: async ({ mandataireId, params, caller }, { rentCalls }) => {
    const document = await rentCalls(mandataireId).document(caller, params.id);
    return ok(pdfDownload(document));
  },
  downloadRentReceipt: async ({ mandataireId, params, caller }, { rentCalls }) =>
    ok(pdfDownload(await rentCalls(mandataireId).receipt(caller, params.id))),
  markRentCallsSent: async ({ mandataireId, body, caller }, { rentCalls }) =>
    ok(await rentCalls(mandataireId).markSent(caller, body)),
  listRentCallReminders: async ({ mandataireId, params, list, caller }, { reminders, baseUrl }) => {
    const { items, ...page } = await reminders(mandataireId).list(caller, params.id, list);
    return listReply({ ...page, items: items.map((each) => reminderWithUrl(each, params.id, baseUrl())) });
  },
  createRentCallReminder: async ({ mandataireId, params, body, caller }, { reminders, baseUrl }) => {
    const reminder = await reminders(mandataireId).create(caller, { ...body, rentCallId: params.id });
    return created(reminderWithUrl(reminder, params.id, baseUrl()));
  },
  downloadRentCallReminder: async ({ mandataireId, params, caller }, { reminders }) => {
    const key = { rentCallId: params.id, id: params.reminderId };
    return ok(pdfDownload(await reminders(mandataireId).document(caller, key)));
  },
};
