import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import type { RouteObject } from 'react-router';
import LaterPage from './features/coming-soon/LaterPage.tsx';
import type { PlainKey } from './i18n/index.ts';
import { basePath } from './paths.ts';
import { Root } from './shell/Root.tsx';
import { RouteCrash } from './shell/RouteCrash.tsx';
import { Shell } from './shell/Shell.tsx';

export interface RouteHandle {
  /** The document's title and the phone's top bar, until the page names something closer. */
  title?: PlainKey;
}

const titled = (title: PlainKey): { handle: RouteHandle } => ({ handle: { title } });
const home = <Navigate to="/personalFile" replace />;
const kept = (path: string, title: PlainKey): RouteObject => ({ path, ...titled(title), element: null });

/** Entries whose screens come with their own issues. */
const later = (path: string, title: PlainKey): RouteObject => ({ path, ...titled(title), Component: LaterPage });
const loaded = (path: string, title: PlainKey, load: () => Promise<{ default: ComponentType }>): RouteObject => ({
  path,
  ...titled(title),
  lazy: async () => ({ Component: (await load()).default }),
});

export const router = createBrowserRouter(
  [
    {
      Component: Root,
      ErrorBoundary: RouteCrash,
      HydrateFallback: () => null,
      children: [
        {
          Component: Shell,
          ErrorBoundary: RouteCrash,
          children: [
            // Their state stays while the reader is elsewhere: the shell keeps them mounted (shell/KeptPages.tsx).
            kept('/personalFile/*', 'shell.personalFile'),
            kept('/groupFile/*', 'shell.groupFile'),
            kept('/departmentFile/*', 'shell.departmentFiles'),
            kept('/fileShare/*', 'shell.fileShare'),
            loaded('/search', 'search.title', () => import('./features/search/SearchPage.tsx')),
            later('/mySharing', 'shell.mySharing'),
            loaded('/myCollect', 'shell.myCollect', () => import('./features/favourites/FavouritesPage.tsx')),
            loaded('/recycleBin', 'shell.recycleBin', () => import('./features/recycle/RecyclePage.tsx')),
            later('/clusterSync', 'shell.clusterSync'),
            later('/clientTransList', 'shell.clientTransList'),
            loaded('/personalTable', 'shell.personalTable', () => import('./features/all-files/AllFilesPage.tsx')),
          ],
        },
        loaded('/signIn', 'identity.documentTitle', () => import('./features/identity/SignInPage.tsx')),
        loaded('/ADlogin', 'identity.directoryDocumentTitle', () => import('./features/identity/DirectorySignInPage.tsx')),
        later('/fileDownload', 'shell.fileDownload'),
        loaded('/userServiceAgreement', 'agreements.serviceAgreement', () => import('./features/agreements/ServiceAgreementPage.tsx')),
        loaded(
          '/userServiceAgreementEnglish',
          'agreements.serviceAgreement',
          () => import('./features/agreements/ServiceAgreementEnglishPage.tsx'),
        ),
        loaded('/privacyPolicy', 'agreements.privacyPolicy', () => import('./features/agreements/PrivacyPolicyPage.tsx')),
        loaded('/privacyPolicyEnglish', 'agreements.privacyPolicy', () => import('./features/agreements/PrivacyPolicyEnglishPage.tsx')),
        loaded('/usageRules', 'agreements.usageRules', () => import('./features/agreements/UsageRulesPage.tsx')),
        loaded('/help', 'shell.helpDocs', () => import('./features/agreements/HelpPage.tsx')),
        loaded('/policylist', 'agreements.policyList', () => import('./features/agreements/PolicyListPage.tsx')),
        loaded('/error/:type?', 'errors.documentTitle', () => import('./features/errors/ErrorPage.tsx')),
        { path: '*', element: home },
      ],
    },
  ],
  { basename: basePath },
);
