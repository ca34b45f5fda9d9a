import { dayInParis, negate, sum } from "@cartulary/ledger";
import type { Letter } from "../../agency/printing/letter.ts";
import { euros, fileNamePart, periodInWords } from "../../agency/printing/letter-texts.ts";
import { headValues, type Sender, senderFields } from "../../agency/printing/sender.ts";
import type { ChargeStatement, TenantCharges } from "../../billing/charges/charge-statement.ts";
import type { ChargeNature } from "../../billing/charges/supplier-invoice.ts";
import { isUnderLawOf1989, type Premises, premisesLines, tenantsAt } from "../../property/leases/let-premises.ts";

/** The content of a tenant's statement of charges (décompte). */
export interface StatementLetter {
  readonly statement: ChargeStatement;
  /** One account a unit of the lease. */
  readonly accounts: readonly TenantCharges[];
  readonly agency: Sender;
  /** The owners on the last day of the lease in the period, for whom the agency writes. */
  readonly owners: readonly string[];
  readonly tenants: readonly string[];
  readonly tenantAddress: string | null;
  readonly premises: readonly Premises[];
  /** Names of the keys of the property, by id. */
  readonly keyNames: ReadonlyMap<string, string>;
}

const NATURES: Readonly<Record<ChargeNature, string>> = {
  repairs: "Entretien et réparations",
  insurance: "Assurances",
  taxes: "Taxes",
  management: "Gestion",
  co_ownership_provisions: "Charges de copropriété",
  other: "Autres charges",
};

/** Returns the letter of a tenant's statement of charges. */
export function statementLetter(letter: StatementLetter): Letter {
  const { statement, accounts, agency, owners: principals, tenants, tenantAddress, premises, keyNames } = letter;
  const { mandataireId, updatedAt: createdAt, periodFrom, periodTo } = statement;
  const reference = accounts[0]?.leaseReference ?? "";
  const addressee = tenantsAt(tenants, tenantAddress, premises);
  const balance = sum(accounts.map(({ balanceCents }) => balanceCents));
  const title = "Décompte de charges";
  return {
    ...{ templateKey: "charge_statement", mandataireId, createdAt },
    fileName: `decompte-de-charges-${fileNamePart(reference)}-${periodTo}.pdf`,
    values: {
      ...headValues(agency, { addressee, title, reference, principals, issuedOn: dayInParis(createdAt) }),
      lease: reference,
      premises: premisesLines(premises),
      period: periodInWords(periodFrom, periodTo),
      days: [...new Set(accounts.map(({ days }) => days))].join(", "),
      lines: accounts.flatMap(({ lines }) =>
        lines.map(({ chargeNature, recoverableCents, shareKeyId, shareCents }) => ({
          label: NATURES[chargeNature ?? "other"],
          total: euros(recoverableCents),
          key: (shareKeyId && keyNames.get(shareKeyId)) || "Surface ou parts égales",
          share: euros(shareCents),
        })),
      ),
      share: euros(sum(accounts.map(({ shareCents }) => shareCents))),
      provisions: euros(sum(accounts.map(({ provisionsCents }) => provisionsCents))),
      balance: euros(balance),
      is_owed: balance >= 0,
      balance_amount: euros(balance < 0 ? negate(balance) : balance),
      charges_law: isUnderLawOf1989(premises),
    },
    ...senderFields(agency),
  };
}
