import { clockContract, digestsContract, newIdContract, secretsContract } from "@cartulary/ports/kernel";
import { expect, it } from "vitest";
import { createDigests, createSecrets, newId, systemClock } from "../src/index.ts";

clockContract("The system's", { create: () => systemClock });
newIdContract("newId", { create: () => newId });
digestsContract("Node's crypto", { create: createDigests });
secretsContract("Node's crypto", { create: createSecrets });

// FIPS 180-2, appendix B.1, and RFC 1321, appendix A.5: the suite only compares with this machine's own results.
it("digests are those of the standards", () => {
  const digests = createDigests();
  expect(digests.sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const running = digests.startMd5();
  running.update(Buffer.from("abc"));
  expect(running.base64()).toBe("kAFQmDzST7DWlj99KOF/cg==");
});
