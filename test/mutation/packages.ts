import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { instrumented, type Mutation, mutationsOf } from "./operators.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Sources that are mutated together, and the tests that have to notice. */
export interface MutatedPackage {
  readonly name: string;
  /** From the root of the repository, as are the tests. */
  readonly sources: string;
  /** In the order in which they run: those of the package first, which take least for each mutation. */
  readonly tests: readonly string[];
  /** In percent: a lower score fails. */
  readonly scoreMin: number;
}

export const PACKAGES: readonly MutatedPackage[] = [
  {
    name: "ledger",
    sources: "core/ledger/src/**/!(ports|index).ts",
    tests: [
      "core/ledger/test/*.test.ts",
      "test/src/invariants/ledger.property.test.ts",
      "test/src/ledger-verification.test.ts",
      "test/src/http/accounting.test.ts",
    ],
    scoreMin: 90,
  },
  {
    name: "public-access",
    sources: "core/public-access/src/**/!(ports|index).ts",
    tests: [
      "core/public-access/test/*.test.ts",
      "test/src/invariants/public-access*.test.ts",
      "test/src/public-access-verification.test.ts",
      "test/src/http/{public-access,visitors,other-readers}.test.ts",
    ],
    scoreMin: 90,
  },
  {
    name: "billing",
    sources: "core/rental/src/billing/**/!(ports|index).ts",
    tests: [
      "core/rental/test/billing/**/*.test.ts",
      "core/rental/test/money/payout*.test.ts",
      "test/src/http/{billing-runs,run-application,owner-statements,back-billing,mandate-services}.test.ts",
      "test/src/http/{charge-statements,supplier-invoices,rent-call-reminders,credit-notes,letters}.test.ts",
      "test/src/http/{initial-balances,security-deposits,successive-tenants,party-shares,former-mandants}.test.ts",
      "test/src/rental/{run-application,run-staleness,run-orders,worked-example,takeovers-and-deposits}.test.ts",
    ],
    scoreMin: 90,
  },
  {
    name: "money",
    sources: "core/rental/src/money/**/!(ports|index).ts",
    tests: [
      "core/rental/test/money/**/*.test.ts",
      "test/src/http/{bank-transactions,bank-assignments,payers,payout-exports,money-out,bank-file-import}.test.ts",
      "test/src/http/{payment-tolerance,party-shares,credit-notes,initial-balances,security-deposits}.test.ts",
      "test/src/http/{successive-tenants,former-mandants,supplier-invoices,charge-statements,letters}.test.ts",
      "test/src/rental/{money-histories,money-orders,payout-execution,bank-files,bank-histories}.test.ts",
      "test/src/rental/{money-verification,takeovers-and-deposits,transfers,daily}.test.ts",
    ],
    scoreMin: 90,
  },
];

/** A mutation of a file, with the id by which it is selected. */
export interface PlacedMutation extends Mutation {
  readonly id: number;
  /** From the root of the repository. */
  readonly file: string;
}

/** The mutations of a package, or of some of its files, numbered from 1 in the order of the files. */
export function placedMutations(
  { sources }: Pick<MutatedPackage, "sources">,
  only: readonly string[] = [],
): readonly PlacedMutation[] {
  const files = globSync(sources, { cwd: ROOT }).filter(
    (file) => !file.includes("testkit") && (only.length === 0 || only.includes(file)),
  );
  return files
    .toSorted()
    .flatMap((file) => mutationsOf(readFileSync(join(ROOT, file), "utf8")).map((mutation) => ({ ...mutation, file })))
    .map((mutation, index) => ({ ...mutation, id: index + 1 }));
}

/** Returns a file with its mutations; `null` if it has none. */
export function mutatedSource(code: string, path: string, placed: readonly PlacedMutation[]): string | null {
  const first = placed.find(({ file }) => path === join(ROOT, file));
  return first ? instrumented(code, first.id) : null;
}
