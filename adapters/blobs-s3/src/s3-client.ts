import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";

/** A bucket, its server, and the part of it that the store uses. */
export interface S3Location {
  readonly bucket: string;
  /** Prefix of every key in the bucket, without a slash at either end; empty for the whole bucket. */
  readonly prefix: string;
  /** The URL of a server other than Amazon's. */
  readonly endpoint?: string;
  /** Without it, the SDK searches it in the same places as the credentials. */
  readonly region?: string;
  /** Puts the bucket's name in the path instead of the host name, as most servers other than Amazon's require. */
  readonly forcePathStyle: boolean;
}

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=true` (host.md, BLOBS_URL); prefix and parameters are
 * optional. Throws an Error with a message for the operator if the URL is invalid or has an unknown parameter.
 */
export function parseS3Url(text: string): S3Location {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "s3:" || url.host === "") throw new Error(`Not of the form s3://bucket/prefix: ${text}`);
  if (url.username || url.password) {
    throw new Error("An s3:// URL must not contain credentials; set the AWS_* variables");
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
    if (parameters[known] !== undefined) throw new Error(`The s3:// URL has ${name} twice`);
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

/** Maximum number of connections: readers may be slow, and each holds one while it reads. */
const CONNECTIONS_MAX = 512;
const CONNECT_MILLISECONDS_MAX = 5_000;
/** Maximum time without a byte sent or received. */
const IDLE_MILLISECONDS_MAX = 120_000;

/**
 * Creates a client with the credentials that the SDK finds (AWS_* variables, profiles, roles). The caller destroys it.
 *
 * The SDK's own checksums are off: the signature already covers the SHA-256 of the body, the core compares its own
 * digests, and not every S3 server knows the newer headers.
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
      socketTimeout: IDLE_MILLISECONDS_MAX,
      httpAgent: { maxSockets: CONNECTIONS_MAX },
      httpsAgent: { maxSockets: CONNECTIONS_MAX },
    },
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...overrides,
  });
}
