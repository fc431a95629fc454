import type { Allowlist, AllowlistObject, AllowlistRule } from '@alcove/contract';
import { roleName } from '../../features/company-roles/role-names.ts';
import { t } from '../../i18n/index.ts';

/** What a rule restricts, such as `Department: Finance`. */
export function objectText(object: AllowlistObject, objectName: string | null): string {
  const kind = t(`adminAllowlist.${object}`);
  return objectName === null ? kind : t('adminAllowlist.named', { kind, name: objectName });
}

/** Built-in roles are named in the reader's language. */
export const withRoleName = (rule: AllowlistRule, roles: Allowlist['roles']): AllowlistRule => {
  const role = rule.object === 'role' ? roles.find(({ roleId }) => roleId === rule.objectId) : undefined;
  return role ? { ...rule, objectName: roleName(role) } : rule;
};

export const ruleText = ({ object, objectName }: AllowlistRule): string => objectText(object, objectName);

export const letIn = ({ regions, addresses }: AllowlistRule): string =>
  [...regions.map(({ name }) => name), ...addresses].join(t('common.comma'));
