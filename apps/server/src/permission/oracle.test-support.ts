/** A second implementation of the permission rules, written from the specification's tables in the simplest way. */
import type { FileRole, PermissionItem } from '@alcove/contract';
import type { Grant, GrantSource } from './resolve.ts';

/** Of each role, its items. */
export type RoleTable = Readonly<Record<FileRole, string>>;

/** The table of design section 5, one line per role: what a company begins with. */
export const roleTable: RoleTable = {
  forbidden: '',
  observer: 'list search attribute',
  reader: 'list search attribute preview onlineReading',
  viewer: 'list search attribute preview onlineReading collect comment historyView',
  defaultRole: 'list search attribute preview onlineReading collect comment historyView',
  sharedPerson: 'list search attribute preview onlineReading collect comment historyView download',
  downloader: 'list search attribute preview onlineReading collect comment historyView download copy',
  uploader: 'list upload',
  editor:
    'list search attribute preview onlineReading collect comment historyView download copy upload rename move delete tag historyRestore',
  operator:
    'list search attribute preview onlineReading collect comment historyView download copy upload rename move delete tag historyRestore historyManage fileSync',
  sharer:
    'list search attribute preview onlineReading collect comment historyView download copy upload rename move delete tag historyRestore share',
  manager:
    'list comment onlineReading preview upload historyManage historyView historyRestore fileSync download collect share tag search attribute copy move delete rename personnelManagement',
};

/** What the visitors of a link get by the role in its grant. Administrators cannot change it. */
const linkTable: Partial<Record<FileRole, string>> = {
  reader: 'list search attribute preview',
  sharedPerson: 'list search attribute preview download',
  editor: 'list search attribute preview download upload',
  uploader: 'list upload',
};

/** A person's grants by role alone: the oracle looks their items up itself. */
export interface HeldRoles {
  owns: boolean;
  grants: readonly Omit<Grant, 'items'>[];
  cap: readonly PermissionItem[];
}

export interface OracleCase {
  /** What the administrators have made of the roles; by default, nothing. */
  table?: RoleTable;
  /** The instance first, the root last. */
  chain: readonly string[];
  creatorId: string;
  /** The visitor who made it in the creator's name. */
  visitorId?: string | null;
  /** It or a folder above it is highly sensitive. */
  high?: boolean;
  userId: string;
  holding: HeldRoles;
  /** Those who may still give, by their id. */
  givers: Readonly<Record<string, HeldRoles>>;
}

/** Walks upwards source by source and looks into the table. It shares no code with the resolver. */
export function oracleAllows(of: OracleCase, item: PermissionItem, throughShares = true): boolean {
  if (!of.holding.cap.includes(item)) return false;
  if (of.holding.owns) return true;
  const sources = [...new Set(of.holding.grants.map(({ source }) => JSON.stringify(source)))].map(
    (text) => JSON.parse(text) as GrantSource,
  );
  for (const source of sources) {
    if ((source.kind === 'share' || source.kind === 'link') && !throughShares) continue;
    if (sourceAllows(of, source, item)) return true;
  }
  return false;
}

function sourceAllows(
  { table = roleTable, chain, creatorId, visitorId = null, high = false, userId, holding, givers }: OracleCase,
  source: GrantSource,
  item: PermissionItem,
): boolean {
  // Members of a group have a grant on its top folder; nobody else has any permission in the group.
  const member = holding.grants.some((grant) => grant.source.id === source.id && grant.instanceId === chain[chain.length - 1]);
  if (source.kind === 'group' && !member) return false;
  for (const id of chain) {
    let nearest: Omit<Grant, 'items'> | null = null;
    for (const grant of holding.grants) {
      if (grant.instanceId !== id || grant.source.id !== source.id || grant.source.kind !== source.kind) continue;
      if (nearest === null || grant.distance < nearest.distance) nearest = grant;
    }
    if (nearest === null) continue;
    const row = source.kind === 'link' ? (linkTable[nearest.role] ?? '') : table[nearest.role];
    if (!row.split(' ').includes(item)) return false;
    const mine = creatorId === userId || visitorId === userId;
    if (nearest.role === 'uploader' && id !== chain[0] && !mine) return false;
    if (source.kind !== 'share' && source.kind !== 'link') return true;
    // The shared item itself stays where its owner put it, under the owner's name for it.
    if (source.kind === 'share' && id === chain[0] && (item === 'delete' || item === 'move' || item === 'rename')) return false;
    const giver = givers[nearest.grantorId];
    const gives = (what: PermissionItem): boolean =>
      giver !== undefined &&
      oracleAllows({ table, chain, creatorId, visitorId, userId: nearest.grantorId, holding: giver, givers: {} }, what, false);
    // Internal sharing needs `copy`: the shares of a person who has lost it give nothing.
    if (source.kind === 'share') return gives('copy') && gives(item);
    // A link leads outside the company: its creator needs `share`, and what is highly sensitive stays inside.
    return !high && gives('share') && gives(item);
  }
  return false;
}

export interface LookCase {
  /** The looker's administration items, and whether they are the one who began the look. */
  held: readonly string[];
  own: boolean;
  active: boolean;
  /** The look's term is over, or its item is in another folder or space than it was. */
  over: boolean;
  downloads: boolean;
  /** The item that is asked about is the one that the look is for, or below it. */
  within: boolean;
}

/** What a look of an administrator allows. Nothing else of theirs counts beside it. */
export function oracleAllowsLook({ held, own, active, over, downloads, within }: LookCase, item: PermissionItem): boolean {
  if (!own || !active || over || !within || !held.includes('files.look')) return false;
  if (item === 'download') return downloads && held.includes('files.download');
  return ['list', 'search', 'attribute', 'preview'].includes(item);
}
