import { QUEUE_TEXTS } from "@cartulary/console";
import { jobQueues } from "@cartulary/server";
import { ADMINISTRATION_BASE } from "@cartulary/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { NOTHING } from "../../support/record-factories.ts";
import type { JobBody } from "../../support/records.ts";
import { expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type SignedIn, signedInAs } from "../../support/session.ts";

const JOBS = `${ADMINISTRATION_BASE}/jobs`;
/** No test runs the recurring jobs of this queue. */
const QUEUE = "auth/forget_sessions";
const MANY = 101;

interface Overview {
  readonly jobs: readonly JobBody[];
  readonly jobs_truncated: boolean;
}

describe.each(usualDatabases)("the jobs of the host on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let admin: SignedIn;
  let manager: SignedIn;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    admin = await signedInAs(house, { role: "admin" });
    manager = await signedInAs(house, { role: "manager" });
  });
  afterAll(() => house.close());

  const listed = async (status?: string) =>
    expectStatus(await house.admin.ask<Overview>("GET", JOBS, status ? { query: { status } } : {}), 200);
  const enqueue = () => database.transact.write(({ jobs }) => jobs.enqueue({ queue: QUEUE, attemptsMax: 1 }));
  const claimed = () =>
    database.transact.write(async ({ leases }) => {
      const job = await leases.claim([QUEUE]);
      if (!job) throw new Error("There is no job");
      return job;
    });

  it("wait, run, fail and are retried by administrators, who leave a trace", async () => {
    await enqueue();
    const { jobs } = await listed("waiting");
    expect(jobs).toMatchObject([{ queue: QUEUE, status: "waiting", attempts: 0, attempts_max: 1, failed_at: null }]);
    const job = await claimed();
    expect((await listed("running")).jobs).toMatchObject([{ id: job.id, due_at: null }]);
    expectRefusal(await house.admin.ask("POST", `${JOBS}/${job.id}/retry`), 409, "job_not_failed");
    await database.transact.write(({ leases }) => leases.fail(job, "<the disk> is full"));
    expect(await listed()).toMatchObject({
      jobs: [{ id: job.id, reason: "<the disk> is full" }],
      jobs_truncated: false,
    });

    const page = await admin.get("/admin/jobs", { headers: { "accept-language": "fr" } });
    for (const text of ["Oublier les sessions terminées", "&lt;the disk&gt; is full", `/admin/jobs/${job.id}/retry`])
      expect(page.text).toContain(text);
    const question = await admin.get(`/admin/jobs/${job.id}/retry`);
    expect(question.text).toContain("Forget ended sessions");
    expect((await manager.get(`/admin/jobs/${job.id}/retry`)).status).toBe(403);
    const retried = await admin.fillIn(`/admin/jobs/${job.id}/retry`, {});
    expect([retried.status, retried.headers.get("location")]).toEqual([303, "/admin/jobs"]);
    expect(expectStatus(await house.admin.ask<JobBody>("GET", `${JOBS}/${job.id}`), 200)).toMatchObject({
      ...{ status: "waiting", attempts: 1, attempts_max: 2, failed_at: null },
    });
    const again = await admin.fillIn(`/admin/jobs/${job.id}/retry`, {});
    expect([again.status, again.text.includes("This work waits or runs already.")]).toEqual([409, true]);
    const query = { "q[action_eq]": "job.retried" };
    const trail = await house.admin.ask<readonly object[]>("GET", `${ADMINISTRATION_BASE}/audit_events`, { query });
    expect(trail.body).toMatchObject([
      { actor_id: admin.person.id, resource_type: "job", resource_id: job.id, detail: { queue: QUEUE } },
    ]);

    const last = await claimed();
    expect(last).toMatchObject({ id: job.id, attempt: 2 });
    await database.transact.write(({ leases }) => leases.complete(last));
    expectNotFound(await house.admin.ask("GET", `${JOBS}/${job.id}`));
    expectNotFound(await house.admin.ask("POST", `${JOBS}/${NOTHING}/retry`));
    expect((await admin.get(`/admin/jobs/${job.id}/retry`)).status).toBe(404);
  });

  it("are listed up to a hundred", async () => {
    for (let count = 0; count < MANY; count += 1) await enqueue();
    const { jobs, jobs_truncated: isTruncated } = await listed("waiting");
    expect([jobs.length, isTruncated]).toEqual([MANY - 1, true]);
    expect((await admin.get("/admin/jobs")).text).toContain("Only the first 100 are shown.");
  });
});

it("each queue of the host has a text in both languages", () => {
  for (const texts of Object.values(QUEUE_TEXTS)) expect(Object.keys(texts).toSorted()).toEqual(jobQueues.toSorted());
});
