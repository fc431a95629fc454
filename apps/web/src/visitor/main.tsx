import '../ui/trusted-types.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { noticeMissingCode } from '../api/new-build.ts';
import { listOf } from './list/folder-list.ts';
import { place } from './link/place.ts';
import { openLink } from './link/visit.ts';
import { loadVisitorTexts } from './load-texts.ts';
import { VisitorPage } from './VisitorPage.tsx';
import 'virtual:palettes.css';
import './visitor.css';

noticeMissingCode();
loadVisitorTexts();
// The first rows are asked for beside the facts of the link: a round trip on a phone's network is worth it.
openLink(() => {
  const now = place.read();
  listOf({ ...now, folder: now.keyword === '' ? now.folder : null }).want(0, 1);
});

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <VisitorPage />
    </StrictMode>,
  );
