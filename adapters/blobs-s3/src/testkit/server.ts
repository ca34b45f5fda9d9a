/** An S3 server that a test may use, with a bucket of its own. */
export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Endpoint, bucket and region as BLOBS_URL has them; the credentials go beside it. */
  readonly url: string;
  /** Ends what was started, and nothing that was there before. */
  stop(): Promise<void>;
}

/** Path style, as every server understands it that has no name of its own. */
export function serverAt(server: Omit<S3Server, "url">): S3Server {
  const { endpoint, bucket, region } = server;
  return { ...server, url: `s3://${bucket}?${new URLSearchParams({ endpoint, region, forcePathStyle: "true" })}` };
}
