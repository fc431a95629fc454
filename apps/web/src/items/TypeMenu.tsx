import { t } from '../i18n/index.ts';
import { ChoiceMenu } from '../ui/chip/ChoiceMenu.tsx';
import type { TypeFilter } from '../ui/list-screen/list-address.ts';
import { categoryNames } from './category-names.ts';

interface TypeMenuProps {
  type: TypeFilter;
  /** Whether folders are one of the choices. */
  folders?: boolean;
  onType(type: TypeFilter): void;
}

/** Filters by file type. */
export function TypeMenu({ type, folders = false, onType }: TypeMenuProps) {
  const choices: { value: TypeFilter; text: string }[] = [
    { value: null, text: t('files.allTypes') },
    ...(folders ? [{ value: 'Folder' as const, text: t('files.onlyFolders') }] : []),
    ...categoryNames.map((name, index) => ({ value: index + 1, text: t(name) })),
  ];
  return <ChoiceMenu label={t('files.type')} value={type} defaultValue={null} choices={choices} onChoose={onType} />;
}
