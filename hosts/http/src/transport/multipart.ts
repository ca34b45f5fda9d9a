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
import busboy, { type FieldInfo, type FileInfo } from "busboy";
import { contentLengthOf, discard } from "./body.ts";
import { HttpRefusal } from "./errors.ts";
import { BODY_PACE, type BodyPace, type BodyReader, forFile, pacedReader } from "./pace.ts";
import { boundaryOf, declaredType, isFileHead, tidyHeads } from "./part-heads.ts";

/** Bytes of the longest text field: the free-form objects' 64 KiB, and one more to tell what is longer. */
const FIELD_BYTES_MAX = 65_537;
/** uploads.md 5.3. Two files, so that a second one is seen and refused. */
const LIMITS = { files: 2, fields: 50, fieldSize: FIELD_BYTES_MAX, parts: 60 } as const;
/** The most that fields, boundaries and heads add to the file. */
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
 * 400 for what is no form, is cut off, or has too many parts; 408 for what comes too slowly; 413 for a file of more than `fileBytesMax`; 422 with a
 * detail for each field that has not the shape it should.
 */
export async function readMultipart<Fields>(
  request: Request,
  operation: FormOperation,
  fileBytesMax: number,
  pace: BodyPace = BODY_PACE,
): Promise<IncomingForm<Fields>> {
  if ((contentLengthOf(request) ?? 0) > fileBytesMax + OVERHEAD_BYTES_MAX) throw fileTooLarge(fileBytesMax);
  const { parser, boundary } = parserOf(request);
  const reader = pacedReader(request.body ?? new Blob([]).stream(), forFile(pace));
  const form: Form = {
    operation,
    fileBytesMax,
    fields: [],
    problems: [],
    file: Promise.withResolvers(),
    fileSeen: false,
    declaredType: null,
    failure: null,
  };
  const ended = parse(
    form,
    parser,
    tidyHeads(sent(form, reader), boundary, (head) => noteHead(form, head)),
  );
  const abandon = () => {
    parser.destroy();
    void discard(reader);
  };
  try {
    const file = await form.file.promise;
    if (!file) requireUnbroken(form);
    const complete = async () => {
      await ended;
      requireUnbroken(form);
      return fieldsOf<Fields>(form);
    };
    return { first: fieldsOf<Fields>(form), file, complete, abandon };
  } catch (error) {
    abandon();
    throw error;
  }
}

/** A form that is being read. */
interface Form {
  readonly operation: FormOperation;
  readonly fileBytesMax: number;
  readonly fields: FormField[];
  /** What is wrong with parts for being the parts they are. */
  readonly problems: FieldError[];
  /** The file, once it begins; `null` once it is sure that none comes. */
  readonly file: PromiseWithResolvers<IncomingFile | null>;
  fileSeen: boolean;
  /** What the first file's head says of its type. */
  declaredType: string | null;
  /** What broke the form first. */
  failure: DomainError | HttpRefusal | null;
}

/** Feeds the parser to the end, which it never rejects: what went wrong stands in the form. */
async function parse(form: Form, parser: busboy.Busboy, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  parser.on("field", (name: string | undefined, value, about) => takeField(form, name, value, about));
  parser.on("file", (name: string | undefined, stream, about) => takeFile(form, name, stream, about));
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    parser.on(limit, () => parser.destroy(failed(form, malformed("The form has too many parts"))));
  }
  try {
    await pipeline(bytes, parser);
  } catch (error) {
    failed(form, error);
  }
  form.file.resolve(null);
}

async function* sent(form: Form, reader: BodyReader): AsyncGenerator<Uint8Array> {
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    length += value.byteLength;
    if (length > form.fileBytesMax + OVERHEAD_BYTES_MAX) throw failed(form, fileTooLarge(form.fileBytesMax));
    yield value;
  }
}

function noteHead(form: Form, head: string): void {
  if (!form.fileSeen && isFileHead(head, form.operation.file)) form.declaredType ??= declaredType(head);
}

