/** Whether a link still works; if not, the connection failed and not the file. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers: { Range: 'bytes=0-0' }, credentials: 'omit', cache: 'no-store' });
    await answer.body?.cancel();
    // An empty file has no ranges.
    return answer.ok || answer.status === 416;
  } catch {
    return false;
  }
}
