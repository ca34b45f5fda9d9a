import * as native from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { argon2OfNode } from "../src/argon2-of-node.ts";
import { createGate } from "../src/gate.ts";
import { createPasswordHash } from "../src/index.ts";

const passwords = createPasswordHash();

describe("a password hash", () => {
  it("is argon2id with the parameters of the specification, salted", async () => {
    const [one, other] = await Promise.all([passwords.hash("secret"), passwords.hash("secret")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]+\$[^$]+$/);
    expect(one).not.toBe(other);
    expect(passwords.isOutdated(one)).toBe(false);
  });

  it("matches its password to the last bit", async () => {
    const password = `é🦊\u0000${"x".repeat(100)}`;
    const phc = await passwords.hash(password);
    expect(await passwords.verify(password, phc)).toBe(true);
    for (const wrong of [`${password}x`, password.slice(0, -1), "é🦊", password.normalize("NFD"), ""]) {
      expect(await passwords.verify(wrong, phc)).toBe(false);
    }
  });

  it("of an unknown person matches no password", async () => {
    expect(await passwords.verify("", null)).toBe(false);
    expect(await passwords.verify("secret", null)).toBe(false);
  });

  it("is outdated when it was made with less, and still matches", async () => {
    const old = await native.hash("secret", { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    expect(passwords.isOutdated(old)).toBe(true);
    expect(await passwords.verify("secret", old)).toBe(true);
  });

  it("is read alike by the native library and by Node.js, which stands in for it", async () => {
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

describe("the gate before the hashes", () => {
  it("lets so many wait, and refuses one more at once", async () => {
    const gate = createGate(2, 3);
    const done = Promise.withResolvers<void>();
    const welcome = Array.from({ length: 5 }, () => gate(() => done.promise));
    const refused = { kind: "unavailable", code: "temporarily_unavailable", retryAfterSeconds: 1 };
    await expect(gate(() => done.promise)).rejects.toMatchObject(refused);
    done.resolve();
    await Promise.all(welcome);
    await gate(async () => undefined);
  });

  it("lets in two at a time, in the order they came, whatever becomes of those before", async () => {
    const gate = createGate(2, 50);
    const entered: number[] = [];
    let inside = 0;
    let most = 0;
    const work = (turn: number) =>
      gate(async () => {
        entered.push(turn);
        inside += 1;
        most = Math.max(most, inside);
        await Promise.resolve();
        inside -= 1;
        if (turn % 3 === 0) throw new Error("broken");
        return turn;
      });
    const turns = Array.from({ length: 20 }, (_, turn) => turn);
    const outcomes = await Promise.allSettled(turns.map(work));
    expect(most).toBe(2);
    expect(entered).toEqual(turns);
    expect(outcomes.map(({ status }) => status)).toEqual(
      turns.map((turn) => (turn % 3 === 0 ? "rejected" : "fulfilled")),
    );
  });
});
