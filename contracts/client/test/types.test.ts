import { describe, expectTypeOf, it } from "vitest";
import type { Client, Folder, StagedFile } from "../src/index.ts";

declare const client: Client;

/** Never called: the compiler reads it. */
function refusedByTheCompiler() {
  // @ts-expect-error: a field that a folder does not have
  client.createFolder({ nmae: "Baux" });
  // @ts-expect-error: a name of the core, not of the wire
  client.createFolder({ documentsFolderId: "id" });
  // @ts-expect-error: a sort key that this list does not have
  client.listFolders({ sort: "byte_size" });
  // @ts-expect-error: a filter over an unknown field
  client.listFolders({ q: { nmae_cont: "bail" } });
  // @ts-expect-error: a part of a date
  client.listFolders({ q: { created_at_cont: "2026" } });
  // @ts-expect-error: a status that a lease does not have
  client.listLeases({ q: { status_eq: "let" } });
  // @ts-expect-error: a predicate of the other product
  client.listLeases({ q: { status_not_eq: "draft" } });
  const lease = { reference: "B", lease_type: "commercial", start_date: "2026-01-01" } as const;
  // @ts-expect-error: a status that a lease cannot be created with
  client.createLease({ lease: { ...lease, status: "ended" } });
  // @ts-expect-error: a path without its id
  client.getFolder({});
  // @ts-expect-error: an operation that there is not
  client.listFloders();
  // @ts-expect-error: a field that no folder answers
  client.getFolder({ id: "a" }).then(({ nmae }) => nmae);
}

describe("the types", () => {
  it("are those of the wire", () => {
    expectTypeOf(refusedByTheCompiler).toBeFunction();
    expectTypeOf<Awaited<ReturnType<Client["listFolders"]>>>().toEqualTypeOf<Folder[]>();
    expectTypeOf<Awaited<ReturnType<Client["listFolders"]["page"]>>["items"]>().toEqualTypeOf<Folder[]>();
    expectTypeOf<Awaited<ReturnType<Client["deleteFolder"]>>>().toEqualTypeOf<undefined>();
    expectTypeOf<Awaited<ReturnType<Client["getDocumentContent"]>>>().toEqualTypeOf<Response>();
    const created = () => client.createDocument({ uploaded_file: new Blob([]), name: "a" });
    expectTypeOf<Awaited<ReturnType<typeof created>>["sha256"]>().toEqualTypeOf<string>();
    const staged = () => client.createDocument({ uploaded_file: new Blob([]), bulk_upload_id: "b" });
    expectTypeOf<Extract<Awaited<ReturnType<typeof staged>>, StagedFile>>().toEqualTypeOf<StagedFile>();
    const filtered = () =>
      client.listDocuments({ q: { name_or_description_cont: "x", id_in: ["a"], byte_size_gteq: 1 } });
    expectTypeOf(filtered).toBeFunction();
  });
});
