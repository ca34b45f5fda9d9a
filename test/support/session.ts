import type { House, Person } from "./application-fixture.ts";
import type { Asking, Reply } from "./send-request.ts";
import { type PageVisitor, pageVisitor } from "./visitor.ts";

/** The password of all users of {@link signedInAs}. */
export const PASSWORD = "open sesame";

/** A user who is signed in with a browser. */
export interface SignedIn extends PageVisitor {
  readonly person: Person;
  /** The CSRF token that every page of the session holds. */
  csrf(): Promise<string>;
  /** Sends a request as a script of our own pages would: JSON, with the cookie. */
  json<Body>(method: string, path: string, json?: unknown, asking?: Asking): Promise<Reply<Body>>;
}

/** Creates a user and signs in on the page. */
export async function signedInAs(house: House, fields: Readonly<Record<string, unknown>> = {}): Promise<SignedIn> {
  const person = await house.person({ password: PASSWORD, ...fields });
  const visitor = pageVisitor(house);
  const reply = await visitor.signIn(person.email, PASSWORD);
  if (reply.status !== 303) throw new Error(`The sign-in failed: ${reply.status} ${reply.text}`);
  const csrf = async () =>
    /<meta name="csrf-token" content="([^"]*)">/.exec((await visitor.get("/cli/activation")).text)?.[1] ?? "";
  return {
    ...visitor,
    person,
    csrf,
    async json<Body>(method: string, path: string, json?: unknown, asking: Asking = {}) {
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = { cookie, "x-csrf-token": await csrf(), ...asking.headers };
      return house.ask<Body>(method, path, { ...asking, ...(json !== undefined && { json }), headers });
    },
  };
}

/** The status message of a page, or its alert. */
export const messageOf = ({ text }: Reply<unknown>, role: "alert" | "status"): string | undefined =>
  new RegExp(`<(\\w+) role="${role}"[^>]*>(.*?)</\\1>`, "s").exec(text)?.[2]?.replace(/<[^>]*>/g, "");
