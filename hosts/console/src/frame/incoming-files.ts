import { type BodyReader, type BodyTimeouts, formParts, type OperationInput } from "@cartulary/http/pages";
import { invalid } from "@cartulary/kernel";

/** A form with files that arrives. */
export interface IncomingForm {
  readonly request: Request;
  readonly open: () => BodyReader;
  readonly pace: BodyTimeouts | undefined;
  /** Rejects unless this is the CSRF token of the session. */
  readonly requireToken: (csrf: string) => Promise<void>;
}

/** The error of a form without a file. */
export const NO_FILE = invalid({ field: "uploadedFile", code: "blank", message: "can't be blank" });

/** A file of a form. Its content must be read before the next file is requested. */
interface IncomingFile {
  readonly name: string;
  readonly fileName: string;
  /** The fields that came before it. */
  readonly fields: ReadonlyMap<string, string>;
  /** Makes the form of an operation that takes one file, with these fields before it. */
  asForm(field: string, fields: Readonly<Record<string, string>>): NonNullable<OperationInput["stream"]>;
}

/** Yields the files of the field `uploaded_file` while the form arrives. Its CSRF token must come before them. */
export async function* uploadedFiles(incoming: IncomingForm): AsyncGenerator<IncomingFile> {
  let isAdmitted = false;
  for await (const file of filesOf(incoming)) {
    if (!isAdmitted) await incoming.requireToken(file.fields.get("csrf") ?? "");
    isAdmitted = true;
    if (file.name === "uploaded_file" && file.fileName !== "") yield file;
  }
  if (!isAdmitted) throw NO_FILE;
}

async function* filesOf({ request, open, pace }: IncomingForm): AsyncGenerator<IncomingFile> {
  const fields = new Map<string, string>();
  for await (const part of formParts(request, open, pace)) {
    if (part.kind === "field") fields.set(part.name, part.value);
    else {
      const { name, fileName } = part;
      yield { name, fileName, fields, asForm: (field, own) => formOfOne(field, own, part) };
    }
  }
}

interface FilePart {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

function formOfOne(field: string, fields: Readonly<Record<string, string>>, file: FilePart) {
  const boundary = `cartulary-${crypto.randomUUID()}`;
  const iterator = pieces(boundary, field, fields, file);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    open: (): BodyReader => ({
      read: async () => {
        const { done, value } = await iterator.next();
        return done ? { done: true, value: undefined } : { done: false, value };
      },
    }),
  };
}

async function* pieces(
  boundary: string,
  field: string,
  fields: Readonly<Record<string, string>>,
  { fileName, contentType, bytes }: FilePart,
): AsyncGenerator<Uint8Array<ArrayBufferLike>> {
  const encoder = new TextEncoder();
  const text = Object.entries(fields)
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join("");
  const named = fileName.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
  const type = contentType.replace(/[\r\n]/g, "");
  yield encoder.encode(
    `${text}--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${named}"\r\nContent-Type: ${type}\r\n\r\n`,
  );
  yield* bytes;
  yield encoder.encode(`\r\n--${boundary}--\r\n`);
}
