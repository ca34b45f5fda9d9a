import type { IncomingMessage } from "node:http";
import { S3Error } from "./s3-error.ts";

/** A path-style S3 request: `/bucket/key?query`. */
export interface S3Request {
  readonly method: string;
  readonly bucket: string;
  /** Empty for an operation on the bucket. */
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
  /** Names in lower case; repeated headers are joined by commas. */
  readonly headers: ReadonlyMap<string, string>;
  /** The decode path, for the signature. */
  readonly path: string;
  readonly body: AsyncIterable<Uint8Array>;
}

const KEY_BYTES_MAX = 1024;

/** Reads the head of a request; throws if its path or query cannot be decode. */
export function readRequest(message: IncomingMessage): S3Request {
  const [rawPath = "", ...rawQuery] = (message.url ?? "").split("?");
  const path = decode(rawPath);
  const [, bucket = "", ...key] = path.split("/");
  if (Buffer.byteLength(key.join("/")) > KEY_BYTES_MAX) {
    throw new S3Error(400, "KeyTooLongError", "Your key is too long");
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

/** Parses the query. A plus sign is literal: S3 decodes percent escapes only. */
function queryOf(raw: string): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  for (const pair of raw.split("&").filter((each) => each !== "")) {
    const [name = "", ...value] = pair.split("=");
    if (query.has(decode(name))) throw new S3Error(400, "InvalidArgument", `${name} is repeated`);
    query.set(decode(name), decode(value.join("=")));
  }
  return query;
}

function headersOf({ headersDistinct }: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(Object.entries(headersDistinct).map(([name, values]) => [name, (values ?? []).join(",")]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, "InvalidURI", "Couldn't parse the specified URI");
  }
}
