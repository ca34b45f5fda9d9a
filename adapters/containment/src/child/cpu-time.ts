/** Returns the CPU time of this process since its start, in all threads. */
export function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
