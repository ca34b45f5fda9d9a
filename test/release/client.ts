// A client of a host, with the fetch of its runtime: it keeps a file, reads it back, and has a page typeset.
const [at = "", clientId = "", clientSecret = "", username = "", password = ""] = process.argv.slice(2);
let token = "";

async function ask(method: string, path: string, body?: FormData | object): Promise<Response> {
  const isForm = body instanceof FormData;
  const headers: Record<string, string> = token === "" ? {} : { Authorization: `Bearer ${token}` };
  if (body && !isForm) headers["Content-Type"] = "application/json";
  const sent = isForm ? body : JSON.stringify(body);
  const response = await fetch(at + path, { method, headers, ...(body && { body: sent }) });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
  return response;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read documented fields of an answer
const json = async (...call: Parameters<typeof ask>): Promise<any> => (await ask(...call)).json();

const grant = { grant_type: "password", client_id: clientId, client_secret: clientSecret, username, password };
token = (await json("POST", "/oauth/token", { ...grant, scope: "read write admin" })).access_token;

const archive = "/api/v1/documents";
const folder = await json("POST", `${archive}/folders`, { name: "Leases" });
const form = new FormData();
form.append("documents_folder_id", folder.id);
const words = "The lease of the mill\n".repeat(20_000);
form.append("uploaded_file", new Blob([words], { type: "text/plain" }), "lease.txt");
const document = await json("POST", `${archive}/documents`, form);
const back = await (await ask("GET", `${archive}/documents/${document.id}/content`)).text();
if (back !== words) throw new Error(`${back.length} characters came back of ${words.length}`);

const template = { key: "hello", name: "Hello", typst_source: "#set par(justify: true)" };
await ask("POST", `${archive}/document_templates`, template);
const letter = { template_key: "hello", name: "Hello", variables: { name: "Ada" } };
const { composed_document: composed } = await json("POST", `${archive}/composed_documents`, letter);
const part = { title: "Hello", content: "Hello **{{ name }}**", status: "editing" };
await ask("POST", `${archive}/composed_documents/${composed.id}/parts`, part);
const { status } = await json("POST", `${archive}/composed_documents/${composed.id}/compile`);
if (status !== "exported") throw new Error(`The page is ${status}`);
console.log("stored, read back and typeset");
