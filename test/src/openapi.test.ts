import { openApi } from "@cartulary/http";
import { allOperations, type Operation, PAGES } from "@cartulary/wire";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";

const operations: readonly Operation[] = Object.values(allOperations);
const mounted = operations.map((operation) => ({ operation, path: operation.path }));

describe("the OpenAPI document", () => {
  const described = JSON.parse(JSON.stringify(openApi(mounted, "https://edm.example.org/base")));

  it("is valid OpenAPI 3.1 to a validator that is not ours", async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(described))).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
    expect(described.info.version).toBe("1.0.0");
  });

  it("has every operation under its name, with the statuses that it answers", () => {
    for (const { id, method, path, replies } of operations) {
      const operation = described.paths[path][method];
      expect(operation.operationId).toBe(id);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(Object.keys(replies)));
    }
  });

  it("refers to nothing that it does not have", () => {
    const references = [...JSON.stringify(described).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
    const known = new Set(Object.keys(described.components.schemas).map((name) => `#/components/schemas/${name}`));
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((reference) => reference === undefined || !known.has(reference))).toEqual([]);
  });

  it("lists all predicates of every list with filters", () => {
    for (const { path, list } of operations) {
      if (list === undefined || list === PAGES) continue;
      const filters = described.paths[path].get.parameters.find(({ name }: { name: string }) => name === "q");
      const words: readonly string[] = filters.description.split(/[^a-z_]+/);
      const { predicates, quantifiers, joins } = list.dialect;
      const more = [...quantifiers.map((quantifier) => `_${quantifier}`), ...joins.map((join) => `_${join}_`)];
      expect(words).toEqual(expect.arrayContaining([...predicates, ...more]));
    }
  });

  it("documents the length of every page, and marks its old name as deprecated", () => {
    const lengthsAt = (path: string) =>
      described.paths[path].get.parameters
        .filter(({ name }: { name: string }) => name === "per_page" || name === "limit")
        .map(({ name, deprecated = false, schema }: { name: string; deprecated?: boolean; schema: object }) => ({
          name,
          deprecated,
          ...schema,
        }));
    const length = { type: "integer", minimum: 1, maximum: 100 };
    const perPage = { name: "per_page", deprecated: false, ...length };
    expect(lengthsAt("/api/v1/directory/contacts")).toEqual([{ ...perPage, default: 20 }]);
    expect(lengthsAt("/api/v1/directory/groups/{id}/members")).toEqual([{ ...perPage, default: 50 }]);
    expect(lengthsAt("/api/v1/directory/groups")).toEqual([
      { ...perPage, default: 50 },
      { name: "limit", deprecated: true, ...length },
    ]);
  });

  it("describes the common parameters and responses of rental lists and operations", () => {
    const { parameters, responses } = described.paths["/rental/api/v1/accounting_entries"].get;
    const named = Object.fromEntries(parameters.map((each: { name: string }) => [each.name, each]));
    expect(named["X-Mandataire-Id"]).toMatchObject({ in: "header", schema: { type: "string", format: "uuid" } });
    expect(named.mandataire_id).toMatchObject({ in: "query" });
    expect(named.per_page.schema).toEqual({ type: "integer", minimum: 1, default: 25 });
    expect(named.journal.schema.enum).toEqual(["LOYERS", "CHARGES", "BANQUE", "PROPRIO", "OD"]);
    expect(named.search.schema.maxLength).toBe(200);
    expect(named.updated_since.schema.format).toBe("date-time");
    expect(Object.keys(responses[200].headers)).toContain("X-Snapshot-At");
    expect(responses[400].content["application/json"].schema.$ref).toBe("#/components/schemas/RentalError400");

    const made = described.paths["/rental/api/v1/mandataires"].post;
    expect(made.parameters.map(({ name }: { name: string }) => name)).toEqual(["Idempotency-Key"]);
    expect(made.requestBody.content["application/json"].schema).toEqual({
      type: "object",
      properties: {
        mandataire: {
          $ref: "#/components/schemas/MandataireCreate",
          description: "The object that holds the mandataire",
        },
      },
      required: ["mandataire"],
    });
    expect(made.requestBody.required).toBe(true);
    const ledger = described.paths["/rental/api/v1/accounting/ledger"].get;
    expect(Object.keys(ledger.responses[200].content)).toEqual(["application/json", "text/csv"]);
    expect(ledger.parameters.find(({ name }: { name: string }) => name === "account").required).toBe(true);
  });

  it("has the refusals of states, also for operations without a body", () => {
    const refusals = (path: string, method: string) => Object.keys(described.paths[path][method].responses);
    expect(refusals("/rental/api/v1/accounting/periods/{period}/close", "post")).toContain("422");
    expect(refusals("/rental/api/v1/mandataires/{id}", "delete")).toContain("422");
    expect(refusals("/api/v1/directory/users/{id}", "delete")).toContain("422");
    expect(refusals("/rental/api/v1/mandataires/{id}/members", "get")).not.toContain("422");
  });

  it("lists for each error the codes that it may have", () => {
    const codesAt = (path: string, method: string, status: number) => {
      const { $ref } = described.paths[path][method].responses[status].content["application/json"].schema;
      return described.components.schemas[$ref.split("/").at(-1)].properties.error.enum;
    };
    expect(codesAt("/rental/api/v1/billing_runs/{id}/cancel", "post", 409)).toEqual(["conflict"]);
    expect(codesAt("/rental/api/v1/billing_runs/{id}/apply", "post", 409)).toEqual(["conflict", "run_stale"]);
    expect(codesAt("/rental/api/v1/rent_calls/{id}/receipt", "get", 422)).toContain("nothing_paid");
    expect(codesAt("/rental/api/v1/accounting/ledger", "get", 404)).toEqual(["not_found"]);
    expect(codesAt("/oauth/token", "post", 401)).toEqual(["invalid_client"]);
  });

  it("is the same from any server, except for its address", () => {
    const at = (address: string) => JSON.parse(JSON.stringify(openApi(mounted, address)).replaceAll(address, "@"));
    expect(at("https://another.example.org/base")).toEqual(at("https://edm.example.org/base"));
    expect(described.servers).toEqual([{ url: "https://edm.example.org/base", description: "This server" }]);
  });
});
