import type { SharedTexts } from "./field-text.ts";

const ARRAYS = {
  gliPolicies: "Insurances against unpaid rent; in a body they replace all of them, at most 1,000",
  breakDates: "Days on which the lease may be left early; in a body they replace all of them, at most 1,000",
  franchisePeriods: "Times in which less rent is paid; in a body they replace all of them, at most 1,000",
  cappingRules: "Rules that limit the rent; in a body they replace all of them, at most 1,000",
  supportMeasures:
    "Measures agreed to help the tenant, information only; in a body they replace all of them, at most 1,000",
} as const;
const ADDRESS = ["UnitAddress", "UnitOwnAddress", "UnitOwnAddressInput"];
const OWNERSHIPS = ["UnitOwner", "UnitOwnership", "UnitOwnershipPast", "OwnerOwnership"];
const ELEMENTS = [
  "GliPolicyInput",
  "BreakDateInput",
  "FranchisePeriodInput",
  "CappingRuleInput",
  "SupportMeasureInput",
];
const PEOPLE = ["Owner", "OwnerCreate", "OwnerInput", "Tenant", "TenantCreate", "TenantInput"];

/** Texts of properties, units, owners, tenants, mandates and leases that their declarations do not have. */
export const estateTexts: readonly SharedTexts[] = [
  {
    of: ["ListedProperty", "Property", "PropertyCreate", "PropertyInput", "Entrance"],
    texts: {
      unitsCount: "Number of units it has",
      activeLeaseCount: "Number of units with an active lease today",
      occupiedCount: "Number of units that are let today",
      vacantCount: "Number of units that stand empty today",
      totalSurface: "Living area of all units, in square metres; null when unknown",
      occupancyRate: "Let units out of all, in percent from 0 to 100; null without units",
      shareKeys: "Keys by which charges are shared; in a body they replace all of them, at most 1,000",
      entrances: "Ways into the property; in a body they replace all of them, at most 1,000",
      units: "Its units, in order of their identifiers",
    },
  },
  {
    of: ["ShareKey"],
    texts: {
      activeVersionsCount: "Number of versions in force: 1, because keys have no versions",
      historicalVersionsCount: "Number of versions no longer in force: 0, because keys have no versions",
    },
  },
  {
    of: ["ShareKeyInput", "EntranceInput", "BankAccountInput", "MandateServiceInput", ...ELEMENTS],
    texts: { id: "The present element to change; absent to add a new one" },
  },
  {
    of: ["ListedUnit", "Unit", "UnitCreate", "UnitInput"],
    texts: {
      allocations: "How many shares of each key the unit has; in a body they replace all of them",
      address: "Where the unit is: its own address, or that of its entrance or property; null when unknown",
      owners: "Who owns the unit today",
      activeLease: "The active lease of the unit; null when it is not let",
      entranceName: "Name of the entrance by which it is reached; null for none",
      ownAddress: "Address of the unit itself; null when it has that of its entrance or property",
      propertyName: "Name of the property that the unit belongs to",
      ownerships: "Who owns the unit today, with shares",
      ownershipHistory: "Who owned the unit before, with shares",
      sharesComplete: "True when today's shares add up to the whole",
      totalSharePercent: "Sum of today's shares, in percent",
      leases: "All leases of the unit, the latest first",
    },
  },
  {
    of: ["UnitAllocation", "UnitAllocationInput"],
    texts: {
      shareKeyId: "The key by which charges are shared",
      shareKeyName: "Name of that key",
      shares: {
        description: "Number of shares of the unit, from 0 to 1,000,000,000",
        minimum: 0,
        maximum: 1_000_000_000,
      },
    },
  },
  {
    of: ADDRESS,
    texts: {
      line1: "Number and street, of at most 255 characters; null when unknown",
      line2: "Building or staircase, of at most 255 characters; null for none",
      line3: "Floor or door, of at most 255 characters; null for none",
      postalCode: "Postal code of the place, such as 69003; null when unknown",
      city: "Town of the address, of at most 255 characters; null when unknown",
      origin: "Where the address is from: own (the unit), entrance or property",
      formatted: "The address on one line; null when unknown",
      source: "Where the address is from, as a word; null when unknown",
    },
  },
  {
    of: OWNERSHIPS,
    texts: {
      name: "Full name of the owner",
      shareRatio: "The share as a number from 0 to 1, with six decimal places",
      sharePercent: "The share in percent, from 0 to 100",
      acquisitionType: "How the owner came by it, as a word; null when unknown",
    },
  },
  {
    of: ["UnitActiveLease", "UnitLease", "TenantLease", "OwnerMandate", "LeaseUnitRef"],
    texts: {
      reference: "Reference in the agency's books",
      status: "Status as of today: draft, active, ended and the like",
      leaseUnitId: "The unit as part of that lease, by identifier",
      leaseType: "Type of the lease, as a word of the law it follows",
      identifier: "Identifier of the unit within its property, such as A12",
      units: "Units of the lease, each with its property",
      securityDepositId: "The security deposit; null without one",
      mandateType: "Type of the mandate, as a word",
    },
  },
  {
    of: ["ServiceProvider", "ServiceProviderInput"],
    texts: { bankAccounts: "Bank accounts of the provider; in a body they replace all of them, at most 1,000" },
  },
  {
    of: PEOPLE,
    texts: {
      name: "First and last name, or the name of the company",
      contactType: "Whether it is a person or a company; null when unknown",
      subType: "Legal form or civil title, as a word; null when unknown",
      code: "Auxiliary account in the books, such as PRO0001 or LOC0001; null before the first entry",
      accountingCode: {
        description: "Auxiliary account to use in the books; the next free one by default",
        maxLength: 64,
      },
      bankAccounts: "Bank accounts; in a body they replace all of them, at most 1,000",
      ownerships: "What the owner owns today",
      properties: "The properties in which the owner owns units",
      mandates: "The mandates of the owner",
      leases: "The leases of the tenant, the latest first",
      rentCalls: "The latest rent calls of the tenant",
      payments: "The latest payments of the tenant",
    },
  },
  {
    of: ["OwnerProperty", "MandateProperty"],
    texts: {
      name: "Name of the property",
      propertyType: "Kind of property, as a word",
      address: "Street of the property; null when unknown",
      city: "Town of the property; null when unknown",
      unitsOwned: "Number of its units that the owner owns, wholly or in part",
      businessCode: "Code of the property in the agency; null without one",
    },
  },
  {
    of: ["ListedMandate", "Mandate", "MandateCreate", "MandateInput"],
    texts: {
      ownerId: "Profile of the owner, as owner_profile_id takes it; null when unknown",
      ownerActorId: "The owner, by identifier; null when unknown",
      ownerProfileId: "Profile of the owner who gives the mandate",
      businessCode: "Code of the mandate in the agency; null without one",
      ownerBusinessCode: "Code of the owner in the agency; null without one",
      propertyBusinessCode: "Code of the property in the agency; null without one",
      properties: "The properties under the mandate",
      propertyId: "The property under the mandate; all of the owner's when absent",
      propertyIds: "The properties under the mandate from now on",
      effectiveAccountingMode: "When the owner is credited: cash (at collection) or accrual (when rent is called)",
      mandateServices: "Services beside management; in a body they replace all of them, at most 1,000",
    },
  },
  {
    of: ["MandateExtend"],
    texts: { newEndDate: "The new last day, later than the present one" },
  },
  {
    of: ["IndexValuesInput"],
    texts: { indexValues: "Values to store; one of the same index and quarter is replaced" },
  },
  {
    of: ["ListedLease", "Lease", "LeaseCreate", "LeaseInput", "LeaseCreateAttributes", "LeaseAttributes"],
    texts: {
      status: "Status of the lease; a change must be one of the allowed transitions",
      monthlyRent: "Rent of all units today, charges included; null without a term",
      units: "Its units: today's in an answer; those to let, with their rents, in a body",
      lease: "The lease itself; its arrays and units stand beside it",
      term: "When the first term begins and ends, and its month of revision",
      tenantId: "The main tenant; null without one",
      unitIds: "Units to let without rents yet; send them or units",
      leaseUnits: "Changes of units that the lease has already",
      initialBalance: "What the tenant owed at takeover, negative when the tenant was ahead; null for nothing",
      effectiveBillingCalendar: "How billing periods start: its own rule, or that of the mandate or the agency",
      effectiveBillingCycleMonth: "Month in which billing cycles start, from 1 to 12",
      renewalNoticeDate: "Latest day to announce that the lease is not renewed; null without an end",
      securityDeposit: "The security deposit agreed; null for none",
      terms: "Its rents over time, the earliest first",
      parties: "Tenants, guarantors, occupants and payers",
      revisionIndicator: "The next revision of its rent; null when it follows no index",
      revisions: "Revisions applied so far, the latest first",
      ...ARRAYS,
    },
  },
  {
    of: ["LeaseInputUnit", "LeaseInputLeaseUnit"],
    texts: { id: "The unit, by identifier; leaseUnits take that of the unit within the lease as well" },
  },
  {
    of: ["LeaseUnit"],
    texts: {
      unitId: "The unit of the estate that is let",
      identifier: "Identifier of the unit within its property, such as A12",
      areaSqm: "Living area, in square metres; null when unknown",
      chargeProvisionVatApplicable: "True when VAT is added to the charges",
    },
  },
  {
    of: ["LeaseDetailTerm"],
    texts: {
      baseRent: "Monthly rent of all units without charges",
      chargeProvision: "Monthly provision for charges of all units",
      totalMonthly: "Monthly rent and charges of all units",
    },
  },
  {
    of: ["LeaseDetailParty", "LeaseParty", "LeasePartyCreate", "LeasePartyInput"],
    texts: {
      partyableType: "Kind of person: a tenant, a contact or a household member; null when unknown",
      partyableId: "That person, by identifier; null when unknown",
      name: "Full name of the party; null when unknown",
      email: "E-mail address of the party; null when unknown",
      householdMember: "A member of the household without a record of their own; in a body, one to create",
      leaseId: "The lease that the party belongs to",
    },
  },
  {
    of: ["LeaseRevisionIndicator", "NextPublicationInfo"],
    texts: {
      indexCode: "Index that the rent follows, such as IRL; null for none",
      revisionDue: "True when a revision can be applied today",
      lastRevisionDate: "Day of the latest revision; null before the first one",
      estimatedIncrease: "Expected change of the rent, in percent; null when the index is not published",
      revisionMonth: "Month of revision, from 1 to 12; null without one",
      indexAvailable: "True when the index of the next revision is stored here",
      latestPeriod: "Latest stored quarter of the index, such as 2026-Q1; null for none",
      nextPublicationInfo: "When the missing value is published; null when none is missing",
      period: "Quarter of the missing value, such as 2026-Q2",
      expectedDate: "Day on which INSEE is expected to publish it; null when unknown",
    },
  },
  {
    of: ["LeaseRevision", "LeaseRevisionLine", "LeaseRevisionInput"],
    texts: {
      revisionDate: "First day of the new rents",
      effectiveFrom: "First day of the new rents; today by default",
      indexCode: "Index that was applied, such as IRL; null for several",
      indexCodes: "Every index that was applied",
      multiIndex: "True when the units follow several indices",
      referencePeriod: "Quarter of the old value of the index; null for several",
      revisionPeriod: "Quarter of the new value of the index; null for several",
      referenceValue: "Old value of the index; null for several",
      revisionValue: "New value of the index; null for several",
      effectiveRatio: "New rent divided by old rent, with six decimal places; null without an old rent",
      oldRent: "Monthly rent of all units before",
      newRent: "Monthly rent of all units from then on",
      increasePercent: "Change of the rent, in percent; negative for a decrease; null without an old rent",
      lines: "The revision unit by unit",
      leaseUnitId: "The unit within the lease, by identifier",
      unitIdentifier: "Identifier of the unit within its property, such as A12",
      oldCents: "Yearly rent of the unit before, in cents",
      newCents: "Yearly rent of the unit from then on, in cents",
    },
  },
  {
    of: ["GliPolicy", "BreakDate", "CappingRule"],
    texts: {
      premium: "Price of the insurance; null when unknown",
      status: "Status today",
      expiringSoon: "True when the insurance ends soon",
      daysUntilBreak: "Number of days until the lease may be left; null once past",
      noticePeriodStarted: "True when notice must be given from now on",
      referenceAmount: "Reference rent of the rule; null for none",
    },
  },
  {
    of: ["LeaseNotice"],
    texts: {
      noticeDate: "Day on which notice was given",
      endDate: "Last day of the lease; null or absent for the end of the notice period",
    },
  },
  {
    of: ["LeaseTerm", "LeaseTermCreate", "LeaseTermInput", "LeaseUnitTerm", "LeaseUnitTermInput"],
    texts: {
      leaseId: "The lease that the term belongs to",
      leaseUnitId: "The unit within the lease, by identifier",
      leaseUnitTerms: "Rent and charges of each unit; in a body, units left out keep those of the term before",
      annualAmountCents: "Yearly rent of the unit without charges and VAT, in cents",
    },
  },
];
