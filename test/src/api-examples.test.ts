import { openApi } from "@cartulary/http";
import { allOperations, type Operation } from "@cartulary/wire";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}

interface Described {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

const operations: readonly Operation[] = Object.values(allOperations);
const description = openApi(operations.map((operation) => ({ operation, path: operation.path }))) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};
const described = Object.values(description.paths).flatMap((methods) => Object.values(methods));

/** The request and the answers of an operation that are JSON or a form. */
const mediaOf = ({ requestBody, responses }: Described): readonly Media[] => [
  ...Object.values(requestBody?.content ?? {}),
  ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
];

describe("The examples of the API description", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "description", ...description });

  it("are valid by their own schemas", () => {
    const wrong = described.flatMap((operation) =>
      mediaOf(operation).flatMap(({ schema, example }) => {
        if (example === undefined) return [];
        const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"description#/'));
        return ajv.validate(absolute, example) ? [] : [`${operation.operationId}: ${ajv.errorsText()}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("show nearly every operation of programs", () => {
    const withJson = described.filter((operation) =>
      Object.values(operation.responses).some(({ content = {} }) => "application/json" in content),
    );
    const shown = withJson.filter((operation) => mediaOf(operation).some(({ example }) => example !== undefined));
    expect(shown.length).toBeGreaterThan(200);
  });
});
