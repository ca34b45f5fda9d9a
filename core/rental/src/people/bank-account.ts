import type { FieldError, Id } from "@cartulary/kernel";
import { type ElementInput, type ElementRules, elementErrors } from "../estate/elements.ts";
import { aLine, anything, type FieldRule, fault, nullable } from "../estate/fields.ts";

export type BankAccountId = Id<"BankAccount">;

/** Where somebody's money goes, or comes from. */
export interface BankAccount {
  readonly id: BankAccountId;
  readonly label: string | null;
  /** Without spaces, in capitals. */
  readonly iban: string | null;
  readonly bic: string | null;
  readonly bankName: string | null;
  /** At most one of a person's is. */
  readonly isDefault: boolean;
}

/** What may be said of a bank account; with an id, of one that is there. */
export interface BankAccountInput extends ElementInput {
  readonly id?: BankAccountId;
  readonly label?: string | null;
  readonly iban?: string | null;
  readonly bic?: string | null;
  readonly bankName?: string | null;
  readonly isDefault?: boolean;
}

/** Characters of an IBAN with its spaces: 34 without. */
const IBAN_WRITTEN_MAX = 64;

const withoutSpaces = (text: string): string => text.replace(/\s/g, "").toUpperCase();

/** An IBAN of any country; kept without spaces, in capitals (ISO 13616). */
export const anIban: FieldRule<string> = {
  errorOf: (field, value) =>
    value.length <= IBAN_WRITTEN_MAX && isIban(withoutSpaces(value))
      ? null
      : fault(field, "invalid", "is not an IBAN whose check digits are right"),
  kept: withoutSpaces,
};

/** A BIC of 8 or 11 characters; kept in capitals (ISO 9362). */
export const aBic: FieldRule<string> = {
  errorOf: (field, value) =>
    /^[A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?$/.test(value) ? null : fault(field, "invalid", "is not a BIC"),
  kept: (value) => value.toUpperCase(),
};

/** What a bank account has to be. */
export const bankAccountRules: ElementRules<BankAccountInput> = {
  rules: {
    label: nullable(aLine),
    iban: nullable(anIban),
    bic: nullable(aBic),
    bankName: nullable(aLine),
    isDefault: anything(),
  },
  required: [],
};

/** What a new account is until something is said of it. */
export const blankBankAccount: Omit<BankAccount, "id"> = {
  label: null,
  iban: null,
  bic: null,
  bankName: null,
  isDefault: false,
};

/** What is wrong with the accounts that replace the present ones. */
export function bankAccountErrors(
  sent: readonly BankAccountInput[],
  present: readonly BankAccount[],
): readonly FieldError[] {
  const errors = elementErrors("bankAccounts", sent, present, bankAccountRules);
  const defaults = sent.flatMap(({ id, isDefault }, index) => {
    const before = present.find((account) => account.id === id)?.isDefault ?? false;
    return (isDefault ?? before) ? [index] : [];
  });
  const [, second] = defaults;
  if (second === undefined) return errors;
  return [...errors, fault(`bankAccounts[${second}].isDefault`, "taken", "is the default beside another one")];
}

/** ISO 13616: the first four characters last, letters as 10 to 35, one more than a multiple of 97. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  let rest = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const code = character.charCodeAt(0);
    const number = code < 65 ? code - 48 : code - 55;
    rest = (rest * (number > 9 ? 100 : 10) + number) % 97;
  }
  return rest === 1;
}
