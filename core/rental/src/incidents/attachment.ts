import type { StagedBlob } from "@cartulary/blobs";
import type { Id, Instant } from "@cartulary/kernel";
import type { IncidentId } from "./incident.ts";

export type IncidentAttachmentId = Id<"IncidentAttachment">;

/** A file that was attached to an incident: a photograph, an estimate. It stays as it came. */
export interface IncidentAttachment {
  readonly id: IncidentAttachmentId;
  readonly incidentId: IncidentId;
  readonly filename: string;
  readonly contentType: string;
  readonly byteSize: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly createdAt: Instant;
}

/** Files of one incident: its detail tells them all. */
export const ATTACHMENTS_MAX = 100;

/** A file as it comes in: its name and type are the sender's words. */
export interface SentFile {
  readonly fileName: string;
  readonly contentType: string;
  /** To be read a single time. Rejects when the sender stops half-way or sends too much. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A request that brings a file. */
export interface SentForm {
  readonly file: SentFile | null;
  /** Resolves once the request was read to its end; rejects where its rest is not sound. */
  complete(): Promise<unknown>;
}

/** A file whose bytes are stored, that nothing refers to yet. */
export interface StagedFile {
  readonly blob: StagedBlob;
  /** Without path and controls, no longer than a name may be. */
  readonly fileName: string;
  readonly contentType: string;
}

/** Port: takes files in as every upload is taken in. */
export interface FileIntake {
  /** Whether a file's name reads as another one, for whoever looks at it. */
  isDeceptive(fileName: string): boolean;
  stage(file: SentFile): Promise<StagedFile>;
}

/** Whether browsers may show it as a picture. */
export function isImage({ contentType }: Pick<IncidentAttachment, "contentType">): boolean {
  return ["image/png", "image/jpeg", "image/gif", "image/webp"].includes(contentType);
}
