import { type S3Server, serverAt } from "./server.ts";

/**
 * Returns the server and the writable bucket that the environment configures: S3_TEST_ENDPOINT, S3_TEST_BUCKET,
 * AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION. Returns `null` without the first; throws if a required one
 * is missing, because skipping a configured server would look like success.
 */
export function configuredS3(environment: Readonly<Record<string, string | undefined>> = process.env): S3Server | null {
  const { S3_TEST_ENDPOINT: endpoint } = environment;
  if (!endpoint) return null;
  const [bucket, accessKeyId, secretAccessKey] = ["S3_TEST_BUCKET", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"].map(
    (name) => required(environment, name),
  ) as [string, string, string];
  const region = environment.AWS_REGION || "us-east-1";
  return serverAt({ endpoint, bucket, accessKeyId, secretAccessKey, region, stop: async () => {} });
}

function required(environment: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new Error(`S3_TEST_ENDPOINT is set, so ${name} must be too`);
}
