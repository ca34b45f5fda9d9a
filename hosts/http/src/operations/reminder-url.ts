import type { RentCallId } from "@cartulary/rental/billing";
import { rentCallOperations } from "@cartulary/wire";

/** Returns a reminder of a call as replies show it, with the address of its letter. */
export function reminderWithUrl<Stored extends { readonly id: string }>(
  reminder: Stored,
  rentCallId: RentCallId,
  baseUrl: string,
): Stored & { readonly documentUrl: string } {
  const { path } = rentCallOperations.downloadRentCallReminder;
  return { ...reminder, documentUrl: baseUrl + path.replace("{id}", rentCallId).replace("{reminder_id}", reminder.id) };
}
