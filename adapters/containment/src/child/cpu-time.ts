/** CPU time that this process has taken since its start, in all of its threads. */
export function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
