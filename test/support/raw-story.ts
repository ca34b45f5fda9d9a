import { once } from "node:events";
import { connect } from "node:net";

const HOST = "Host: host\r\n";
const get = (path: string, headers = HOST, version = "HTTP/1.1") => `GET ${path} ${version}\r\n${headers}\r\n`;
const post = (headers: string, body = "") => `POST /oauth/token HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;

/** Malformed requests, some of them incomplete: the answers are compared by their first lines, byte for byte. */
const RAW: readonly (readonly [string, string])[] = [
  ["no HTTP", "GARBAGE\r\n\r\n"],
  ["lines without a carriage return", "GET /healthz HTTP/1.1\nHost: host\n\n"],
  ["no host", get("/healthz", "")],
  ["two hosts", get("/healthz", `${HOST}${HOST}`)],
  ["HTTP/1.0", get("/healthz", "", "HTTP/1.0")],
  ["a header with a space in its name", get("/healthz", `${HOST}Bad Name: 1\r\n`)],
  ["a header with a zero in it", get("/healthz", `${HOST}A: b\0c\r\n`)],
  ["a head of 15 kB", get("/healthz", `${HOST}A: ${"a".repeat(15_000)}\r\n`)],
  ["a head of 20 kB", get("/healthz", `${HOST}A: ${"a".repeat(20_000)}\r\n`)],
  ["a path of 20 kB", get(`/${"a".repeat(20_000)}`)],
  ["a path that is no UTF-8", get("/%ff%zz")],
  ["a path that goes up", get("/a/../healthz")],
  ["a whole address", get("http://elsewhere/healthz")],
  ["two lengths", post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}")],
  ["a length and chunks", post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")],
  ["a length that is none", post("Content-Length: two\r\n")],
  ["a chunk that is none", post("Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n", "zz\r\n\r\n")],
  ["an expectation of its own", get("/healthz", `${HOST}Expect: wonders\r\n`)],
  ["another protocol", get("/healthz", `${HOST}Connection: upgrade\r\nUpgrade: websocket\r\n`)],
  ["the whole server", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`],
  ["a method that is none", `BREW /healthz HTTP/1.1\r\n${HOST}\r\n`],
  ["a trace", `TRACE /healthz HTTP/1.1\r\n${HOST}\r\n`],
  ["two requests at once", `${get("/healthz")}${get("/nowhere")}`],
];

/** The answers of a host to each of them. */
export async function tellRaw(url: string): Promise<readonly (readonly [string, string])[]> {
  const answers: (readonly [string, string])[] = [];
  for (const [name, bytes] of RAW) answers.push([name, await answerTo(url, bytes)]);
  return answers;
}

/** Ends with the connection; on a persistent one it sends a last request, whose response is left out. */
async function answerTo(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    const isFirst = answer === "";
    answer += text;
    if (isFirst && !answer.includes("Connection: close")) socket.write(get(LAST, `${HOST}Connection: close\r\n`));
  });
  socket.write(bytes, "latin1");
  await once(socket, "close");
  const last = answer.lastIndexOf("HTTP/1.1 404");
  const isLast = last > 0 && answer.slice(last).includes("Connection: close");
  return (isLast ? answer.slice(0, last) : answer)
    .replace(/X-Request-Id: [^\r]*/gi, "X-Request-Id: …")
    .replace(/"request_id":"[^"]*"/g, '"request_id":"…"')
    .replace(/Date: [^\r]*/gi, "Date: …");
}

const LAST = "/the-last-of-a-connection";
