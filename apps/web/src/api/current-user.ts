import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls, limits } from '@alcove/contract';
import type { CurrentUser, Language } from '@alcove/contract';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';
import { setUserName } from './session.ts';
import { currentLanguage, languageWasChosen, storedLanguage, storeLanguage } from '../i18n/index.ts';

/** The signed-in person; a refused session leads to sign-in. */
export const currentUserQuery = queryOptions({
  queryKey: ['user', 'current'],
  queryFn: async ({ signal }) => {
    const user = await call(calls.user.currentUser, {}, { signal });
    setUserName(user.userName);
    if (adoptsLanguage(user.language)) location.reload();
    return user;
  },
  staleTime: 5 * 60_000,
});

/** What every account begins with: it says nothing of a choice, so the browser's own language stays. */
const accountsBeginWith: Language = 'zh-CN';
/** On a device where nobody chose yet, the language that the person chose elsewhere applies: true when the page must be loaded anew. */
export function adoptsLanguage(language: Language): boolean {
  if (language === accountsBeginWith || languageWasChosen() || language === currentLanguage()) return false;
  storeLanguage(language);
  return storedLanguage() === language;
}

/** Used and total space of the signed-in person. */
export const capacityQuery = queryOptions({
  queryKey: ['user', 'capacity'],
  queryFn: ({ signal }) => call(calls.user.queryUserCapacity, {}, { signal }),
  staleTime: 60_000,
});

/** What the service configuration allows this person; the product's own defaults while they are being asked for. */
export function allowed(): Pick<CurrentUser, 'folderDownload' | 'renameLength' | 'filesPerSelection' | 'publicSite' | 'clients'> {
  const known = queryClient.getQueryData(currentUserQuery.queryKey);
  return (
    known ?? {
      folderDownload: false,
      renameLength: limits.renameLength,
      filesPerSelection: limits.filesPerSelection.web,
      publicSite: false,
      clients: [],
    }
  );
}

/** The signed-in person, or undefined while it is being asked for. */
export const useCurrentUser = () => useQuery(currentUserQuery).data;

let refresh: ReturnType<typeof setTimeout> | undefined;

/** Asks for the capacity anew, 300 ms after the last of several changes. */
export function refreshCapacity(): void {
  clearTimeout(refresh);
  refresh = setTimeout(() => void queryClient.invalidateQueries({ queryKey: capacityQuery.queryKey }), 300);
}
