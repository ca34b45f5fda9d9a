import {
  type Caller,
  type Day,
  existing,
  type FieldError,
  requireSound,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import { ELEMENTS_MAX, elementErrors, replacedElements } from "../estate/elements.ts";
import type { EstateFamily, EstateRecords, EstateSettings, Occasion } from "../estate/family.ts";
import { aPassage, fault, inputErrors, patchOf, unknownError } from "../estate/fields.ts";
import type { EstateStores } from "../ports.ts";
import type { PropertyId } from "../properties/property.ts";
import {
  blankMandate,
  type Mandate,
  type MandateChange,
  type MandateField,
  type MandateId,
  mandateRules,
  type NewMandateInput,
} from "./mandate.ts";
import type { ListedMandate, MandateDetail } from "./mandate-detail.ts";
import type { MandateListener } from "./mandate-listener.ts";
import { blankMandateService, type MandateServiceInput, mandateServiceRules } from "./mandate-service.ts";
import { registerNumbers } from "./register.ts";
import { datesErrors, extended, isKeptMandate, settled, terminated, withDates } from "./transitions.ts";

/** What mandates have in common with all that is recorded. */
export type MandateRecords = EstateRecords<
  Mandate,
  MandateField,
  ListedMandate,
  MandateDetail,
  MandateChange,
  NewMandateInput
>;

/**
 * Mandates. What has begun stands in the register under a number, and stays: a draft alone can be removed. What a mandate
 * does not allow any more, or not yet, is `invalid_transition`.
 */
export interface Mandates extends MandateRecords {
  /** Of an active or expired one: until a day after its end, and not before today. */
  extend(caller: Caller, extension: { readonly id: MandateId; readonly newEndDate: Day }): Promise<MandateDetail>;
  /** Of an active one: on a day from its start on; today when none is named. */
  terminate(caller: Caller, termination: Termination): Promise<MandateDetail>;
}

/** What ends a mandate. */
interface Termination {
  readonly id: MandateId;
  readonly terminationDate?: Day;
  /** For the trail. */
  readonly reason?: string;
}

/** What both inputs may say. */
type AnyInput = Partial<NewMandateInput> & MandateChange;

export const mandates: EstateFamily<
  EstateStores,
  Mandate,
  MandateField,
  ListedMandate,
  MandateDetail,
  MandateChange,
  NewMandateInput
> = {
  collection: "mandates",
  storeOf: ({ mandates }) => mandates,

  async make(stores, input, id, { mandataireId, now, today }) {
    const { ownerProfileId, mandateServices = [], ...fields } = input;
    const owner = await stores.owners.lockProfile(ownerProfileId);
    const errors = [
      ...(owner ? [] : [unknownError("ownerProfileId")]),
      ...inputErrors(mandateRules, ownOf(fields)),
      ...elementErrors("mandateServices", mandateServices, [], mandateServiceRules),
      ...(await propertyErrors(stores, fields)),
    ];
    const identity = { mandataireId, id, ownerId: owner?.id as Mandate["ownerId"], createdAt: now, updatedAt: now };
    const { startDate, reference } = input;
    const blank: Mandate = { ...blankMandate, ...identity, startDate, reference };
    const own = patchOf(mandateRules, ownOf(fields));
    requireSound([...errors, ...datesErrors(blank, datesOf(own), today)]);
    const made = { ...withDates(blank, datesOf(own), today), ...own, propertyId: fields.propertyId ?? null };
    return registered(stores, settled(made, today), today);
  },

  async change(stores, mandate, input, { now, today }) {
    const { mandateServices, propertyIds } = input;
    const present = mandateServices ? await stores.mandateServices.of(mandate.id) : [];
    const own = patchOf(mandateRules, ownOf(input));
    requireSound([
      ...inputErrors(mandateRules, ownOf(input)),
      ...elementErrors("mandateServices", mandateServices ?? [], present, mandateServiceRules),
      ...(await propertyErrors(stores, input)),
      ...datesErrors(mandate, datesOf(own), today),
    ]);
    const { startDate: _, endDate: __, ...others } = own;
    const propertyId = propertyIds ? (propertyIds[0] ?? null) : mandate.propertyId;
    const changed = { ...withDates(mandate, datesOf(own), today), ...others, propertyId, updatedAt: now };
    const isEarlier = mandate.startDate > today;
    return isEarlier ? registered(stores, settled(changed, today), today) : settled(changed, today);
  },

  async writeBeside(stores, { record: { id }, before, input }, { newId }) {
    const { mandateServices, propertyId, propertyIds } = input as AnyInput;
    if (propertyIds || propertyId)
      await stores.mandateProperties.replace(id, propertyIds ?? [propertyId as PropertyId]);
    if (mandateServices) await replaceServices(stores, { id, isNew: before === null }, mandateServices, newId);
    return [];
  },

  isKept: async (_stores, mandate, { today }) => isKeptMandate(mandate, today),

  async removeBeside({ mandateProperties, mandateServices }, { id }) {
    await mandateProperties.replace(id, []);
    await mandateServices.replace(id, []);
  },
};

/** A mandate's own fields of an input. */
function ownOf({ mandateServices: _, propertyIds: __, propertyId: ___, ...own }: AnyInput) {
  const { ownerProfileId: ____, ...fields } = own;
  return fields;
}

/** The days of an input; an absent one is not among them. */
const datesOf = ({ startDate, endDate }: MandateChange) => ({
  ...(startDate !== undefined && { startDate }),
  ...(endDate !== undefined && { endDate }),
});

/** The mandate with a number where it has begun and has none. */
async function registered({ codes }: EstateStores, mandate: Mandate, today: Day): Promise<Mandate> {
  if (mandate.number !== null || mandate.startDate > today) return mandate;
  const [number = null] = await registerNumbers(codes, 1);
  return { ...mandate, number };
}

/** The properties are locked, so that they stay. */
async function propertyErrors(
  { properties }: EstateStores,
  { propertyId, propertyIds }: AnyInput,
): Promise<readonly FieldError[]> {
  if (propertyId !== undefined)
    return (await properties.lockAmong([propertyId])).length === 0 ? [unknownError("propertyId")] : [];
  if (propertyIds === undefined) return [];
  if (propertyIds.length > ELEMENTS_MAX)
    return [fault("propertyIds", "too_long", `has more than ${ELEMENTS_MAX} elements`)];
  const known = new Set(await properties.lockAmong(propertyIds));
  return propertyIds.flatMap((id, index) => {
    const at = `propertyIds[${index}]`;
    if (!known.has(id)) return [unknownError(at)];
    return propertyIds.indexOf(id) < index ? [fault(at, "taken", "stands twice")] : [];
  });
}

async function replaceServices(
  { mandateServices }: EstateStores,
  { id, isNew }: { readonly id: MandateId; readonly isNew: boolean },
  sent: readonly MandateServiceInput[],
  newId: Occasion["newId"],
): Promise<void> {
  const present = isNew ? [] : await mandateServices.of(id);
  const terms = { blank: blankMandateService, newId };
  await mandateServices.replace(id, replacedElements(sent, present, mandateServiceRules.rules, terms));
}

/** The operations that only mandates have. */
export function mandateDoors<Stores extends EstateStores>(
  { clock }: EstateSettings,
  listeners: readonly MandateListener<Stores>[],
): UseCases<Pick<Mandates, "extend" | "terminate">, Stores> {
  /** Writes what a door makes of a mandate, and answers it. */
  async function through(stores: Stores, id: MandateId, door: (mandate: Mandate, today: Day) => Mandate) {
    const now = clock.now();
    const today = dayInParis(now);
    const mandate = door(existing(await stores.mandates.lock(id)), today);
    await stores.mandates.update({ ...mandate, updatedAt: now });
    return existing(await stores.mandates.detail(id, today));
  }
  return {
    extend: write((stores, _caller, { id, newEndDate }) =>
      through(stores, id, (mandate, today) => extended(mandate, newEndDate, today)),
    ),

    terminate: write(async (stores, caller, { id, terminationDate, reason = "" }) => {
      const error = aPassage.errorOf("reason", reason);
      const detail = await through(stores, id, (mandate, today) => {
        requireSound(error ? [error] : []);
        return terminated(mandate, terminationDate ?? today, today);
      });
      for (const listener of listeners)
        await listener.terminated?.(stores, caller, { mandate: detail, reason: aPassage.kept(reason) });
      return detail;
    }),
  };
}
