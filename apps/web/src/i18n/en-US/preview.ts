import type { Translated } from '../translate.ts';
import type { preview as chinese } from '../zh-CN/preview.ts';

export const preview: Translated<typeof chinese> = {};
