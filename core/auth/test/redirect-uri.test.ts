import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isSameRedirectUri,
  matchRedirectUri,
  REDIRECT_URI_BYTES_MAX,
  redirectUriError,
} from "../src/oauth/redirect-uri.ts";

describe("a redirect URI can be registered", () => {
  it.each([
    "https://example.org",
    "https://example.org/cb",
    "https://example.org:8443/cb?x=1&y=%20",
    "https://EXAMPLE.org/cb",
    "https://[2001:db8::1]/cb",
    "http://127.0.0.1/cb",
    "http://127.0.0.1:5123/cb",
    "http://127.0.0.1",
    "http://[::1]/cb",
    "http://localhost:3000/cb",
    "com.example.app:/cb",
    "com.example.app://cb/x",
    "org.example.my-app:callback",
  ])("%s", (uri) => {
    expect(redirectUriError(uri)).toBeNull();
  });
});

describe("a redirect URI is rejected at registration", () => {
  it.each([
    "",
    " ",
    "/cb",
    "example.org/cb",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "data:text/html;base64,PHNjcmlwdD4=",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://example.org/x",
    "about:blank",
    "ftp://example.org/cb",
    "urn:ietf:wg:oauth:2.0:oob",
    "myapp:/cb",
    "com.example.app:",
    ".com:/cb",
    "com..example:/cb",
    "http://example.org/cb",
    "http://127.0.0.1.evil.com/cb",
    "http://127.0.0.1@evil.com/cb",
    "http://127.0.0.2/cb",
    "http://localhost.evil.com/cb",
    "http://2130706433/cb",
    "http://0x7f.1/cb",
    "https://",
    "https:///cb",
    "https:example.org/cb",
    "https:/example.org/cb",
    "https://example.org:123456/cb",
    "https://example.org/cb#fragment",
    "https://example.org/cb#",
    "https://user@example.org/cb",
    "https://user:password@example.org/cb",
    "http://user@127.0.0.1/cb",
    "com.example.app://user@host/cb",
    "https://example.org/c b",
    "https://example.org/cb\r\nLocation: https://evil.com",
    "https://example.org\\@evil.com/cb",
    "https://example.org/\u0000",
    "https://exämple.org/cb",
    "https://example.org/%zz",
    'https://example.org/"',
    "https://example.org/<x>",
    `https://example.org/${"x".repeat(REDIRECT_URI_BYTES_MAX)}`,
  ])("%j", (uri) => {
    expect(redirectUriError(uri)).toMatchObject({ field: "redirectUris", code: "invalid" });
  });
});

describe("the requested redirect URI", () => {
  const registered = "https://example.org/cb";

  it("matches a registered one when all characters are equal", () => {
    expect(isSameRedirectUri(registered, registered)).toBe(true);
    expect(isSameRedirectUri("com.example.app:/cb", "com.example.app:/cb")).toBe(true);
  });

  it.each([
    "https://example.org/cb/",
    "https://example.org/cb?",
    "https://example.org/cb?x=1",
    "https://example.org/cb#",
    "https://example.org/cb#x",
    "https://example.org/",
    "https://example.org",
    "https://example.org//cb",
    "https://example.org/x/../cb",
    "https://example.org/./cb",
    "https://example.org/%63b",
    "https://example.org/CB",
    "https://example.org:443/cb",
    "https://EXAMPLE.org/cb",
    "HTTPS://example.org/cb",
    "http://example.org/cb",
    "https://user@example.org/cb",
    "https://example.org@evil.com/cb",
    "https://example.org.evil.com/cb",
    "https://evil.com/https://example.org/cb",
    " https://example.org/cb",
    "https://example.org/cb ",
    "https://example.org/cb\n",
    "",
  ])("does not match as %j", (requested) => {
    expect(isSameRedirectUri(requested, registered)).toBe(false);
  });

  it.each([
    ["http://127.0.0.1/cb", "http://127.0.0.1:5123/cb"],
    ["http://127.0.0.1:1/cb", "http://127.0.0.1/cb"],
    ["http://127.0.0.1:8080/cb", "http://127.0.0.1:65535/cb"],
    ["http://[::1]/cb?x=1", "http://[::1]:5123/cb?x=1"],
    ["http://127.0.0.1", "http://127.0.0.1:5123"],
    ["http://127.0.0.1?x", "http://127.0.0.1:5123?x"],
  ])("%s matches on another port: %s", (known, requested) => {
    expect(isSameRedirectUri(requested, known)).toBe(true);
  });

  it.each([
    ["http://127.0.0.1/cb", "http://127.0.0.1.evil.com/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:80@evil.com/cb"],
    ["http://127.0.0.1/cb", "http://user@127.0.0.1:5123/cb"],
    ["http://user@127.0.0.1/cb", "http://user@127.0.0.1:5123/cb"],
    ["http://user@127.0.0.1/cb", "http://other@127.0.0.1/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:5123/cb/"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:5123/CB"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:5123/cb?x=1"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:5123/cb#x"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:5123/x/../cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:5123\\cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:0/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:65536/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:5123:80/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:-1/cb"],
    ["http://127.0.0.1/cb", "http://[::1]/cb"],
    ["http://127.0.0.1/cb", "http://localhost/cb"],
    ["http://127.0.0.1/cb", "https://127.0.0.1:5123/cb"],
    ["http://127.0.0.1/cb", "HTTP://127.0.0.1:5123/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:5123"],
    ["http://127.0.0.1/cb", "http://127.1:5123/cb"],
    ["http://127.0.0.1/cb", "http://127.000.0.1:5123/cb"],
    ["http://[::1]/cb", "http://[0:0:0:0:0:0:0:1]:5123/cb"],
    ["http://localhost:3000/cb", "http://localhost:5123/cb"],
    ["https://127.0.0.1/cb", "https://127.0.0.1:5123/cb"],
    ["https://example.org/cb", "https://example.org:5123/cb"],
  ])("%s does not match %s", (known, requested) => {
    expect(isSameRedirectUri(requested, known)).toBe(false);
  });

  it("is found among all registered ones, or undefined", () => {
    const all = [registered, "http://127.0.0.1/cb"];
    expect(matchRedirectUri("http://127.0.0.1:7/cb", all)).toBe("http://127.0.0.1/cb");
    expect(matchRedirectUri("http://127.0.0.1:7/c", all)).toBeUndefined();
    expect(matchRedirectUri(registered, [])).toBeUndefined();
  });

  it("always has the registered host, path and query", () => {
    const known = "http://127.0.0.1/cb";
    const piece = fc.constantFrom("http://", "127.0.0.1", "[::1]", ":", "5123", "/cb", "@", "evil.com", "?", "#", "\\");
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join("")),
        (rest) => {
          const requested = `http://127.0.0.1${rest}`;
          if (!isSameRedirectUri(requested, known)) return;
          const { protocol, hostname, username, pathname, search, hash } = new URL(requested);
          expect([protocol, hostname, username, pathname, search, hash]).toEqual([
            "http:",
            "127.0.0.1",
            "",
            "/cb",
            "",
            "",
          ]);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
