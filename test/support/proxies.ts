import { accessSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { type CartularyProcess, startProcess } from "./cartulary-process.ts";

const RECIPES = join(import.meta.dirname, "../../deploy");

/** A proxy of this machine, run by the recipe in deploy/. */
export interface Proxy {
  readonly name: string;
  /** Starts it at `port`, before hosts at `hostPorts`; its files are in `folder`. */
  start(port: number, hostPorts: readonly number[], folder: string): Promise<CartularyProcess>;
}

/** The program's path; `null` where it is not installed. Debian has some of them outside a user's PATH. */
function found(program: string): string | null {
  for (const folder of [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]) {
    try {
      accessSync(join(folder, program));
      return join(folder, program);
    } catch {}
  }
  console.error(`!!! no ${program}: its recipe is not run`);
  return null;
}

/** The text of a recipe in deploy/. */
export const recipe = (name: string): string => readFileSync(join(RECIPES, name), "utf8");

function nginx(program: string): Proxy {
  return {
    name: "nginx",
    async start(port, hostPorts, folder) {
      let server = recipe("nginx.conf").replace("listen 80;", `listen 127.0.0.1:${port};`);
      for (const [index, hostPort] of hostPorts.entries())
        server = server.replace(`:300${index + 1} `, `:${hostPort} `);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (kind) => `${kind}_temp_path ${join(folder, kind)};`,
      );
      const owner = process.getuid?.() === 0 ? "user root;" : "";
      const config = `${owner} daemon off; pid ${join(folder, "pid")}; error_log stderr warn; events {}
        http { access_log off; ${temporary.join(" ")} ${server} }`;
      const path = join(folder, "nginx.conf");
      await writeFile(path, config);
      return stoppedByTerm(startProcess(program, ["-p", folder, "-c", path], {}, folder));
    },
  };
}

/** A killed master of nginx would leave its workers behind. */
const stoppedByTerm = (process: CartularyProcess): CartularyProcess => ({
  ...process,
  get output() {
    return process.output;
  },
  async [Symbol.asyncDispose]() {
    process.kill("SIGTERM");
    await process.ended;
  },
});

function caddy(program: string): Proxy {
  return {
    name: "Caddy",
    async start(port, hostPorts, folder) {
      const path = join(folder, "Caddyfile");
      await writeFile(path, `{\n\tadmin off\n}\n${recipe("Caddyfile")}`);
      const environment = {
        CARTULARY_DOMAIN: `http://127.0.0.1:${port}`,
        CARTULARY_HOSTS: hostPorts.map((each) => `127.0.0.1:${each}`).join(" "),
        ...{ HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
      };
      return startProcess(program, ["run", "--config", path, "--adapter", "caddyfile"], environment, folder);
    },
  };
}

const [nginxProgram, caddyProgram] = [found("nginx"), found("caddy")];

/** The proxies that this machine has. */
export const proxies: readonly Proxy[] = [
  ...(nginxProgram === null ? [] : [nginx(nginxProgram)]),
  ...(caddyProgram === null ? [] : [caddy(caddyProgram)]),
];

/** A port of the loopback address that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
