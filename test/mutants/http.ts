import { type Mutant, mutantsOf } from "./mutant.ts";

const HTTP = "hosts/http/src";
const IMPLEMENT = "hosts/http/test/implement";
const READING = "hosts/http/test/reading";
const MULTIPART = "hosts/http/test/multipart";
const LIMITS = "http/rate-limit";
const WRITER = "contracts/wire/test/json-writer";
const MEMBERWISE = "core/kernel/test/memberwise";
const SHAPE = "contracts/wire/test/shape";
const ROUTER = "hosts/http/test/path-router";

/** Bugs of what stands between a request and the core. */
export const httpMutants: readonly Mutant[] = mutantsOf({
  [`${HTTP}/transport/answer.ts`]: [
    ["who leaves a download leaves its file open", "await iterator.return?.();", "", "http/large"],
    ["the log counts characters for bytes", "0 : byteLength(body);", "0 : body.length;", IMPLEMENT],
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
  [`${HTTP}/exchange/perform.ts`]: [
    [
      "fifty tokens have fifty limits",
      "countRequest(rateLimit, caller.userId, trace)",
      "countRequest(rateLimit, caller.tokenId ?? caller.userId, trace)",
      LIMITS,
    ],
    [
      "405 comes before 401",
      "const { authenticate } = arrived;",
      "boundFor(request.method, bound);\n  const { authenticate } = arrived;",
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
      "a person writes whom an embedder never mirrored",
      'asker.isStranger && operation.method !== "get"',
      'asker.isStranger && operation.method === "get"',
      "http/own-people",
    ],
    [
      "a person goes on whom an embedder deactivated",
      'if (standing === "inactive") throw notSignedIn("This person is not active");',
      "",
      "http/own-people",
    ],
    [
      "a token opens what asks for a session",
      "else if (!bySession) throw",
      "else if (!scope) throw",
      "hosts/http/test/session",
      "http/personal-tokens",
    ],
    [
      "a session is believed without its form's seal",
      '    await requireOwnForm(request.headers.get("x-csrf-token") ?? "", signedIn.secret);',
      "",
      "hosts/http/test/session",
    ],
  ],
  [`${HTTP}/exchange/exchange.ts`]: [
    ["an answer says no id", 'headers["X-Request-Id"] = requestId;', "", "http/operations", IMPLEMENT],
  ],
  [`${HTTP}/exchange/oauth-endpoint.ts`]: [
    [
      "endpoints of tokens have no limit",
      "if (addressRateLimit) countRequest(addressRateLimit, trace.visitor.network, trace);",
      "",
      LIMITS,
    ],
  ],
  [`${HTTP}/exchange/oauth-request.ts`]: [
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
    ["nobody is a caller", "if (caller) return caller;", "return caller as Caller;", "http/own-people"],
    [
      "tokens are guessed as fast as one can",
      "if (isUnknown && addressRateLimit) countRequest",
      "if (!isUnknown && addressRateLimit) countRequest",
      LIMITS,
    ],
    [
      "a token stands in the query too",
      "if (inQuery) throw malformed",
      "if (inQuery === null) throw malformed",
      "http/hostile-auth",
    ],
    [
      "a token in the query is not seen beside another one",
      "MAY_HOLD_A_TOKEN.test(request.url) &&",
      'request.url.includes("&") &&',
      "http/hostile-auth",
    ],
    ["a token in the query hides behind an escape", "(?:access_token|%)/s", "access_token/s", "http/hostile-auth"],
  ],
  [`${HTTP}/transport/pace.ts`]: [
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
    [
      "a body is read whatever its length",
      "for (let length = 0; length <= max; ) {",
      "for (let length = 0; ; ) {",
      READING,
    ],
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
  [`${HTTP}/transport/part-heads.ts`]: [
    [
      "a head takes as long as its length squared",
      "return /^content-type:(.*)$/im.exec(head)?.[1]?.trim() || null;",
      "return /^content-type:[ \\t]*(\\S.*?)[ \\t]*$/im.exec(head)?.[1] ?? null;",
      "http/costs",
    ],
    [
      "the charset that a text declares is believed",
      '(/^content-type:/i.test(line) ? line.replace(/;\\s*charset=[^;]*/gi, "") : line)',
      "line",
      MULTIPART,
    ],
    [
      "what is held back is read once it was used again",
      "pending = Buffer.from(pending.subarray(sure));",
      "pending = pending.subarray(sure);",
      MULTIPART,
    ],
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
    ["the beginning of a file is lost", "lead && lead.length < LEAD_BYTES ?", "lead && lead.length < 0 ?", MULTIPART],
    [
      "what comes behind the file is read before it",
      "if (form.fileSeen && !isRest) {",
      "if (form.fileSeen && isRest) {",
      MULTIPART,
    ],
    [
      "the parser keeps memory that is used again",
      "Buffer.from(bytes.subarray(0, told))",
      "bytes.subarray(0, told)",
      MULTIPART,
    ],
    [
      "of two files the first is taken",
      'else if (filename) addProblem(form, name, "invalid", "is sent more than once");',
      "",
      MULTIPART,
    ],
  ],
  [`${HTTP}/guards/idempotency.ts`]: [
    [
      "guesses can be held against what is stored of a body",
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
      "an answer does not say that it was given before",
      'trace.headers = { ...trace.headers, [IDEMPOTENCY_REPLAYED]: "true" };',
      "",
      "http/idempotency",
    ],
  ],
  [`${HTTP}/guards/sealing.ts`]: [
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
      "anybody says where he is",
      "if (!trusted.some((block) => isInBlock(nearest, block))) return nearest;",
      "",
      "hosts/http/test/client-address",
      "http/sign-in-pages",
    ],
    [
      "whoever comes by one proxy is whoever came by it first",
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
  [`${HTTP}/exchange/cross-origin.ts`]: [
    ["every page may ask", 'origin: origins === "*" ? origins : [...origins],', 'origin: "*",', "http/cross-origin"],
    ["pages do not see what is left of a limit", '"RateLimit",\n', "", "http/cross-origin"],
  ],
  [`${HTTP}/transport/content.ts`]: [
    [
      "uploaded bytes run",
      '"Content-Security-Policy": SANDBOXED_POLICY,',
      "",
      "hosts/http/test/content",
      "http/documents",
    ],
    ["HEAD promises bytes that are gone", "await requireStored(open, byteSize);", "", "http/hostile-files"],
    [
      "pictures of any kind are shown",
      'SHOWN_TYPES.includes(contentType) ? "inline"',
      'contentType ? "inline"',
      "hosts/http/test/content",
    ],
    [
      "a download that ends too early ends well",
      "if (result.done && missing > 0) throw",
      "if (result.done && missing < 0) throw",
      "hosts/http/test/content",
    ],
    [
      "a suffix that is too long is none",
      'if (byteSize > 0 && first === "" && Number(last) > byteSize) return { start: 0, end: byteSize - 1 };',
      "",
      "hosts/http/test/content",
    ],
    [
      "plain text is read in the reader's charset",
      "charset === null ? contentType : `${contentType}; charset=${charset}`",
      "contentType",
      "hosts/http/test/content",
      "http/documents",
    ],
    ["a name is a path", ".split(/[/\\\\]/)", '.split("\\0")', "hosts/http/test/content"],
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
  [`${HTTP}/exchange/listing.ts`]: [["there is always one page more", "page < pages", "page <= pages", READING]],
  [`${HTTP}/exchange/visitor-headers.ts`]: [
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
      "return readiness.isStopping?.()",
      "return readiness.isStopping === undefined",
      "host/stop",
    ],
    [
      "the description says no server",
      "{ ...description, servers: [{ url: baseUrl() }] }",
      "description",
      "openapi",
      "http/client",
    ],
  ],
  "contracts/wire/src/json-schema.ts": [
    [
      "optional fields are told as required",
      "isNeeded(field) || !z.object({ field }).safeParse({}).success",
      "isNeeded(field) || !field.safeParse(undefined).success",
      "http/openapi-required",
    ],
    [
      "nothing says which fields are required",
      "if (required.length > 0) jsonSchema.required = [...required];",
      "delete jsonSchema.required;",
      "http/openapi-required",
    ],
  ],
  [`${HTTP}/reference/openapi-requests.ts`]: [
    ["no body is told as required", "...(required && { required }), content:", "content:", "http/openapi-required"],
    ["parameters are told as optional", "isRequired(schema) ? { required: true } : {}", "{}", "http/openapi-required"],
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
  "hosts/node/src/response.ts": [
    ["characters of an answer are counted for bytes", "Buffer.byteLength(text)", "text.length", "http/responses"],
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
      "return objectEncoder(renamedFields(schema) ?? []);",
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
    ["a record is written as the wrong one of two", "if (error !== REFUSED) throw error;", "", WRITER],
    [
      "what a record inherits is answered",
      "if (Object.getPrototypeOf(value) !== Object.prototype) throw UNSURE;",
      "",
      WRITER,
    ],
  ],
  "core/kernel/src/records/memberwise.ts": [
    ["null is changed as everything is", "change && keepsNull ?", "change && !change ?", MEMBERWISE],
    ["null is kept where it is to be changed", "(keepsNull && value === null)", "value === null", MEMBERWISE],
    [
      "nothing is made where no text may become code",
      "if (error instanceof EvalError) return assigned(members);",
      "",
      MEMBERWISE,
    ],
    ["a member changes what an object is", 'name === "__proto__"', 'name === ""', MEMBERWISE],
  ],
  [`${HTTP}/exchange/path-router.ts`]: [
    [
      "handlers are asked in another order than they were given",
      "one.route.order - other.route.order",
      "other.route.order - one.route.order",
      ROUTER,
    ],
    ["nothing is a parameter too", 'place.parameter && segment !== ""', "place.parameter", ROUTER],
    [
      "what stands before an answer is not asked",
      "found.slice(0, answer + 1)",
      "found.slice(answer, answer + 1)",
      ROUTER,
    ],
    [
      "a path that it cannot take is taken for a word",
      "if (/[*{}?]/.test(segment)) throw",
      "if (segment === path) throw",
      ROUTER,
    ],
  ],
});
