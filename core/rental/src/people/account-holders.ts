import { type Identified, type Instant, presentErrors, requireSound } from "@cartulary/kernel";
import { replacedElements } from "../estate/elements.ts";
import type { EstateFamily } from "../estate/family.ts";
import { type FieldRules, inputErrors, patchOf } from "../estate/fields.ts";
import type { ElementStore, EstateStore } from "../estate/store.ts";
import type { EstateStores } from "../ports.ts";
import {
  type BankAccount,
  type BankAccountInput,
  bankAccountErrors,
  bankAccountRules,
  blankBankAccount,
} from "./bank-account.ts";
import { type AccountKind, allottedCode, codeError, removeAccount, saveAccount } from "./codes.ts";
import { type CoordinatesInput, renamedCoordinates } from "./coordinates.ts";

/** Somebody whom the book keeps an account for. */
interface AccountHolder extends Identified {
  readonly displayName: string;
  readonly accountingCode: string;
  readonly updatedAt: Instant;
}

interface HolderInput extends CoordinatesInput {
  readonly bankAccounts?: readonly BankAccountInput[];
}

/** What tells owners from tenants. */
interface AccountHolders<Stored extends AccountHolder, Field extends string, Listed, Detail, Input> {
  readonly collection: "owners" | "tenants";
  readonly kind: AccountKind;
  readonly storeOf: (stores: EstateStores) => EstateStore<Stored, Field, Listed, Detail> & {
    /** Whether anything but the book refers to one. */
    hasDependents(id: Stored["id"]): Promise<boolean>;
  };
  readonly bankAccountsOf: (stores: EstateStores) => ElementStore<Stored["id"], BankAccount>;
  readonly rules: FieldRules<Omit<Input, "bankAccounts">>;
  /** What one is until something is said. */
  readonly blank: object;
  /** The record under the name that follows from what it says. */
  readonly named: (unnamed: Omit<Stored, "displayName">) => Stored;
}

/**
 * Families of people with an account in the book, under a code of their own: made, renamed and removed with them. Who has
 * lines in the book, or anything else that refers to him, stays.
 */
export function accountHolders<
  Stored extends AccountHolder,
  Field extends string,
  Listed,
  Detail,
  Input extends HolderInput,
>({
  collection,
  kind,
  storeOf,
  bankAccountsOf,
  rules,
  blank,
  named,
}: AccountHolders<Stored, Field, Listed, Detail, Input>): EstateFamily<
  EstateStores,
  Stored,
  Field,
  Listed,
  Detail,
  Input,
  Input & { readonly accountingCode?: string }
> {
  const patchFrom = (own: Omit<Input, "bankAccounts">) => renamedCoordinates(patchOf(rules, own) as CoordinatesInput);
  return {
    collection,
    storeOf,

    async make(stores, { accountingCode: wanted, bankAccounts = [], ...input }, id, { mandataireId, now, newId }) {
      const own = input as unknown as Omit<Input, "bankAccounts">;
      requireSound([
        ...inputErrors(rules, own),
        ...presentErrors(codeError(kind, wanted)),
        ...bankAccountErrors(bankAccounts, []),
      ]);
      const accountingCode = await allottedCode(stores, kind, wanted);
      const identity = { mandataireId, id, profileId: newId(), accountingCode, createdAt: now, updatedAt: now };
      return named({ ...blank, ...patchFrom(own), ...identity } as unknown as Omit<Stored, "displayName">);
    },

    async change(stores, record, { bankAccounts, ...input }, { now }) {
      const own = input as unknown as Omit<Input, "bankAccounts">;
      const present = bankAccounts ? await bankAccountsOf(stores).of(record.id) : [];
      requireSound([...inputErrors(rules, own), ...bankAccountErrors(bankAccounts ?? [], present)]);
      return named({ ...record, ...patchFrom(own), updatedAt: now });
    },

    async writeBeside(stores, { record, before, input: { bankAccounts } }, { newId }) {
      if (record.displayName !== before?.displayName) await saveAccount(stores, kind, record);
      if (!bankAccounts) return [];
      const present = before ? await bankAccountsOf(stores).of(record.id) : [];
      const terms = { blank: blankBankAccount, newId };
      await bankAccountsOf(stores).replace(
        record.id,
        replacedElements(bankAccounts, present, bankAccountRules.rules, terms),
      );
      return [];
    },

    isKept: (stores, { id }) => storeOf(stores).hasDependents(id),

    async removeBeside(stores, record) {
      await removeAccount(stores, record);
      await bankAccountsOf(stores).replace(record.id, []);
    },
  };
}
