import { createS3BlobStore, createS3Client, parseS3Url, type S3Location } from "@cartulary/blobs-s3";
import { ContainerModule } from "inversify";
import { type Config, configErrorFor } from "../configuration/config.ts";
import { tokens } from "../tokens.ts";

/**
 * Stores blobs in a bucket that several hosts may share. Credentials come from the usual `AWS_*` variables, or from the
 * file of AWS_SECRET_ACCESS_KEY_FILE.
 */
export function blobsS3Module({
  url,
  variable,
  credentials,
}: Extract<Config["blobs"], { kind: "s3" }>): ContainerModule {
  const location = locationOf(url, variable);
  return new ContainerModule(({ bind }) => {
    const client = createS3Client(location, credentials ? { credentials } : {});
    bind(tokens.blobStore)
      .toConstantValue(createS3BlobStore({ ...location, client }))
      // Aborts abandoned requests, which would keep the process alive.
      .onDeactivation(() => client.destroy());
  });
}

function locationOf(url: string, variable: string): S3Location {
  try {
    return parseS3Url(url);
  } catch (error) {
    throw configErrorFor(variable, error);
  }
}
