/** The specification's constants (1 section 9, 2 section 9). Sizes are bytes and times milliseconds, unless the name says otherwise. */
export const limits = {
  /** The maximum size of a call's body: by default, with up to 2,000 ids, and with many names or long texts. */
  callBytes: { default: 65_536, manyIds: 262_144, batch: 1_048_576 },
  /** Per call that needs no session, per process, and per IP address or known browser. */
  strangerCallsPerMinute: 300,
  /** Open sessions; one more ends the least recently used. */
  sessionsPerPerson: { browser: 50, client: 20 },
  pageSizes: [10, 20, 30, 40, 50, 100],
  defaultPageSize: 20,
  /** How far the people that a filter finds are counted, so that no filter reads a whole table of them. */
  countedPeople: 10_000,
  partSize: 8_388_608,
  mostParts: 10_000,
  parallelParts: 3,
  parallelDownloads: 3,
  /** Files below `smallFile` bytes are uploaded `smallFilesAtOnce` at a time, beside a larger one. */
  smallFile: 1_048_576,
  smallFilesAtOnce: 24,
  /** The maximum number of small files per call. */
  uploadsPerCall: 32,
  hashSlice: 20_971_520,
  syncSpeed: 104_857_600,
  filesPerSelection: { web: 500, client: 2000 },
  filesBeforePrompt: 50,
  bytesBeforePluginPrompt: 500 * 1024 * 1024,
  pluginCheckMs: 43_200_000,
  pluginProbeMs: 1000,
  pluginWake: { tries: 5, apartMs: 1000 },
  pluginConnect: { tries: 60, apartMs: 2000 },
  pluginHeartbeatMs: 40_000,
  /** Ports on the person's own computer, by kind of site. */
  pluginPorts: { production: { socket: 10_011, http: 12_456 }, test: { socket: 10_010, http: 11_456 } },
  batchBytes: 64_424_509_440,
  bytesBeforeClientSuggestion: 1_073_741_824,
  fileBytes: 85_899_345_920,
  downloadItems: 2000,
  /** The maximum number of files, and of folders, in one ZIP. */
  filesPerArchive: 100_000,
  partTimeoutMs: 900_000,
  retries: 3,
  partsPerList: 1000,
  obfuscation: { xorOnlyBelow: 1200, points: 4, longestRun: 128 },
  progressRefreshMs: 5000,
  downloadFrameMs: 600_000,
  recordDays: 30,
  recordsPerCall: 200,
  recycleDays: 30,
  /** The maximum number of files and folders that a call copies, or moves to another space, by itself; more become a task. */
  rowsPerCall: 1000,
  rowsPerTask: 1_000_000,
  /** The maximum number of files and folders that restoring a folder can merge. */
  rowsMergedBack: 10_000,
  /** The maximum number of unfinished tasks of one person. */
  tasksPerPerson: 5,
  /** Read notifications are kept this long. */
  noticeDays: 90,
  /** Simultaneous streams of live events. */
  streamsPerSession: 6,
  streamsPerPerson: 12,
  streamBeatMs: 25_000,
  /** Bytes that a slow reader may lag behind before its stream is closed. */
  streamBacklog: 65_536,
  previewBytes: 200 * 1024 * 1024,
  /** The maximum number of listed entries of an archive. */
  archiveEntries: 10_000,
  imageConfirmPixels: 10_000,
  thumbnailsPerCall: 100,
  badgeCap: 99,
  /** Access requests: how long one stays open, how many a person may make per day, and the maximum length of the message. */
  accessRequestDays: 30,
  accessRequestsPerDay: 20,
  accessMessageLength: 200,
  renameLength: 30,
  nameLength: 128,
  folderDepth: 64,
  itemsPerCall: 2000,
  accountNameLength: 120,
  phoneLength: 32,
  emailLength: 254,
  userNameLength: { least: 5, most: 120 },
  fullNameLength: 120,
  departmentNameLength: 128,
  configurationNoteLength: 500,
  /** The characters of an agreement, in each language, and of the note on a version. */
  agreementLength: 40_000,
  agreementNoteLength: 500,
  /** The versions of each agreement that are listed. */
  agreementVersions: 100,
  /** The rows of the sheet of who accepted them. */
  agreementRows: 1_000_000,
  departmentDescriptionLength: 255,
  /** How many files of a department and those below it are counted. */
  departmentFiles: 100_000,
  roleNameLength: 32,
  rolesPerPerson: 20,
  /** A preview is computed while an administrator clicks, and goes through everybody who has the role. */
  rolePreviews: { times: 300, seconds: 600, per: 'caller' },
  previewedPeople: 200,
  roles: 200,
  groupNameLength: 50,
  groupDescriptionLength: 500,
  /** The maximum storage allotted to one group. */
  groupBytes: 2 ** 50,
  /** Days from dissolving a group to its permanent removal; until then it can be canceled. */
  groupGraceDays: 7,
  departmentsChosen: 500,
  subDepartments: 500,
  /** People and departments together; a department counts once, however many people are in it. */
  peopleChosen: 500,
  foundPerSearch: 100,
  /**
   * How often one person may look up colleagues: one name while typing, or hundreds from a list. More than people do, and too few for
   * copying a company's directory quickly.
   */
  lookups: { times: 1200, seconds: 600, per: 'caller' },
  lookupsOfLists: { times: 120, seconds: 600, per: 'caller' },
  /** Results of each kind (files, folders, people) while somebody types. */
  quickPerKind: 6,
  /** The maximum number of files and folders that one search ranks and counts. */
  foundInstances: 1000,
  departmentManagers: 50,
  /** The maximum depth of the department tree. */
  departmentDepth: 64,
  /** How long the files of a closed department stay, read-only. */
  endedDepartmentDays: 30,
  namesPerPaste: 500,
  candidatesPerName: 50,
  /** Across all names pasted at once. */
  candidatesPerPaste: 5000,
  /** Items shared, or shares ended, per call. */
  sharesPerCall: 100,
  /** The password of an external link, the people that it names, its visits, and its note. */
  linkPassword: { least: 4, most: 32 },
  linkPeople: 500,
  linkVisits: 9999,
  /** What a search inside a link looks at; of more, the best. */
  linkFound: 200,
  linkNoteLength: 200,
  /** A custom end lies at most this far ahead. */
  linkYears: 5,
  /** The maximum number of links on one item, and of one person. */
  linksPerItem: 100,
  /** Items whose links are asked for in one query. */
  linkItemsPerAsk: 100,
  linksPerPerson: 10_000,
  /** A visit ends this long after the visitor was last seen, and at the latest a day after it began. */
  linkVisitIdleMs: 2 * 3_600_000,
  linkVisitMs: 86_400_000,
  /** The size of one file that a visitor uploads, in bytes. */
  visitorFileBytes: 10_737_418_240,
  /** What may come through one link in all, in bytes, including what was deleted since. */
  linkUploadBytes: 107_374_182_400,
  reviewReasonLength: 500,
  /** A folder of a link with more items than this is paged before it is known what visitors may read of it. */
  linkItemsJudged: 1000,
  /** The files of a review that are shown. */
  reviewedFiles: 1000,
  /** What an administrator's search over all spaces shows, and what one act of theirs may concern (specification 2 section 9). */
  filesManaged: 200,
  /** What one task of theirs may concern. */
  filesChangedByTask: 5000,
  /** Characters of the reason for which an administrator looks into a file. */
  lookGroundsLength: 500,
  fileLooks: { times: 120, seconds: 3600, per: 'caller' },
  /** Entries of the administrators' bin that are counted and listed. */
  secondBinListed: 10_000,
  dlpRules: 200,
  dlpNameLength: 64,
  dlpValueLength: 4000,
  dlpTestLength: 20_000,
  /** The keywords of one rule, and their length. */
  dlpKeywords: { most: 200, leastLength: 2, mostLength: 100 },
  /** Instructions of a pattern: what a character of a text costs at worst. */
  dlpPatternSize: 200,
  /** The colleagues who are told of one review. */
  reviewersTold: 100,
  shareMessageLength: 200,
  /** How long ended shares are kept. */
  endedShareDays: 30,
  /** Specification 2 section 9. */
  tagsPerFile: 5,
  tagLength: 30,
  tagsSuggested: 20,
  commentLength: 1000,
  commentsPerPage: 30,
  versionsPerPage: 50,
  activitiesPerPage: 30,
  /** How long activity is kept. */
  activityDays: 365,
  /** Per person. */
  favourites: 2000,
  /** How many files of a space are counted and can be paged through, in any sort order. */
  filesEverywhere: 10_000,
  /** The maximum size of a multipart call's file. */
  sentFileBytes: 5 * 1024 * 1024,
  /** Rows of an imported Excel list, without its header. */
  importRows: 500,
  /** Rows of a sheet of people, without its header, and its size. */
  importPeople: 50_000,
  importPeopleBytes: 24 * 1024 * 1024,
  /** The maximum number of errors that the answer of a check contains. */
  importErrorsShown: 1000,
  /** How long a check is kept that is not imported, how long an import, and how many of a person are listed. */
  importCheckHours: 24,
  importDays: 7,
  importsListed: 10,
  /** Accounts in an exported sheet. */
  exportPeople: 100_000,
  /** How long an imported person can sign in with the one-time password. */
  firstSecretDays: 14,
  /** Sheets of people are read and written by a process each. */
  peopleSheets: { times: 30, seconds: 600, per: 'caller' },
  /** Specification 2 section 9: entries of the log in one export, and those that can be paged through. */
  logRows: 10_000,
  logKeywordLength: 100,
  regions: 100,
  regionNameLength: 64,
  regionNetworks: 50,
  regionNoteLength: 200,
  /** Every process prepares all of them at once. */
  allowlistRules: 100,
  /** In one rule. */
  allowlistAddresses: 100,
  allowlistLineLength: 200,
  allowlistNoteLength: 200,
  platforms: 20,
  platformNameLength: 64,
  passkeys: 10,
  passkeyNameLength: 64,
  /** The most people and departments that a directory may tell of. */
  directoryPeople: 200_000,
  directoryDepartments: 10_000,
  /** A plan that nobody has applied after so many minutes is not applied any more. */
  syncPlanMinutes: 60,
  syncReasonLength: 500,
  /** How many runs of a directory are kept. */
  syncRunsKept: 50,
  syncRunsShown: 10,
} as const;
