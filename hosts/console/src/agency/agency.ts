import type { Area } from "../frame/definitions.ts";
import { accountActions, accountPages } from "./accounts.ts";
import { bankFileImport } from "./bank-file.ts";
import { chargeStatements } from "./charge-statements.ts";
import { dashboard } from "./dashboard.ts";
import { securityDeposits } from "./deposits.ts";
import { recordDownloads } from "./download.ts";
import { leases, mandates, properties } from "./estate.ts";
import { incidents } from "./incidents.ts";
import { letterActions, letterPages } from "./letters.ts";
import { moneyActions, moneyPages } from "./money.ts";
import { payoutActions, payoutPages } from "./payouts.ts";
import { owners, serviceProviders, tenants } from "./people.ts";
import { rentCalls } from "./rent-calls.ts";
import { resourceArea } from "./resource-pages.ts";
import { runActions } from "./run-actions.ts";
import { runPages } from "./runs.ts";
import { supplierInvoices } from "./supplier-invoices.ts";

const resources: readonly Area[] = [
  ...[properties, owners, tenants, leases, mandates, incidents],
  ...[rentCalls, securityDeposits, chargeStatements, supplierInvoices, serviceProviders],
].map(resourceArea);

/** The pages of the agency. Actions come first: the path of a detail would match `create`. */
export const agencyAreas: readonly Area[] = [
  {
    pages: [],
    actions: [
      ...resources.flatMap(({ actions }) => actions),
      ...[...runActions, ...letterActions, ...moneyActions, ...payoutActions, ...accountActions],
    ],
  },
  {
    pages: [
      dashboard,
      ...resources.flatMap(({ pages }) => pages),
      ...[...runPages, ...letterPages, ...moneyPages, ...payoutPages, ...accountPages, ...recordDownloads],
    ],
    actions: [],
    streams: [bankFileImport],
  },
];
