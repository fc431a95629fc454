import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { whenProofNeeded } from '../../api/client.ts';
import { askedProof, askForProof } from './proof.ts';

const ProofDialog = lazy(() => import('./ProofDialog.tsx'));

/** Shows the question who one is whenever a call needs it, and lets the call go on. */
export function ProofHost() {
  const answer = useSyncExternalStore(askedProof.subscribe, askedProof.read);
  useEffect(() => whenProofNeeded(askForProof), []);
  return <Suspense>{answer && <ProofDialog onAnswer={answer} />}</Suspense>;
}
