import { lazy, Suspense } from 'react';
import { GateFrame } from './gate/GateFrame.tsx';
import { PasswordGate } from './gate/PasswordGate.tsx';
import { Refused } from './gate/Refused.tsx';
import { visit } from './link/visit.ts';
import { SharePage } from './page/SharePage.tsx';
import { ConfirmHost } from './ui/ConfirmHost.tsx';
import { PartBoundary } from '../ui/part-boundary/PartBoundary.tsx';
import { ToastHost } from '../ui/toast/ToastHost.tsx';
import { useStore } from '../ui/store.ts';

const UploadPage = lazy(() => import('./upload/UploadPage.tsx'));

/** The page of an external link, wherever the visit stands. */
export function VisitorPage() {
  return (
    <>
      <Stage />
      <ToastHost />
      <ConfirmHost />
    </>
  );
}

function Stage() {
  const now = useStore(visit);
  switch (now.at) {
    case 'opening':
      return <GateFrame busy />;
    case 'password':
      return <PasswordGate gate={now.gate} again={now.again} />;
    case 'refused':
      return <Refused failure={now.failure} />;
    case 'open':
      return now.content.permissions.includes('upload') ? (
        <PartBoundary>
          <Suspense fallback={<GateFrame busy />}>
            <UploadPage content={now.content} />
          </Suspense>
        </PartBoundary>
      ) : (
        <SharePage content={now.content} />
      );
    default:
      return now satisfies never;
  }
}
