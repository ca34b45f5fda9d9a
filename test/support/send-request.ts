/** A file of a form. */
export interface FilePart {
  readonly bytes: string | Uint8Array;
  /** `note.txt` when absent. */
  readonly name?: string;
  /** `text/plain` when absent. */
  readonly type?: string;
}

/** The parts of a request besides method and path. At most one of `json`, `form` and `body`. */
export interface Asking {
  /** A bearer token; absent: none is sent. */
  readonly token?: string;
  readonly json?: unknown;
  /** Fields of a `multipart/form-data` body in this order; an array repeats its name, an object is sent as JSON text. */
  readonly form?: Readonly<Record<string, unknown>>;
  /** Sent as it is; say its type in `headers`. */
  readonly body?: NonNullable<RequestInit["body"]>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address at the other end of the connection; `192.0.2.1` when absent. */
  readonly from?: string;
  readonly query?: string | Readonly<Record<string, string>>;
}

/** The answer. */
export interface Reply<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON that was answered; `undefined` when it was none. */
  readonly body: Body;
  readonly bytes: Uint8Array;
  /** The bytes as UTF-8. */
  readonly text: string;
}

/** The body of every refusal. */
export interface Refused {
  readonly error: string;
  readonly message: string;
  readonly details: readonly { readonly field: string; readonly code: string; readonly message: string }[];
  readonly request_id: string;
}

/** Sends one request. Without a type argument the body has the type of an error. */
export type Ask = <Body = Refused>(method: string, path: string, asking?: Asking) => Promise<Reply<Body>>;

/** The request that an {@link Asking} means. */
export function requestOf(method: string, url: string, { token, json, form, body, headers, query }: Asking): Request {
  const sent = new Headers(headers);
  if (token !== undefined) sent.set("authorization", `Bearer ${token}`);
  if (json !== undefined && !sent.has("content-type")) sent.set("content-type", "application/json");
  const content = form ? formOf(form) : json === undefined ? body : JSON.stringify(json);
  return new Request(url + searchOf(query), {
    method,
    headers: sent,
    ...(content !== undefined && { body: content, duplex: "half" }),
  } as RequestInit);
}

/** Reads a response to its end. */
export async function replyOf<Body>(response: Response): Promise<Reply<Body>> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = /^application\/json\b/.test(response.headers.get("content-type") ?? "");
  const body = (isJson && text !== "" ? JSON.parse(text) : undefined) as Body;
  return { status: response.status, headers: response.headers, body, bytes, text };
}

/** A form with one file under `uploaded_file`. */
export function uploadForm(file: string | FilePart, fields: Readonly<Record<string, unknown>> = {}): Asking {
  const { bytes, name = "note.txt", type = "text/plain" } = typeof file === "string" ? { bytes: file } : file;
  return { form: { ...fields, uploaded_file: new File([bytes as Uint8Array<ArrayBuffer>], name, { type }) } };
}

/** A part of {@link rawForm}. */
export interface RawPart {
  readonly name: string;
  readonly value: string | Uint8Array;
  readonly filename?: string;
  readonly type?: string;
}

/** A multipart body written by hand, for what a browser would not send. */
export function rawForm(parts: readonly RawPart[], { closed = true, boundary = "a-boundary-of-our-own" } = {}): Asking {
  const pieces = parts.flatMap(({ name, value, filename, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? "" : `; filename="${filename}"`,
    type === undefined ? "\r\n\r\n" : `\r\nContent-Type: ${type}\r\n\r\n`,
    value,
    "\r\n",
  ]);
  const body = Buffer.concat([...pieces, closed ? `--${boundary}--\r\n` : ""].map((piece) => Buffer.from(piece)));
  return { body, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, input] of Object.entries(fields)) {
    for (const value of Array.isArray(input) ? input : [input]) {
      if (value instanceof Blob) form.append(name, value);
      else form.append(name, typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? ""));
    }
  }
  return form;
}

function searchOf(query: Asking["query"]): string {
  if (query === undefined) return "";
  const search = typeof query === "string" ? query : new URLSearchParams(query).toString();
  return search === "" ? "" : `?${search}`;
}
