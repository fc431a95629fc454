import './ui/trusted-types.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './api/query-client.ts';
import { currentUserQuery } from './api/current-user.ts';
import { loadTexts } from './app/load-texts.ts';
import { storedLanguage } from './i18n/index.ts';
import { noticeMissingCode } from './api/new-build.ts';
import { basePath, needsSession } from './api/paths.ts';
import { loadKeptPage } from './app/KeptPages.tsx';
import { router } from './app/routes.tsx';
import { followOtherTabs } from './features/identity/other-tabs.ts';
import { keepWhatIsTyped } from './features/identity/keep-typed.ts';
import { whenStaying } from './api/session.ts';
import { openTransfers } from './features/transfer/transfers.ts';
import { mantineTheme } from './theme/theme.ts';
import 'virtual:theme.css';
import './theme/base.css';

/**
 * Texts must load before the first render. The current user and the first screen load in parallel, which makes it appear sooner.
 */
async function start(): Promise<void> {
  openTransfers(async () => (await import('./features/transfer/browser/ports.ts')).openBrowserPorts());
  noticeMissingCode();
  followOtherTabs();
  whenStaying(keepWhatIsTyped);
  if (needsSession(location.pathname)) void queryClient.prefetchQuery(currentUserQuery);
  loadKeptPage(location.pathname.slice(basePath.length));
  await loadTexts(storedLanguage());
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={mantineTheme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

void start();
