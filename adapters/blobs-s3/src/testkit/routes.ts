import { listObjects, listParts, listUploads } from "./listings.ts";
import { createBucket, deleteObject, getObject, headBucket, putObject } from "./object-operations.ts";
import { notImplemented } from "./refusal.ts";
import type { S3Request } from "./request.ts";
import { abortUpload, completeUpload, createUpload, uploadPart } from "./upload-operations.ts";
import type { Operation } from "./world.ts";

interface Route {
  readonly operation: Operation;
  readonly needs?: readonly string[];
  readonly takes?: readonly string[];
}

/** All that the stand-in serves, by method and target; of a query, what an operation needs and what it takes. */
const ROUTES: Readonly<Record<string, readonly Route[]>> = {
  "PUT bucket": [{ operation: createBucket }],
  "HEAD bucket": [{ operation: headBucket }],
  "GET bucket": [
    { operation: listObjects, needs: ["list-type"], takes: ["prefix", "max-keys", "continuation-token"] },
    { operation: listUploads, needs: ["uploads"], takes: ["prefix"] },
  ],
  "PUT object": [{ operation: putObject }, { operation: uploadPart, needs: ["partNumber", "uploadId"] }],
  "GET object": [{ operation: getObject }, { operation: listParts, needs: ["uploadId"] }],
  "HEAD object": [{ operation: getObject }],
  "DELETE object": [{ operation: deleteObject }, { operation: abortUpload, needs: ["uploadId"] }],
  "POST object": [
    { operation: createUpload, needs: ["uploads"] },
    { operation: completeUpload, needs: ["uploadId"] },
  ],
};

const HEADERS = new Set(["x-amz-content-sha256", "x-amz-date", "x-amz-decoded-content-length", "x-amz-trailer"]);
/** Said for information only. */
const IGNORED_HEADERS = /^x-amz-(user-agent|sdk-.*|checksum-.*)$/;
const CONDITIONS = ["if-match", "if-modified-since", "if-unmodified-since", "if-range"];

/** The operation that a request asks for. What it asks beyond that is refused, never overlooked. */
export function operationFor(request: S3Request): Operation {
  const { method, key, query, headers } = request;
  for (const header of headers.keys()) {
    const isKnown = !header.startsWith("x-amz-") || HEADERS.has(header) || IGNORED_HEADERS.test(header);
    if (!isKnown || CONDITIONS.includes(header)) throw notImplemented(`the header ${header}`);
  }
  if (headers.has("if-none-match") && method !== "PUT" && method !== "POST") throw notImplemented("If-None-Match here");
  const names = [...query.keys()].filter((name) => name !== "x-id");
  const routes = ROUTES[`${method} ${key === "" ? "bucket" : "object"}`] ?? [];
  const route = routes.find(
    ({ needs = [], takes = [] }) =>
      needs.every((name) => names.includes(name)) && names.every((name) => [...needs, ...takes].includes(name)),
  );
  if (route) return route.operation;
  throw notImplemented(`${method} of ${key === "" ? "a bucket" : "an object"} with ${names.join(", ") || "no query"}`);
}
