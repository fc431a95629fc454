/** Reads what ffmpeg tells at `-progress`, in whatever pieces it comes: how many percent of so many seconds are done. */
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
