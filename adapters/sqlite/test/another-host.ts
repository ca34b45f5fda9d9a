import type { UserId } from "@cartulary/kernel";
import { directoryModule } from "@cartulary/sql/directory";
import { openSqlite } from "../src/index.ts";

/** Another process on the same file: counts a user's external id up, reading it first, `times` times. */
const [path = "", id = "", times = "0"] = process.argv.slice(2);

const { transact, close } = await openSqlite({
  path,
  modules: [directoryModule],
  synchronous: "off",
  busyTimeoutMs: 60_000,
});
for (let time = 0; time < Number(times); time += 1) {
  await transact.write(async ({ users }) => {
    const user = await users.find(id as UserId);
    if (user) await users.update({ ...user, externalId: `${Number(user.externalId) + 1}` });
  });
}
await close();
