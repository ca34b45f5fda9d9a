import { createS3BlobStore, createS3Client, parseS3Url, type S3Location } from "@cartulary/blobs-s3";
import { ContainerModule } from "inversify";
import { type Config, configErrorFor } from "../configuration/config.ts";
import { tokens } from "../tokens.ts";

/** Bytes in a bucket that several hosts share. Credentials come from the usual `AWS_*` variables. */
export function blobsS3Module({ url, variable }: Extract<Config["blobs"], { kind: "s3" }>): ContainerModule {
  const location = locationOf(url, variable);
  return new ContainerModule(({ bind }) => {
    const client = createS3Client(location);
    bind(tokens.blobStore)
      .toConstantValue(createS3BlobStore({ ...location, client }))
      // What still asks the bucket by then was given up, and must not keep the process from ending.
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
