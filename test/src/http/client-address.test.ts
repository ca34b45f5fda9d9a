import { listen, socketAddress } from "@cartulary/node";
import { expect, it, onTestFinished } from "vitest";

it("Node.js reports the address of a connection's other end", async () => {
  const app = {
    fetch: (_request: Request, env?: object) =>
      new Response(socketAddress({ env } as Parameters<typeof socketAddress>[0])),
  };
  const listener = await listen(app, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => listener.close(1));
  const reply = await fetch(`http://127.0.0.1:${listener.port}/`, { headers: { "x-forwarded-for": "203.0.113.9" } });
  expect(await reply.text()).toBe("127.0.0.1");
});
