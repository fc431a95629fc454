/**
 * Goes back one step of this page's own history. A frame in the page adds steps to the tab's history, and `history.back()` would only take those
 * back: the Navigation API passes them over. A browser without it counts, which ends where the browser keeps no more steps.
 *
 * @param since `history.length` after the page's last step
 * @returns false if one step back might not leave where the page is; nothing has happened then
 */
export function stepBack(since: number): boolean {
  if ('navigation' in window) {
    if (!navigation.canGoBack) return false;
    const { committed, finished } = navigation.back();
    // Another navigation meanwhile takes its place, and says where to go.
    void Promise.allSettled([committed, finished]);
    return true;
  }
  if (since !== history.length) return false;
  history.back();
  return true;
}