function takeField(form: Form, name: string | undefined, value: string, { valueTruncated }: FieldInfo): void {
  if (name === undefined) return;
  if (name === form.operation.file) addProblem(form, name, "blank", "must be a file");
  else if (valueTruncated) addProblem(form, name, "too_long", `is too long (maximum is ${FIELD_BYTES_MAX - 1} bytes)`);
  else {
    const text = utf8Of(value);
    if (text === null) addProblem(form, name, "invalid", "is not UTF-8");
    else form.fields.push({ name, value: text });
  }
}

/** The text of bytes that came one a character; `null` when they are no UTF-8. */
function utf8Of(value: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, "latin1"));
  } catch {
    return null;
  }
}

function takeFile(form: Form, name: string | undefined, stream: Readable, about: Partial<FileInfo>): void {
  // A form that breaks off ends its file with an error too, whether somebody reads it or not.
  stream.on("error", (error) => failed(form, error));
  const { filename } = about;
  if (name === form.operation.file && filename && !form.fileSeen) {
    form.fileSeen = true;
    const contentType = form.declaredType ?? "application/octet-stream";
    form.file.resolve({ fileName: browserName(filename), contentType, bytes: bytesOf(form, stream) });
    return;
  }
  stream.resume();
  if (name === undefined) return;
  if (name !== form.operation.file) addProblem(form, name, "invalid", "must not be a file");
  else if (filename) addProblem(form, name, "invalid", "is sent more than once");
  else addProblem(form, name, "blank", "can't be blank");
}

async function* bytesOf(form: Form, stream: Readable): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > form.fileBytesMax) throw fileTooLarge(form.fileBytesMax);
      yield chunk;
    }
  } catch (error) {
    throw failed(form, error);
  }
}

/** Keeps what went wrong first; whatever follows is its consequence. */
function failed(form: Form, error: unknown): DomainError | HttpRefusal {
  const isRefusal = error instanceof DomainError || error instanceof HttpRefusal;
  form.failure ??= isRefusal ? error : malformed("The request ended before its form did");
  return form.failure;
}

function requireUnbroken({ failure }: Form): void {
  if (failure) throw failure;
}

/** Notes what is wrong with a part, where anybody asked for it. */
function addProblem({ operation, problems }: Form, name: string, code: FieldError["code"], message: string): void {
  const field = formFieldOf(name);
  if (field !== operation.file && !Object.hasOwn(wireShape(operation.body), field)) return;
  problems.push({ field: camelName(field), code, message });
}

/** What the fields that came so far say. */
function fieldsOf<Fields>({ operation, fields, problems }: Form): Fields {
  const read = readShape(operation.body, readForm(operation.body, fields));
  const [first, ...rest] = [...problems, ...(read.ok ? [] : read.errors)];
  if (first || !read.ok) throw invalid(first as FieldError, ...rest);
  return read.value as Fields;
}

function parserOf(request: Request): { readonly parser: busboy.Busboy; readonly boundary: string } {
  const contentType = request.headers.get("content-type") ?? "";
  const boundary = boundaryOf(contentType);
  if (boundary === null) throw malformed("The form names no boundary, or one of more than 70 characters");
  const headers = { "content-type": contentType };
  try {
    const charsets = { defCharset: "latin1", defParamCharset: "utf8" };
    return { parser: busboy({ headers, limits: LIMITS, ...charsets, preservePath: true }), boundary };
  } catch (cause) {
    throw malformed(`The form's Content-Type cannot be read: ${(cause as Error).message}`);
  }
}

function fileTooLarge(fileBytesMax: number): DomainError {
  return tooLarge(`The file is longer than ${fileBytesMax} bytes; send it in chunks`);
}

/** Browsers write three characters of a name as percent escapes (WHATWG HTML, multipart/form-data). */
function browserName(name: string): string {
  return name.replace(/%0D|%0A/gi, " ").replace(/%22/g, '"');
}
