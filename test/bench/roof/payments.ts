import type { Row } from "./database.ts";
import type { RoofList } from "./list.ts";

/** The page of what pays calls of the mandataire `$1` whole, the latest first: `$2` payments from `$3` on. */
const PAGE = `select id, reference, amount_cents, currency, payment_date, payment_method, direction, status, lease_reference,
    lease_id, bank_account_id, tenant_name, updated_at,
    (select count(*) from payments where mandataire_id = $1 and status = 'allocated') as total
  from payments where mandataire_id = $1 and status = 'allocated'
  order by payment_date desc, id desc limit $2 offset $3`;

/** The page of allocated payments, by hand. */
export const paymentList: RoofList = {
  rows: (ask, mandataireId, { perPage, offset }) => ask(PAGE, mandataireId, perPage, offset),
  shown: (rows) => rows.map(shownPayment),
};

const EUROS = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" });

function shownPayment(row: Row): object {
  const cents = Number(row.amount_cents);
  return {
    id: row.id,
    reference: row.reference,
    amountCents: cents,
    currency: row.currency,
    amount: { cents, currency: "EUR", formatted: EUROS.format(cents / 100) },
    paymentDate: row.payment_date,
    paymentMethod: row.payment_method,
    direction: row.direction,
    status: row.status,
    leaseReference: row.lease_reference,
    leaseId: row.lease_id,
    bankAccountId: row.bank_account_id,
    tenantName: row.tenant_name,
    updatedAt: new Date(row.updated_at as number).toISOString(),
  };
}
