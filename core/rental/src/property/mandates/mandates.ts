import {
  type Caller,
  type Day,
  defaultsOf,
  type FieldError,
  inputErrors,
  orNotFound,
  passageRule,
  patchOf,
  throwIfInvalid,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import { fieldError, unknownError } from "../../agency/field-rules.ts";
import { ELEMENTS_MAX, elementErrors, mergeElements } from "../estate/array-elements.ts";
import type { EstateFamily, EstateRecords, EstateSettings, WriteContext } from "../estate/estate-use-cases.ts";
import type { EstateStores } from "../ports.ts";
import type { PropertyId } from "../properties/property.ts";
import {
  type Mandate,
  type MandateChange,
  type MandateField,
  type MandateId,
  mandateRecord,
  type NewMandateInput,
} from "./mandate.ts";
import type { ListedMandate, MandateDetail } from "./mandate-detail.ts";
import type { MandateListener } from "./mandate-listener.ts";
import { type MandateService, type MandateServiceInput, mandateServiceRecord } from "./mandate-service.ts";
import { registerNumbers } from "./register.ts";
import {
  datesErrors,
  extendMandate,
  isUndeletableMandate,
  terminateMandate,
  withDates,
  withDerivedStatus,
} from "./transitions.ts";

export type MandateRecords = EstateRecords<
  Mandate,
  MandateField,
  ListedMandate,
  MandateDetail,
  MandateChange,
  NewMandateInput
>;

/**
 * Mandates. A mandate that has begun is numbered in the register and cannot be removed; only drafts can. Throws
 * `invalid_transition` for operations that the status does not allow.
 */
export interface Mandates extends MandateRecords {
  /** Extends an active or expired mandate to a day after its end, not before today. */
  extend(caller: Caller, extension: { readonly id: MandateId; readonly newEndDate: Day }): Promise<MandateDetail>;
  /** Terminates an active mandate on a day from its start on. Default: today. */
  terminate(caller: Caller, termination: Termination): Promise<MandateDetail>;
}

interface Termination {
  readonly id: MandateId;
  readonly terminationDate?: Day;
  /** Recorded in the audit trail. */
  readonly reason?: string;
}

/** Union of the fields of both inputs. */
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
    const { ownerProfileId, mandateServices = [], propertyId = null, startDate, reference } = input;
    const owner = await stores.owners.lockProfile(ownerProfileId);
    const errors = [
      ...(owner ? [] : [unknownError("ownerProfileId")]),
      ...inputErrors(mandateRecord, input),
      ...elementErrors("mandateServices", mandateServices, [], mandateServiceRecord),
      ...(await propertyErrors(stores, input)),
    ];
    const identity = { mandataireId, id, ownerId: owner?.id as Mandate["ownerId"], createdAt: now, updatedAt: now };
    const blank: Mandate = { ...defaultsOf(mandateRecord), ...identity, startDate, reference };
    const own = patchOf(mandateRecord, input);
    throwIfInvalid([...errors, ...datesErrors(blank, datesOf(own), today)]);
    const mandate = { ...withDates(blank, datesOf(own), today), ...own, propertyId };
    return withRegisterNumber(stores, withDerivedStatus(mandate, today), today);
  },

  async change(stores, mandate, input, { now, today }) {
    const { mandateServices, propertyIds } = input;
    const present = mandateServices ? await stores.mandateServices.of(mandate.id) : [];
    const own = patchOf(mandateRecord, input);
    throwIfInvalid([
      ...inputErrors(mandateRecord, input),
      ...elementErrors("mandateServices", mandateServices ?? [], present, mandateServiceRecord),
      ...(mandateServices ? await usedServiceErrors(stores, mandate.id, mandateServices, present) : []),
      ...(await propertyErrors(stores, input)),
      ...datesErrors(mandate, datesOf(own), today),
    ]);
    const { startDate: _, endDate: __, ...rest } = own;
    const propertyId = propertyIds ? (propertyIds[0] ?? null) : mandate.propertyId;
    const changed = { ...withDates(mandate, datesOf(own), today), ...rest, propertyId, updatedAt: now };
    const hadNotBegun = mandate.startDate > today;
    return hadNotBegun
      ? withRegisterNumber(stores, withDerivedStatus(changed, today), today)
      : withDerivedStatus(changed, today);
  },

  async writeRelated(stores, { record: { id }, before, input }, { newId }) {
    const { mandateServices, propertyId, propertyIds } = input as AnyInput;
    if (propertyIds || propertyId)
      await stores.mandateProperties.replace(id, propertyIds ?? [propertyId as PropertyId]);
    if (mandateServices) await replaceServices(stores, { id, isNew: before === null }, mandateServices, newId);
    return [];
  },

  isUndeletable: async ({ mandateServices }, mandate, { today }) =>
    isUndeletableMandate(mandate, today) || (await mandateServices.anyUsed(mandate.id, [])),

  async removeRelated({ mandateProperties, mandateServices }, { id }) {
    await mandateProperties.replace(id, []);
    await mandateServices.replace(id, []);
  },
};

