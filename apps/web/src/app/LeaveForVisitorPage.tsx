import { useEffect } from 'react';

/** Whoever comes to an external link from inside the app, as after signing in there, gets the page that the server sends for it. */
export function LeaveForVisitorPage() {
  useEffect(() => location.reload(), []);
  return null;
}
