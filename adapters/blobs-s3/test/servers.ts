import { Agent } from "node:http";
import type { S3Client } from "@aws-sdk/client-s3";
import { createS3Client } from "@cartulary/blobs-s3";
import { configuredS3, type S3Server, startRadosgw } from "@cartulary/blobs-s3/testkit";

export interface NamedServer {
  readonly name: string;
  readonly server: S3Server;
  /** True for a server that is used after the tests, which must leave nothing in it. */
  readonly isPermanent: boolean;
}

/** Returns the configured server and Ceph's if installed. Prints a message if there is neither. */
export async function realServers(): Promise<readonly NamedServer[]> {
  const input = configuredS3();
  const radosgw = await startRadosgw();
  if (!input && !radosgw) {
    process.stderr.write(
      "!!! No real S3 server: no S3_TEST_ENDPOINT, and radosgw, ceph-mon, ceph-osd are not installed. Only the stand-in is tested\n",
    );
  }
  return [
    ...(input ? [{ name: `The S3 server at ${input.endpoint}`, server: input, isPermanent: true }] : []),
    ...(radosgw ? [{ name: "Ceph's radosgw", server: radosgw, isPermanent: false }] : []),
  ];
}

/** Creates a client as the adapter does. */
export function clientOf(server: S3Server, secretAccessKey: string = server.secretAccessKey): S3Client {
  const { accessKeyId } = server;
  return createS3Client({ ...server, forcePathStyle: true }, { credentials: { accessKeyId, secretAccessKey } });
}

/** Creates a client with so few connections that a leak is noticed, and a counter of those in use. */
export function frugalClientOf(server: S3Server): { readonly client: S3Client; readonly connections: () => number } {
  const { accessKeyId, secretAccessKey } = server;
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const client = createS3Client(
    { ...server, forcePathStyle: true },
    { credentials: { accessKeyId, secretAccessKey }, requestHandler: { httpAgent: agent } },
  );
  return { client, connections: () => Object.values(agent.sockets).reduce((sum, its) => sum + (its?.length ?? 0), 0) };
}
