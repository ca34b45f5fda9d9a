/** An answer that is an error of S3: thrown anywhere below the server, written out by it. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "S3Refusal";
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** What S3 has and the stand-in has not: said aloud, so that no test leans on silence. */
export function notImplemented(what: string): S3Refusal {
  return new S3Refusal(501, "NotImplemented", `The stand-in does not implement ${what}`);
}
