import type { AgreementDocument, AgreementVersion } from '@alcove/contract';

interface Change {
  document: AgreementDocument;
  /** The latest version. */
  number: number;
  /** Those that say what changed, newest first. */
  notes: Pick<AgreementVersion, 'edition' | 'note'>[];
}

/** What is new to somebody who accepted this edition, by document. `versions`: newest first. Pure. */
export function changesSince(versions: readonly AgreementVersion[], edition: number): Change[] {
  const changes = new Map<AgreementDocument, Change>();
  for (const version of versions.filter((each) => each.edition > edition)) {
    const change = changes.get(version.document) ?? { document: version.document, number: version.number, notes: [] };
    changes.set(version.document, change);
    if (Object.values(version.note).some(Boolean)) change.notes.push(version);
  }
  return [...changes.values()];
}
