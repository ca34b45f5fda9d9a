import { describe, expect, it } from "vitest";
import { createDigests, createSecrets, newId, systemClock } from "../src/index.ts";

const digests = createDigests();
// FIPS 180-2, appendix B.1.
const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

describe("a digest", () => {
  it("is the same of text, of its bytes, and of pieces of them", () => {
    const running = digests.startSha256();
    running.update(new Uint8Array([0x61]));
    running.update(new Uint8Array([0x62, 0x63]));
    expect([digests.sha256("abc"), digests.sha256(new Uint8Array([0x61, 0x62, 0x63])), running.hex()]).toEqual([
      ABC,
      ABC,
      ABC,
    ]);
  });

  it("is told in base64 too, and of MD5 as well", () => {
    // RFC 1321, appendix A.5.
    const [hex, base64, sha256] = [digests.startMd5(), digests.startMd5(), digests.startSha256()];
    for (const running of [hex, base64, sha256]) running.update(Buffer.from("abc"));
    expect([hex.hex(), base64.base64()]).toEqual(["900150983cd24fb0d6963f7d28e17f72", "kAFQmDzST7DWlj99KOF/cg=="]);
    expect(sha256.base64()).toBe(Buffer.from(ABC, "hex").toString("base64"));
  });

  it("is equal to itself alone", () => {
    expect(digests.equal(ABC, ABC)).toBe(true);
    expect(digests.equal(ABC, ABC.replace("b", "c"))).toBe(false);
    expect(digests.equal(ABC, ABC.slice(1))).toBe(false);
    expect(digests.equal("", "")).toBe(true);
  });
});

it("random bytes are as many as asked, and others each time", () => {
  const secrets = createSecrets();
  expect(secrets.randomBytes(32)).toHaveLength(32);
  expect(secrets.randomBytes(32)).not.toEqual(secrets.randomBytes(32));
});

it("ids are UUIDs of version 7, in the order they were made", () => {
  const ids = Array.from({ length: 1000 }, () => newId());
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([...ids].sort()).toEqual(ids);
  // The last forty bits of each are its own.
  expect(new Set(ids.map((id) => id.slice(-10))).size).toBe(ids.length);
});

it("the clock answers instants", () => {
  expect(systemClock.now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});
