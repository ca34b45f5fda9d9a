export { createS3BlobStore, type S3BlobStoreOptions } from "./s3-blob-store.ts";
export { createS3Client, parseS3Url, type S3Location } from "./s3-client.ts";
