import type { Day } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { isManaged } from "../../src/billing/service-events/service-events.ts";

type Mandated = Parameters<typeof isManaged>[0];
type Owned = Parameters<typeof isManaged>[1];

const mandate = (...propertyIds: readonly string[]) => ({ mandate: { ownerId: "alice" }, propertyIds }) as never;
const unit = (unitId: string, propertyId: string) => ({ unitId, propertyId });
const owned = (unitId: string, ownerId: string, validFrom: string | null = null, validTo: string | null = null) => ({
  ...{ unitId, ownerId, validFrom, validTo },
});

const managed = (found: Mandated, units: readonly object[], ownerships: readonly object[]) =>
  isManaged(found, { units, ownerships, day: "2026-03-10" as Day } as unknown as Owned);

describe("A lease whose tenant pays an event", () => {
  const [flat, shop] = [unit("flat", "lilas"), unit("shop", "port")];

  it.each<[string, Mandated, readonly object[], readonly object[], boolean]>([
    ["its unit is the owner's", mandate(), [flat], [owned("flat", "alice")], true],
    ["its unit is another owner's", mandate(), [flat], [owned("flat", "bruno")], false],
    [
      "one of its units is the owner's",
      mandate(),
      [flat, shop],
      [owned("flat", "bruno"), owned("shop", "alice")],
      true,
    ],
    ["the owner has another unit", mandate(), [flat], [owned("flat", "bruno"), owned("shop", "alice")], false],
    ["it has no units", mandate(), [], [owned("flat", "alice")], false],
    ["its unit is in a property of the mandate", mandate("port", "lilas"), [flat], [owned("flat", "alice")], true],
    ["its unit is in another property", mandate("port"), [flat], [owned("flat", "alice")], false],
    ["the owner has bought the unit", mandate(), [flat], [owned("flat", "alice", "2026-03-10")], true],
    ["the owner buys the unit later", mandate(), [flat], [owned("flat", "alice", "2026-03-11")], false],
    ["the owner sells the unit later", mandate(), [flat], [owned("flat", "alice", null, "2026-03-10")], true],
    ["the owner has sold the unit", mandate(), [flat], [owned("flat", "alice", null, "2026-03-09")], false],
  ])("is of the mandate or not: %s", (_where, found, units, ownerships, expected) => {
    expect(managed(found, units, ownerships)).toBe(expected);
  });
});
