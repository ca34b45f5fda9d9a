import type { PrintedDocument, TypesetPicture, Typesetter } from "@cartulary/composition";
import type { DocumentId, DocumentStores, Documents, NamedContent } from "@cartulary/documents";
import { type Caller, DomainError, type Id, type Instant, type Transact, type UserId } from "@cartulary/kernel";
import { LOGO_BYTES_MAX, LOGO_TYPES, type LogoCheck } from "@cartulary/rental/agency";
import type { DocumentReadable } from "@cartulary/rental/money";

/** The content of a document that may be a logo. */
export interface LogoContent extends Pick<NamedContent, "contentType" | "byteSize"> {
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** Port: the documents that letters show as logos. */
export interface LogoDocuments {
  /** Returns the content of a document; `null` if the caller may not read it. */
  readable(caller: Caller, id: Id<"Document">): Promise<LogoContent | null>;
  /** Returns the present content of a document, whose reader was checked when it became a logo; `null` if it is gone. */
  current(id: Id<"Document">): Promise<LogoContent | null>;
}

interface ArchiveOfLogos<Stores> {
  readonly transact: Transact<Stores>;
  readonly documents: Pick<Documents, "content" | "open">;
}

/** A caller without rights: the record is used, and not the rights that come with it. */
const NO_USER: Caller = { userId: "" as UserId, role: "user", scopes: [], groupIds: [] };

/** Finds logos among the documents of an archive. */
export function archivedLogos<Stores extends DocumentStores>({
  transact,
  documents,
}: ArchiveOfLogos<Stores>): LogoDocuments {
  const logoOf = ({ contentType, byteSize, blobKey }: NamedContent): LogoContent => ({
    ...{ contentType, byteSize },
    open: () => documents.open(blobKey),
  });
  return {
    async readable(caller, id) {
      try {
        return logoOf(await documents.content(caller, id as DocumentId));
      } catch (error) {
        if (error instanceof DomainError && error.kind === "not_found") return null;
        throw error;
      }
    },
    async current(id) {
      const found = await transact.read((stores) => stores.documents.find(NO_USER, id as DocumentId));
      return found && logoOf(found.record);
    },
  };
}

/** Reads a picture; `null` if it is none that letters can show, or longer than {@link LOGO_BYTES_MAX}. */
export async function pictureIn({ contentType, byteSize, open }: LogoContent): Promise<TypesetPicture | null> {
  const ending = LOGO_TYPES[contentType];
  if (ending === undefined || byteSize > LOGO_BYTES_MAX) return null;
  const bytes = new Uint8Array(byteSize);
  let filled = 0;
  for await (const chunk of await open()) {
    bytes.set(chunk, filled);
    filled += chunk.byteLength;
  }
  return { path: `/logo.${ending}`, bytes };
}

/** Returns the check of documents that other records name. */
export const documentCheck =
  (documents: LogoDocuments | undefined): DocumentReadable =>
  async (caller, id) =>
    Boolean(await documents?.readable(caller, id));

interface CheckDependencies {
  readonly logos: LogoDocuments | undefined;
  readonly typesetter: Pick<Typesetter, "typeset">;
  readonly now: () => Instant;
}

/** Returns the check of new logos: the compiler must be able to show the picture, in PDF/A where it writes that. */
export function logoCheck({ logos, typesetter, now }: CheckDependencies): LogoCheck {
  return async (caller, documentId) => {
    const content = await logos?.readable(caller, documentId);
    if (!content) return "not_found";
    const picture = await pictureIn(content);
    if (!picture) return "invalid";
    const typeset = (typstSource: string, pictures: readonly TypesetPicture[]) =>
      typesetter.typeset({
        composition: async () => ({ document: { ...SAMPLE, typstSource }, parts: [] }),
        ...{ pictures, createdAt: now(), onBehalfOf: caller.userId },
      });
    const shown = await typeset(`#image("${picture.path}", width: 60mm)`, [picture]);
    const blank = await typeset("", []);
    const isShown = shown.outcome === "typeset" && blank.outcome === "typeset" && shown.archival === blank.archival;
    return isShown ? null : "invalid";
  };
}

/** A document without anything. */
const SAMPLE: Omit<PrintedDocument, "typstSource"> = {
  ...{ assemblyMode: "pure_typst", pageSettings: {}, locale: "fr", variables: {}, variablesSchema: {} },
};
