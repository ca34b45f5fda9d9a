import type { BlobHolders, Blobs } from "@cartulary/blobs";
import {
  type ByteRange,
  type Caller,
  type Clock,
  existing,
  type NewId,
  requireSound,
  type Transact,
  unavailable,
} from "@cartulary/kernel";
import { fault } from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";
import type { RegistryStores, RentalStores } from "../ports.ts";
import {
  ATTACHMENTS_MAX,
  type FileIntake,
  type IncidentAttachment,
  type IncidentAttachmentId,
  type SentFile,
  type SentForm,
  type StagedFile,
} from "./attachment.ts";
import type { IncidentId } from "./incident.ts";

/** Bytes of an attachment, to be handed out. */
export interface AttachmentDownload extends IncidentAttachment {
  /** All of them, or those of a range. */
  open(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/** What is attached to the incidents of one mandataire. */
export interface IncidentAttachments {
  /**
   * Stores a file and attaches it. Nothing of it is read for an incident that there is not (404), nor where one has
   * {@link ATTACHMENTS_MAX} already.
   */
  attach(
    caller: Caller,
    sent: { readonly incidentId: IncidentId; readonly form: SentForm },
  ): Promise<IncidentAttachment>;
  download(caller: Caller, one: AttachmentKey): Promise<AttachmentDownload>;
}

/** Which attachment of which incident. */
interface AttachmentKey {
  readonly incidentId: IncidentId;
  readonly id: IncidentAttachmentId;
}

interface Dependencies {
  readonly mandataireId: MandataireId;
  readonly transact: Transact<RentalStores>;
  readonly blobs: Blobs;
  readonly files: FileIntake;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Attachments over a database and a blob store. */
export function incidentAttachments(dependencies: Dependencies): IncidentAttachments {
  const { mandataireId, transact, blobs, files } = dependencies;
  return {
    async attach(_caller, { incidentId, form }) {
      const file = soundFile(form.file, files);
      await transact.read(async (stores) => requireRoom(stores, incidentId));
      const staged = await files.stage(file);
      try {
        await form.complete();
        return await transact.write((stores) => attached(stores, staged, incidentId, dependencies));
      } catch (error) {
        await blobs.discard(staged.blob);
        throw error;
      }
    },

    download: async (_caller, { incidentId, id }) => {
      const { attachment, key } = await transact.read(async ({ incidentAttachments, incidentFiles }) => ({
        attachment: existing(await incidentAttachments.find(incidentId, id)),
        key: existing(await incidentFiles.find(mandataireId, id)),
      }));
      return { ...attachment, open: (range) => blobs.open(key, range) };
    },
  };
}

/** The file of a form; refuses a form without one, and a name that reads as another. */
function soundFile(file: SentFile | null, { isDeceptive }: FileIntake): SentFile {
  requireSound(file ? [] : [fault("file", "blank", "can't be blank")]);
  const sent = file as SentFile;
  const isHidden = isDeceptive(sent.fileName);
  requireSound(isHidden ? [fault("file", "invalid", "has a name that reads as another one; rename the file")] : []);
  return sent;
}

async function requireRoom(
  { incidents, incidentAttachments }: RentalStores,
  incidentId: IncidentId,
  lock: "lock" | "find" = "find",
): Promise<void> {
  existing(await incidents[lock](incidentId));
  const present = await incidentAttachments.of(incidentId);
  const isFull = present.length >= ATTACHMENTS_MAX;
  requireSound(
    isFull ? [fault("file", "too_long", `is one too many: an incident has ${ATTACHMENTS_MAX} at most`)] : [],
  );
}

async function attached(
  stores: RentalStores,
  { blob, fileName, contentType }: StagedFile,
  incidentId: IncidentId,
  { mandataireId, clock, newId }: Dependencies,
): Promise<IncidentAttachment> {
  await requireRoom(stores, incidentId, "lock");
  if (!(await stores.blobs.attach(blob)))
    throw unavailable("storage_unavailable", "The upload took too long and was given up; send it again", 5);
  const { byteSize, sha256, key } = blob;
  const attachment = {
    ...{ id: newId<"IncidentAttachment">(), incidentId, filename: fileName, contentType, byteSize, sha256 },
    createdAt: clock.now(),
  };
  await stores.incidentAttachments.insert(attachment);
  await stores.incidentFiles.insert(mandataireId, attachment.id, key);
  return attachment;
}

/** For the checks of blobs. */
export const incidentBlobHolders: BlobHolders<RegistryStores> = ({ incidentFiles }, from, through) =>
  incidentFiles.holders(from, through);
