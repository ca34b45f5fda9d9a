import { ApiError, type Client } from "@cartulary/client";
import type { BagRecord } from "./bag-records.ts";
import type { DatesImporter } from "./import-dates.ts";

type ResourceType = "workspace" | "folder" | "document";

/** A created resource that the bag retains. */
interface RetainedResource {
  readonly type: ResourceType;
  readonly id: string;
  readonly record: BagRecord;
}

/**
 * Gives imported records their retention: the last day to everybody's, legal holds as far as the caller is an administrator.
 * At the end, so that an import that fails before can still be removed.
 */
export interface RetentionImporter {
  /** Adds the dates of a record, after its retention if it has one. */
  addDated(type: ResourceType, id: string, record: BagRecord | null): Promise<void>;
  /** Sends retentions, then the rest of the dates, then holds. */
  finish(): Promise<void>;
}

export function retentionImporter(client: Client, dates: DatesImporter): RetentionImporter {
  const retained: RetainedResource[] = [];

  return {
    async addDated(type, id, record) {
      if (record && (untilOf(record) !== null || reasonOf(record) !== null)) retained.push({ type, id, record });
      else await dates.add(type, id, record, "updated_at");
    },

    async finish() {
      for (const { type, id, record } of retained) {
        const retain_until = untilOf(record);
        if (retain_until !== null) await updates(client)[type]({ id, retain_until });
        await dates.add(type, id, record, "updated_at");
      }
      await dates.finish();
      for (const { type, id, record } of retained) {
        const reason = reasonOf(record);
        if (reason !== null && !(await isHeld(holds(client)[type]({ id, reason })))) return;
      }
    },
  };
}

const updates = (client: Client) => ({
  workspace: client.updateWorkspace,
  folder: client.updateFolder,
  document: client.updateDocument,
});

const holds = (client: Client) => ({
  workspace: client.holdWorkspace,
  folder: client.holdFolder,
  document: client.holdDocument,
});

/** Returns false when the caller may not hold anything. */
async function isHeld(holding: Promise<unknown>): Promise<boolean> {
  try {
    await holding;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return false;
    throw error;
  }
}

function untilOf({ retain_until }: BagRecord): string | null {
  return typeof retain_until === "string" ? retain_until : null;
}

function reasonOf({ legal_hold }: BagRecord): string | null {
  const reason: unknown =
    typeof legal_hold === "object" && legal_hold !== null && "reason" in legal_hold ? legal_hold.reason : null;
  return typeof reason === "string" ? reason : null;
}
