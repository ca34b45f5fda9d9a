import { createS3BlobStore, createS3Client, parseS3Url } from "@cartulary/blobs-s3";
import { ContainerModule } from "inversify";
import { tokens } from "../tokens.ts";

/** Bytes in a bucket that several hosts share. Credentials come from the usual `AWS_*` variables. */
export function blobsS3Module({ url }: { readonly url: string }): ContainerModule {
  const location = parseS3Url(url);
  return new ContainerModule(({ bind }) => {
    bind(tokens.blobStore).toConstantValue(createS3BlobStore({ ...location, client: createS3Client(location) }));
  });
}
