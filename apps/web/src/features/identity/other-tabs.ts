import { basePath, needsSession } from '../../api/paths.ts';
import { isLeaving, leaveSignedOut, requestUserName, safeRedirect, setEnded, showAnew } from '../../api/session.ts';
import { tellsSignedIn, whenTold } from '../../api/signed-in.ts';
import { goOn } from './keep-typed.ts';

const waitsForSignIn = ['/signIn', '/signIn/out', '/signIn/second', '/ADlogin'];

/**
 * Follows what happens to the session in other tabs. A sign-in page goes on by itself, what shows another person is loaded anew, and after a
 * sign-out no tab stays open. The same is looked at when the browser brings back a page that it kept.
 */
export function followOtherTabs(): void {
  whenTold(() => follow(tellsSignedIn()));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (isLeaving() || tellsSignedIn() !== requestUserName())) showAnew();
  });
}

function follow(told: string | null): void {
  const shown = requestUserName();
  if (isLeaving() || told === null) return;
  if (shown === '') {
    if (told === '' || !waitsForSignIn.includes(location.pathname.slice(basePath.length))) return;
    setEnded(false);
    location.replace(safeRedirect(new URLSearchParams(location.search).get('redirect')));
  } else if (told === shown) goOn();
  else if (told !== '') showAnew();
  else if (needsSession(location.pathname)) leaveSignedOut();
}
