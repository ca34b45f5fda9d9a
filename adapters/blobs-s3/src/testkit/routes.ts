import type { Operation } from "./fake-s3-state.ts";
import { listObjects, listParts, listUploads } from "./listings.ts";
import { createBucket, deleteObject, getObject, headBucket, putObject } from "./object-operations.ts";
import type { S3Request } from "./request.ts";
import { notImplemented } from "./s3-error.ts";
import { abortUpload, completeUpload, createUpload, uploadPart } from "./upload-operations.ts";

interface Route {
  readonly operation: Operation;
  readonly needs?: readonly string[];
  readonly takes?: readonly string[];
}

/** The supported operations by method and target, with their required and optional query parameters. */
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
/** Informational headers. */
const IGNORED_HEADERS = /^x-amz-(user-agent|sdk-.*|checksum-.*)$/;
const CONDITIONS = ["if-match", "if-modified-since", "if-unmodified-since", "if-range"];

/** Returns the operation of a request. Throws 501 for unsupported parameters and headers. */
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
