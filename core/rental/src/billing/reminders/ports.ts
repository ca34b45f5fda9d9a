import type { ListQuery, Page } from "@cartulary/kernel";
import type { RentCallId } from "../rent-calls/rent-call.ts";
import type { Reminder, ReminderField, ReminderId, ReminderWithLetter } from "./reminder.ts";

/** Port: the reminders of one mandataire's rent calls. They never change. One statement each. */
export interface ReminderStore {
  /** Returns the reminder of this call; `null` for a reminder of another one. */
  find(rentCallId: RentCallId, id: ReminderId): Promise<ReminderWithLetter | null>;
  /** Returns the reminders of this call, or those of all calls for `null`. */
  list(rentCallId: RentCallId | null, query: ListQuery<ReminderField>): Promise<Page<Reminder>>;
  insert(reminder: ReminderWithLetter): Promise<void>;
}

export interface ReminderStores {
  readonly reminders: ReminderStore;
}
