import { readdir } from "node:fs/promises";
import { fillAgency, fillArchive, type Highlight } from "@cartulary/cli";
import { type Client, createClient } from "@cartulary/client";
import { RENTAL_BASE } from "@cartulary/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse } from "../../support/application-fixture.ts";
import { startCartulary, temporaryFolder, until } from "../../support/cartulary-process.ts";
import { databases } from "../../support/databases.ts";
import { slow } from "../../support/runs.ts";

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly content_type: string;
  readonly versions_count: number;
  readonly folder: { readonly name: string } | null;
  readonly workspace: { readonly label: string } | null;
  readonly domain: { readonly name: string } | null;
  readonly document_type: { readonly name: string } | null;
  readonly classification_code: string | null;
  readonly tags: readonly string[];
}

describe("The demonstration's archive", () => {
  let house: House;
  let client: Client;
  let highlights: readonly Highlight[];
  const reports: string[] = [];

  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    const fetch = async (url: string | URL | Request, request?: RequestInit) =>
      house.app.fetch(new Request(url, request));
    client = createClient({ baseUrl: "http://house.test", token: await house.admin.token(), fetch });
    const report = (what: string) => reports.push(what);
    highlights = [
      ...(await fillArchive(client, report)),
      ...(await fillAgency(client, { year: 2026, pause: house.work }, report)),
    ];
  });
  afterAll(() => house.close());

  async function all(): Promise<readonly Shown[]> {
    return (await house.admin.ask<readonly Shown[]>("GET", `${DOCUMENTS}/documents`, { query: { per_page: "100" } }))
      .body;
  }

  it("has twelve documents, each in its folder and workspace, with type, domain and tags", async () => {
    const documents = await all();
    expect(documents).toHaveLength(12);
    for (const { folder, workspace, domain, document_type, tags } of documents) {
      expect([folder, workspace, domain, document_type]).not.toContain(null);
      expect(tags.length).toBeGreaterThan(0);
    }
    expect(new Set(documents.map(({ workspace }) => workspace?.label))).toEqual(
      new Set(["Résidence Les Tilleuls", "Agence"]),
    );
    expect(reports.filter((what) => what.startsWith("document "))).toHaveLength(12);
  });

  it("is filed by the plans of its workspaces, which are not complete yet", async () => {
    for (const { classification_code } of await all()) expect(classification_code).not.toBeNull();
    const { body } = await house.admin.ask<readonly { completion_percentage: number }[]>(
      "GET",
      `${DOCUMENTS}/workspaces`,
    );
    expect(body.map(({ completion_percentage }) => completion_percentage)).toEqual([75, 75]);
  });

  it("has files of many kinds, which the server recognises", async () => {
    const kinds = new Set((await all()).map(({ content_type }) => content_type));
    expect([...kinds].toSorted()).toEqual([
      "application/pdf",
      "application/vnd.oasis.opendocument.text",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "image/jpeg",
      "image/png",
      "text/csv",
      "text/markdown",
      "text/plain",
    ]);
  });

  it("has documents with a history, whose versions have a reason", async () => {
    const documents = (await all()).filter(({ versions_count }) => versions_count > 0);
    expect(documents.length).toBeGreaterThanOrEqual(3);
    for (const { id } of documents) {
      const { body } = await house.admin.ask<{ comment: string | null }[]>(
        "GET",
        `${DOCUMENTS}/documents/${id}/versions`,
      );
      for (const { comment } of body) expect(comment).toMatch(/\S/);
    }
  });

  it("has an agency with buildings, their owners and tenants, and mandates", async () => {
    const list = async (collection: string, query: Record<string, string> = {}) => {
      const asking = { query: { per_page: "100", ...query } };
      const { body } = await house.admin.ask<readonly Record<string, unknown>[]>(
        "GET",
        `${RENTAL_BASE}/${collection}`,
        asking,
      );
      return body;
    };
    const counts = Object.fromEntries(
      await Promise.all(
        ["properties", "units", "owners", "tenants", "leases", "mandates"].map(
          async (collection) => [collection, (await list(collection)).length] as const,
        ),
      ),
    );
    expect(counts).toEqual({ properties: 3, units: 24, owners: 8, tenants: 21, leases: 20, mandates: 8 });
    expect(new Set((await list("leases")).map(({ status }) => status))).toEqual(new Set(["active"]));
    expect((await list("mandates")).map(({ businessCode }) => businessCode)).toEqual(
      Array.from({ length: 8 }, (_, at) => String(at + 1)),
    );
    const shared = await list("units", { "q[identifier_eq]": "C-01" });
    expect(shared[0]?.owners).toMatchObject([{ shareRatio: 0.333333 }, { shareRatio: 0.666667 }]);
    const [occupied] = await list("properties", { "q[name_eq]": "Résidence Les Tilleuls" });
    expect(occupied).toMatchObject({ unitsCount: 12, occupiedCount: 10, vacantCount: 2 });
  });

  it("has billed two months, and looks through a third", async () => {
    const { body: runs } = await house.admin.ask<readonly Record<string, unknown>[]>(
      "GET",
      `${RENTAL_BASE}/billing_runs`,
      { query: { sort: "period_start" } },
    );
    expect(runs.map(({ periodStart, status }) => [periodStart, status])).toEqual([
      ["2026-01-01", "applied"],
      ["2026-02-01", "applied"],
      ["2026-04-01", "review"],
    ]);
    const { body: lines } = await house.admin.ask<readonly Record<string, unknown>[]>(
      "GET",
      `${RENTAL_BASE}/billing_runs/${runs[2]?.id}/lines`,
      { query: { "q[has_anomaly_eq]": "true", per_page: "100", type: "owner" } },
    );
    expect(lines.map(({ ownerName, anomalyType }) => [ownerName, anomalyType])).toEqual([
      ["Hervé Gourvil", "missing_iban"],
    ]);
  });

  it("has been paid whole, in part, and by a payer unknown, and its bank took charges", async () => {
    const list = async (collection: string, query: Record<string, string>) =>
      (await house.admin.ask<readonly Record<string, unknown>[]>("GET", `${RENTAL_BASE}/${collection}`, { query }))
        .body;
    const transactions = await list("bank_transactions", { sort: "bank_reference" });
    expect(transactions.map(({ status }) => status)).toEqual(["matched", "matched", "unmatched", "matched"]);
    const paid = await list("rent_calls", { "q[paid_amount_cents_gteq]": "1" });
    expect(paid.map(({ status }) => status).toSorted()).toEqual(["paid", "partially_paid"]);
  });

  it("has a balance taken over, a deposit, parts of two tenants, an invoice, charges, an event, and a rent billed again", async () => {
    // biome-ignore lint/suspicious/noExplicitAny: what is answered is looked at field by field.
    const list = async (collection: string, query: Record<string, string> = {}): Promise<readonly any[]> =>
      (await house.admin.ask<readonly object[]>("GET", `${RENTAL_BASE}/${collection}`, { query })).body;
    const [balance] = await list("rent_calls", { "q[kind_eq]": "initial_balance" });
    expect(balance).toMatchObject({ totalAmountCents: 15_000, status: "issued", overdue: true });
    const [deposit] = await list("security_deposits");
    expect(deposit).toMatchObject({ amountCents: 48_000, status: "held", heldBy: "agency" });
    const [shared] = await list("rent_calls", { "q[lease_id_eq]": deposit.leaseId, sort: "reference" });
    expect(shared.contributions.map(({ name }: { name: string }) => name)).toEqual([
      "Camille Le Goff",
      "Dominique Le Goff",
    ]);
    expect(await list("supplier_invoices")).toMatchObject([{ totalCents: 24_000, status: "open" }]);
    const [statement] = await list("charge_statements");
    expect(statement).toMatchObject({ status: "draft" });
    expect(statement.tenants).toHaveLength(4);
    const [run] = await list("billing_runs", { "q[period_start_eq]": "2026-04-01" });
    const lines = (query: object) => list(`billing_runs/${run.id}/lines`, { ...query });
    expect(await lines({ "q[adjustment_eq]": "true" })).toMatchObject([
      { amountHt: "20.00", leaseReference: "Bail A-02" },
    ]);
    expect(await lines({ type: "owner", "q[billing_category_eq]": "service_fee" })).toMatchObject([
      { label: "Suivi de sinistre, Deux déclarations de sinistre", amountHt: "-90.00" },
    ]);
  });

  it("links to pages that open", async () => {
    expect(highlights.length).toBeGreaterThan(4);
    for (const { path } of highlights) {
      const { status, text } = await house.admin.ask("GET", path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toBe("[]");
    }
  });

  it("is sound", async () => {
    expect(await house.findings()).toEqual([]);
  });
});

