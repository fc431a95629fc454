import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  AccessLevel,
  ActivityKind,
  AdminItem,
  AgreementDocument,
  AllowlistObject,
  BlobId,
  BuiltInRole,
  DailyFigure,
  DirectoryProtocol,
  DlpAction,
  DlpKind,
  DrillFigures,
  DrillReason,
  FailureCode,
  FileRole,
  GroupId,
  HandoverState,
  InstanceId,
  LinkPermission,
  LinkReason,
  LinkState,
  LinkStep,
  LinkValidity,
  LinkVisitorType,
  LinkWatermark,
  LogFault,
  LoggedDeed,
  OffboardingCounts,
  OffboardingPartName,
  PermissionItem,
  ReviewState,
  RoleType,
  Sensitivity,
  SignInWay,
  SigningAlgorithm,
  SpaceId,
  SpaceKind,
  SyncChange,
  SyncConflict,
  SyncDifference,
  SyncKind,
  SyncState,
  TaskState,
} from '@alcove/contract';

/** int8 arrives as a number (sizes stay below 2^53); timestamps arrive as Date. */
type Time = ColumnType<Date, Date | string, Date | string>;
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>;
/** Read by pg from jsonb, written as text. */
type Json<T> = ColumnType<T, string, string>;
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface StoredConfuse {
  key: string;
  points: [number, number][];
}

export type TextState = 'read' | 'none' | 'unread' | 'later' | 'slow';

