/** Milliseconds of processor time that this process has used since: what work costs, however busy the machine is. */
export function cpuSince(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
