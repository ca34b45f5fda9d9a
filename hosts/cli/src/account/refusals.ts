import { ClientError } from "@cartulary/wire";

/** What went wrong between here and a server, as an error that is told to whoever typed the command. */
export function inWords(error: unknown, url: string): unknown {
  if (error instanceof ClientError) return new Error(refusal(error, url), { cause: error });
  const code = networkCode(error);
  return code === null ? error : new Error(`${url} does not answer: ${code}`, { cause: error });
}

/** The machine's code of a refusal: `not_found`. `null` where the server says none. */
export function codeOf(error: unknown): string | null {
  const code = error instanceof ClientError ? fieldOf(error.body, "error") : null;
  return typeof code === "string" ? code : null;
}

/** Why no answer came: `ECONNREFUSED`. `null` when it is no fault of the connection. */
export function networkCode(error: unknown): string | null {
  if (!(error instanceof TypeError)) return null;
  const { cause } = error;
  const code = fieldOf(cause, "code") ?? fieldOf(fieldOf(cause, "errors"), "0");
  if (typeof code === "string") return code;
  return cause instanceof Error ? cause.message : null;
}

function refusal({ status, body }: ClientError, url: string): string {
  if (status === 401) {
    const [what, way] = process.env.CARTULARY_TOKEN
      ? ["the token of CARTULARY_TOKEN", "give it another one"]
      : ["this machine's token", `cartulary login --url ${url}`];
    return `${url} does not know ${what}, or not any more: ${way}`;
  }
  const message = fieldOf(body, "message");
  const reason = typeof message === "string" ? message : `it answered ${status}`;
  return printable(`${url} refused: ${reason}${detailsOf(body, reason)}`);
}

/** ` (name can't be blank; color is invalid)`, without what the reason says already. */
function detailsOf(body: unknown, reason: string): string {
  const details = fieldOf(body, "details");
  const texts = (Array.isArray(details) ? details : [])
    .map((detail) => `${fieldOf(detail, "field")} ${fieldOf(detail, "message")}`)
    .filter((text) => !reason.includes(text));
  return texts.length === 0 ? "" : ` (${texts.join("; ")})`;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Text from elsewhere as a terminal and a reader of lines may have it: no line's end, no tab, no escape sequence. */
export function printable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, "\u{fffd}");
}
