import type { House } from "./application-fixture.ts";
import { expectStatus } from "./refusals.ts";
import type { Reply } from "./send-request.ts";
import type { Agent } from "./worked-example.ts";

/** The answer to a request with bank transactions. */
interface IngestionBody {
  readonly received: number;
  readonly created: number;
  readonly duplicates: number;
  readonly unmatched: readonly string[];
}

/** The bank of a mandataire: a program that brings what moved on its account. */
export interface Bank {
  ask(transactions: readonly object[]): Promise<Reply<IngestionBody>>;
  /** Brings transactions, of which each is inbound and of today unless it says otherwise. */
  bring(...transactions: readonly object[]): Promise<IngestionBody>;
  /** The same bank, sending to another host of the same database. */
  at(house: House): Bank;
}

/** A bank that speaks for a mandataire of a house. */
export async function bankOf(house: House, { id }: Pick<Agent, "id">): Promise<Bank> {
  const json = { name: "The bank", area: "portal", mandataire_id: id };
  const made = await house.admin.ask<{ key: string }>("POST", "/api/v1/connectors", { json });
  return bankAt(house, { "x-connector-key": expectStatus(made, 201).key });
}

function bankAt(house: House, headers: Readonly<Record<string, string>>): Bank {
  const ask = (transactions: readonly object[]) =>
    house.ask<IngestionBody>("POST", "/portal/v1/bank_transactions", { headers, json: { transactions } });
  const usual = () => ({ booked_on: house.clock.now().slice(0, 10), direction: "inbound", currency: "EUR" });
  return {
    ask,
    at: (other) => bankAt(other, headers),
    bring: async (...transactions) =>
      expectStatus(await ask(transactions.map((each) => ({ ...usual(), ...each }))), 200),
  };
}

/** The entries of a mandataire as they are jotted down, in the order of their numbers. */
export async function entriesOf({ found }: Agent, query: Record<string, string> = {}): Promise<readonly string[]> {
  // biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
  type Body = any;
  const entries: Body[] = await found("/accounting_entries", { per_page: "100", sort: "created_at", ...query });
  const whole: Body[] = [];
  for (const { id } of entries) whole.push(await found(`/accounting_entries/${id}`));
  return whole
    .map(({ reference, accountingDate, lines }) =>
      [
        `${reference} ${accountingDate}:`,
        ...lines.map(({ accountCode, auxiliaryCode, debit, credit, letteringCode, letteringStatus }: Body) =>
          [
            accountCode,
            auxiliaryCode,
            debit === "0.00" ? `C ${credit}` : `D ${debit}`,
            letteringCode ?? (letteringStatus === "partial" ? "partial" : null),
          ]
            .filter(Boolean)
            .join(" "),
        ),
      ].join(" / "),
    )
    .toSorted();
}
