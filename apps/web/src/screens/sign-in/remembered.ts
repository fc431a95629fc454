/** What this device keeps for the next sign-in. Null if nothing is kept, or storage is blocked. */
const kept = (key: string, place: () => Storage = () => localStorage) => ({
  read(): string | null {
    try {
      return place().getItem(key);
    } catch {
      return null;
    }
  },
  keep(value: string | null): void {
    try {
      if (value === null) place().removeItem(key);
      else place().setItem(key, value);
    } catch {
      // Storage is blocked: nothing is remembered.
    }
  },
});

/** The user name, and that of the directory account, if the person asked for it. */
export const userName = kept('alcove-user-name');
export const domainName = kept('alcove-domain-account');
/** The region that was chosen last. */
export const { read: rememberedRegion, keep: rememberRegion } = kept('alcove-sign-in-region');
/** The platform that somebody signed in with the last time, or `qrWay`; null: our own form. */
export const { read: rememberedPlatform, keep: rememberPlatform } = kept('alcove-platform');
/** The code that a phone confirms, instead of the id of a platform. */
export const qrWay = 'qr';
/** Where somebody was going when this tab led them to a platform: a sign-in that fails there comes back without it. */
export const wanted = kept('alcove-wanted', () => sessionStorage);
