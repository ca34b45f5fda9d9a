import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dayInParis } from "@cartulary/ledger";
import { required } from "./answers.ts";
import type { RoofDatabase, Row, Statement } from "./database.ts";
import type { RoofServer } from "./server.ts";

/** A list of the rental product by hand: its filter, its order and its answer are written down. */
export interface RoofList {
  /** The rows of a page, each with the `total` of all. */
  rows(
    ask: Statement,
    mandataireId: string,
    page: { readonly today: string; readonly perPage: number; readonly offset: number },
  ): Promise<readonly Row[]>;
  shown(rows: readonly Row[], today: string): readonly object[];
}

/** The caller of the token `$1`, and the mandataire. */
const CALLER = `select tokens.expires_at, tokens.revoked_at, users.active, mandataire_members.mandataire_id
  from tokens join users on users.id = tokens.user_id join mandataire_members on mandataire_members.user_id = users.id
  where tokens.hash = $1`;

const PER_PAGE = 25;

/** Bare `node:http` over the one list: nothing else is known. */
export async function startListRoof(database: RoofDatabase, { rows: pageOf, shown }: RoofList): Promise<RoofServer> {
  const server = createServer(async (request, response) => {
    const hash = createHash("sha256")
      .update(request.headers.authorization?.slice("Bearer ".length) ?? "")
      .digest("hex");
    const [caller = required()] = await database.ask(CALLER, hash);
    if (caller.revoked_at !== null || !caller.active || new Date(caller.expires_at as number) < new Date()) required();
    const page = Number(new URL(request.url ?? "", "http://roof").searchParams.get("page") ?? 1);
    const today = dayInParis(new Date().toISOString() as never);
    const place = { today, perPage: PER_PAGE, offset: (page - 1) * PER_PAGE };
    const rows = await pageOf(database.ask, caller.mandataire_id as string, place);
    const total = Number(rows[0]?.total ?? 0);
    const pages = Math.ceil(total / PER_PAGE);
    const body = JSON.stringify(shown(rows, today));
    response.writeHead(200, {
      ...{ "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), "X-Total-Count": total },
      ...{ "X-Total-Pages": pages, "X-Page": page, "X-Per-Page": PER_PAGE, "X-Has-More": String(page < pages) },
    });
    response.end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
