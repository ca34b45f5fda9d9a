import {
  type ConsoleDependencies,
  cookie,
  errorPage,
  methodNotAllowed,
  queryOf,
  respond,
  SESSION_COOKIE,
  secretIn,
  siteOf,
} from "@cartulary/http/pages";
import { notFound } from "@cartulary/kernel";
import type { Hono } from "hono";
import type { Demonstration } from "./demonstration.ts";

const PATH = "/demo/enter";

/** Serves the link that signs the person of a demonstration in; a token that is wrong, used or over gets 404. */
export function mountEntrance(app: Hono, demonstration: Demonstration, http: ConsoleDependencies): void {
  const site = siteOf(http.publicUrl);
  app.all(PATH, (context) => {
    const { raw } = context.req;
    const route = {
      path: PATH,
      refuse: (...[refusal, requestId]: RefusalParameters) => errorPage(raw, site.base, refusal, requestId),
    };
    return respond(context, http, route, async ({ requestSource }) => {
      // Programs that look at links before people do, ask by HEAD.
      if (raw.method !== "GET") throw methodNotAllowed(["GET"]);
      const token = queryOf(raw.url).find(([name]) => name === "token")?.[1] ?? "";
      const person = demonstration.admit(token);
      if (!person) throw notFound();
      const former = secretIn(raw, SESSION_COOKIE, site);
      const userAgent = raw.headers.get("user-agent");
      const { secret } = await http.sessions.open({ ...person, requestSource, former, userAgent });
      const headers = { Location: `${site.base}/`, "Referrer-Policy": "no-referrer" };
      return { status: 303, headers: { ...headers, ...cookie(SESSION_COOKIE, secret, site) } };
    });
  });
}

type RefusalParameters = Parameters<NonNullable<Parameters<typeof respond>[2]["refuse"]>>;
