/** An S3 server for tests, with its own bucket. */
export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Endpoint, bucket and region in the form of BLOBS_URL, without credentials. */
  readonly url: string;
  /** Stops the processes that were started for it. */
  stop(): Promise<void>;
}

/** Adds the URL, in path style, which servers without a host name of their own understand. */
export function serverAt(server: Omit<S3Server, "url">): S3Server {
  const { endpoint, bucket, region } = server;
  return { ...server, url: `s3://${bucket}?${new URLSearchParams({ endpoint, region, forcePathStyle: "true" })}` };
}
