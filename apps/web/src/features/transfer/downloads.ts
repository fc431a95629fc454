export interface Download {
  id: string;
  name: string;
  size: number;
}

let under: readonly Download[] = [];
const listeners = new Set<() => void>();
function show(next: readonly Download[]): void {
  under = next;
  for (const listener of listeners) listener();
}

/** Downloads whose link is being asked for; the browser itself carries them from then on. */
export const downloads = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => under,
  add: (download: Download) => show([...under, download]),
  remove: (id: string) => show(under.filter((one) => one.id !== id)),
};
