import { execSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { abort } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { serveJobs } from "../src/child/index.ts";

/** The jobs of the test child. */
export type TestJob =
  | { readonly do: "echo"; readonly value: unknown }
  | { readonly do: "pid" | "environment" | "spin" | "allocate" | "grow" | "abort" | "throw" | "exit" | "sleep" }
  | { readonly do: "read file" | "write file"; readonly path: string }
  | { readonly do: "start a process" }
  | { readonly do: "connect" | "listen" | "fetch" | "send"; readonly port: number }
  | { readonly do: "resolve" | "print" }
  | { readonly do: "copy" | "count" }
  | { readonly do: "wait"; readonly milliseconds: number }
  | { readonly do: "take"; readonly cpuMilliseconds: number }
  | { readonly do: "write"; readonly pieces: number };

const held: unknown[] = [];

serveJobs<TestJob, unknown>(async (job, { sources, write }) => {
  switch (job.do) {
    case "echo":
      return job.value;
    case "pid":
      return process.pid;
    case "environment":
      return { env: { ...process.env }, cwd: process.cwd(), words: process.argv.length };
    case "spin":
      for (;;) Math.random();
    case "sleep":
      return new Promise(() => setInterval(() => {}, 1_000));
    case "wait":
      await sleep(job.milliseconds);
      return "waited";
    case "take": {
      const before = process.cpuUsage();
      const taken = () => Object.values(process.cpuUsage(before)).reduce((sum, microseconds) => sum + microseconds);
      while (taken() < 1000 * job.cpuMilliseconds) Math.random();
      return "taken";
    }
    case "allocate":
      for (;;) held.push(Buffer.alloc(16 * 1024 * 1024, 1));
    case "grow":
      held.push(Buffer.alloc(64 * 1024 * 1024, 1));
      return process.pid;
    case "abort":
      return abort();
    case "throw":
      throw new TypeError("not foreseen");
    case "exit":
      return process.exit(0);
    case "read file":
      return readFileSync(job.path, "utf8");
    case "write file":
      return writeFileSync(job.path, "x");
    case "start a process":
      return execSync("id").toString();
    case "connect": {
      const socket = connect(job.port, "127.0.0.1");
      await once(socket, "connect");
      return "connected";
    }
    case "listen": {
      const server = createServer().listen(job.port, "127.0.0.1");
      await once(server, "listening");
      return "listening";
    }
    case "fetch":
      return (await fetch(`http://127.0.0.1:${job.port}/`)).status;
    case "send": {
      const socket = createSocket("udp4");
      return new Promise((sent, failed) => {
        socket.once("error", failed);
        socket.send("x", job.port, "127.0.0.1", (error) => (error ? failed(error) : sent("sent")));
      });
    }
    case "resolve":
      return lookup("localhost");
    case "print":
      console.log("to a terminal");
      process.stdout.write("to another");
      return "printed";
    case "copy":
      for (const source of sources) for await (const bytes of source) await write(bytes);
      return "copied";
    case "count": {
      let count = 0;
      for (const source of sources) for await (const bytes of source) count += bytes.byteLength;
      return count;
    }
    case "write":
      for (let piece = 0; piece < job.pieces; piece += 1) await write(Buffer.alloc(65_536, piece));
      return process.pid;
  }
});
