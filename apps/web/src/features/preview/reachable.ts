/** Whether a link still leads to its content: where not, it is the way that failed and not the file. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers: { Range: 'bytes=0-0' }, credentials: 'omit', cache: 'no-store' });
    await answer.body?.cancel();
    // An empty file has no range to give.
    return answer.ok || answer.status === 416;
  } catch {
    return false;
  }
}
