import { emailAddressError } from "@cartulary/directory";
import { line } from "@cartulary/kernel";
import { aLine, type FieldRule, type FieldRules, fault, nullable } from "../estate/fields.ts";
import { isSiret } from "./siret.ts";

/** How somebody is reached, as inputs name it. */
export interface CoordinatesInput {
  readonly emailAddress?: string | null;
  readonly phoneNumber?: string | null;
}

/** An e-mail address. An empty one is none. */
export const anEmailAddress: FieldRule<string> = {
  errorOf: (field, value) =>
    aLine.errorOf(field, value) ?? (line(value) === "" ? null : emailAddressError(field, value)),
  kept: line,
};

/** Fourteen digits of which the last are right. */
export const aSiret: FieldRule<string> = {
  errorOf: (field, value) =>
    isSiret(value) ? null : fault(field, "invalid", "is not a SIRET: fourteen digits, the last a check"),
  kept: (value) => value,
};

/** What coordinates have to be. */
export const coordinateRules: FieldRules<CoordinatesInput> = {
  emailAddress: nullable(anEmailAddress),
  phoneNumber: nullable(aLine),
};

/** The same under the names of records: `email`, `phone`. */
export function renamedCoordinates<Patch extends CoordinatesInput>({
  emailAddress,
  phoneNumber,
  ...others
}: Patch): Omit<Patch, keyof CoordinatesInput> & { readonly email?: string | null; readonly phone?: string | null } {
  return {
    ...others,
    ...(emailAddress !== undefined && { email: emailAddress }),
    ...(phoneNumber !== undefined && { phone: phoneNumber }),
  };
}
