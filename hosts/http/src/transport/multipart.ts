import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
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
import { contentLengthOf, discard, readerOf } from "./body.ts";
import { HttpRefusal } from "./errors.ts";
import { BODY_PACE, type BodyPace, type BodyReader, forFile, pacedReader } from "./pace.ts";
import {
  boundaryOf,
  declaredType,
  END_OF_LINE,
  type FormPiece,
  isFileHead,
  joined,
  piecesOf,
  tidied,
} from "./part-heads.ts";

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
 * fields until there are checked by then. Nothing is read faster than the file is taken: its bytes come as they were
 * sent, and nobody who asked for the next piece may look at the one before.
 *
 * 400 for what is no form, is cut off, or has too many parts; 408 for what comes too slowly; 413 for a file of more than `fileBytesMax`; 422 with a
 * detail for each field that has not the shape it should.
 */
export async function readMultipart<Fields>(
  request: Request,
  operation: FormOperation,
  fileBytesMax: number,
  pace: BodyPace = BODY_PACE,
  open: () => BodyReader = () => readerOf(request),
): Promise<IncomingForm<Fields>> {
  if ((contentLengthOf(request) ?? 0) > fileBytesMax + OVERHEAD_BYTES_MAX) throw fileTooLarge(fileBytesMax);
  const { parser, boundary } = parserOf(request);
  const reader = pacedReader(open(), forFile(pace));
  const form: Form = {
    ...{ operation, fileBytesMax, parser, fields: [], problems: [] },
    pieces: piecesOf(sent(reader, fileBytesMax), boundary),
    ended: finished(parser).catch((error: unknown) => void failed(form, error)),
    ...{ file: null, fileSeen: false, declaredType: null, rest: null, failure: null },
    begun: { bytes: EMPTY, isOver: false },
  };
  listen(form);
  const abandon = () => {
    if (parser.writableFinished) return;
    failed(form, null);
    parser.destroy();
    void discard(reader);
  };
  try {
    await feed(form);
    const { file, fields, problems } = form;
    if (!file) requireUnbroken(form);
    const [first, count] = [fieldsOf<Fields>(form), fields.length + problems.length];
    const complete = async () => {
      form.rest ??= feed(form);
      await form.rest;
      requireUnbroken(form);
      // Nearly always nothing comes behind the file.
      return fields.length + problems.length === count ? first : fieldsOf<Fields>(form);
    };
    return { first, file, complete, abandon };
  } catch (error) {
    abandon();
    throw error;
  }
}

/** A form that is being read. */
interface Form {
  readonly operation: FormOperation;
  readonly fileBytesMax: number;
  /** Reads heads and texts. The bytes of the file go past it, and it takes that for an empty one. */
  readonly parser: busboy.Busboy;
  readonly pieces: AsyncGenerator<FormPiece>;
  readonly fields: FormField[];
  /** What is wrong with parts for being the parts they are. */
  readonly problems: FieldError[];
  /** Resolves when the parser has come to an end, good or bad. */
  readonly ended: Promise<void>;
  /** The file, once it begins. */
  file: IncomingFile | null;
  fileSeen: boolean;
  /** What the first file's head says of its type. */
  declaredType: string | null;
  /** What the file begins with, and whether that is all of it. */
  begun: { readonly bytes: Uint8Array; readonly isOver: boolean };
  /** What comes behind the file, once somebody reads it. */
  rest: Promise<void> | null;
  /** What broke the form first. */
  failure: DomainError | HttpRefusal | null;
}

function listen(form: Form): void {
  const { parser } = form;
  parser.on("field", (name: string | undefined, value, about) => takeField(form, name, value, about));
  parser.on("file", (name: string | undefined, stream, about) => takeFile(form, name, stream, about));
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    parser.on(limit, () => parser.destroy(failed(form, malformed("The form has too many parts"))));
  }
}

/**
 * Feeds the parser until the content of the file begins, or to the end. Never rejects: what went wrong stands in the form.
 *
 * The parser tells of a part once it has seen so much behind its head that this is sure to be no delimiter.
 */
