import type { ReactNode } from 'react';
import type { NicheObject } from '../marks/Niche.tsx';
import { StateView } from './StateView.tsx';

/** An empty list: it says what belongs here and offers one secondary action. */
export function EmptyState({
  object = 'folder',
  title,
  text,
  action,
}: {
  object?: NicheObject;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return <StateView object={object} title={title} text={text} actions={action} />;
}