/** Returns the dates that are present in the input. */
const datesOf = ({ startDate, endDate }: Pick<MandateChange, "startDate" | "endDate">) => ({
  ...(startDate !== undefined && { startDate }),
  ...(endDate !== undefined && { endDate }),
});

/** Returns the mandate with a register number if it has begun and has none. */
async function withRegisterNumber({ codes }: EstateStores, mandate: Mandate, today: Day): Promise<Mandate> {
  if (mandate.number !== null || mandate.startDate > today) return mandate;
  const [number = null] = await registerNumbers(codes, 1);
  return { ...mandate, number };
}

/** Returns errors of the properties. Locks them, so that they are not removed meanwhile. */
async function propertyErrors(
  { properties }: EstateStores,
  { propertyId, propertyIds }: AnyInput,
): Promise<readonly FieldError[]> {
  if (propertyId !== undefined)
    return (await properties.lockAmong([propertyId])).length === 0 ? [unknownError("propertyId")] : [];
  if (propertyIds === undefined) return [];
  if (propertyIds.length > ELEMENTS_MAX)
    return [fieldError("propertyIds", "too_long", `has more than ${ELEMENTS_MAX} elements`)];
  const existingIds = new Set(await properties.lockAmong(propertyIds));
  return propertyIds.flatMap((id, index) => {
    const at = `propertyIds[${index}]`;
    if (!existingIds.has(id)) return [unknownError(at)];
    return propertyIds.indexOf(id) < index ? [fieldError(at, "taken", "is a duplicate")] : [];
  });
}

/**
 * Returns an error if a service with events is left out, or billed to another payer or in another way: its events would
 * lose their price. Such a service is made inactive instead.
 */
async function usedServiceErrors(
  { mandateServices }: EstateStores,
  id: MandateId,
  sent: readonly MandateServiceInput[],
  present: readonly MandateService[],
): Promise<readonly FieldError[]> {
  const sentById = new Map(sent.map((service) => [service.id, service]));
  const unchanged = present.filter((before) => {
    const { billingMode = before.billingMode, target = before.target } = sentById.get(before.id) ?? {};
    return sentById.has(before.id) && billingMode === before.billingMode && target === before.target;
  });
  if (unchanged.length === present.length) return [];
  const isUsed = await mandateServices.anyUsed(
    id,
    unchanged.map((service) => service.id),
  );
  const message = "leaves out a service that has events, or changes how or to whom it is billed; make it inactive";
  return isUsed ? [fieldError("mandateServices", "invalid", message)] : [];
}

async function replaceServices(
  { mandateServices }: EstateStores,
  { id, isNew }: { readonly id: MandateId; readonly isNew: boolean },
  sent: readonly MandateServiceInput[],
  newId: WriteContext["newId"],
): Promise<void> {
  const present = isNew ? [] : await mandateServices.of(id);
  await mandateServices.replace(id, mergeElements(sent, present, mandateServiceRecord, { newId }));
}

/** Creates the operations that only mandates have. */
export function mandateCommandUseCases<Stores extends EstateStores>(
  { clock }: EstateSettings,
  listeners: readonly MandateListener<Stores>[],
): UseCases<Pick<Mandates, "extend" | "terminate">, Stores> {
  /** Applies a change to the locked mandate, stores it and returns its detail. */
  async function update(stores: Stores, id: MandateId, change: (mandate: Mandate, today: Day) => Mandate) {
    const now = clock.now();
    const today = dayInParis(now);
    const mandate = change(orNotFound(await stores.mandates.lock(id)), today);
    await stores.mandates.update({ ...mandate, updatedAt: now });
    return orNotFound(await stores.mandates.detail(id, today));
  }
  return {
    extend: write((stores, _caller, { id, newEndDate }) =>
      update(stores, id, (mandate, today) => extendMandate(mandate, newEndDate, today)),
    ),

    terminate: write(async (stores, caller, { id, terminationDate, reason = "" }) => {
      const error = passageRule.errorOf("reason", reason);
      const detail = await update(stores, id, (mandate, today) => {
        throwIfInvalid(error ? [error] : []);
        return terminateMandate(mandate, terminationDate ?? today, today);
      });
      for (const listener of listeners)
        await listener.terminated?.(stores, caller, { mandate: detail, reason: passageRule.normalize(reason) });
      return detail;
    }),
  };
}