export interface Tables {
  department: {
    id: string;
    parent_id: string | null;
    name: string;
    description: Generated<string>;
    /** `departmentSearchText` of the name; must be written with it. */
    search_text: string;
    space_id: SpaceId;
    created_at: DefaultTime;
  };
  ended_department: {
    /** The former id of the department. */
    id: string;
    space_id: SpaceId;
    name: string;
    /** The department whose managers have its space now. */
    heir_id: string;
    ended_at: DefaultTime;
    /** Since when its files may be changed again. */
    opened_at: OptionalTime;
  };
  user_account: {
    id: string;
    account_name: string;
    /** Null: the account name is shown. */
    user_name: string | null;
    real_name: string;
    /** `personSearchText` of both names; must be written with them. */
    search_text: string;
    phone: Generated<string>;
    /** Made of `phone` by the database. */
    phone_digits: ColumnType<string, never, never>;
    email: Generated<string>;
    department_id: string | null;
    password_hash: string | null;
    /** An administrator knows the password, so nothing else is allowed until it is changed. */
    must_change_password: Generated<boolean>;
    password_at: DefaultTime;
    /** Somebody else may know the password: until it is changed, it signs in only on devices that are known. */
    password_doubted: Generated<boolean>;
    frozen_at: OptionalTime;
    /** They left the company for good (offboarding/). The account stays frozen. */
    left_at: OptionalTime;
    expires_at: OptionalTime;
    speed_limit: number | null;
    language: Generated<string>;
    skin: Generated<string>;
    settings: ColumnType<Record<string, unknown>, string | undefined, string>;
    agreement_at: OptionalTime;
    /** The edition of the agreements that they accepted last; 0: none. */
    agreement_edition: Generated<number>;
    welcomed_at: OptionalTime;
    created_at: DefaultTime;
  };
  role: {
    id: string;
    name: string;
    type: RoleType;
    admin_items: AdminItem[];
    file_items: PermissionItem[];
    built_in: BuiltInRole | null;
    /** Whoever has it must have a second factor. */
    needs_second_factor: Generated<boolean>;
    created_at: DefaultTime;
  };
  user_role: { user_id: string; role_id: string };
  file_role: { role: FileRole; items: PermissionItem[] };
  session: {
    token_hash: Buffer;
    id: string;
    user_id: string;
    kind: 'browser' | 'client';
    /** The name that identifies the browser; null for clients. */
    browser: string | null;
    /** The User-Agent of the browser or client. */
    agent: string;
    /** The IP address of the sign-in. */
    address: string;
    device_id: string | null;
    /** Null: it is older than this column. */
    way: SignInWay | null;
    created_at: DefaultTime;
    seen_at: DefaultTime;
    expires_at: Time;
    /** When the person last proved who they are. */
    proved_at: DefaultTime;
    /** What the desktop client last called itself in this session; null: it has not reported. */
    reported_agent: string | null;
  };
  /** An authenticator app. `secret` is sealed for the person; codes of `last_step` and earlier ones are used up. */
  totp_factor: { user_id: string; secret: Buffer; last_step: number; added_on: string | null; created_at: DefaultTime };
  totp_enrolment: { user_id: string; secret: Buffer; expires_at: Time };
  recovery_code: { user_id: string; hash: Buffer; used_at: OptionalTime; added_on: string | null };
  passkey: {
    id: string;
    user_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    name: string;
    host: string | null;
    added_on: string | null;
    created_at: DefaultTime;
    used_at: OptionalTime;
  };
  passkey_challenge: { challenge: string; bound_to: Buffer; user_id: string | null; expires_at: Time };
  /** Somebody proved who they are and has to give their second factor. One of `password_hash`, `first_secret` and `platform` is set. */
  sign_in_step: {
    token_hash: Buffer;
    user_id: string;
    kind: 'browser' | 'client';
    password_hash: string | null;
    first_secret: Buffer | null;
    platform: OptionalJson<object>;
    return_to: string | null;
    expires_at: Time;
  };
  /** A browser or client in which a person signed in (identity/devices.ts). */
  known_device: {
    id: string;
    user_id: string;
    /** The name of the browser, or what stands for a client. */
    name: string;
    state: 'known' | 'asked' | 'refused';
    /** The device in which the sign-in here was confirmed. */
    opened_by: string | null;
    since: DefaultTime;
    used_at: DefaultTime;
  };
  /** The secret with which a person without a password signs in once, and sets one. */
  first_secret: {
    user_id: string;
    /** SHA-256. */
    hash: Buffer;
    expires_at: Time;
    /** The session that it opened, in which it still serves as the old password; null: unused. */
    session_id: string | null;
  };
  /** A sheet of people, checked and then imported (people-sheets/). */
  people_import: {
    id: string;
    author_id: string;
    file_name: string;
    /** The index of each column of the sheet. */
    places: Json<Record<string, number>>;
    /** How many people the sheet has, how many of them can be imported, and how many cells have an error. */
    rows: Generated<number>;
    valid: Generated<number>;
    errors: Generated<number>;
    created_at: DefaultTime;
    checked_at: OptionalTime;
    run_at: OptionalTime;
    task_id: string | null;
    /** Rises with each file of secrets, because the latest one voids the others. */
    secrets_round: Generated<number>;
  };
  people_import_row: {
    import_id: string;
    /** As Excel counts, from 1. */
    row: number;
    account_name: string;
    /** What the account will be; null if the row has an error, and once it was imported. */
    person: OptionalJson<object>;
    problems: Json<object[]>;
    /** The account that was created. */
    user_id: string | null;
  };
  /** The offboarding of a person. It outlasts its tasks. */
  offboarding: {
    user_id: string;
    officer_id: string;
    /** The latest task. */
    task_id: string;
    successors: Json<object>;
    /** The department and its name when it began, because a leaver is in none. */
    department_name: Generated<string>;
    begun_at: DefaultTime;
    /** Since the personal space was handed over or closed, nothing can be undone. */
    passed_at: OptionalTime;
    /** Why the latest task failed. */
    error: FailureCode | null;
    error_details: ColumnType<Record<string, string | number>, string | undefined, string>;
    ended_at: OptionalTime;
    /** Until when the personal space is kept, and since when its content is being removed. */
    kept_until: OptionalTime;
    removing_at: OptionalTime;
    removed_at: OptionalTime;
  };
  offboarding_step: {
    id: string;
    user_id: string;
    part: OffboardingPartName;
    /** The group or department; '' for other parts. */
    line_id: string;
    line_name: string;
    counts: Json<OffboardingCounts>;
    successor_id: string | null;
    outcome: 'done' | 'kept' | 'gone';
    done_at: DefaultTime;
  };
  /** One row for each account, made with it. Kept after the sessions. Null: they have never signed in. */
  last_seen: { user_id: string; seen_at: OptionalTime };
  sign_in_attempt: { key: string; failures: number; blocked_until: Time; updated_at: DefaultTime };
  /** Unlogged: empty after a crash of PostgreSQL. `empty_at`: until when past requests count (call-limits/). */
  call_count: { key: string; empty_at: Time };
  qr_sign_in: {
    id: string;
    browser_hash: Buffer;
    state: 'waiting' | 'scanned' | 'confirmed' | 'refused' | 'used';
    user_id: string | null;
    /** The User-Agent and the IP address of the browser that shows the code. */
    agent: Generated<string>;
    address: Generated<string>;
    created_at: DefaultTime;
    /** The session in which it was confirmed. */
    session_id: string | null;
    expires_at: Time;
  };
  space: {
    id: SpaceId;
    kind: SpaceKind;
    owner_id: string | null;
    root_id: InstanceId;
    quota_bytes: number | null;
    used_bytes: Generated<number>;
    reserved_bytes: Generated<number>;
    /** Of a personal space: the storage allotted to groups that its owner leads. */
    allotted_bytes: Generated<number>;
    created_at: DefaultTime;
  };
  /** More about a space of kind 2. */
  group_space: {
    space_id: SpaceId;
    name: string;
    /** `foldName` of the name; must be written with it. */
    folded_name: string;
    description: Generated<string>;
    leader_since: DefaultTime;
    created_at: DefaultTime;
    dissolves_at: OptionalTime;
    removing_at: OptionalTime;
  };
  group_handover: {
    id: string;
    group_id: GroupId;
    sender_id: string;
    receiver_id: string;
    state: Generated<HandoverState>;
    created_at: DefaultTime;
    answered_at: OptionalTime;
  };
  file_grant: {
    id: string;
    instance_id: InstanceId;
    subject_kind: 'person' | 'department' | 'link';
    subject_id: string;
    role: FileRole;
    source_kind: 'group' | 'department' | 'share' | 'link';
    /** The space of the group or department, or the share, or the link. */
    source_id: string;
    grantor_id: string;
    created_at: DefaultTime;
    expires_at: OptionalTime;
  };
  /** External links. A link is open as long as it has a grant. */
  link: {
    id: string;
    /** 128 random bits or more, base64url. */
    path: string;
    instance_id: InstanceId;
    creator_id: string;
    name: string;
    password_hash: string | null;
    permissions: LinkPermission[];
    visitor_type: LinkVisitorType;
    validity: LinkValidity;
    expires_at: OptionalTime;
    visit_limit: number | null;
    watermark: Generated<LinkWatermark>;
    note: Generated<string>;
    state: Generated<LinkState>;
    scan_state: Generated<LinkStep['state']>;
    /** Files. */
    scan_done: Generated<number>;
    scan_total: Generated<number>;
    review_state: Generated<LinkStep['state']>;
    /** Why it failed or ended; what can be read from its other columns and its item is not stored. */
    reason: Generated<LinkReason | null>;
    reason_text: Generated<string>;
    visits: Generated<number>;
    downloads: Generated<number>;
    saves: Generated<number>;
    /** By its visitors, including what was deleted since. */
    uploaded_bytes: Generated<number>;
    visited_at: OptionalTime;
    /** When it opened, or its creator changed it. */
    changed_at: DefaultTime;
    /** The end of which its creator was told that it is near. */
    told_end: OptionalTime;
    /** Why it is closed at the moment, as its creator was told. */
    told_reason: Generated<LinkReason | null>;
    created_at: DefaultTime;
  };
  /** The people whom a link of the visitor type `persons` names. */
  link_person: {
    link_id: string;
    user_id: string;
  };
  /** One visit: somebody opened the link and got a token. */
  link_visitor: {
    id: string;
    link_id: string;
    token_hash: Buffer;
    /** Of the browser's cookie and the link. */
    browser_hash: ColumnType<Buffer | null, Buffer | null | undefined, never>;
    /** If they signed in. */
    person_id: string | null;
    address: string;
    agent: Generated<string>;
    created_at: DefaultTime;
    seen_at: DefaultTime;
    expires_at: ColumnType<Date, Date, Date>;
    /** When the visit was counted. */
    counted_at: OptionalTime;
  };
  /** What visitors took, or brought. */
  link_taking: {
    id: Generated<number>;
    link_id: string;
    visitor_id: string;
    deed: 'preview' | 'download' | 'save' | 'upload';
    instance_id: InstanceId;
    instance_name: string;
    taken_at: DefaultTime;
  };
  /** What may go outside (outbound/). */
  dlp_rule: {
    id: string;
    name: string;
    kind: DlpKind;
    value: string;
    action: DlpAction;
    enabled: Generated<boolean>;
    /** A number of its own for each value: contents are judged by it once. Made by the database. */
    revision: Generated<number>;
    updated_at: DefaultTime;
  };
  /** One row: how often the rules were changed. */
  dlp_version: { version: number };
  /** The rules, by their revisions, that a content's text was compared with, and those that it matches. */
  dlp_hits: {
    blob_id: BlobId;
    judged: number[];
    found: number[];
    /** A comparison took too long. */
    unread: Generated<boolean>;
  };
  /** When the content of a link is looked at next, and what the link allowed when it was last verified. */
  link_check: {
    link_id: string;
    terms: Json<object>;
    look_at: DefaultTime;
    looked_at: OptionalTime;
  };
  /** What reviewers decide: a link with exactly these files. It outlasts the link. */
  review: {
    id: string;
    /** Null: the link is gone. */
    link_id: string | null;
    creator_id: string;
    instance_id: InstanceId;
    /** As they were when it was asked. */
    instance_name: string;
    is_file: boolean;
    link_name: string;
    note: string;
    terms: Json<object>;
    state: Generated<ReviewState>;
    /** The link was open when it was asked. */
    further: boolean;
    /** Whether the decision still counts: not after the link was opened further. */
    holds: Generated<boolean>;
    files: number;
    bytes: number;
    findings: number;
    rules_version: number;
    /** Of its files and what they are, to compare it with another. */
    digest: Buffer;
    asked_at: DefaultTime;
    decided_at: OptionalTime;
    decided_by: string | null;
    reason: Generated<string>;
  };
  review_file: {
    review_id: string;
    /** By path, from 0. */
    place: number;
    instance_id: InstanceId;
    blob_id: BlobId | null;
    name: string;
    /** With the folders above. */
    sensitivity: Sensitivity;
    size: number;
    version: number;
    category: number;
    path: string;
    /** The names of the rules that found something; null: its text could not be read whole. */
    found: (string | null)[];
  };
  share: {
    id: string;
    instance_id: InstanceId;
    initiator_id: string;
    created_at: DefaultTime;
    expires_at: OptionalTime;
  };
  blob: {
    id: BlobId;
    size: number;
    md5: string;
    sha256: string | null;
    verified_at: OptionalTime;
    quarantined_at: OptionalTime;
    confuse: OptionalJson<StoredConfuse>;
    crc32: ColumnType<number | null, number | null | undefined, number | null>;
    unneeded_since: OptionalTime;
    /**
     * How far its text was read. Null: waiting. `unread`: a document whose text stays unknown. `later`: the program that reads it is not
     * installed. `slow`: LibreOffice must read it.
     */
    text_state: ColumnType<TextState | null, TextState | null | undefined, TextState | null>;
    /** Attempts to read the text that began and did not finish. */
    text_attempts: Generated<number>;
    created_at: DefaultTime;
  };
  /** The text of a content, if it has any. `cut`: the content may have more. */
  blob_text: { blob_id: BlobId; text: string; keys: number[]; cut: Generated<boolean> };
  /** What is made from a content to view it. `kind`: see `renditions/converter.ts`. */
  rendition: {
    blob_id: BlobId;
    kind: string;
    state: Generated<'waiting' | 'ready' | 'refused'>;
    /** Who asked first. Null: from before this was recorded. */
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
  replica: { blob_id: BlobId; bucket: string; object_key: string };
  /** One row: how far all contents were read again. `holder`: the process whose turn it is. */
  content_check: {
    one_row: Generated<boolean>;
    checked_to: Generated<BlobId>;
    pass_began_at: OptionalTime;
    /** The size of all contents when the pass began. */
    pass_bytes: Generated<number>;
    finished_at: OptionalTime;
    told_at: OptionalTime;
    holder: string | null;
    held_until: OptionalTime;
  };
  /** Contents that were not what was stored when they were read again. */
  damaged_content: { blob_id: BlobId; fault: 'missing' | 'damaged'; found_at: DefaultTime; checked_at: DefaultTime };
  /** Objects that no row needs any more. `bucket` null: in the store in use. */
  object_removal: {
    object_key: string;
    bucket: string | null;
    store_upload_id: string | null;
    due_at: DefaultTime;
    /** When it is removed for the last time: nothing signed for its key is valid by then. */
    last_at: DefaultTime;
  };
  object_store: { bucket: string; mark: string; marked_at: OptionalTime; swept_after: string | null };
  /** The store is being moved: to this bucket, which will have this mark. */
  store_move: { one_row: Generated<boolean>; bucket: string; mark: string; began_at: DefaultTime };
  /** Objects that are in the new store and were compared. */
  moved_object: { object_key: string };
  /** This database was moved, and is not used any more. */
  moved_away: { one_row: Generated<boolean>; place: string; at: DefaultTime };
  expected_stray: { day: string; count: number };
  stray_object: { bucket: string; object_key: string; seen_at: DefaultTime };
  removal_count: { kind: 'content' | 'stray'; hour: Time; removed: number };
  instance: {
    id: InstanceId;
    space_id: SpaceId;
    parent_id: InstanceId | null;
    is_file: boolean;
    name: string;
    folded_name: string;
    category: Generated<number>;
    version: Generated<number>;
    blob_id: BlobId | null;
    size: Generated<number>;
    creator_id: string;
    /** The visitor of a link who uploaded it, in the name of `creator_id`. */
    visitor_id: Generated<string | null>;
    editor_id: string;
    created_at: DefaultTime;
    updated_at: DefaultTime;
    deleted_at: OptionalTime;
    /** A grant names it, or did. Maintained by the database. */
    granted: Generated<boolean>;
    /** Its own level; a folder above may have a higher one. */
    sensitivity: Generated<Sensitivity>;
    /** The item from which the level came along with the content. Null: the level was chosen here. */
    sensitivity_from: Generated<InstanceId | null>;
  };
  /** The keys that find an instance by its name. */
  instance_name: {
    instance_id: InstanceId;
    space_id: SpaceId;
    /** `keysIn` and `keysEverywhere`. Null until the name was processed. Maintained by the database. */
    keys: number[] | null;
  };
  /** Up to which instance names that an earlier release indexed were given `keysEverywhere`. No row: all have them. */
  name_before: { after_id: string };
  /** What an administrator may look into, for a while, as long as it stays where it is. */
  file_look: {
    id: string;
    admin_id: string;
    instance_id: InstanceId;
    space_id: SpaceId;
    parent_id: InstanceId;
    downloads: boolean;
    expires_at: Date;
  };
  /** What a task does with many items, in its order. `told`: who has still to be told that it was deleted. */
  managed_item: {
    task_id: string;
    place: number;
    instance_id: InstanceId;
    name: string;
    done: Generated<boolean>;
    /** Why it could not be done. */
    refusal: FailureCode | null;
    told: Generated<string[]>;
    /** The shares of it that ended, whose recipients were not told yet. */
    ended: Generated<unknown>;
  };
  /** How many levels of folders are below a folder, if any, and the folder above that it counts for. Maintained by the database. */
  folder_height: { folder_id: InstanceId; counts_for: string | null; height: number };
  /** Maintained by the database. `changes`: as long as it is the same, everything in the folder is where it was in each order. */
  folder_count: { folder_id: InstanceId; folders: Generated<number>; files: Generated<number>; changes: Generated<number> };
  version: {
    instance_id: InstanceId;
    number: number;
    blob_id: BlobId;
    size: number;
    creator_id: string;
    created_at: DefaultTime;
    /** Null for the current version. Maintained by the database. */
    replaced_at: OptionalTime;
    restored_from: ColumnType<number | null, number | null | undefined, number | null>;
  };
  activity: {
    id: string;
    instance_id: InstanceId;
    user_id: string;
    kind: ActivityKind;
    data: Json<object>;
    created_at: DefaultTime;
  };
  tag: {
    instance_id: InstanceId;
    /** `foldName` of the name; must be written with it. */
    folded_name: string;
    name: string;
    /** The item's space. Maintained by the database. */
    space_id: SpaceId;
    creator_id: string;
    created_at: DefaultTime;
  };
  comment: { id: string; instance_id: InstanceId; author_id: string; text: string; created_at: DefaultTime };
  favourite: {
    user_id: string;
    instance_id: InstanceId;
    /** The share through which it was reached. */
    file_sharing_id: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: DefaultTime;
  };
  upload: {
    id: string;
    user_id: string;
    /** The visitor of a link who uploads, in the name of `user_id`; no foreign key, so that an upload ends in an orderly way. */
    visitor_id: string | null;
    link_id: string | null;
    space_id: SpaceId;
    parent_id: InstanceId;
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
    instance_id: InstanceId | null;
    instance_version: number | null;
    created_at: DefaultTime;
    expires_at: Time;
  };
  /** Small uploads and tickets for instant transfers, which had no row before they were used. Without an instance: a ticket that a wrong proof used up. */
  saved_upload: { key: string; instance_id: InstanceId | null; saved_at: DefaultTime };
  request_answer: {
    user_id: string;
    key: string;
    fields_hash: Buffer;
    /** The answer as JSON. Null only inside the transaction of the request, so nobody else sees null. */
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
    parent_id: InstanceId | null;
    file_id: InstanceId;
    finished_at: DefaultTime;
  };
  folder_download: {
    id: string;
    user_id: string;
    /** The visitor of a link, to whom it was issued in the name of `user_id`. */
    visitor_id: string | null;
    instance_ids: InstanceId[];
    file_name: string;
    language: string;
    created_at: DefaultTime;
    expires_at: Time;
  };
  recycle: {
    id: string;
    instance_id: InstanceId;
    space_id: SpaceId;
    parent_id: InstanceId;
    deleted_by: string;
    deleted_at: DefaultTime;
    expires_at: Time;
    /**
     * 1: the bin that its people see. 2: the administrators' bin. 3: none; a folder merged into another, whose row still waits. 4: none; its
     * rows are being deleted for good.
     */
    bin: Generated<1 | 2 | 3 | 4>;
    left_at: OptionalTime;
    /** How many files were deleted with it (a file counts itself), and their bytes. Null until counted. */
    files: Generated<number | null>;
    size: Generated<number | null>;
    /** The bytes that were released when it left the first bin. Null until counted. */
    bytes: ColumnType<number | null, number | null | undefined, number | null>;
    /** In the administrators' bin: not before this time it is deleted for good. Null: it was not marked. */
    going_at: OptionalTime;
    /** Null: its term ended. */
    marked_by: Generated<string | null>;
  };
  /** How many files were deleted for good from the administrators' bin, by hour, and whether its administrators were told of the brake. */
  second_bin_hour: {
    hour: Time;
    files: Generated<number>;
    told: Generated<boolean>;
  };
  task: {
    id: string;
    owner_id: string;
    kind: string;
    input: Json<object>;
    state: Generated<TaskState>;
    /** In the unit of the total, which is the kind's own. */
    done: Generated<number>;
    total: number;
    /** The space that reserves quota for it. */
    space_id: SpaceId | null;
    reserved_bytes: Generated<number>;
    /** Of the finished items, in their order. */
    outcomes: ColumnType<object[], string | undefined, string>;
    /** Why it failed as a whole. */
    error: FailureCode | null;
    error_details: ColumnType<Record<string, string | number>, string | undefined, string>;
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
    started_at: OptionalTime;
    read_at: OptionalTime;
    settled_at: OptionalTime;
  };
  /** Only inserted into, by audit/. */
  audit_log: {
    id: Generated<number>;
    at: DefaultTime;
    deed: LoggedDeed;
    /** The name of a call, or `system.` and what a job did. */
    action: string;
    /** 0, or the number of a failure. */
    result: number;
    actor_kind: 'person' | 'visitor' | 'unknown' | 'system';
    person_id: string | null;
    /** Their account name at that time, or the one that somebody tried to sign in with. */
    actor_name: string | null;
    object_kind: string | null;
    object_id: string | null;
    object_name: string | null;
    space_id: string | null;
    space_name: string | null;
    folder_id: string | null;
    folder_name: string | null;
    address: string | null;
    device: string | null;
    agent: string | null;
    trace_id: string | null;
    detail: OptionalJson<Record<string, unknown>>;
  };
  /** The keys by which an entry is found, see audit-reading/entry-keys.ts. */
  audit_log_key: { id: number; keys: number[] };
  /** One row: up to which entry keys are written, and which entries come next once nobody who wrote before `seen_by` is still writing. */
  audit_log_read: { single: boolean; read_to: number; seen_to: number; seen_by: string | null };
  /** How many entries each quarter of an hour has, of those with keys. */
  audit_log_quarter: { at: Date; refused: number; changes: number; others: number };
  /** Figures of a day of the company (dashboard/). */
  daily_figure: { day: string; figure: DailyFigure; value: number; made_at: DefaultTime };
  /** The spaces that used the most when the day's space was measured. */
  largest_space: { day: string; space_id: SpaceId; used_bytes: number };
  /** Restores of a backup for practice. One at a time is `running`. */
  restore_drill: {
    id: string;
    begun_at: DefaultTime;
    ended_at: OptionalTime;
    outcome: Generated<'running' | 'passed' | 'failed' | 'interrupted'>;
    /** The name of the backup. */
    backup: string;
    /** Why it failed. */
    reason: ColumnType<DrillReason | null, DrillReason | null | undefined, DrillReason | null>;
    /** What was restored, and how long it took. */
    measured: OptionalJson<DrillFigures>;
    /** The administrators were told that no drill has passed for too long. */
    overdue_told: Generated<boolean>;
  };
  allowlist_rule: {
    id: string;
    object: AllowlistObject;
    role_id: string | null;
    department_id: string | null;
    person_id: string | null;
    networks: string[];
    note: string;
    enabled: boolean;
    changed_by: string | null;
    changed_at: DefaultTime;
  };
  allowlist_region: { rule_id: string; region_id: string };
  platform: {
    id: string;
    name: string;
    protocol: 'oidc' | 'scim' | DirectoryProtocol;
    /** The protocol, if it is another than OpenID Connect. */
    issuer: string;
    client_id: string | null;
    secret: Buffer | null;
    scopes: string | null;
    algorithm: SigningAlgorithm | null;
    account_name_claim: string;
    real_name_claim: string;
    mail_claim: string;
    matches_accounts: boolean;
    creates_accounts: boolean;
    enabled: boolean;
    is_the_sign_in: boolean;
    /** It asks for a second factor itself, so this server does not. */
    asks_second_factor: Generated<boolean>;
    /** A new one with each change. */
    revision: string;
    changed_at: DefaultTime;
  };
  directory_sync: {
    platform_id: string;
    timed: Generated<boolean>;
    departments: Generated<boolean>;
    marker: string | null;
    marker_revision: string | null;
    full_at: OptionalTime;
    synced_at: OptionalTime;
  };
  directory_person: { user_id: string; platform_id: string; frozen_at: OptionalTime };
  directory_department: { department_id: string; platform_id: string; subject: string };
  directory_run: {
    id: string;
    platform_id: string;
    kind: SyncKind;
    state: SyncState;
    /** Of the platform, as it was read. */
    revision: string | null;
    /** It reads everything, so that who is missing has left. */
    complete: boolean;
    marker: string | null;
    cancel_asked: Generated<boolean>;
    too_many: Generated<boolean>;
    departments: Generated<number>;
    people: Generated<number>;
    same: Generated<number>;
    error: FailureCode | null;
    reason: string | null;
    author_id: string | null;
    created_at: DefaultTime;
    started_at: OptionalTime;
    read_at: OptionalTime;
    ended_at: OptionalTime;
  };
  directory_entry: {
    run_id: string;
    place: number;
    of_person: boolean;
    subject: string;
    /** A `ToldPerson` or `ToldDepartment`; null: the directory no longer has it. */
    told: unknown;
    twice: Generated<boolean>;
    change: SyncChange | null;
    conflict: SyncConflict | null;
    object_id: string | null;
    name: string;
    account_name: Generated<string>;
    differences: ColumnType<SyncDifference[], string | undefined, string>;
    done: Generated<boolean>;
  };
  platform_directory: {
    platform_id: string;
    url: string;
    start_tls: boolean;
    authority: string;
    base: string;
    reading_user: string;
    filter: string;
    department_claim: string;
  };
  platform_scim: {
    platform_id: string;
    token_hash: Buffer | null;
    token_at: OptionalTime;
    used_at: OptionalTime;
    held_at: OptionalTime;
    released_until: OptionalTime;
    people: ColumnType<number | null, number | null | undefined, number | null>;
    counted_at: OptionalTime;
    sign_in_platform_id: string | null;
    sign_in_claim: string;
  };
  scim_person: {
    user_id: string;
    platform_id: string;
    user_name: string;
    external_id: string | null;
    content: ColumnType<object, string, string>;
    stopped_at: OptionalTime;
    deleted_at: OptionalTime;
    created_at: DefaultTime;
    changed_at: DefaultTime;
  };
  scim_group: {
    department_id: string;
    platform_id: string;
    name: string;
    external_id: string | null;
    deleted_at: OptionalTime;
    created_at: DefaultTime;
    changed_at: DefaultTime;
  };
  scim_member: { department_id: string; user_id: string; place: GeneratedAlways<string> };
  scim_request: {
    id: GeneratedAlways<string>;
    platform_id: string;
    at: DefaultTime;
    method: string;
    resource: string;
    name: string;
    status: number;
    failure: FailureCode | null;
    field: Generated<string | null>;
  };
  identity_link: {
    platform_id: string;
    issuer: string;
    subject: string;
    user_id: string;
    created_at: DefaultTime;
    signed_in_at: DefaultTime;
  };
  sign_in_flow: {
    state_hash: Buffer;
    browser_hash: Buffer;
    platform_id: string;
    revision: string;
    nonce: string;
    verifier: string;
    redirect: string;
    return_to: string;
    expires_at: Time;
  };
  platform_session: {
    session_id: string;
    platform_id: string;
    issuer: string;
    subject: string;
    provider_session: string | null;
    sign_out: string | null;
  };
  region: { id: string; name: string; networks: string[]; note: string; updated_at: DefaultTime };
  /** The chain over `audit_log`: each hash depends on all earlier entries. */
  audit_log_hash: { id: number; hash: Buffer };
  /** One row: how far the log is sealed and checked. A help, and never evidence. */
  audit_seal_state: {
    one_row: Generated<boolean>;
    newest_key: string | null;
    newest_hash: string | null;
    sealed_to: Generated<number>;
    sealed_at: DefaultTime;
    /** The oldest seal that is still in the store. */
    oldest_key: string | null;
    sealing_fault: OptionalJson<LogFault>;
    checking_fault: OptionalJson<LogFault>;
    late: Generated<boolean>;
    faults: Generated<number>;
    /** The last seal that the pass of the background check has compared. */
    checked_key: string | null;
    checked_to: Generated<number>;
    checked_at: OptionalTime;
  };
  access_request: {
    id: string;
    asker_id: string;
    instance_id: InstanceId;
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
  agreement_version: {
    /** Counts over all documents. */
    edition: number;
    document: AgreementDocument;
    number: number;
    text_zh: string;
    text_en: string;
    note_zh: Generated<string>;
    note_en: Generated<string>;
    asks: boolean;
    published_at: DefaultTime;
    /** Null: the sample, which nobody of the company published. */
    published_by: string | null;
  };
  agreement_draft: {
    document: AgreementDocument;
    revision: string;
    text_zh: string;
    text_en: string;
    note_zh: Generated<string>;
    note_en: Generated<string>;
    updated_at: DefaultTime;
    updated_by: string;
  };
  agreement_acknowledgement: { user_id: string; edition: number; acknowledged_at: DefaultTime };
  service_config_change: {
    /** Ordered by time. */
    id: string;
    code: string;
    user_id: string;
    changed_at: DefaultTime;
    /** Null: the default. */
    before: ColumnType<unknown, string | null, never>;
    after: ColumnType<unknown, string | null, never>;
    note: Generated<string>;
  };
  service_config: { code: string; value: ColumnType<unknown, string, string>; note: Generated<string> };
  server_secret: { name: string; value: Buffer };
}
