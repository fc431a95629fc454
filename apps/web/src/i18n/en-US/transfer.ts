import type { Translated } from '../translate.ts';
import type { transfer as chinese } from '../zh-CN/transfer.ts';

export const transfer: Translated<typeof chinese> = {};
