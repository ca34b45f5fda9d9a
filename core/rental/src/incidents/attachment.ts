import type { StagedBlob } from "@cartulary/blobs";
import type { Id, Instant } from "@cartulary/kernel";
import type { IncidentId } from "./incident.ts";

export type IncidentAttachmentId = Id<"IncidentAttachment">;

/** A file attached to an incident, such as a photograph or an estimate. It never changes. */
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

/** Files per incident: its detail lists all of them. */
export const ATTACHMENTS_MAX = 100;

/** An incoming file, with the name and type that the client sent. */
export interface UploadedFile {
  readonly fileName: string;
  readonly contentType: string;
  /** Can be read once. Rejects if the client disconnects or sends too much. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A multipart request with a file. */
export interface UploadForm {
  readonly file: UploadedFile | null;
  /** Reads the request to its end; rejects if the rest is invalid. */
  readAll(): Promise<unknown>;
}

/** A file whose bytes are stored but not yet referenced. */
export interface StagedFile {
  readonly blob: StagedBlob;
  /** Without path and control characters, shortened to the maximum length. */
  readonly fileName: string;
  readonly contentType: string;
}

/** Port: receives files with the same checks as every upload. */
export interface FileReceiver {
  /** True if the file name looks like another name, for example through invisible characters. */
  isDeceptive(fileName: string): boolean;
  stage(file: UploadedFile): Promise<StagedFile>;
}

/** True if browsers may display the file as an image. */
export function isImage({ contentType }: Pick<IncidentAttachment, "contentType">): boolean {
  return ["image/png", "image/jpeg", "image/gif", "image/webp"].includes(contentType);
}
