import type { FileUpload, StreamedRequest } from "@cartulary/documents";
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
import { contentLengthOf, discard, readerOf } from "./body.ts";
import {
  type BodyReader,
  type BodyTimeouts,
  DEFAULT_BODY_TIMEOUTS,
  fileBodyTimeout,
  readerWithTimeout,
} from "./body-timeouts.ts";
import { HttpError } from "./errors.ts";
import {
  boundaryOf,
  brokenForm,
  type FormPiece,
  type PartHead,
  partHeadOf,
  piecesOf,
} from "./multipart-part-headers.ts";

/** Bytes of the longest text field: the free-form objects' 64 KiB, and one more to tell what is longer. */
const FIELD_BYTES_MAX = 65_537;
/** uploads.md 5.3. Two files, so that a second one is found and refused. */
const LIMITS = { files: 2, fields: 50, parts: 60 } as const;
/** The most that fields, boundaries and heads add to the file. */
const OVERHEAD_BYTES_MAX = LIMITS.parts * (FIELD_BYTES_MAX + 4096);

/** A form that arrives. Its reader abandons it when nothing reads on. */
export interface MultipartForm<Fields> extends StreamedRequest<Fields> {
  /** Discards the rest of the body, so that an early answer reaches the client. */
  abandon(): void;
}

/** The parts of an operation that a form is read by. */
export type FormOperation = Required<Pick<OperationShape, "body" | "file">>;

/**
 * Reads `multipart/form-data` while it arrives. Resolves when the file begins, or at the end when there is none, with the
 * fields until there checked. Nothing is read faster than the file is taken; the memory of a piece is reused once the next
 * piece is requested.
 *
 * Throws 400 for a malformed or truncated form, or too many parts; 408 for a slow body; 413 for a file of more than
 * `fileBytesMax`; 422 with a detail for each invalid field.
 */
export async function readMultipart<Fields>(
  request: Request,
  operation: FormOperation,
  fileBytesMax: number,
  pace: BodyTimeouts = DEFAULT_BODY_TIMEOUTS,
  open: () => BodyReader = () => readerOf(request),
): Promise<MultipartForm<Fields>> {
  if ((contentLengthOf(request) ?? 0) > fileBytesMax + OVERHEAD_BYTES_MAX) throw fileTooLarge(fileBytesMax);
  const boundary = boundaryOf(request.headers.get("content-type") ?? "");
  const reader = readerWithTimeout(open(), fileBodyTimeout(pace));
  const form: Form = {
    ...{ operation, fileBytesMax, fields: [], problems: [] },
    pieces: piecesOf(chunksOf(reader, fileBytesMax), boundary),
    counts: { delimiters: 0, files: 0, fields: 0 },
    ...{ file: null, rest: null, failure: null, isRead: false },
  };
  const abandon = () => {
    if (form.isRead) return;
    failed(form, null);
    void discard(reader);
  };
  try {
    await readParts(form);
    const { file, fields, problems } = form;
    if (!file) requireUnbroken(form);
    const [first, count] = [fieldsOf<Fields>(form), fields.length + problems.length];
    const readAll = async () => {
      form.rest ??= readParts(form);
      await form.rest;
      requireUnbroken(form);
      // Nearly always nothing follows the file.
      return fields.length + problems.length === count ? first : fieldsOf<Fields>(form);
    };
    return { fieldsBeforeFile: first, file, readAll, abandon };
  } catch (error) {
    abandon();
    throw error;
  }
}

/** A form that is being read. */
interface Form {
  readonly operation: FormOperation;
  readonly fileBytesMax: number;
  readonly pieces: AsyncGenerator<FormPiece>;
  readonly counts: { delimiters: number; files: number; fields: number };
  readonly fields: FormField[];
  /** Errors of parts that are of the wrong kind or size. */
  readonly problems: FieldError[];
  /** The file, once it begins. */
  file: FileUpload | null;
  /** The reading of what follows the file, once it began. */
  rest: Promise<void> | null;
  /** The first error. */
  failure: DomainError | HttpError | null;
  /** True at the end of the body. */
  isRead: boolean;
}

/** A text field that is being read. */
interface TextPart {
  readonly name: string | undefined;
  readonly chunks: Uint8Array[];
  /** Of all chunks; at most {@link FIELD_BYTES_MAX}. */
  byteSize: number;
}

/** Reads until the content of the file begins, or to the end. Never rejects: the form has the error. */
async function readParts(form: Form): Promise<void> {
  const isRest = form.file !== null;
  let text: TextPart | null = null;
  try {
    for (let piece = await nextPiece(form); piece !== null; piece = await nextPiece(form)) {
      if (piece.kind === "content") {
        if (text) append(text, piece.bytes);
        continue;
      }
      if (text) takeField(form, text);
      text = piece.kind === "head" ? beginPart(form, piece.bytes) : null;
      if (form.file && !isRest) return;
    }
    form.isRead = true;
  } catch (error) {
    failed(form, error);
  }
}

