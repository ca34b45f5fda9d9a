import type { BlobReferences, Blobs } from "@cartulary/blobs";
import {
  type ByteRange,
  type Caller,
  type Clock,
  type NewId,
  orNotFound,
  type Transact,
  throwIfInvalid,
  unavailable,
} from "@cartulary/kernel";
import { fieldError } from "../agency/field-rules.ts";
import type { MandataireId } from "../agency/mandataire.ts";
import {
  ATTACHMENTS_MAX,
  type FileReceiver,
  type IncidentAttachment,
  type IncidentAttachmentId,
  type StagedFile,
  type UploadedFile,
  type UploadForm,
} from "./attachment.ts";
import type { IncidentId } from "./incident.ts";
import type { IncidentStores } from "./ports.ts";

/** An attachment with access to its bytes. */
export interface AttachmentDownload extends IncidentAttachment {
  /** Streams all bytes or a range. */
  open(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/** Attachments of the incidents of one mandataire. */
export interface IncidentAttachments {
  /**
   * Stores a file and attaches it. Throws 404 for an unknown incident and 422 for one with {@link ATTACHMENTS_MAX}
   * files, both before reading the bytes.
   */
  attach(
    caller: Caller,
    sent: { readonly incidentId: IncidentId; readonly form: UploadForm },
  ): Promise<IncidentAttachment>;
  download(caller: Caller, one: AttachmentKey): Promise<AttachmentDownload>;
}

interface AttachmentKey {
  readonly incidentId: IncidentId;
  readonly id: IncidentAttachmentId;
}

interface Dependencies {
  readonly mandataireId: MandataireId;
  readonly transact: Transact<IncidentStores>;
  readonly blobs: Blobs;
  readonly files: FileReceiver;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Creates attachments over a database and a blob store. */
export function incidentAttachments(dependencies: Dependencies): IncidentAttachments {
  const { mandataireId, transact, blobs, files } = dependencies;
  return {
    async attach(_caller, { incidentId, form }) {
      const file = requireFile(form.file, files);
      await transact.read(async (stores) => requireRoom(stores, incidentId));
      const staged = await files.stage(file);
      try {
        await form.readAll();
        return await transact.write((stores) => insertAttachment(stores, staged, incidentId, dependencies));
      } catch (error) {
        await blobs.discard(staged.blob);
        throw error;
      }
    },

    download: async (_caller, { incidentId, id }) => {
      const { attachment, key } = await transact.read(async ({ incidentAttachments, incidentFiles }) => ({
        attachment: orNotFound(await incidentAttachments.find(incidentId, id)),
        key: orNotFound(await incidentFiles.find(mandataireId, id)),
      }));
      return { ...attachment, open: (range) => blobs.open(key, range) };
    },
  };
}

/** Returns the file of a form. Throws if it is absent or has a deceptive name. */
function requireFile(file: UploadedFile | null, { isDeceptive }: FileReceiver): UploadedFile {
  throwIfInvalid(file ? [] : [fieldError("file", "blank", "can't be blank")]);
  const sent = file as UploadedFile;
  const isMisleading = isDeceptive(sent.fileName);
  throwIfInvalid(isMisleading ? [fieldError("file", "invalid", "has a misleading name; rename the file")] : []);
  return sent;
}

async function requireRoom(
  { incidents, incidentAttachments }: IncidentStores,
  incidentId: IncidentId,
  lock: "lock" | "find" = "find",
): Promise<void> {
  orNotFound(await incidents[lock](incidentId));
  const attachments = await incidentAttachments.of(incidentId);
  const isFull = attachments.length >= ATTACHMENTS_MAX;
  throwIfInvalid(
    isFull ? [fieldError("file", "too_long", `exceeds the limit of ${ATTACHMENTS_MAX} files per incident`)] : [],
  );
}

async function insertAttachment(
  stores: IncidentStores,
  { blob, fileName, contentType }: StagedFile,
  incidentId: IncidentId,
  { mandataireId, clock, newId }: Dependencies,
): Promise<IncidentAttachment> {
  await requireRoom(stores, incidentId, "lock");
  if (!(await stores.blobs.attach(blob)))
    throw unavailable("storage_unavailable", "The upload timed out; send it again", 5);
  const { byteSize, sha256, key } = blob;
  const attachment = {
    ...{ id: newId<"IncidentAttachment">(), incidentId, filename: fileName, contentType, byteSize, sha256 },
    createdAt: clock.now(),
  };
  await stores.incidentAttachments.insert(attachment);
  await stores.incidentFiles.insert(mandataireId, attachment.id, key);
  return attachment;
}

/** Counts the references of attachments to blobs, for the checks of blobs. */
export const incidentBlobHolders: BlobReferences<Pick<IncidentStores, "incidentFiles">> = (
  { incidentFiles },
  from,
  through,
) => incidentFiles.holders(from, through);
