import type { AccountStore, Auxiliary } from "@cartulary/ledger";
import type { CodeStore } from "../estate/store.ts";
import { codesBehind } from "../people/codes.ts";

/** Codes that are asked about ahead, when the counter comes to them. */
const CODES_AHEAD = 1_000;

/** Counters and codes of the book, asked about many at once; what is saved of them is put by. */
export interface KnownCodes {
  readonly accounts: Pick<AccountStore, "auxiliaries" | "saveAuxiliary">;
  readonly codes: Pick<CodeStore, "lock" | "set" | "retired">;
  /** Asks about codes that rows bring along, before the rows do one by one. */
  foresee(codes: readonly string[]): Promise<void>;
  /** Saves the accounts that were put by. */
  save(): Promise<void>;
  /** Writes how far the counters have come. */
  keep(): Promise<void>;
}

export function knownCodes({
  accounts,
  codes,
}: {
  readonly accounts: AccountStore;
  readonly codes: CodeStore;
}): KnownCodes {
  const known = new Map<string, Auxiliary | null>();
  const retired = new Map<string, boolean>();
  const counters = new Map<string, number>();
  const saved = new Map<string, Auxiliary>();

  async function foresee(asked: readonly string[]): Promise<void> {
    const unknown = asked.filter((code) => !known.has(code));
    if (unknown.length === 0) return;
    const found = new Map((await accounts.auxiliaries(unknown)).map((auxiliary) => [auxiliary.code, auxiliary]));
    const gone = new Set(await codes.retired(unknown));
    for (const code of unknown) {
      known.set(code, found.get(code) ?? null);
      retired.set(code, gone.has(code));
    }
  }

  const ahead = async (asked: readonly string[]) => {
    if (asked.every((code) => known.has(code))) return;
    await foresee([...asked, ...codesBehind(asked.at(-1) ?? "", CODES_AHEAD)]);
  };

  return {
    foresee,
    accounts: {
      async auxiliaries(asked: readonly string[]) {
        await ahead(asked);
        return asked.flatMap((code) => known.get(code) ?? []);
      },
      async saveAuxiliary(auxiliary: Auxiliary) {
        known.set(auxiliary.code, auxiliary);
        saved.set(auxiliary.code, auxiliary);
      },
    },
    codes: {
      async lock(kind: string) {
        const last = counters.get(kind) ?? (await codes.lock(kind));
        counters.set(kind, last);
        return last;
      },
      set: async (kind: string, last: number) => void counters.set(kind, last),
      async retired(asked: readonly string[]) {
        await ahead(asked);
        return asked.filter((code) => retired.get(code));
      },
    },
    async save() {
      if (saved.size > 0) await accounts.saveAuxiliaries([...saved.values()]);
      saved.clear();
    },
    async keep() {
      for (const [kind, last] of counters) await codes.set(kind, last);
    },
  };
}
