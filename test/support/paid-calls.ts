import { cents } from "@cartulary/ledger";
import { type MandataireId, paidCall, type RentCallId } from "@cartulary/rental";
import type { House } from "./house.ts";

/** Writes down that so much was paid on a rent call in all, as whatever takes money in does. */
export async function payCall(
  { lasting, clock }: House,
  mandataireId: string,
  call: string,
  amount: number,
): Promise<void> {
  await lasting(mandataireId as MandataireId, async ({ rentCalls }) => {
    const [locked] = await rentCalls.lock([call as RentCallId]);
    if (!locked) throw new Error(`There is no rent call ${call}`);
    await rentCalls.update([paidCall(locked, cents(amount), clock.now())]);
  });
}
