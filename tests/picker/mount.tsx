/** A page with only the picker; only its own test builds it. `?roles` offers roles, `?max=2` limits the choice. */
import '../no-compiling.ts';
import '../../apps/web/src/ui/trusted-types.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../../apps/web/src/api/query-client.ts';
import type { Chosen } from '../../apps/web/src/features/people/chosen.ts';
import { PeoplePicker } from '../../apps/web/src/features/people/PeoplePicker.tsx';
import { loadTexts } from '../../apps/web/src/app/load-texts.ts';
import { storedLanguage } from '../../apps/web/src/i18n/index.ts';
import { mantineTheme } from '../../apps/web/src/theme/theme.ts';
import 'virtual:theme.css';
import '../../apps/web/src/theme/base.css';
import { Dialog } from '../../apps/web/src/ui/dialog/Dialog.tsx';

const asked = new URLSearchParams(location.search);
const roles = ['view', 'edit', 'manage'].map((value) => ({ value, label: `role ${value}` }));
const max = asked.get('max');

function Page() {
  const [value, setValue] = useState<readonly Chosen[]>([]);
  return (
    <Dialog opened onClose={() => {}} withCloseButton={false} size={860} padding={0} title="PeoplePicker" transitionProps={{ duration: 0 }}>
      <PeoplePicker value={value} onChange={setValue} {...(asked.has('roles') && { roles })} {...(max !== null && { max: Number(max) })} />
      <output aria-label="value" hidden>
        {JSON.stringify(value.map(({ name, role }) => (role === undefined ? name : `${name}: ${role}`)))}
      </output>
    </Dialog>
  );
}

await loadTexts(storedLanguage());
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={mantineTheme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
