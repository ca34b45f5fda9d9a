import { DOCUMENTS, type Person } from "./application-fixture.ts";
import type { CompileResultBody, ComposedDocumentBody, PartBody, TemplateBody } from "./records.ts";
import { expectStatus } from "./refusals.ts";
import type { Reply } from "./send-request.ts";

export const TEMPLATES = `${DOCUMENTS}/document_templates`;
export const COMPOSED = `${DOCUMENTS}/composed_documents`;
export const COMMUNICATIONS = `${DOCUMENTS}/mass_communications`;

const composedAt = (id: string): string => `${COMPOSED}/${id}`;
export const partsOf = (id: string): string => `${composedAt(id)}/parts`;
export const partAt = ({ id, composed_document_id: of }: PartBody): string => `${partsOf(of)}/${id}`;

/** Requests about composed documents: `ask…` returns any reply, the others return the body of a success. */
export interface Composer {
  askTemplate(json: object): Promise<Reply<{ readonly template: TemplateBody }>>;
  /** With a new key, and with a source that prints nothing, by default. */
  template(json?: object): Promise<TemplateBody>;
  askComposed(json: object): Promise<Reply<{ readonly composed_document: ComposedDocumentBody }>>;
  composed(json: object): Promise<ComposedDocumentBody>;
  read(id: string): Promise<ComposedDocumentBody>;
  askChange(id: string, json: object): Promise<Reply<{ readonly composed_document: ComposedDocumentBody }>>;
  askPart(id: string, json: object): Promise<Reply<{ readonly part: PartBody }>>;
  part(id: string, json?: object): Promise<PartBody>;
  askCompile(id: string, query?: string): Promise<Reply<CompileResultBody>>;
  compiled(id: string): Promise<CompileResultBody>;
}

let templates = 0;

export function composerFor({ ask }: Person): Composer {
  const composer: Composer = {
    askTemplate(json) {
      templates += 1;
      const sent = { key: `template-${templates}`, typst_source: "#set par(justify: true)", ...json };
      return ask("POST", TEMPLATES, { json: sent });
    },
    template: async (json = {}) => expectStatus(await composer.askTemplate(json), 201).template,
    askComposed: (json) => ask("POST", COMPOSED, { json }),
    composed: async (json) => expectStatus(await composer.askComposed(json), 201).composed_document,
    read: async (id) =>
      expectStatus(await ask<{ readonly composed_document: ComposedDocumentBody }>("GET", composedAt(id)), 200)
        .composed_document,
    askChange: (id, json) => ask("PATCH", composedAt(id), { json }),
    askPart: (id, json) => ask("POST", partsOf(id), { json }),
    part: async (id, json = {}) => expectStatus(await composer.askPart(id, json), 201).part,
    askCompile: (id, query = "") => ask("POST", `${composedAt(id)}/compile`, { query }),
    compiled: async (id) => expectStatus(await composer.askCompile(id), 200),
  };
  return composer;
}
