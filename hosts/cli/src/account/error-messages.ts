import { ApiError } from "@cartulary/client";

/** Converts an error of a request to one with a message for the user. */
export function toMessageError(error: unknown, url: string): unknown {
  if (error instanceof ApiError) return new Error(responseMessage(error, url), { cause: error });
  const code = networkCode(error);
  return code === null ? error : new Error(`${url} does not answer: ${code}`, { cause: error });
}

/** Returns the error code of a response, such as `not_found`; `null` without one. */
export function codeOf(error: unknown): string | null {
  return error instanceof ApiError ? error.code : null;
}

/** Returns the code of a network error, such as `ECONNREFUSED`; `null` for other errors. */
export function networkCode(error: unknown): string | null {
  if (!(error instanceof TypeError)) return null;
  const { cause } = error;
  const code = fieldOf(cause, "code") ?? fieldOf(fieldOf(cause, "errors"), "0");
  if (typeof code === "string") return code;
  return cause instanceof Error ? cause.message : null;
}

function responseMessage({ status, message, details }: ApiError, url: string): string {
  if (status === 401) {
    const [what, remedy] = process.env.CARTULARY_TOKEN
      ? ["CARTULARY_TOKEN", "set a valid token"]
      : ["this machine's token", `run cartulary login --url ${url}`];
    return `${url} rejected ${what}: ${remedy}`;
  }
  return escapeForTerminal(`${url}: ${message}${textOf(details, message)}`);
}

/** Returns ` (name can't be blank; color is invalid)`, without details that the reason contains. */
function textOf(details: unknown, reason: string): string {
  const texts = (Array.isArray(details) ? details : [])
    .map((detail) => `${fieldOf(detail, "field")} ${fieldOf(detail, "message")}`)
    .filter((text) => !reason.includes(text));
  return texts.length === 0 ? "" : ` (${texts.join("; ")})`;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Replaces control characters and line separators, so that text from a server cannot control the terminal. */
export function escapeForTerminal(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, "\u{fffd}");
}
