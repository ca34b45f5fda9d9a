import type { Migration } from "../../../engine/migration.ts";

/** The columns of back billing. Terms of before leave the days that were billed as they are (effects.md 6). */
export const backBillingMigration: Migration = {
  name: "2027-08-10 rental: back billing",
  up: ({ types, booleanLiteral }) => [
    `alter table billing_run_lines add column adjustment ${types.boolean} not null default ${booleanLiteral(false)}`,
    `alter table billing_run_lines add column basis ${types.json}`,
    `alter table lease_terms add column reaches_back ${types.boolean} not null default ${booleanLiteral(false)}`,
  ],
};
