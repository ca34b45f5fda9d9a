import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { createS3Client } from "../s3-client.ts";
import { type S3Server, serverAt } from "./server.ts";

const PROGRAMS = ["ceph", "ceph-mon", "ceph-osd", "monmaptool", "radosgw", "radosgw-admin"];
const READY_MILLISECONDS_MAX = 90_000;
const POLL_MILLISECONDS = 100;
const BUCKET = "cartulary";
/** The name of the default zone group, which radosgw uses as its region. */
const REGION = "default";

/** True if Ceph's programs are installed. */
export const hasRadosgw = (): boolean => PROGRAMS.every(isInstalled);

/**
 * Starts Ceph's S3 server on 127.0.0.1, as the current user and in a temporary folder: one monitor, one memory store
 * without replicas, one gateway. Takes some seconds. Returns `null` if Ceph is not installed.
 */
export async function startRadosgw(): Promise<S3Server | null> {
  if (!hasRadosgw()) return null;
  const folder = await mkdtemp(join(tmpdir(), "cartulary-radosgw-"));
  const children: ChildProcess[] = [];

  async function stop() {
    await Promise.all(children.map(end));
    await rm(folder, { recursive: true, force: true });
  }

  try {
    return await start(folder, children, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(folder: string, children: ChildProcess[], stop: () => Promise<void>): Promise<S3Server> {
  const cluster = await configure(folder);
  const daemon = (program: string, ...args: readonly string[]) => {
    const child = spawn(program, ["-f", "-c", cluster.file, ...args], { stdio: "ignore" });
    children.push(child, guard(child, folder));
  };
  await startMonitor(cluster, folder, daemon);
  await startStore(cluster, daemon);
  // Before the gateway starts: both create missing pools, and they would conflict.
  const credentials = await createUser(cluster);
  daemon("radosgw", "-n", "client.admin");
  await waitForPort(cluster.gatewayPort, children);
  const endpoint = `http://127.0.0.1:${cluster.gatewayPort}`;
  const server = serverAt({ endpoint, bucket: BUCKET, region: REGION, ...credentials, stop });
  await createBucket(server);
  return server;
}

/** Kills the daemon and removes the folder when this process ends in any way: the pipe between them closes. */
function guard({ pid }: ChildProcess, folder: string): ChildProcess {
  const script = 'read -r _; kill -KILL "$1"; rm -rf "$2"';
  return spawn("sh", ["-c", script, "guard", String(pid), folder], { stdio: ["pipe", "ignore", "ignore"] });
}

interface Cluster {
  readonly file: string;
  readonly id: string;
  readonly monitorPort: number;
  readonly gatewayPort: number;
}

type StartDaemon = (program: string, ...args: readonly string[]) => void;

async function configure(folder: string): Promise<Cluster> {
  const [monitorPort, gatewayPort] = await freePorts();
  const cluster = { file: join(folder, "ceph.conf"), id: randomUUID(), monitorPort, gatewayPort };
  await Promise.all(["mon", "osd"].map((name) => mkdir(join(folder, name))));
  await writeFile(cluster.file, configuration(cluster, folder));
  return cluster;
}

/** No authentication inside the cluster on the loopback interface; one copy of everything, in memory. */
function configuration({ id, monitorPort, gatewayPort }: Cluster, folder: string): string {
  return `[global]
fsid = ${id}
auth cluster required = none
auth service required = none
auth client required = none
ms bind msgr2 = false
mon host = v1:127.0.0.1:${monitorPort}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
mon allow pool size one = true
mon data avail crit = 0
mon data avail warn = 0
paxos propose interval = 0.05
paxos min wait = 0.01
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
osd objectstore = memstore
osd class update on start = false
osd crush update on start = false
memstore device bytes = 2147483648
mon data = ${folder}/mon
osd data = ${folder}/osd
run dir = ${folder}
admin socket = ${folder}/$name.asok
pid file =
keyring = ${folder}/keyring
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
crash dir = ${folder}
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw data = ${folder}/rgw
`;
}

async function startMonitor({ file, id, monitorPort }: Cluster, folder: string, daemon: StartDaemon): Promise<void> {
  const map = join(folder, "monmap");
  await run("monmaptool", "--create", "--addv", "a", `v1:127.0.0.1:${monitorPort}`, "--fsid", id, map);
  await run("ceph-mon", "--mkfs", "-i", "a", "--monmap", map, "-c", file);
  daemon("ceph-mon", "-i", "a");
}

/**
 * The store's id must be the one that the monitor knows. Its location is registered here: a store that registers itself
 * at start fails now and then ("wrong fsid") and exits. The commands wait for the monitor.
 */
async function startStore({ file }: Cluster, daemon: StartDaemon): Promise<void> {
  const id = randomUUID();
  // On a busy machine the monitor accepts connections before it can serve commands; repeating a command is harmless.
  const ceph = (...args: readonly string[]) =>
    retry(() => run("ceph", "-c", file, "--connect-timeout", "60", "osd", ...args));
  await ceph("new", id);
  await ceph("crush", "add", "osd.0", "1", "root=default");
  await run("ceph-osd", "--mkfs", "-i", "0", "--osd-uuid", id, "-c", file);
  daemon("ceph-osd", "-i", "0");
}

const ATTEMPTS_MAX = 20;
const BETWEEN_ATTEMPTS_MS = 250;

async function retry(work: () => Promise<void>, attempts: number = ATTEMPTS_MAX): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (attempts === 1) throw error;
    await pause(BETWEEN_ATTEMPTS_MS);
    await retry(work, attempts - 1);
  }
}

async function createUser({ file }: Cluster) {
  const [accessKeyId, secretAccessKey] = [randomBytes(10).toString("hex"), randomBytes(20).toString("hex")] as const;
  const keys = ["--access-key", accessKeyId, "--secret-key", secretAccessKey];
  await run("radosgw-admin", "-c", file, "user", "create", "--uid", "cartulary", "--display-name", "Tests", ...keys);
  return { accessKeyId, secretAccessKey };
}

async function createBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Server): Promise<void> {
  const credentials = { accessKeyId, secretAccessKey };
  const client = createS3Client({ endpoint, region, forcePathStyle: true }, { credentials });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } finally {
    client.destroy();
  }
}