describe("cartulary demo", () => {
  it("serves the archive, prints its address and token, and leaves nothing behind", async () => {
    await using folder = await temporaryFolder();
    const environment = {
      PORT: "0",
      TMPDIR: folder.path,
      DATABASE_URL: "postgres://nowhere.invalid/none",
      CARTULARY_RATE_LIMIT: "6",
    };
    await using demo = startCartulary(["demo"], environment);
    await until("it says how to ask", () => /^ {2}curl .*"$/m.test(demo.output.stdout));
    const { stdout } = demo.output;
    const [, token] = /^ {2}TOKEN=(\S+)$/m.exec(stdout) ?? [];
    const [, question = ""] = /"(http[^"]+)"$/m.exec(stdout) ?? [];
    const [entrance = ""] = /http:\S+\/demo\/enter\?token=\S+/.exec(stdout) ?? [];
    expect((await fetch(entrance, { redirect: "manual" })).headers.get("location")).toBe("/");
    const answer = await fetch(question, { headers: { authorization: `Bearer ${token}` } });
    expect(((await answer.json()) as readonly unknown[]).length).toBe(2);
    expect((await readdir(folder.path)).filter((name) => name.startsWith("cartulary-demo-"))).toHaveLength(1);

    demo.kill("SIGTERM");
    expect(await demo.ended).toEqual({ code: 0, signal: null });
    expect((await readdir(folder.path)).filter((name) => name.startsWith("cartulary-demo-"))).toEqual([]);
  });

  slow.it("that cannot listen leaves nothing behind either: exit 1", async () => {
    await using folder = await temporaryFolder();
    await using demo = startCartulary(["demo"], { HOST: "192.0.2.1", TMPDIR: folder.path });
    expect(await demo.ended).toEqual({ code: 1, signal: null });
    expect(demo.output.stderr).toMatch(/^cartulary: HOST cannot be used: /m);
    expect((await readdir(folder.path)).filter((name) => name.startsWith("cartulary-demo-"))).toEqual([]);
  });
});
