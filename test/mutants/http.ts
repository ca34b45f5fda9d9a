import { type Mutant, mutantsOf } from "./mutant.ts";

const HTTP = "hosts/http/src";
const IMPLEMENT = "hosts/http/test/implement";
const READING = "hosts/http/test/reading";
const MULTIPART = "hosts/http/test/multipart";
const LIMITS = "http/rate-limit";
const WRITER = "contracts/wire/test/json-writer";
const MAPPER = "core/kernel/test/object-mapper";
const SHAPE = "contracts/wire/test/shape";

/** Bugs of the layers between a request and the core. */
export const httpMutants: readonly Mutant[] = mutantsOf({
  [`${HTTP}/transport/answer.ts`]: [
    ["who leaves a download leaves its file open", "await iterator.return?.();", "", "http/large"],
    ["the log counts characters for bytes", "0 : bytesOf(body);", "0 : body.length;", IMPLEMENT],
    ["answers may be stored", '"Cache-Control": "no-store",', "", "http/operations", IMPLEMENT],
    ["browsers guess at types", '"X-Content-Type-Options": "nosniff" }', " }", "http/operations", IMPLEMENT],
    ["browsers leave https", 'if (publicUrl?.startsWith("https:"))', "if (publicUrl === null)", "http/sign-in-pages"],
    ["a 503 does not say when to ask again", "if (status === 503)", "if (status === 0)", IMPLEMENT],
  ],
  [`${HTTP}/pages/serve-pages.ts`]: [
    [
      "pages of a session are not counted",
      "if (signedIn && rateLimit) countRequest(rateLimit, signedIn.session.caller.userId, trace);",
      "",
      LIMITS,
    ],
  ],
  [`${HTTP}/requests/handle-request.ts`]: [
    [
      "a session is believed without its form's seal",
      '    await requireCsrfToken(request.headers.get("x-csrf-token") ?? "", signedIn.secret);',
      "",
      "hosts/http/test/session",
    ],
    [
      "a person writes whom an embedder never mirrored",
      'isStranger && operation.method !== "get"',
      'isStranger && operation.method === "get"',
      "http/own-people",
    ],
  ],
  [`${HTTP}/requests/authenticate-request.ts`]: [
    [
      "fifty tokens have fifty limits",
      "countRequest(rateLimit, caller.userId, trace)",
      "countRequest(rateLimit, caller.tokenId ?? caller.userId, trace)",
      LIMITS,
    ],
    [
      "405 comes before 401",
      "const { authenticate } = arrived;",
      "selectOperation(request.method, bound);\n  const { authenticate } = arrived;",
      "http/operations",
    ],
    [
      "the scope is not looked at",
      'if (scope !== "session") requireScope(caller, scope);',
      'if (scope !== "session") void scope;',
      "http/operations",
    ],
    ["the role is not looked at", "if (role) requireRole(caller, role);", "", "http/operations"],
    [
      "a user whom an embedder deactivated still has access",
      'if (status === "inactive") throw notSignedIn("This user is not active");',
      "",
      "http/own-people",
    ],
    [
      "a token opens an operation that requires a session",
      "else if (!bySession) throw",
      "else if (!scope) throw",
      "hosts/http/test/session",
      "http/personal-tokens",
    ],
  ],
  [`${HTTP}/requests/respond.ts`]: [
    ["an answer says no id", 'headers["X-Request-Id"] = requestId;', "", "http/operations", IMPLEMENT],
  ],
  [`${HTTP}/requests/oauth-endpoint.ts`]: [
    [
      "endpoints of tokens have no limit",
      "if (addressRateLimit) countRequest(addressRateLimit, trace.requestSource.network, trace);",
      "",
      LIMITS,
    ],
  ],
  [`${HTTP}/requests/oauth-request.ts`]: [
    ["secrets stand in the query", "if (leaked) throw", "if (leaked === null) throw", READING, "http/hostile-auth"],
    [
      "a parameter comes twice",
      'if (new Set(names).size < names.length) throw oauthError("invalid_request", "A parameter is given more than once");',
      "",
      READING,
      "http/hostile-oauth",
    ],
  ],
  [`${HTTP}/guards/authenticate.ts`]: [
    [
      "credentials of an embedder seal nothing",
      "return GUESSABLE.test(header) ? null : (BEARER.exec(header)?.[1] ?? header);",
      "return null;",
      "http/own-people",
    ],
    [
      "a request without a user has a caller",
      "if (caller) return caller;",
      "return caller as Caller;",
      "http/own-people",
    ],
    [
      "tokens are guessed as fast as one can",
      "if (isUnknown && addressRateLimit) countRequest",
      "if (!isUnknown && addressRateLimit) countRequest",
      LIMITS,
    ],
    [
      "a token in the query authenticates too",
      "if (inQuery) throw malformed",
      "if (inQuery === null) throw malformed",
      "http/hostile-auth",
    ],
    [
      "a token in the query is ignored without another parameter",
      "MAY_HOLD_A_TOKEN.test(request.url) &&",
      'request.url.includes("&") &&',
      "http/hostile-auth",
    ],
    ["a token in the query hides behind an escape", "(?:access_token|%)/s", "access_token/s", "http/hostile-auth"],
  ],
  [`${HTTP}/transport/body-timeouts.ts`]: [
    ["a body comes a byte at a time for ever", "wholeMs - waitedMs;", "wholeMs;", READING],
    [
      "a file comes a byte at a time for ever",
      "Math.min(silenceMs, wholeMs + (bytes * 1000) / fileBytesPerSecondMin - waitedMs)",
      "silenceMs",
      MULTIPART,
      "http/sockets",
    ],
    ["the connection of a slow body stays", ', { Connection: "close" });', ");", "http/sockets", READING],
  ],
  [`${HTTP}/transport/body.ts`]: [
    ["a body of any length is read", "for (let length = 0; length <= max; ) {", "for (let length = 0; ; ) {", READING],
    ["a body that says that it is too long is read", "if (length > max) throw tooLong(max);", "", READING],
    ["JSON of any depth is parsed", "if (levels > JSON_LEVELS_MAX) throw", "if (bytes === null) throw", READING],
    [
      "JSON of any number of lists is parsed",
      "if (parts > JSON_PARTS_MAX) throw",
      "if (bytes === null) throw",
      READING,
    ],
    [
      "JSON of any type is taken",
      'if (mediaTypeOf(request) !== "application/json") throw',
      "if (!request) throw",
      READING,
    ],
  ],
  [`${HTTP}/transport/multipart-part-headers.ts`]: [
    [
      "a head takes as long as its length squared",
      "return /^content-type:(.*)$/im.exec(head)?.[1]?.trim() || null;",
      "return /^content-type:[ \\t]*(\\S.*?)[ \\t]*$/im.exec(head)?.[1] ?? null;",
      "http/costs.long",
    ],
    [
      "what is held back is read once it was used again",
      "pending = Buffer.from(pending);",
      "pending = pending.subarray(0);",
      MULTIPART,
    ],
    [
      "a form without its last delimiter is whole",
      'if (state !== "closed") throw',
      'if (state === "closed" && pending.length < 0) throw',
      MULTIPART,
    ],
    ["escapes stay in a file's name", '.replace(/\\\\(["\\\\])/g, "$1")', "", MULTIPART],
    ["control characters break a head", "byte >= 0x20 || byte === 0x09", "byte >= 0x00 || byte === 0x09", MULTIPART],
  ],
  [`${HTTP}/transport/multipart.ts`]: [
    [
      "texts that are no UTF-8 are guessed",
      "{ fatal: true, ignoreBOM: true }",
      "{ fatal: false, ignoreBOM: true }",
      MULTIPART,
    ],
    [
      "a file is a byte too long",
      "if (size > form.fileBytesMax) throw",
      "if (size > form.fileBytesMax + 1) throw",
      MULTIPART,
    ],
    [
      "a form that breaks off is whole",
      "await form.rest;\n      requireUnbroken(form);",
      "await form.rest;",
      MULTIPART,
    ],
    ["any number of parts is read", "counts[what] > max", "counts[what] < 0", MULTIPART],
    [
      "what comes behind the file is read before it",
      "if (form.file && !isRest) return;",
      "if (form.file && isRest) return;",
      MULTIPART,
    ],
    [
      "the parser keeps memory that is used again",
      "Buffer.from(bytes.subarray(0, FIELD_BYTES_MAX - text.byteSize))",
      "bytes.subarray(0, FIELD_BYTES_MAX - text.byteSize)",
      MULTIPART,
    ],
    [
      "of two files the first is taken",
      'else if (form.file) addProblem(form, name, "invalid", "is sent more than once");',
      "",
      MULTIPART,
    ],
  ],
  [`${HTTP}/guards/idempotency.ts`]: [
    [
      "guesses can be compared with the stored digest of a body",
      "await sha256(canonicalJson([key, sent ?? {}]))",
      "await sha256(canonicalJson(sent ?? {}))",
      "http/idempotency",
    ],
    ["a key is stored as it was sent", "key: await sha256(key),", "key,", "http/idempotency"],
    [
      "the order of fields makes another request",
      "canonicalJson([key, sent ?? {}])",
      "JSON.stringify([key, sent ?? {}])",
      "http/idempotency",
    ],
    [
      "an answer does not say that it is a replay",
      'trace.headers = { ...trace.headers, [IDEMPOTENCY_REPLAYED]: "true" };',
      "",
      "http/idempotency",
    ],
  ],
  [`${HTTP}/guards/reply-cipher.ts`]: [
    [
      "another token reads the secret",
      "await keyOf(secret), bytes.subarray(NONCE_BYTES))",
      'await keyOf("x"), bytes.subarray(NONCE_BYTES))',
      "http/idempotency",
    ],
  ],
  [`${HTTP}/guards/token-bucket.ts`]: [
    [
      "a bucket holds any number",
      "Math.min(burst * REQUEST, level + Math.max(0, now - at) * perMinute)",
      "level + Math.max(0, now - at) * perMinute",
      "hosts/http/test/token-bucket",
    ],
    ["a clock that goes back takes out", "Math.max(0, now - at)", "(now - at)", "hosts/http/test/token-bucket"],
  ],
  [`${HTTP}/guards/rate-limit.ts`]: [
    [
      "who still has to wait is forgotten",
      ".level === full) buckets.delete(key)",
      ".level >= 0) buckets.delete(key)",
      "hosts/http/test/rate-limit",
    ],
  ],
  [`${HTTP}/transport/client-address.ts`]: [
    [
      "every client can forge its address",
      "if (!trusted.some((block) => isInBlock(nearest, block))) return nearest;",
      "",
      "hosts/http/test/client-address",
      "http/sign-in-pages",
    ],
    [
      "all clients of a proxy have the first one's address",
      "`${socket} ${forwarded}`",
      "socket",
      "hosts/http/test/client-address",
    ],
  ],
  [`${HTTP}/transport/ip-address.ts`]: [
    [
      "each address of a network is another one",
      "return `${first}:${second}:${third}:${fourth}::/64`;",
      "return writeIpAddress(address);",
      "hosts/http/test/client-address",
      "http/sign-in-pages",
    ],
    [
      "an address that wraps another is another one",
      "|| !base.isIPv4MappedAddress()",
      "|| prefix >= 96",
      "hosts/http/test/client-address",
    ],
  ],
  [`${HTTP}/requests/cross-origin.ts`]: [
    ["every page may ask", 'origin: origins === "*" ? origins : [...origins],', 'origin: "*",', "http/cross-origin"],
    ["pages cannot read the remaining limit", '"RateLimit",\n', "", "http/cross-origin"],
  ],
  [`${HTTP}/transport/download.ts`]: [
    [
      "uploaded bytes run",
      '"Content-Security-Policy": SANDBOXED_POLICY,',
      "",
      "hosts/http/test/download",
      "http/documents",
    ],
    ["HEAD promises bytes that are gone", "await requireStored(open, byteSize);", "", "http/hostile-files"],
    [
      "pictures of any kind are shown",
      'SHOWN_TYPES.includes(contentType) ? "inline"',
      'contentType ? "inline"',
      "hosts/http/test/download",
    ],
    [
      "a download that ends too early ends well",
      "if (result.done && missing > 0) throw",
      "if (result.done && missing < 0) throw",
      "hosts/http/test/download",
    ],
    [
      "a suffix that is too long is none",
      'if (byteSize > 0 && first === "" && Number(last) > byteSize) return { start: 0, end: byteSize - 1 };',
      "",
      "hosts/http/test/download",
    ],
    [
      "plain text is read in the reader's charset",
      "charset === null ? contentType : `${contentType}; charset=${charset}`",
      "contentType",
      "hosts/http/test/download",
      "http/documents",
    ],
    ["a name is a path", ".split(/[/\\\\]/)", '.split("\\0")', "hosts/http/test/download"],
  ],
  [`${HTTP}/transport/errors.ts`]: [
    ["fields are named as they are inside", "snakeName(own) + below", "own + below", "hosts/http/test/errors"],
    ["a challenge does not say which scope", ', error="${code}", scope="${scope}"`', "`", "http/operations"],
  ],
  [`${HTTP}/transport/negotiation.ts`]: [
    [
      "what is liked least is sent",
      "other.quality - one.quality",
      "one.quality - other.quality",
      "hosts/http/test/negotiation",
    ],
  ],
  [`${HTTP}/requests/listing.ts`]: [["there is always one page more", "page < pages", "page <= pages", READING]],
  [`${HTTP}/requests/public-headers.ts`]: [
    ["what is public is found by search engines", '"X-Robots-Tag": "noindex",', "", "http/visitors"],
    [
      "what was cut is shown from a cache",
      '"Cache-Control": "no-cache",',
      '"Cache-Control": "max-age=60",',
      "http/visitors",
    ],
  ],
  [`${HTTP}/host-api.ts`]: [
    ["a part that hangs holds the answer", "SILENCE_MAX = 1800", "SILENCE_MAX = 15_000", "hosts/http/test/host-api"],
    [
      "a host that stops says that it is ready",
      "return readiness.isShuttingDown?.()",
      "return readiness.isShuttingDown === undefined",
      "host/stop",
    ],
    [
      "the description is of an empty application",
      "createDescription(() => mountedOperations(app), baseUrl)",
      "createDescription(() => [], baseUrl)",
      "http/openapi-required.long",
      "http/mounting",
    ],
  ],
  "contracts/wire/src/json-schema.ts": [
    [
      "optional fields are described as required",
      "isRequiredByOperation(field) || !z.object({ field }).safeParse({}).success",
      "isRequiredByOperation(field) || !field.safeParse(undefined).success",
      "http/openapi-required.long",
    ],
    [
      "nothing says which fields are required",
      "if (required.length > 0) jsonSchema.required = [...required];",
      "delete jsonSchema.required;",
      "http/openapi-required.long",
    ],
  ],
  [`${HTTP}/reference/openapi-requests.ts`]: [
    [
      "no body is described as required",
      "...(required && { required }), content:",
      "content:",
      "http/openapi-required.long",
    ],
    [
      "required parameters are described as optional",
      "...(isRequired(schema) && { required: true }),",
      "",
      "http/openapi-required.long",
    ],
  ],
  "contracts/wire/src/shape.ts": [
    ["a text of a path is taken for what its schema refuses", "|| !format.pattern.test(text)", "", SHAPE],
    [
      "a text of a path stays as it was sent",
      "format.changes.reduce((changed, { tx }) => tx(changed), text)",
      "text",
      SHAPE,
    ],
    ["what is missing is taken for optional", "if (isOptional && !(theirs in sent))", "if (!(theirs in sent))", SHAPE],
    ["a list is taken for an object", " || Array.isArray(sent)) return null;", ") return null;", SHAPE],
  ],
  "contracts/wire/src/formats.ts": [
    [
      "a check is left out that refuses",
      "changes.length === checks.length ?",
      "changes.length <= checks.length ?",
      WRITER,
    ],
  ],
  "contracts/wire/src/json-writer.ts": [
    [
      "records are answered with all that they have",
      "return objectEncoder(wireFieldsOf(schema) ?? []);",
      "return encodeOpaque;",
      WRITER,
    ],
    ["a text that is none is answered", 'if (typeof value === "string") return value;', "return value;", WRITER],
    ["what is no id is answered as one", "|| !pattern.test(value)", "", WRITER],
    ["an id is answered in capitals", "if (tx(value) !== value) throw UNSURE;", "tx(value);", WRITER],
    [
      "what must be there is null",
      'if (def.type === "nullable" && !def.checks?.length) {',
      "if (!isOptional(schema)) {",
      WRITER,
    ],
    ["a record is written as the wrong one of two", "if (error !== REJECTED) throw error;", "", WRITER],
    [
      "what a record inherits is answered",
      "if (Object.getPrototypeOf(value) !== Object.prototype) throw UNSURE;",
      "",
      WRITER,
    ],
  ],
  "core/kernel/src/records/object-mapper.ts": [
    ["null is not converted", "(mapsNull && value === null)", "value === null", MAPPER],
    ["null is changed as everything is", "change === null || (mapsNull && value === null)", "change === null", MAPPER],
    ["a field changes what an object is", 'name === "__proto__"', 'name === ""', MAPPER],
  ],
});
