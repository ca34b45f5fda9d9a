import { expect, it } from "vitest";
import { sealingUnder } from "../src/index.ts";

it("a sealed text is read again under the same secret, and under no other", async () => {
  const text = '{"scope":"read","name":"Élodie"}';
  const sealed = await sealingUnder("one secret").seal(text);
  expect(await sealingUnder("one secret").unseal(sealed)).toBe(text);
  expect(await sealingUnder("another secret").unseal(sealed)).toBeNull();
  expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("scope");
});

it("a text is sealed in another way each time, and the empty one is a text", async () => {
  const { seal, unseal } = sealingUnder("a secret");
  expect(await seal("x")).not.toBe(await seal("x"));
  expect(await unseal(await seal(""))).toBe("");
});

it("what was changed in any of its bytes, cut or made up is not opened", async () => {
  const { seal, unseal } = sealingUnder("a secret");
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
