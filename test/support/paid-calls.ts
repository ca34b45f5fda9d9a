import { cents } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import { type RentCallId, withPaidAmount } from "@cartulary/rental/billing";
import type { House } from "./application-fixture.ts";

/** Sets the total paid amount of a rent call, as the receipt of money does. */
export async function payCall(
  { longWrite, clock }: House,
  mandataireId: string,
  call: string,
  amount: number,
): Promise<void> {
  await longWrite(mandataireId as MandataireId, async ({ rentCalls }) => {
    const [locked] = await rentCalls.lock([call as RentCallId]);
    if (!locked) throw new Error(`There is no rent call ${call}`);
    await rentCalls.update([withPaidAmount(locked, cents(amount), clock.now())]);
  });
}
