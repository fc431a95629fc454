import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import type { RouteObject } from 'react-router';
import ComingSoonPage from '../screens/coming-soon/ComingSoonPage.tsx';
import type { PlainKey } from '../i18n/index.ts';
import { basePath } from '../api/paths.ts';
import type { RouteHandle } from '../ui/screen-title.ts';
import { loadAdminTexts } from './admin/load-admin-texts.ts';
import { LeaveForVisitorPage } from './LeaveForVisitorPage.tsx';
import { Root } from './Root.tsx';
import { RouteCrash, RouteScreenCrash } from './RouteCrash.tsx';
import { Shell } from './Shell.tsx';

const titled = (title: PlainKey): { handle: RouteHandle } => ({ handle: { title } });
const home = <Navigate to="/personalFile" replace />;
const kept = (path: string, title: PlainKey): RouteObject => ({ path, ...titled(title), element: null });

/** Menu entries whose screens are not built yet. */
const later = (path: string, title: PlainKey): RouteObject => ({ path, ...titled(title), Component: ComingSoonPage });
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
            // The shell keeps these screens mounted (KeptPages.tsx), so that their state survives navigation.
            kept('/personalFile/*', 'shell.personalFile'),
            kept('/groupFile/*', 'shell.groupFile'),
            kept('/departmentFile/*', 'shell.departmentFiles'),
            kept('/fileShare/*', 'shell.fileShare'),
            {
              ErrorBoundary: RouteScreenCrash,
              children: [
                loaded('/search', 'search.title', () => import('../screens/search/SearchPage.tsx')),
                loaded('/mySharing', 'shell.mySharing', () => import('../screens/my-sharing/MySharingPage.tsx')),
                loaded('/myCollect', 'shell.myCollect', () => import('../screens/favourites/FavouritesPage.tsx')),
                loaded('/security', 'security.title', () => import('../screens/security/SecurityPage.tsx')),
                loaded('/recycleBin', 'shell.recycleBin', () => import('../screens/recycle/RecyclePage.tsx')),
                later('/clusterSync', 'shell.clusterSync'),
                later('/clientTransList', 'shell.clientTransList'),
                loaded('/personalTable', 'shell.personalTable', () => import('../screens/all-files/AllFilesPage.tsx')),
              ],
            },
          ],
        },
        {
          path: '/admin',
          ErrorBoundary: RouteCrash,
          lazy: async () => {
            const [shell] = await Promise.all([import('./admin/AdminShell.tsx'), loadAdminTexts()]);
            return { Component: shell.default };
          },
          children: [
            {
              ErrorBoundary: RouteScreenCrash,
              children: [
                loaded('dashboard', 'admin.dashboard', () => import('../screens/admin-dashboard/DashboardPage.tsx')),
                loaded('people', 'admin.people', () => import('../screens/admin-people/PeoplePage.tsx')),
                loaded('people/import', 'adminImport.title', () => import('../screens/admin-import/ImportPage.tsx')),
                loaded('people/offboard', 'adminOffboard.title', () => import('../screens/admin-offboard/OffboardPage.tsx')),
                loaded('reviews', 'admin.reviews', () => import('../screens/admin-reviews/ReviewsPage.tsx')),
                loaded('contentRules', 'admin.contentRules', () => import('../screens/admin-content-rules/ContentRulesPage.tsx')),
                loaded('allowlist', 'admin.allowlist', () => import('../screens/admin-allowlist/AllowlistPage.tsx')),
                loaded('platforms', 'admin.platforms', () => import('../screens/admin-platforms/PlatformsPage.tsx')),
                loaded('logs', 'admin.logs', () => import('../screens/admin-logs/LogsPage.tsx')),
                loaded('agreements', 'admin.agreements', () => import('../screens/admin-agreements/AgreementsPage.tsx')),
                loaded('agreements/people', 'adminAgreements.people', () => import('../screens/admin-agreements/AgreementPeoplePage.tsx')),
                loaded('configuration', 'admin.configuration', () => import('../screens/admin-configuration/ConfigurationPage.tsx')),
                loaded('files', 'admin.files', () => import('../screens/admin-files/FilesPage.tsx')),
                loaded('recycle', 'admin.recycle', () => import('../screens/admin-recycle/SecondBinPage.tsx')),
                loaded('roles', 'admin.roles', () => import('../screens/admin-roles/RolesPage.tsx')),
                { path: '*', ...titled('shell.administration'), element: null },
              ],
            },
          ],
        },
        loaded('/signIn', 'identity.documentTitle', () => import('../screens/sign-in/SignInPage.tsx')),
        loaded('/signIn/out', 'identity.documentTitle', () => import('../screens/sign-in/SignInPage.tsx')),
        loaded('/signIn/second', 'identity.documentTitle', () => import('../screens/sign-in/SecondStepPage.tsx')),
        loaded('/signIn/back/:platformId', 'identity.documentTitle', () => import('../screens/sign-in/PlatformBackPage.tsx')),
        loaded('/ADlogin', 'identity.directoryDocumentTitle', () => import('../screens/sign-in/DirectorySignInPage.tsx')),
        loaded('/setUpFactor', 'security.enrol', () => import('../screens/sign-in/EnrolPage.tsx')),
        loaded('/qr/:qrId', 'identity.qrConfirmTitle', () => import('../screens/qr-confirm/QrConfirmPage.tsx')),
        loaded('/newPassword', 'identity.ownPassword', () => import('../screens/sign-in/NewPasswordPage.tsx')),
        // The page of external links is an entry of its own, which only the server sends.
        { path: '/fileDownload', Component: LeaveForVisitorPage },
        loaded('/userServiceAgreement', 'agreements.serviceAgreement', () => import('../screens/documents/ServiceAgreementPage.tsx')),
        loaded(
          '/userServiceAgreementEnglish',
          'agreements.serviceAgreement',
          () => import('../screens/documents/ServiceAgreementEnglishPage.tsx'),
        ),
        loaded('/privacyPolicy', 'agreements.privacyPolicy', () => import('../screens/documents/PrivacyPolicyPage.tsx')),
        loaded('/privacyPolicyEnglish', 'agreements.privacyPolicy', () => import('../screens/documents/PrivacyPolicyEnglishPage.tsx')),
        loaded('/usageRules', 'agreements.usageRules', () => import('../screens/documents/UsageRulesPage.tsx')),
        loaded('/help', 'shell.helpDocs', () => import('../screens/documents/HelpPage.tsx')),
        loaded('/policylist', 'agreements.policyList', () => import('../screens/documents/PolicyListPage.tsx')),
        loaded('/error/:type?', 'errors.documentTitle', () => import('../screens/errors/ErrorPage.tsx')),
        { path: '*', element: home },
      ],
    },
  ],
  { basename: basePath },
);
