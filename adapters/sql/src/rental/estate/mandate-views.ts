import type { AccountingMode, ListedMandate, MandateDetail, MandateProperty, MandateService } from "@cartulary/rental";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import { type Dialect, jsonFrom, type StoredJson } from "../../engine/dialect.ts";
import { rowsOf } from "../../engine/rows.ts";
import { jsonArray } from "./json.ts";
import type { Asked } from "./lists.ts";
import { mandateEndOn, mandateStatusOn } from "./mandate-of-day.ts";
import { mandateRows } from "./tables/mandates.ts";
import type { EstateTables } from "./tables.ts";

const ref = sql.ref;

/** In the place of `mandates`: the rows of one mandataire with what they are on a day, to be filtered and sorted by. */
export function mandatesOn({ mandataireId, today }: Asked, dialect: Dialect): RawBuilder<unknown> {
  return sql`(select mandates.*, ${mandateStatusOn(today)} as status_today, ${mandateEndOn(today, dialect)} as end_today,
    cast(mandates.number as text) as business_code
    from mandates where mandates.mandataire_id = ${mandataireId}) as mandates`;
}

/** They with the owner who gave them and the first of their properties. */
export const given = (from: QueryCreator<EstateTables>, asked: Asked, dialect: Dialect) =>
  from
    .selectFrom(mandatesOn(asked, dialect) as unknown as "mandates")
    .innerJoin("owners", (on) =>
      on.onRef("owners.mandataire_id", "=", "mandates.mandataire_id").onRef("owners.id", "=", "mandates.owner_id"),
    )
    .leftJoin("properties", (on) =>
      on
        .onRef("properties.mandataire_id", "=", "mandates.mandataire_id")
        .onRef("properties.id", "=", "mandates.property_id"),
    );

/** What a listed mandate is made of. */
export function listedMandate(dialect: Dialect) {
  return [
    ...rowsOf(mandateRows, dialect).columns("mandates"),
    ref<string>("mandates.status_today").as("status_today"),
    ref<string | null>("mandates.end_today").as("end_today"),
    ref<string | null>("mandates.business_code").as("business_code"),
    ref<string>("owners.profile_id").as("owner_profile_id"),
    ref<string>("owners.display_name").as("owner_name"),
    ref<string>("owners.accounting_code").as("owner_code"),
    ref<string | null>("properties.name").as("property_name"),
    ref<string | null>("properties.business_code").as("property_code"),
    propertiesOf(dialect).as("covered"),
  ] as const;
}

/** What the detail of a mandate has besides. */
export function detailedMandate(dialect: Dialect) {
  const modeOfMandataire = sql<AccountingMode>`(select mandataires.accounting_mode from mandataires
    where mandataires.id = mandates.mandataire_id)`;
  return [...listedMandate(dialect), modeOfMandataire.as("usual_mode"), servicesOf(dialect).as("services")] as const;
}

const propertiesOf = (dialect: Dialect): RawBuilder<StoredJson<readonly MandateProperty[]>> =>
  jsonArray(
    dialect,
    { id: ref("covered.id"), name: ref("covered.name"), businessCode: ref("covered.business_code") },
    {
      from: sql`from mandate_properties join properties as covered
        on covered.mandataire_id = mandate_properties.mandataire_id and covered.id = mandate_properties.property_id
        where mandate_properties.mandataire_id = mandates.mandataire_id and mandate_properties.mandate_id = mandates.id`,
      order: sql`mandate_properties.position`,
    },
  );

const servicesOf = (dialect: Dialect): RawBuilder<StoredJson<readonly MandateService[]>> =>
  jsonArray(
    dialect,
    {
      id: ref("mandate_services.id"),
      serviceType: ref("mandate_services.service_type"),
      label: ref("mandate_services.label"),
      billingMode: ref("mandate_services.billing_mode"),
      rate: ref("mandate_services.rate"),
      amountCents: ref("mandate_services.amount_cents"),
      calculationBase: ref("mandate_services.calculation_base"),
      frequency: ref("mandate_services.frequency"),
      triggerEvent: ref("mandate_services.trigger_event"),
      target: ref("mandate_services.target"),
      deliveryMode: ref("mandate_services.delivery_mode"),
      vatApplicable: ref("mandate_services.vat_applicable"),
      vatRate: ref("mandate_services.vat_rate"),
      priority: ref("mandate_services.priority"),
      active: ref("mandate_services.active"),
      position: ref("mandate_services.position"),
    },
    {
      from: sql`from mandate_services where mandate_services.mandataire_id = mandates.mandataire_id
        and mandate_services.mandate_id = mandates.id`,
      order: sql`mandate_services.place`,
    },
  );

/** A row of {@link listedMandate}. */
export interface ListedMandateRow extends Row<typeof mandateRows> {
  readonly status_today: ListedMandate["status"];
  readonly end_today: ListedMandate["endDate"];
  readonly business_code: string | null;
  readonly owner_profile_id: ListedMandate["ownerId"];
  readonly owner_name: string;
  readonly owner_code: string;
  readonly property_name: string | null;
  readonly property_code: string | null;
  readonly covered: StoredJson<readonly MandateProperty[]>;
}

/** A row of {@link detailedMandate}. */
export interface MandateDetailRow extends ListedMandateRow {
  readonly usual_mode: AccountingMode;
  readonly services: StoredJson<readonly MandateService[]>;
}

/** The listed mandate of a row. */
export function listedMandateFrom(dialect: Dialect, row: ListedMandateRow): ListedMandate {
  const { ownerId: ownerActorId, ...mandate } = rowsOf(mandateRows, dialect).decode(row);
  return {
    ...mandate,
    status: row.status_today,
    endDate: row.end_today,
    businessCode: row.business_code,
    ownerId: row.owner_profile_id,
    ownerActorId,
    ownerName: row.owner_name,
    ownerBusinessCode: row.owner_code,
    propertyName: row.property_name,
    propertyBusinessCode: row.property_code,
    properties: jsonFrom(row.covered),
  };
}

/** The detail of a row. */
export function mandateDetailFrom(dialect: Dialect, row: MandateDetailRow): MandateDetail {
  const mandate = listedMandateFrom(dialect, row);
  return {
    ...mandate,
    effectiveAccountingMode: mandate.accountingMode ?? row.usual_mode,
    mandateServices: jsonFrom(row.services).map((service) => ({
      ...service,
      // SQLite has no booleans, within JSON neither.
      vatApplicable: Boolean(service.vatApplicable),
      active: Boolean(service.active),
    })),
  };
}
