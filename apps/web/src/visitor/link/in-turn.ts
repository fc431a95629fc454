/** How long a tab waits for another one that got stuck. Without its turn it may count as a browser of its own, which is no reason to keep anybody waiting. */
const mostMs = 5000;

/**
 * Makes the first call of a tab while no other tab of this browser does. Its answer brings the cookie by which the server counts a browser once: of two tabs
 * that were opened at the same moment, the second then sends what the first has got. Only pages of a secure origin have such locks.
 */
export async function inTurn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  if (!('locks' in navigator)) return call();
  let begun: Promise<Answer> | undefined;
  try {
    return await navigator.locks.request('alcove-visitor', { signal: AbortSignal.timeout(mostMs) }, () => (begun = call()));
  } catch (error) {
    if (begun) throw error;
    return call();
  }
}
