import { ApiError, type Client, type ImportedRecordDates } from "@cartulary/client";
import type { BagRecord } from "./bag-records.ts";

/** Dates of one request. */
const TOGETHER = 500;

/** Gives imported records the dates of the bag, as far as the caller is an administrator. */
export interface DatesImporter {
  /** `changed` is the field of the record with the date of its last change. */
  add(type: ImportedRecordDates["type"], id: string, record: BagRecord | null, changed: string): Promise<void>;
  /** Sends the rest. */
  finish(): Promise<void>;
  /** False once the server has refused. */
  isPossible(): boolean;
}

export function datesImporter(client: Client): DatesImporter {
  let waiting: ImportedRecordDates[] = [];
  let isPossible = true;

  async function send(): Promise<void> {
    const records = waiting;
    waiting = [];
    if (records.length === 0 || !isPossible) return;
    try {
      await client.setImportedDates({ records });
    } catch (error) {
      // Others than administrators import with the dates of now.
      if (!(error instanceof ApiError && error.status === 403)) throw error;
      isPossible = false;
    }
  }

  return {
    async add(type, id, record, changed) {
      const [created_at, changed_at] = [record?.created_at, record?.[changed]];
      if (typeof created_at !== "string" || typeof changed_at !== "string" || !isPossible) return;
      waiting.push({ type, id, created_at, changed_at });
      if (waiting.length >= TOGETHER) await send();
    },
    finish: send,
    isPossible: () => isPossible,
  };
}
