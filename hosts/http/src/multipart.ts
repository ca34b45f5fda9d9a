import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Incoming, IncomingFile } from "@cartulary/documents";
import { DomainError, type FieldError, invalid, malformed, tooLarge } from "@cartulary/kernel";
import {
  camelName,
  type FormField,
  formFieldOf,
  type OperationShape,
  readForm,
  readShape,
  wireShape,
} from "@cartulary/wire";
import busboy from "busboy";
import { contentLengthOf } from "./body.ts";

/** Bytes of the longest text field: the free-form objects' 64 KiB, and one more to tell what is longer. */
const FIELD_BYTES_MAX = 65_537;
/** uploads.md 5.3. Two files, so that a second one is seen and refused. */
const LIMITS = { files: 2, fields: 50, fieldSize: FIELD_BYTES_MAX, parts: 60 } as const;
/** The most that fields, boundaries and headers add to the file. */
const OVERHEAD_BYTES_MAX = LIMITS.parts * (FIELD_BYTES_MAX + 4096);

/** An incoming form; whoever asked for it says when nobody will read on. */
export interface IncomingForm<Fields> extends Incoming<Fields> {
  /** Lets go of what was not read, so that an early answer reaches the client. */
  abandon(): void;
}

/** What of an operation a form is read by. */
export type FormOperation = Required<Pick<OperationShape, "body" | "file">>;

/**
 * Reads `multipart/form-data` as it comes in. Resolves when the file begins, or at the end when there is none; the
 * fields until there are checked by then. Nothing is read faster than the file is taken.
 *
 * 400 for what is no form, is cut off, or has too many parts; 413 for a file of more than `fileBytesMax`; 422 with a
 * detail for each field that has not the shape it should.
 */
export async function readMultipart<Fields>(
  request: Request,
  operation: FormOperation,
  fileBytesMax: number,
): Promise<IncomingForm<Fields>> {
  const form = openForm(request, operation, fileBytesMax);
  try {
    const file = await form.begun;
    if (!file) form.requireSound();
    const first = said<Fields>(operation, form);
    const complete = async () => {
      await form.ended;
      form.requireSound();
      return said<Fields>(operation, form);
    };
    return { first, file, complete, abandon: form.close };
  } catch (error) {
    form.close();
    throw error;
  }
}

/** A form that is being read. */
interface Form {
  readonly fields: readonly FormField[];
  /** What is wrong with parts for being the parts they are. */
  readonly problems: readonly FieldError[];
  /** The file, once it begins; `null` once it is sure that none comes. */
  readonly begun: Promise<IncomingFile | null>;
  /** Never rejects. */
  readonly ended: Promise<void>;
  /** Throws what broke the form, if something did. */
  requireSound(): void;
  close(): void;
}

function openForm(request: Request, { body: schema, file: fileField }: FormOperation, fileBytesMax: number): Form {
  const parser = parserOf(request);
  const reader = (request.body ?? new Blob([]).stream()).getReader();
  const fields: FormField[] = [];
  const problems: FieldError[] = [];
  const begun = Promise.withResolvers<IncomingFile | null>();
  let failure: DomainError | null = null;
  let fileSeen = false;

  const failed = (error: unknown): DomainError => {
    failure ??= error instanceof DomainError ? error : malformed("The request ended before its form did");
    return failure;
  };
  const blame = (name: string, code: FieldError["code"], message: string) => {
    const field = formFieldOf(name);
    if (field !== fileField && !Object.hasOwn(wireShape(schema), field)) return;
    problems.push({ field: camelName(field), code, message });
  };

  async function* sent(): AsyncGenerator<Uint8Array> {
    const max = fileBytesMax + OVERHEAD_BYTES_MAX;
    let length = contentLengthOf(request) ?? 0;
    if (length > max) throw failed(fileTooLarge(fileBytesMax));
    length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      length += value.byteLength;
      if (length > max) throw failed(fileTooLarge(fileBytesMax));
      yield value;
    }
  }

  async function* bytesOf(stream: Readable): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength;
        if (size > fileBytesMax) throw fileTooLarge(fileBytesMax);
        yield chunk;
      }
    } catch (error) {
      throw failed(error);
    }
  }

  parser.on("field", (name: string | undefined, value, { valueTruncated }) => {
    if (name === undefined) return;
    if (name === fileField) blame(name, "blank", "must be a file");
    else if (valueTruncated) blame(name, "too_long", `is too long (maximum is ${FIELD_BYTES_MAX - 1} bytes)`);
    else fields.push({ name, value });
  });

  parser.on("file", (name: string | undefined, stream, { filename, mimeType }) => {
    // A form that breaks off ends its file with an error too, whether somebody reads it or not.
    stream.on("error", failed);
    if (name === fileField && filename && !fileSeen) {
      fileSeen = true;
      begun.resolve({ fileName: browserName(filename), contentType: mimeType, bytes: bytesOf(stream) });
      return;
    }
    stream.resume();
    if (name === fileField && !filename) blame(name, "blank", "can't be blank");
    else if (name !== undefined) blame(name, "invalid", fileSeen ? "is sent more than once" : "must not be a file");
  });

  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    parser.on(limit, () => parser.destroy(failed(malformed("The form has too many parts"))));
  }

  const ended = pipeline(sent(), parser).then(
    () => begun.resolve(null),
    (error: unknown) => {
      failed(error);
      begun.resolve(null);
    },
  );

  return {
    fields,
    problems,
    begun: begun.promise,
    ended,
    requireSound() {
      if (failure) throw failure;
    },
    close() {
      parser.destroy();
      reader.cancel().catch(() => {});
    },
  };
}

/** What the fields that came so far say. */
function said<Fields>({ body: schema }: FormOperation, { fields, problems }: Form): Fields {
  const read = readShape(schema, readForm(schema, fields));
  const [first, ...rest] = [...problems, ...(read.ok ? [] : read.errors)];
  if (first) throw invalid(first, ...rest);
  return (read as Extract<typeof read, { readonly ok: true }>).value as Fields;
}

function parserOf(request: Request): busboy.Busboy {
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    return busboy({ headers, limits: LIMITS, defParamCharset: "utf8", preservePath: true });
  } catch {
    throw malformed("The form names no boundary");
  }
}

function fileTooLarge(fileBytesMax: number): DomainError {
  return tooLarge(`The file is longer than ${fileBytesMax} bytes; send it in chunks`);
}

/** Browsers write three characters of a name as percent escapes (WHATWG HTML, multipart/form-data). */
function browserName(name: string): string {
  return name.replace(/%0D|%0A/gi, " ").replace(/%22/g, '"');
}
