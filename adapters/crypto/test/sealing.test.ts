import { expect, it } from "vitest";
import { sealingUnder } from "../src/index.ts";

it("a text is decrypted with the same secret only", async () => {
  const text = '{"scope":"read","name":"Élodie"}';
  const sealed = await sealingUnder("one secret").encrypt(text);
  expect(await sealingUnder("one secret").decrypt(sealed)).toBe(text);
  expect(await sealingUnder("another secret").decrypt(sealed)).toBeNull();
  expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("scope");
});

it("encryption differs each time and accepts the empty text", async () => {
  const { encrypt: seal, decrypt: unseal } = sealingUnder("a secret");
  expect(await seal("x")).not.toBe(await seal("x"));
  expect(await unseal(await seal(""))).toBe("");
});

it("a modified, truncated or forged ciphertext is rejected", async () => {
  const { encrypt: seal, decrypt: unseal } = sealingUnder("a secret");
  const bytes = Buffer.from(await seal("a text"), "base64");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    expect(await unseal(changed.toString("base64"))).toBeNull();
  }
  for (const length of [0, 1, 27, bytes.length - 1]) {
    expect(await unseal(bytes.subarray(0, length).toString("base64"))).toBeNull();
  }
  expect(await unseal("not base64 at all")).toBeNull();
});
