import * as native from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { argon2OfNode } from "../src/argon2-of-node.ts";
import { createPasswordHash } from "../src/index.ts";

const passwords = createPasswordHash();

describe("a password hash", () => {
  it("is argon2id with the parameters of the specification, salted", async () => {
    const [one, other] = await Promise.all([passwords.hash("secret"), passwords.hash("secret")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]+\$[^$]+$/);
    expect(one).not.toBe(other);
    expect(passwords.isOutdated(one)).toBe(false);
  });

  it("matches only the exact password", async () => {
    const password = `é🦊\u0000${"x".repeat(100)}`;
    const phc = await passwords.hash(password);
    expect(await passwords.verify(password, phc)).toBe(true);
    for (const wrong of [`${password}x`, password.slice(0, -1), "é🦊", password.normalize("NFD"), ""]) {
      expect(await passwords.verify(wrong, phc)).toBe(false);
    }
  });

  it("of an unknown user matches no password", async () => {
    expect(await passwords.verify("", null)).toBe(false);
    expect(await passwords.verify("secret", null)).toBe(false);
  });

  it("is outdated if its cost is lower, and still matches", async () => {
    const old = await native.hash("secret", { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    expect(passwords.isOutdated(old)).toBe(true);
    expect(await passwords.verify("secret", old)).toBe(true);
  });

  it("is compatible between the native library and Node.js", async () => {
    if (!argon2OfNode) throw new Error("This Node.js has no Argon2");
    const options = { algorithm: 2, memoryCost: 4096, timeCost: 2, parallelism: 1 };
    const ofNode = await argon2OfNode.hash("é secret", options);
    const ofLibrary = await native.hash("é secret", options);
    for (const phc of [ofNode, ofLibrary]) {
      expect(phc).toMatch(/^\$argon2id\$v=19\$m=4096,t=2,p=1\$[^$=]{22}\$[^$=]{43}$/);
      for (const argon2 of [argon2OfNode, native]) {
        expect(await argon2.verify(phc, "é secret")).toBe(true);
        expect(await argon2.verify(phc, "another")).toBe(false);
        expect(argon2.parseOptions(phc)).toMatchObject(options);
      }
    }
    await expect(argon2OfNode.verify("$argon2id$v=19$m=1", "secret")).rejects.toThrow("Not a hash");
  });
});