async function waitForPort(port: number, children: readonly ChildProcess[]): Promise<void> {
  const deadline = Date.now() + READY_MILLISECONDS_MAX;
  while (!(await canConnect(port))) {
    const dead = children.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    if (dead) throw new Error(`${dead.spawnfile} ended with ${dead.exitCode ?? dead.signalCode}`);
    if (Date.now() > deadline) throw new Error(`Nothing x`);
    await pause(POLL_MILLISECONDS);
  }
}

function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((settle) => {
    socket.once("connect", () => settle(true)).once("error", () => settle(false));
  }).then((answer) => {
    socket.destroy();
    return answer === true;
  });
}

/** Below the ephemeral ports, which another process could receive before ours are bound. */
const PORTS = { first: 20_000, count: 10_000 };

/** Returns two free ports. */
async function freePorts(): Promise<readonly [number, number]> {
  const [one, other] = [await listenOnRandomPort(), await listenOnRandomPort()];
  const ports = [portOf(one), portOf(other)] as const;
  await Promise.all([one, other].map((server) => new Promise((settle) => server.close(settle))));
  return ports;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function listenOnRandomPort(): Promise<Server> {
  const server = createServer();
  const isTaken = await new Promise<boolean>((settle) => {
    server.once("error", () => settle(true)).once("listening", () => settle(false));
    server.listen(PORTS.first + randomInt(PORTS.count), "127.0.0.1");
  });
  return isTaken ? listenOnRandomPort() : server;
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, args, { timeout: READY_MILLISECONDS_MAX });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((settle) => child.once("exit", settle));
  child.kill("SIGKILL");
  await exited;
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
