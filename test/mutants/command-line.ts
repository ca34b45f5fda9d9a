import { type Mutant, mutantsOf } from "./mutant.ts";

const CLI = "hosts/cli/src";
const ACCOUNT = "host/account-commands";
const DOWNLOAD = "host/download-command";
const UPLOAD = "host/upload-command";
const BULK = "host/bulk-upload-command";
const CHUNKED = "host/chunked-upload-command";
const NAMES = "hosts/cli/test/local-name";
const BOTH_WAYS = "host/transfer-commands";

/** Bugs of the commands that speak to a server. */
export const commandLineMutants: readonly Mutant[] = mutantsOf({
  [`${CLI}/account/logins.ts`]: [
    [
      "a token goes to every server",
      "url === undefined || login.url === url)",
      'url === undefined || login.url !== "")',
      ACCOUNT,
    ],
  ],
  [`${CLI}/account/private-file.ts`]: [["others read the credentials", "0o600", "0o644", ACCOUNT]],
  [`${CLI}/account/server.ts`]: [
    ["a token that is none is printed", "if (TOKEN.test(token)) return token;", "if (token) return token;", ACCOUNT],
    [
      "a token goes unencrypted without a word",
      'protocol === "http:" && !LOOPBACK.test(hostname)',
      'protocol === "" && !LOOPBACK.test(hostname)',
      "hosts/cli/test/server",
      ACCOUNT,
    ],
    ["a password in a URL is fine", "!url.username && !url.password &&", "", ACCOUNT],
    ["a logout ends some token or other", "if (name === tokenName)", "if (name)", ACCOUNT],
  ],
  [`${CLI}/account/browser.ts`]: [
    ["a server opens a file", "/^https?:$/.test(new URL(url).protocol)", 'url !== ""', ACCOUNT],
  ],
  [`${CLI}/account/device-login.ts`]: [
    ["a busy server ends a login", "error.status < 500 && error.status !== 429", "error.status !== 429", ACCOUNT],
    ["a refusal is waited out", "if (isFinal(error))", "if (false)", ACCOUNT],
  ],
  [`${CLI}/account/error-messages.ts`]: [
    ["a name moves the cursor", "[\\p{Cc}\\u2028\\u2029]", "[\\u2028\\u2029]", BOTH_WAYS],
  ],
  [`${CLI}/commands/login.ts`]: [
    ["the token before lives on", "if (previous) await endToken(previous).catch(() => {});", "", ACCOUNT],
    ["a browser opens without a terminal", "if (stderr.isTTY) await", "await", ACCOUNT],
  ],
  [`${CLI}/commands/logout.ts`]: [
    [
      "a token is remembered where the server is away",
      "  await forgetLogin(url);\n  try {\n    await endToken(login);",
      "  try {\n    await endToken(login);\n    await forgetLogin(url);",
      ACCOUNT,
    ],
  ],
  [`${CLI}/commands/ls.ts`]: [
    ["a long folder ends after its first page", "if (!isTruncated) return", "return", BOTH_WAYS],
    ["documents in folders are listed at the top, too", "{ q: { documents_folder_id_null: true } }", "{}", BOTH_WAYS],
  ],
  [`${CLI}/commands/download.ts`]: [
    ["a file that is there is overwritten", "if (output === undefined) await requireFree(file);", "", BOTH_WAYS],
  ],
  [`${CLI}/transfer/local-name.ts`]: [
    [
      "a name leads out of the folder",
      ".filter((segment) => !/^\\.*$/.test(segment.trim()))",
      ".filter((segment) => segment !== null)",
      BOTH_WAYS,
    ],
    ["a name is an option", "LEADING = /^[.~-]/", "LEADING = /^[.~]/", NAMES],
    ["a name is a device", "LEADING.test(visible) || DEVICE.test(visible) ?", "LEADING.test(visible) ?", NAMES],
    ["a name is longer than file systems take", "if (remaining < 0) break;", "", NAMES],
  ],
  [`${CLI}/transfer/part-file.ts`]: [
    ["another file is written to", "&& (await identityOf(handle)) === identity", "", DOWNLOAD],
    ["a part with a second name is written to", "stats.nlink === 1 &&", "", DOWNLOAD],
    ["a part is of any content", "earlier.sha256 === document.sha256", "earlier.sha256", DOWNLOAD],
    ["a wrong part is gone on with", "await rm(part, { force: true });", "", DOWNLOAD],
    ["a file that came meanwhile is overwritten", "overwrite ? rename", "overwrite !== null ? rename", DOWNLOAD],
  ],
  [`${CLI}/commands/upload.ts`]: [
    ["files of a merge have no place", "bulk.merge_to_pdf ? { position } : each.fields", "each.fields", BULK],
    ["a bulk upload that ended is gone on with", "  await states.remove(bulkKey(request));\n", "", BULK],
    ["more files go together than the server takes", "BULK_FILES_MAX = 100", "BULK_FILES_MAX = 101", BULK],
    ["a file that is named twice is sent once", "seen.set(path, count + 1);", "", UPLOAD],
    [
      "a command that ended is gone on with",
      "for (const { key } of outgoing) await transfer.states.remove(key);",
      "",
      UPLOAD,
    ],
  ],
  [`${CLI}/transfer/outgoing-file.ts`]: [
    ["nothing is gone on with", "state?.fields === written ? state : {", "{", UPLOAD],
    ["a resumed file goes to its former folder", "state?.fields === written ? state", "state ? state", UPLOAD],
  ],
  [`${CLI}/transfer/send-whole-file.ts`]: [
    [
      "the digest of an upload is not compared",
      "reply.sha256 === digest) return reply;",
      "digest) return reply;",
      UPLOAD,
    ],
    ["a file that changed stays the old one", 'codeOf(error) !== "idempotency_key_reused"', "error !== null", UPLOAD],
  ],
  [`${CLI}/transfer/retry.ts`]: [
    ["a busy server gets no second request", "TEMPORARY.includes(error.status) ||", "", UPLOAD],
    [
      "the command does not wait for the assembly of a file",
      "(tries >= TRIES && !isAssembling(error))",
      "tries >= TRIES",
      CHUNKED,
    ],
    ["a broken connection is the end", "hasReplied && networkCode(error) !== null", "false", UPLOAD],
  ],
  [`${CLI}/transfer/bulk.ts`]: [
    [
      "each command makes a bulk upload of its own",
      'if (earlier && earlier.status !== "failed") return earlier;',
      "",
      BULK,
    ],
  ],
  [`${CLI}/transfer/send-file.ts`]: [
    ["the document of a merge is there before the merge", "fields.position === undefined ?", "id ?", BULK],
    ["a large file goes in one request", "CHUNKED_BYTES_MIN = 8 *", "CHUNKED_BYTES_MIN = 80 *", CHUNKED],
  ],
  [`${CLI}/transfer/chunked-file.ts`]: [
    ["chunks are sent one after the other", "CONCURRENT_CHUNKS = 4", "CONCURRENT_CHUNKS = 1", CHUNKED],
    ["a chunk that is there is sent again", "if (!isMissing(number)) return;", "", CHUNKED],
    ["chunks that the server does not name are not sent", "|| (!isWhole && number > last)", "", CHUNKED],
    ["a chunk has no digest", '"content-digest": `', '"x-digest": `', CHUNKED],
    [
      "the assembled file's digest is not compared",
      "completeChunkedUpload({ id, checksum })",
      "completeChunkedUpload({ id, checksum: checksum && null })",
      CHUNKED,
    ],
    ["a file that changes during its upload is completed", "await throwIfChanged(file);", "", CHUNKED],
    ["a cancelled upload is resumed", '"completed"];', '"completed", "cancelled"];', CHUNKED],
    [
      "a session that is gone ends it",
      "error.status === 404) return null;",
      "error.status === 410) return null;",
      CHUNKED,
    ],
    [
      "each command has a session of its own",
      "{ ...(await resumeStateOf(transfer, outgoing)), uploadId:",
      "{ ...(await resumeStateOf(transfer, outgoing)), uploadId: null && ",
      CHUNKED,
    ],
  ],
  [`${CLI}/transfer/resumable-download.ts`]: [
    ["another content's rest is taken", 'headers.get("etag") !== etagOf(document) ||', "", DOWNLOAD],
    [
      "a server that sends nothing is retried without end",
      "empty = offset > before ? 0 : empty + 1;",
      "empty = 0;",
      DOWNLOAD,
    ],
  ],
  [`${CLI}/transfer/save-download.ts`]: [
    [
      "the digest of a download is not compared",
      "if (digest !== sha256)",
      "if (digest === sha256.toUpperCase())",
      DOWNLOAD,
    ],
    ["a part may be longer than the file", "if (size > byteSize) await handle.truncate();", "", DOWNLOAD],
  ],
});
