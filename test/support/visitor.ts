import type { House } from "./application-fixture.ts";
import type { Asking, Reply } from "./send-request.ts";

/** A client for pages: keeps cookies and fills forms in, as a browser does. */
export interface PageVisitor {
  /** The cookies of the browser, by name. */
  readonly cookies: Map<string, string>;
  get(path: string, asking?: Asking): Promise<Reply<unknown>>;
  /** Posts a form as it is, with nothing of any page in it. */
  post(path: string, fields: Readonly<Record<string, string>>, asking?: Asking): Promise<Reply<unknown>>;
  /** Gets the page, and posts its form with these fields filled in. */
  fillIn(path: string, fields: Readonly<Record<string, string>>, asking?: Asking): Promise<Reply<unknown>>;
  signIn(email: string, password: string): Promise<Reply<unknown>>;
}

export function pageVisitor({ ask }: Pick<House, "ask">): PageVisitor {
  const cookies = new Map<string, string>();

  async function pending(method: string, path: string, { headers, ...asking }: Asking = {}): Promise<Reply<unknown>> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await ask<unknown>(method, path, {
      ...asking,
      headers: { "accept-language": "en", ...(cookie && { cookie }), ...headers },
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return reply;
  }

  const visitor: PageVisitor = {
    cookies,
    get: (path, asking) => pending("GET", path, asking),
    post: (path, fields, asking) => pending("POST", path, { body: new URLSearchParams(fields), ...asking }),
    async fillIn(path, fields, asking) {
      const page = await visitor.get(path);
      const hidden = hiddenFields(page.text);
      return visitor.post(path.replace(/\?.*$/s, ""), { ...hidden, ...fields }, asking);
    },
    signIn: (email, password) => visitor.fillIn("/login", { email, password }),
  };
  return visitor;
}

/** The hidden fields of the last form of a page: the first may be the one that signs out. */
export function hiddenFields(page: string): Readonly<Record<string, string>> {
  const form = page.slice(page.lastIndexOf("<form"));
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

const unescaped = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
