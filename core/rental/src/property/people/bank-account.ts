import { type FieldError, flag, type Id, id, type RecordOf, record, text } from "@cartulary/kernel";
import { fieldError } from "../../agency/field-rules.ts";
import { bicRule, ibanRule } from "../../agency/iban.ts";
import { type ElementOf, elementErrors } from "../estate/array-elements.ts";

export type BankAccountId = Id<"BankAccount">;

/** The declaration of a bank account of an owner or a tenant. */
export const bankAccountRecord = record("bank account", {
  id: id("BankAccount", { set: "program", description: "Identifier of the bank account" }),
  label: text({ nullable: true, description: "Name that the agency gives the account" }),
  iban: text({ nullable: true, rule: ibanRule, description: "IBAN with valid check digits; stored without spaces" }),
  bic: text({ nullable: true, rule: bicRule, description: "BIC of the bank, of 8 or 11 characters" }),
  bankName: text({ nullable: true, description: "Name of the bank that keeps the account, of at most 255 characters" }),
  isDefault: flag({ default: false, description: "Whether payments use this account; at most one of a person's" }),
});

/** A bank account for payments from or to a person. */
export type BankAccount = RecordOf<typeof bankAccountRecord>;

/** A bank account in inputs. */
export type BankAccountInput = ElementOf<typeof bankAccountRecord>;

/** Returns the errors of an array that replaces the stored accounts. */
export function bankAccountErrors(
  sent: readonly BankAccountInput[],
  present: readonly BankAccount[],
): readonly FieldError[] {
  const errors = elementErrors("bankAccounts", sent, present, bankAccountRecord);
  const defaults = sent.flatMap(({ id, isDefault }, index) => {
    const before = present.find((account) => account.id === id)?.isDefault ?? false;
    return (isDefault ?? before) ? [index] : [];
  });
  const [, second] = defaults;
  if (second === undefined) return errors;
  return [...errors, fieldError(`bankAccounts[${second}].isDefault`, "taken", "can't be true for several accounts")];
}
