import { expect, it } from "vitest";
import { isUnencrypted } from "../src/account/server.ts";

it.each([
  ["http://localhost:3000", false],
  ["http://app.localhost", false],
  ["http://127.1.2.3", false],
  ["http://0x7f.1", false],
  ["http://[::1]:80", false],
  ["http://[::ffff:127.0.0.1]", false],
  ["https://archive.example.org", false],
  ["http://127.0.0.1.example.org", true],
  ["http://localhost.example.org", true],
  ["http://192.168.1.2", true],
  ["http://[2001:db8::1]", true],
])("traffic to %s can be read by others: %s", (url, expected) => {
  expect(isUnencrypted(url)).toBe(expected);
});
