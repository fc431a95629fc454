/** Reads ffmpeg's `-progress` output, in chunks of any size: the percentage done of a duration in seconds. */
export function progressReader(duration: number | null, tell: (percent: number) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = (lines.pop() ?? '').slice(-100);
    for (const line of lines) {
      const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
      if (microseconds !== undefined && duration !== null) tell((Number(microseconds) / 1e6 / duration) * 100);
    }
  };
}