async function feed(form: Form): Promise<void> {
  const { parser, pieces } = form;
  const isRest = form.fileSeen;
  let lead: Buffer | null = null;
  try {
    for await (const { kind, bytes } of within(pieces)) {
      if (kind === "head") noteHead(form, bytes);
      const told: number = kind === "content" && lead ? Math.min(bytes.length, LEAD_BYTES) : bytes.length;
      // The parser keeps what it is given of a text until that ends.
      await write(form, kind === "head" ? tidied(bytes) : Buffer.from(bytes.subarray(0, told)));
      if (form.fileSeen && !isRest) {
        const isOver = kind === "delimiter";
        form.begun = { bytes: joined(lead ?? EMPTY, isOver ? EMPTY : bytes).subarray(END_OF_LINE), isOver };
        return;
      }
      if (told < bytes.length) await write(form, Buffer.from(bytes.subarray(told)));
      if (kind === "head") lead = EMPTY;
      else lead = lead && lead.length < LEAD_BYTES ? Buffer.concat([lead, bytes]) : null;
    }
    parser.end();
  } catch (error) {
    parser.destroy(failed(form, error));
  }
  await form.ended;
}

const EMPTY = Buffer.alloc(0);
/** More than any delimiter has. */
const LEAD_BYTES = 80;

/** The same pieces, which stay there when somebody breaks off. */
function within(pieces: AsyncGenerator<FormPiece>): AsyncIterable<FormPiece> {
  return { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) };
}

/** Resolves once the parser has read these bytes, or reads no more. */
function write({ parser, ended }: Form, bytes: Uint8Array): Promise<void> {
  const written = new Promise<void>((resolve, reject) => {
    parser.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
  return Promise.race([written, ended]);
}

async function* sent(reader: BodyReader, fileBytesMax: number): AsyncGenerator<Uint8Array> {
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    length += value.byteLength;
    if (length > fileBytesMax + OVERHEAD_BYTES_MAX) throw fileTooLarge(fileBytesMax);
    yield value;
  }
}

function noteHead(form: Form, bytes: Uint8Array): void {
  const head = Buffer.from(bytes).toString();
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
  stream.resume();
  const { filename } = about;
  if (name === form.operation.file && filename && !form.fileSeen) {
    form.fileSeen = true;
    const contentType = form.declaredType ?? "application/octet-stream";
    form.file = { fileName: browserName(filename), contentType, bytes: bytesOf(form) };
    return;
  }
  if (name === undefined) return;
  if (name !== form.operation.file) addProblem(form, name, "invalid", "must not be a file");
  else if (filename) addProblem(form, name, "invalid", "is sent more than once");
  else addProblem(form, name, "blank", "can't be blank");
}

/** The content of the file, up to the delimiter behind it. */
async function* bytesOf(form: Form): AsyncGenerator<Uint8Array> {
  try {
    let size = 0;
    for await (const bytes of contentOf(form)) {
      size += bytes.byteLength;
      if (size > form.fileBytesMax) throw fileTooLarge(form.fileBytesMax);
      yield bytes;
    }
    form.rest = feed(form);
  } catch (error) {
    throw failed(form, error);
  }
}

async function* contentOf(form: Form): AsyncGenerator<Uint8Array> {
  const { bytes, isOver } = form.begun;
  if (bytes.length > 0) yield bytes;
  if (isOver) return;
  for await (const { kind, bytes } of within(form.pieces)) {
    if (kind === "delimiter") return write(form, bytes);
    yield bytes;
  }
  throw malformed(CUT);
}

const CUT = "The request ended before its form did";

/** Keeps what went wrong first; whatever follows is its consequence. */
function failed(form: Form, error: unknown): DomainError | HttpRefusal {
  const isRefusal = error instanceof DomainError || error instanceof HttpRefusal;
  form.failure ??= isRefusal ? error : malformed(CUT);
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
  if (first || !read.ok) throw invalid(first as FieldError, rest);
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
