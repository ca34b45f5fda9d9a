/** An S3 error response. Operations throw it; the server writes it. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "S3Error";
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** The error for a feature of S3 that this server lacks, so that no test passes because a request was ignored. */
export function notImplemented(what: string): S3Error {
  return new S3Error(501, "NotImplemented", `The fake server does not implement ${what}`);
}
