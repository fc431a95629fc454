import type { ColumnType, Generated } from 'kysely';
import type {
  AccessLevel,
  ActivityKind,
  FailureCode,
  FileRole,
  HandoverState,
  PermissionItem,
  Sensitivity,
  SpaceKind,
  TaskKind,
  TaskState,
} from '@alcove/contract';

/** int8 arrives as a number (sizes stay below 2^53); timestamps arrive as Date. */
type Time = ColumnType<Date, Date | string, Date | string>;
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>;
/** What pg reads from jsonb, and the text that is written. */
type Json<T> = ColumnType<T, string, string>;
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface StoredConfuse {
  key: string;
  points: [number, number][];
}

export type TextState = 'read' | 'none' | 'later' | 'slow';

export interface Tables {
  department: {
    id: string;
    parent_id: string | null;
    name: string;
    description: Generated<string>;
    /** `departmentSearchText` of the name, written with it. */
    search_text: string;
    space_id: string;
    created_at: DefaultTime;
  };
  ended_department: {
    /** The id that the department had. */
    id: string;
    space_id: string;
    name: string;
    /** The department whose managers have its space now. */
    heir_id: string;
    ended_at: DefaultTime;
    /** Since when its files can be changed again. */
    opened_at: OptionalTime;
  };
  user_account: {
    id: string;
    account_name: string;
    /** Null: goes by the account name. */
    user_name: string | null;
    real_name: string;
    /** `personSearchText` of both names, written with them. */
    search_text: string;
    phone: Generated<string>;
    email: Generated<string>;
    department_id: string | null;
    password_hash: string | null;
    frozen_at: OptionalTime;
    expires_at: OptionalTime;
    admin_role: 'administrator' | null;
    speed_limit: number | null;
    language: Generated<string>;
    skin: Generated<string>;
    settings: ColumnType<Record<string, unknown>, string | undefined, string>;
    agreement_at: OptionalTime;
    welcomed_at: OptionalTime;
    created_at: DefaultTime;
  };
  session: {
    token_hash: Buffer;
    id: string;
    user_id: string;
    kind: 'browser' | 'client';
    /** The name by which the browser is known; null for clients. */
    browser: string | null;
    /** What the browser or client calls itself. */
    agent: string;
    /** Where it was signed in. */
    address: string;
    created_at: DefaultTime;
    seen_at: DefaultTime;
    expires_at: Time;
  };
  sign_in_attempt: { key: string; failures: number; blocked_until: Time; updated_at: DefaultTime };
  qr_sign_in: {
    id: string;
    browser_hash: Buffer;
    state: 'waiting' | 'scanned' | 'confirmed' | 'refused' | 'used';
    user_id: string | null;
    expires_at: Time;
  };
  space: {
    id: string;
    kind: SpaceKind;
    owner_id: string | null;
    root_id: string;
    quota_bytes: number | null;
    used_bytes: Generated<number>;
    reserved_bytes: Generated<number>;
    /** Of a personal space: the room given to groups that its owner leads. */
    allotted_bytes: Generated<number>;
    created_at: DefaultTime;
  };
  /** What a space of kind 2 is besides. */
  group_space: {
    space_id: string;
    name: string;
    /** `foldName` of the name, written with it. */
    folded_name: string;
    description: Generated<string>;
    leader_since: DefaultTime;
    created_at: DefaultTime;
    dissolves_at: OptionalTime;
    removing_at: OptionalTime;
  };
  group_handover: {
    id: string;
    group_id: string;
    sender_id: string;
    receiver_id: string;
    state: Generated<HandoverState>;
    created_at: DefaultTime;
    answered_at: OptionalTime;
  };
  file_grant: {
    id: string;
    instance_id: string;
    subject_kind: 'person' | 'department';
    subject_id: string;
    role: FileRole;
    source_kind: 'group' | 'department' | 'share';
    /** The space of a group or department, or the share. */
    source_id: string;
    grantor_id: string;
    created_at: DefaultTime;
    expires_at: OptionalTime;
  };
  share: {
    id: string;
    instance_id: string;
    initiator_id: string;
    created_at: DefaultTime;
    expires_at: OptionalTime;
  };
  blob: {
    id: string;
    size: number;
    md5: string;
    sha256: string | null;
    verified_at: OptionalTime;
    quarantined_at: OptionalTime;
    confuse: OptionalJson<StoredConfuse>;
    crc32: ColumnType<number | null, number | null | undefined, number | null>;
    unneeded_since: OptionalTime;
    /** How far its text was read; null while it waits. `later`: what would read it is not installed. `slow`: LibreOffice reads it. */
    text_state: ColumnType<TextState | null, TextState | null | undefined, TextState | null>;
    /** Readings of the text that were begun and did not come to an end. */
    text_attempts: Generated<number>;
    created_at: DefaultTime;
  };
  /** The text of a content, as far as it has any. */
  blob_text: { blob_id: string; text: string; keys: number[] };
  /** What is made of a content for looking at it. `kind`: of `renditions/converter.ts`. */
  rendition: {
    blob_id: string;
    kind: string;
    state: Generated<'waiting' | 'ready' | 'refused'>;
    /** Who asked first. Null: before this was known. */
    asked_by: string | null;
    reason: string | null;
    object_key: string | null;
    content_type: string | null;
    size: number | null;
    width: number | null;
    height: number | null;
    progress: number | null;
    attempts: Generated<number>;
    leased_until: OptionalTime;
    asked_at: DefaultTime;
  };
  replica: { blob_id: string; bucket: string; object_key: string };
  /** Objects that no row needs any more. `bucket` null: of the store in use. */
  object_removal: {
    object_key: string;
    bucket: string | null;
    store_upload_id: string | null;
    due_at: DefaultTime;
    /** It is removed for the last time then: nothing that was signed for its key is valid any longer. */
    last_at: DefaultTime;
  };
  object_store: { bucket: string; mark: string; marked_at: OptionalTime; swept_after: string | null };
  stray_object: { bucket: string; object_key: string; seen_at: DefaultTime };
  removal_count: { kind: 'content' | 'stray'; hour: Time; removed: number };
  instance: {
    id: string;
    space_id: string;
    parent_id: string | null;
    is_file: boolean;
    name: string;
    folded_name: string;
    category: Generated<number>;
    version: Generated<number>;
    blob_id: string | null;
    size: Generated<number>;
    creator_id: string;
    editor_id: string;
    created_at: DefaultTime;
    updated_at: DefaultTime;
    deleted_at: OptionalTime;
    /** Some grant names it, or did. Kept by the database. */
    granted: Generated<boolean>;
    /** What it says itself; what is above it may say more. */
    sensitivity: Generated<Sensitivity>;
    /** The item whose level came along with the content; null: the level was chosen here. */
    sensitivity_from: Generated<string | null>;
  };
  /** What an instance is found by. */
  instance_name: {
    instance_id: string;
    space_id: string;
    /** `keysOfName`. Null until the name has been read. Kept by the database. */
    keys: number[] | null;
  };
  /** Levels of folders below a folder, where there are any, and the folder that it counts for. Kept by the database. */
  folder_height: { folder_id: string; counts_for: string | null; height: number };
  folder_count: { folder_id: string; folders: Generated<number>; files: Generated<number> };
  version: {
    instance_id: string;
    number: number;
    blob_id: string;
    size: number;
    creator_id: string;
    created_at: DefaultTime;
    /** Null for what the file holds now. Kept by the database. */
    replaced_at: OptionalTime;
    restored_from: ColumnType<number | null, number | null | undefined, number | null>;
  };
  activity: {
    id: string;
    instance_id: string;
    user_id: string;
    kind: ActivityKind;
    data: Json<object>;
    created_at: DefaultTime;
  };
  tag: {
    instance_id: string;
    /** `foldName` of the name, written with it. */
    folded_name: string;
    name: string;
    /** The item's. Follows it by itself. */
    space_id: string;
    creator_id: string;
    created_at: DefaultTime;
  };
  comment: { id: string; instance_id: string; author_id: string; text: string; created_at: DefaultTime };
  favourite: {
    user_id: string;
    instance_id: string;
    /** The share that it was reached through. */
    file_sharing_id: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: DefaultTime;
  };
  upload: {
    id: string;
    user_id: string;
    space_id: string;
    parent_id: string;
    name: string;
    size: number;
    md5: string;
    object_key: string;
    token: string;
    part_size: number;
    part_count: number;
    confuse: OptionalJson<StoredConfuse>;
    store_upload_id: string | null;
    reserved_bytes: number;
    state: Generated<'open' | 'saved'>;
    instance_id: string | null;
    instance_version: number | null;
    created_at: DefaultTime;
    expires_at: Time;
  };
  instant_ticket: {
    id: string;
    user_id: string;
    parent_id: string;
    blob_id: string;
    nonce: string;
    ranges: Json<[number, number][]>;
    instance_id: string | null;
    expires_at: Time;
  };
  request_answer: {
    user_id: string;
    key: string;
    fields_hash: Buffer;
    /** JSON, as it is answered. Null only while the request is under way, so that nobody else sees it. */
    outcome: string | null;
    created_at: DefaultTime;
  };
  finished_transfer: {
    user_id: string;
    id: string;
    file_name: string;
    file_size: number;
    transfer_type: 'upload' | 'download';
    parent_names: Json<string[]>;
    parent_id: string | null;
    file_id: string;
    finished_at: DefaultTime;
  };
  folder_download: {
    id: string;
    user_id: string;
    instance_ids: string[];
    file_name: string;
    language: string;
    created_at: DefaultTime;
    expires_at: Time;
  };
  recycle: {
    id: string;
    instance_id: string;
    space_id: string;
    parent_id: string;
    deleted_by: string;
    deleted_at: DefaultTime;
    expires_at: Time;
    /** 1: its people's, 2: the administrators', 3: none's: a folder that was merged into another, until its row can go. */
    bin: Generated<1 | 2 | 3>;
    left_at: OptionalTime;
    /** Files that went with it, itself counted when it is one, and their bytes; null until that is counted. */
    files: Generated<number | null>;
    size: Generated<number | null>;
    /** What it gave back when it left the first bin; null until that is counted. */
    bytes: ColumnType<number | null, number | null | undefined, number | null>;
  };
  task: {
    id: string;
    owner_id: string;
    kind: TaskKind;
    input: Json<object>;
    state: Generated<TaskState>;
    /** Files and folders. */
    done: Generated<number>;
    total: number;
    /** The space where room is reserved for it. */
    space_id: string | null;
    reserved_bytes: Generated<number>;
    /** Of the items it has finished, in their order. */
    outcomes: ColumnType<object[], string | undefined, string>;
    /** Why it failed as a whole. */
    error: FailureCode | null;
    attempts: Generated<number>;
    cancel_asked: Generated<boolean>;
    created_at: DefaultTime;
    ended_at: OptionalTime;
  };
  notice: {
    id: string;
    user_id: string;
    kind: string;
    data: Json<object>;
    subject_id: string | null;
    created_at: DefaultTime;
    read_at: OptionalTime;
    settled_at: OptionalTime;
  };
  access_request: {
    id: string;
    asker_id: string;
    instance_id: string;
    item: PermissionItem;
    message: string;
    state: Generated<'open' | 'granted' | 'declined' | 'withdrawn' | 'ended'>;
    created_at: DefaultTime;
    look_at: DefaultTime;
    told_at: OptionalTime;
    answered_at: OptionalTime;
    answered_by: ColumnType<string | null, string | null | undefined, string | null>;
    level: ColumnType<AccessLevel | null, AccessLevel | null | undefined, AccessLevel | null>;
    expires_at: OptionalTime;
  };
  service_config: { code: string; value: ColumnType<unknown, string, string>; note: Generated<string> };
  server_secret: { name: string; value: Buffer };
}
