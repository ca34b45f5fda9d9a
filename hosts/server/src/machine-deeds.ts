import { auditEvent, type Deed } from "@cartulary/audit";
import type { Container } from "inversify";
import { tokens } from "./tokens.ts";

/** Writes into the trail what somebody at the machine is about to do, where no caller is known. */
export async function recordMachineDeed(container: Container, deed: Deed): Promise<void> {
  const { transact } = await container.getAsync(tokens.database);
  const event = auditEvent(container.get(tokens.machine), { userId: null }, deed);
  await transact.write(({ audit }) => audit.record(event));
}
