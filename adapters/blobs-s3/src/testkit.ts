// Loaded for what it says to an older Node.js.
import "@cartulary/kernel";

export { configuredS3 } from "./testkit/configured.ts";
export { hasRadosgw, startRadosgw } from "./testkit/radosgw.ts";
export type { S3Server } from "./testkit/server.ts";
export { type StandInOptions, startS3 } from "./testkit/stand-in.ts";