/** Returns `null` at the end. Throws the form's error if it has one, and 400 for too many parts. */
async function nextPiece(form: Form): Promise<FormPiece | null> {
  requireUnbroken(form);
  const { done, value } = await form.pieces.next();
  if (done) return null;
  if (value.kind === "delimiter") count(form, "delimiters", LIMITS.parts);
  return value;
}

function count({ counts }: Form, what: keyof Form["counts"], max: number): void {
  counts[what] += 1;
  if (counts[what] > max) throw malformed("The form has too many parts");
}

/** Returns the text field that begins, if it is one. */
function beginPart(form: Form, bytes: Uint8Array): TextPart | null {
  const head = partHeadOf(bytes);
  if (!head) return null;
  if (head.isFile) {
    count(form, "files", LIMITS.files);
    takeFile(form, head);
    return null;
  }
  count(form, "fields", LIMITS.fields);
  return { name: head.name, chunks: [], byteSize: 0 };
}

/** Copies the bytes, up to the longest field. */
function append(text: TextPart, bytes: Uint8Array): void {
  const chunk = Buffer.from(bytes.subarray(0, FIELD_BYTES_MAX - text.byteSize));
  text.chunks.push(chunk);
  text.byteSize += chunk.byteLength;
}

async function* chunksOf(reader: BodyReader, fileBytesMax: number): AsyncGenerator<Uint8Array> {
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    length += value.byteLength;
    if (length > fileBytesMax + OVERHEAD_BYTES_MAX) throw fileTooLarge(fileBytesMax);
    yield value;
  }
}

function takeField(form: Form, { name, chunks, byteSize }: TextPart): void {
  if (name === undefined) return;
  if (name === form.operation.file) addProblem(form, name, "blank", "must be a file");
  else if (byteSize === FIELD_BYTES_MAX)
    addProblem(form, name, "too_long", `is too long (maximum is ${FIELD_BYTES_MAX - 1} bytes)`);
  else {
    const value = utf8Of(Buffer.concat(chunks));
    if (value === null) addProblem(form, name, "invalid", "is not UTF-8");
    else form.fields.push({ name, value });
  }
}

/** Returns `null` for bytes that are not UTF-8. */
function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function takeFile(form: Form, { name, fileName, contentType }: PartHead): void {
  if (name === undefined) return;
  if (name !== form.operation.file) addProblem(form, name, "invalid", "must not be a file");
  else if (fileName === undefined) addProblem(form, name, "blank", "can't be blank");
  else if (form.file) addProblem(form, name, "invalid", "is sent more than once");
  else {
    form.file = {
      fileName: browserName(fileName),
      contentType: contentType ?? "application/octet-stream",
      bytes: bytesOf(form),
    };
  }
}

/** The content of the file, up to the delimiter behind it. */
async function* bytesOf(form: Form): AsyncGenerator<Uint8Array> {
  try {
    let size = 0;
    for (let piece = await nextPiece(form); piece?.kind === "content"; piece = await nextPiece(form)) {
      size += piece.bytes.byteLength;
      if (size > form.fileBytesMax) throw fileTooLarge(form.fileBytesMax);
      yield piece.bytes;
    }
    form.rest = readParts(form);
  } catch (error) {
    throw failed(form, error);
  }
}

/** Keeps the first error; later ones are its consequences. */
function failed(form: Form, error: unknown): Error {
  const isAnswer = error instanceof DomainError || error instanceof HttpError;
  form.failure ??= isAnswer ? error : brokenForm();
  return form.failure;
}

function requireUnbroken({ failure }: Form): void {
  if (failure) throw failure;
}

/** Notes the error of a part if the operation has a field of that name. */
function addProblem({ operation, problems }: Form, name: string, code: FieldError["code"], message: string): void {
  const field = formFieldOf(name);
  if (field !== operation.file && !Object.hasOwn(wireShape(operation.body), field)) return;
  problems.push({ field: camelName(field), code, message });
}

/** Returns the fields received so far; throws 422 for invalid ones. */
function fieldsOf<Fields>({ operation, fields, problems }: Form): Fields {
  const read = readShape(operation.body, readForm(operation.body, fields));
  const [first, ...rest] = [...problems, ...(read.ok ? [] : read.errors)];
  if (first || !read.ok) throw invalid(first as FieldError, rest);
  return read.value as Fields;
}

function fileTooLarge(fileBytesMax: number): DomainError {
  return tooLarge(`The file is longer than ${fileBytesMax} bytes; send it in chunks`);
}

/** Browsers write three characters of a name as percent escapes (WHATWG HTML, multipart/form-data). */
function browserName(name: string): string {
  return name.replace(/%0D|%0A/gi, " ").replace(/%22/g, '"');
}
