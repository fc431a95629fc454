import type { Translated } from '../translate.ts';
import type { files as chinese } from '../zh-CN/files.ts';

export const files: Translated<typeof chinese> = {};
