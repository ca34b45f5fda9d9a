import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";

/** Where a bucket is and which part of it is the store's. */
export interface S3Location {
  readonly bucket: string;
  /** What every key begins with in the bucket, without a slash at either end; empty for the whole bucket. */
  readonly prefix: string;
  /** The URL of a server that is not Amazon's. */
  readonly endpoint?: string;
  /** Without one, the SDK looks for it where it looks for the credentials. */
  readonly region?: string;
  /** The bucket's name in the path, not in the host's name: what most servers other than Amazon's want. */
  readonly forcePathStyle: boolean;
}

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=true` (host.md, BLOBS_URL); prefix and parameters may be
 * absent. Throws an Error, whose message is for the operator, on anything it does not know.
 */
export function parseS3Url(text: string): S3Location {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "s3:" || url.host === "") throw new Error(`Not of the form s3://bucket/prefix: ${text}`);
  if (url.username || url.password) {
    throw new Error("An s3:// URL holds no credentials: they are taken from the AWS_* variables");
  }
  const { endpoint, region, forcePathStyle } = parametersOf(url);
  return {
    bucket: url.host,
    prefix: decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, ""),
    forcePathStyle: forcePathStyle === undefined ? false : flag(forcePathStyle),
    ...(endpoint !== undefined && { endpoint: httpUrl(endpoint) }),
    ...(region !== undefined && { region }),
  };
}

const PARAMETERS = ["endpoint", "region", "forcePathStyle"] as const;
type Parameter = (typeof PARAMETERS)[number];

function parametersOf(url: URL): Partial<Record<Parameter, string>> {
  const parameters: Partial<Record<Parameter, string>> = {};
  for (const [name, value] of url.searchParams) {
    const known = PARAMETERS.find((parameter) => parameter === name);
    if (!known) throw new Error(`An s3:// URL has no parameter ${name}; it may have ${PARAMETERS.join(", ")}`);
    if (parameters[known] !== undefined) throw new Error(`The s3:// URL gives ${name} twice`);
    parameters[known] = value;
  }
  return parameters;
}

function flag(text: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw new Error(`forcePathStyle is true or false, not ${text}`);
}

function httpUrl(text: string): string {
  if (URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol)) return text;
  throw new Error(`The endpoint is an http:// or https:// URL, not ${text}`);
}

/** Readers may be slow and many; each holds a connection for as long as it reads. */
const CONNECTIONS_MAX = 512;
const CONNECT_MILLISECONDS_MAX = 5_000;
/** Of silence: no byte sent and none received. */
const SILENT_MILLISECONDS_MAX = 120_000;

/**
 * A client for the location, with credentials that the SDK finds by itself (AWS_* variables, profiles, roles). Whoever
 * makes it destroys it.
 *
 * The SDK's own checksums are off: the SHA-256 of what is sent is part of the signature already, the core compares
 * digests of its own, and not every server that speaks S3 knows the newer headers.
 */
export function createS3Client(
  { endpoint, region, forcePathStyle }: Omit<S3Location, "bucket" | "prefix">,
  overrides: S3ClientConfig = {},
): S3Client {
  return new S3Client({
    forcePathStyle,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_MILLISECONDS_MAX,
      socketTimeout: SILENT_MILLISECONDS_MAX,
      httpAgent: { maxSockets: CONNECTIONS_MAX },
      httpsAgent: { maxSockets: CONNECTIONS_MAX },
    },
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...overrides,
  });
}
