// Imported for its check of the Node.js version.
import "@cartulary/kernel";

export { configuredS3 } from "./testkit/configured-server.ts";
export { type FakeS3Options, startFakeS3 } from "./testkit/fake-s3-server.ts";
export { hasRadosgw, startRadosgw } from "./testkit/radosgw.ts";
export type { S3Server } from "./testkit/server.ts";
