import { publicAccessStoreContract } from "./public-access-store-contract.ts";
import type { PublicAccessHarness } from "./public-access-stores.ts";
import { publicAccessWalkContract } from "./public-access-walk-contract.ts";

/** Contract of public access stores. An adapter's whole test is a call to this. */
export function publicAccessContract(name: string, harness: PublicAccessHarness): void {
  publicAccessStoreContract(name, harness);
  publicAccessWalkContract(name, harness);
}
