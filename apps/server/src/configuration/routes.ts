import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { historyOf, listConfiguration, revertSetting, updateSetting } from './change-configuration.ts';
import type { ConfigurationDeps } from './change-configuration.ts';

const { adminConfiguration } = calls;

export const routes = ({ database }: ConfigurationDeps): Binding[] => [
  answer(adminConfiguration.page, async () => ({ items: await listConfiguration(database) })),
  answer(adminConfiguration.update, (input, { caller }) => updateSetting(database, input, caller)),
  answer(adminConfiguration.history, (input) => historyOf(database, input)),
  answer(adminConfiguration.revert, (input, { caller }) => revertSetting(database, input, caller)),
];
