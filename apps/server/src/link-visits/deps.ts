import type { ReadServiceConfig } from '../database/index.ts';
import type { FileDeps } from '../files/index.ts';
import type { PlacingDeps } from '../move-copy/index.ts';
import type { PreviewDeps } from '../preview/index.ts';

export type VisitDeps = PreviewDeps & Pick<FileDeps, 'nameKeys'> & PlacingDeps & { serviceConfig: ReadServiceConfig };
