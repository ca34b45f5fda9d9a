export { givenS3 } from "./testkit/given.ts";
export { startRadosgw } from "./testkit/radosgw.ts";
export type { S3Server } from "./testkit/server.ts";
export { type StandInOptions, startS3 } from "./testkit/stand-in.ts";
