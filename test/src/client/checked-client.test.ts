import type { Id } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { ClientError, createClient } from "../../support/checked-client.ts";

const id = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee" as Id<"Folder">;

/** A server with a constant answer, and the requests that it received. */
function server(answer: () => Response) {
  const seen: Request[] = [];
  const client = createClient({
    baseUrl: "http://server/edm",
    token: async () => "secret",
    fetch: async (input, init) => {
      seen.push(new Request(input, init));
      return answer();
    },
  });
  const last = () => {
    const request = seen.at(-1);
    if (!request) throw new Error("No request was received");
    return request;
  };
  return { client, last };
}

/** The letter settings of an agency by default. */
const SILENT = {
  ...{ legalForm: null, shareCapitalCents: null, rcsCity: null, vatNumber: null, cardNumber: null, cardIssuer: null },
  ...{ guarantorName: null, guarantorAddress: null, phone: null, email: null, website: null, logoDocumentId: null },
};

describe("the client", () => {
  it("sends the query of a list by its wire names, and returns a page", async () => {
    const headers = { "X-Total-Count": "7", "X-Page": "2", "X-Per-Page": "3" };
    const { client, last } = server(() => Response.json([], { headers }));
    const page = await client.listFolders({
      query: { documentsFolderId: id },
      list: {
        page: 2,
        perPage: 3,
        sort: "createdAt",
        conditions: [{ fields: ["name"], join: "or", predicate: "cont", values: ["é&"] }],
      },
    });
    expect(page).toEqual({ items: [], total: 7, page: 2, perPage: 3 });
    const { pathname, searchParams } = new URL(last().url);
    expect(pathname).toBe("/edm/api/v1/documents/folders");
    expect([...searchParams]).toEqual([
      ["documents_folder_id", id],
      ["page", "2"],
      ["per_page", "3"],
      ["sort", "created_at"],
      ["q[name_cont]", "é&"],
    ]);
    expect(last().headers.get("authorization")).toBe("Bearer secret");
  });

  it("sends JSON, and keeps absent apart from null", async () => {
    const { client, last } = server(() => new Response(null, { status: 204 }));
    await client.deleteFolder({ params: { id } });
    expect(`${last().method} ${new URL(last().url).pathname}`).toBe(`DELETE /edm/api/v1/documents/folders/${id}`);
    const refusing = server(() => Response.json({ error: "not_found", message: "Nothing" }, { status: 404 }));
    await expect(refusing.client.updateFolder({ params: { id }, body: { documentsFolderId: null } })).rejects.toThrow(
      ClientError,
    );
    expect(await refusing.last().json()).toEqual({ documents_folder_id: null });
  });

  it("answers the HTML of a page, and sends it no token", async () => {
    const { client, last } = server(
      () => new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } }),
    );
    expect(await client.getReference()).toBe("<!doctype html>");
    expect([new URL(last().url).pathname, last().headers.get("authorization")]).toEqual(["/edm/docs", null]);
  });

  it("throws a refusal with its status and its body", async () => {
    const body = { error: "forbidden", message: "No" };
    const { client } = server(() => Response.json(body, { status: 403 }));
    await expect(client.getMe()).rejects.toMatchObject({ status: 403, body, message: "getMe: 403 No" });
    const broken = server(() => new Response("oops", { status: 502 }));
    await expect(broken.client.getMe()).rejects.toMatchObject({ status: 502, body: "oops" });
  });

  it("requests tokens by a form and without a token", async () => {
    const reply = {
      access_token: "a",
      token_type: "Bearer",
      expires_in: 7200,
      refresh_token: "r",
      scope: "read",
      created_at: 1,
    };
    const { client, last } = server(() => Response.json(reply));
    const token = await client.createToken({ body: { grantType: "password", clientId: "c", username: "a+b@c" } });
    expect(token).toMatchObject({ accessToken: "a", expiresIn: 7200 });
    expect(await last().text()).toBe("grant_type=password&client_id=c&username=a%2Bb%40c");
    expect(last().headers.get("authorization")).toBeNull();
  });

  it("streams a file with its fields", async () => {
    const { client, last } = server(() => Response.json({ error: "x", message: "" }, { status: 500 }));
    async function* bytes() {
      yield new TextEncoder().encode("hel");
      yield new TextEncoder().encode("lo");
    }
    const sending = client.createDocument({
      body: { name: "n", documentsFolderId: null, tagList: ["a"], metadataUser: { kE: 1 } },
      file: { name: 'é "x".txt', type: "text/plain", bytes: bytes() },
    });
    await expect(sending).rejects.toThrow(ClientError);
    const form = await last().formData();
    const file = form.get("uploaded_file") as File;
    expect([file.name, file.type, await file.text()]).toEqual(['é "x".txt', "text/plain", "hello"]);
    form.delete("uploaded_file");
    expect([...form]).toEqual([
      ["name", "n"],
      ["documents_folder_id", ""],
      ["metadata_user", '{"kE":1}'],
      ["tag_list", '["a"]'],
    ]);
  });

  it("sends the mandataire, and wraps the fields of wrapped operations", async () => {
    const { client, last } = server(() => Response.json([]));
    await client.listAccountingEntries({ mandataireId: id });
    expect(last().headers.get("x-mandataire-id")).toBe(id);
    await client.listAccountingEntries({
      list: { conditions: [{ fields: ["totalDebit"], join: "or", predicate: "gteq", values: [123450] }] },
      query: { journal: "OD" },
    });
    expect(last().headers.get("x-mandataire-id")).toBeNull();
    expect(Object.fromEntries(new URL(last().url).searchParams)).toEqual({
      journal: "OD",
      "q[total_debit_gteq]": "1234.50",
    });
    const made = server(() => Response.json({ id, name: "n", accountingCode: null, ...SILENT }, { status: 201 }));
    expect(await made.client.createMandataire({ body: { name: "n", billingCycleMonth: 4 } })).toEqual({
      id,
      name: "n",
      accountingCode: null,
      ...SILENT,
    });
    expect(await made.last().json()).toEqual({ mandataire: { name: "n", billing_cycle_month: 4 } });
  });

  it("yields bytes as they arrive", async () => {
    const { client, last } = server(() => new Response("abc", { status: 206 }));
    const response = await client.getDocumentContent({
      params: { id: id as string as Id<"Document"> },
      headers: { range: "bytes=0-2" },
    });
    expect([response.status, await response.text(), last().headers.get("range")]).toEqual([206, "abc", "bytes=0-2"]);
  });
});
