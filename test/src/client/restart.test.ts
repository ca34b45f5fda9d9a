import { createClient } from "@cartulary/client";
import { expect, it } from "vitest";
import { hostHere } from "../../support/command-here.ts";
import { usualGrounds } from "../../support/host-fixtures.ts";
import { movingServer } from "../../support/moving-server.ts";

const BYTES = 12 * 1_048_576;

it("an upload continues after the host restarts", async () => {
  const [kind] = usualGrounds;
  if (!kind) throw new Error("There is always SQLite");
  await using ground = await kind.prepare();
  await using server = await movingServer();
  const first = await hostHere(ground.environment);
  server.leadTo(first.url);
  const client = createClient({ baseUrl: server.url, token: await first.token() });
  let restarted: Promise<AsyncDisposable> | null = null;
  const restart = async () => {
    server.cut();
    await first[Symbol.asyncDispose]();
    const next = await hostHere(ground.environment);
    server.leadTo(next.url);
    return next;
  };
  const bytes = new Uint8Array(BYTES).fill(7);
  const document = await client.createDocument(
    { uploaded_file: bytes },
    {
      onProgress({ loaded }) {
        if (loaded > 0) restarted ??= restart();
      },
    },
  );
  await using _ = await (restarted as Promise<AsyncDisposable> | null);
  expect(document.byte_size).toBe(BYTES);
  expect(await (await client.getDocumentContent({ id: document.id })).bytes()).toEqual(bytes);
});
