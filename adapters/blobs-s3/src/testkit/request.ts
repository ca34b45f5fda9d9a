import type { IncomingMessage } from "node:http";
import { S3Refusal } from "./refusal.ts";

/** A request as S3 reads it, path style: `/bucket/key?query`. */
export interface S3Request {
  readonly method: string;
  readonly bucket: string;
  /** Empty for an operation on the bucket. */
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
  /** Lower-case names; several of one name are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  /** The decoded path, for the signature. */
  readonly path: string;
  readonly body: AsyncIterable<Uint8Array>;
}

const KEY_BYTES_MAX = 1024;

/** Reads the head of a request; refuses one whose path or query cannot be decoded. */
export function readRequest(message: IncomingMessage): S3Request {
  const [rawPath = "", ...rawQuery] = (message.url ?? "").split("?");
  const path = decoded(rawPath);
  const [, bucket = "", ...key] = path.split("/");
  if (Buffer.byteLength(key.join("/")) > KEY_BYTES_MAX) {
    throw new S3Refusal(400, "KeyTooLongError", "Your key is too long");
  }
  return {
    method: message.method ?? "",
    bucket,
    key: key.join("/"),
    query: queryOf(rawQuery.join("?")),
    headers: headersOf(message),
    path,
    body: message,
  };
}

/** A plus is a plus: S3 decodes percent signs only. */
function queryOf(raw: string): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  for (const pair of raw.split("&").filter((each) => each !== "")) {
    const [name = "", ...value] = pair.split("=");
    if (query.has(decoded(name))) throw new S3Refusal(400, "InvalidArgument", `${name} is given twice`);
    query.set(decoded(name), decoded(value.join("=")));
  }
  return query;
}

function headersOf({ headersDistinct }: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(Object.entries(headersDistinct).map(([name, values]) => [name, (values ?? []).join(",")]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Refusal(400, "InvalidURI", "Couldn't parse the specified URI");
  }
}
