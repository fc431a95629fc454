/** The processor time, in milliseconds, that this process has used since: the cost of some work, however busy the machine is. */
export function cpuSince(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
