/** The fields that we read of a route that the plugin registers. */
interface Route {
  readonly url: string;
  handler(request: null, reply: Reply): unknown;
}

interface Reply {
  header(): Reply;
  send(body: string): void;
}

/**
 * The browser bundle of the API reference, as Scalar publishes it without its build dependencies: inside its plugin for
 * Fastify, which serves it at a route that is called here. We publish this file, not the plugin (docs/decisions/0131).
 */
export async function publishedReferenceScript(): Promise<string> {
  const { default: plugin } = await import("@scalar/fastify-api-reference");
  const routes: Route[] = [];
  const fastify = { route: (route: Route) => routes.push(route), hasPlugin: () => false };
  // Of all that Fastify has, the plugin uses these two.
  plugin(fastify as never, { configuration: { url: "openapi.json" } }, () => {});
  let body: string | undefined;
  const reply: Reply = {
    header: () => reply,
    send: (text) => {
      body = text;
    },
  };
  routes.find(({ url }) => url.endsWith(".js"))?.handler(null, reply);
  if (body === undefined) throw new Error("Scalar's plugin for Fastify serves its script in another way than it did");
  return body;
}
