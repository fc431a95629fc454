/** The specification's constants (1 section 9, 2 section 9). Sizes are bytes, times milliseconds unless the name says otherwise. */
export const limits = {
  /** Of a call's body: usually, of up to 2000 ids, and of many names or long texts. */
  callBytes: { usual: 65_536, manyIds: 262_144, batch: 1_048_576 },
  /** Of one call that anyone may make, from one address or one browser that is known, without being signed in. */
  strangerCallsPerMinute: 300,
  /** That are open; one more ends the one that was used longest ago. */
  sessionsPerPerson: { browser: 50, client: 20 },
  pageSizes: [10, 20, 30, 40, 50, 100],
  defaultPageSize: 20,
  partSize: 8_388_608,
  mostParts: 10_000,
  parallelParts: 3,
  parallelDownloads: 3,
  /** Files below `smallFile` bytes share the one slot of the transfer list, this many at once. */
  smallFile: 1_048_576,
  smallFilesAtOnce: 24,
  /** Small files that one call asks for. */
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
  /** On this machine, by the kind of site that asks. */
  pluginPorts: { production: { socket: 10_011, http: 12_456 }, test: { socket: 10_010, http: 11_456 } },
  batchBytes: 64_424_509_440,
  bytesBeforeClientSuggestion: 1_073_741_824,
  fileBytes: 85_899_345_920,
  downloadItems: 2000,
  /** In one ZIP; as many folders. */
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
  /** Files and folders that a call copies, or moves to another space, itself; more are a task's work. */
  rowsPerCall: 1000,
  rowsPerTask: 1_000_000,
  /** Files and folders that are merged when a folder comes out of the bin. */
  rowsMergedBack: 10_000,
  /** That one person may have under way. */
  tasksPerPerson: 5,
  /** After it was read. */
  noticeDays: 90,
  /** Of live events, at one time. */
  streamsPerSession: 6,
  streamsPerPerson: 12,
  streamBeatMs: 25_000,
  /** Bytes a slow reader may lag behind before its stream is cut. */
  streamBacklog: 65_536,
  previewBytes: 200 * 1024 * 1024,
  /** So many entries of an archive are listed. */
  archiveEntries: 10_000,
  imageConfirmPixels: 10_000,
  thumbnailsPerCall: 100,
  badgeCap: 99,
  /** Requests for access: how long one stays open, how many a person may make in a day, and how long its message is. */
  accessRequestDays: 30,
  accessRequestsPerDay: 20,
  accessMessageLength: 200,
  renameLength: 30,
  nameLength: 128,
  folderDepth: 64,
  itemsPerCall: 2000,
  accountNameLength: 120,
  userNameLength: { least: 5, most: 120 },
  fullNameLength: 120,
  departmentNameLength: 128,
  groupNameLength: 50,
  groupDescriptionLength: 500,
  /** The most room that one group can be given. */
  groupBytes: 2 ** 50,
  /** From a group's dissolution to its removal for good; until then it can be cancelled. */
  groupGraceDays: 7,
  departmentsChosen: 500,
  subDepartments: 500,
  /** One by one; a department is one choice, however many are in it. */
  peopleChosen: 500,
  foundPerSearch: 100,
  /** Of files, folders and people each, while somebody types. */
  quickPerKind: 6,
  /** Most files and folders that one search weighs and counts. */
  foundInstances: 1000,
  departmentManagers: 50,
  /** Levels of departments. */
  departmentDepth: 64,
  /** The files of an ended department can only be read so long. */
  endedDepartmentDays: 30,
  namesPerPaste: 500,
  candidatesPerName: 50,
  /** Of all names that are pasted at once. */
  candidatesPerPaste: 5000,
  /** Items shared, or shares ended, by one call. */
  sharesPerCall: 100,
  shareMessageLength: 200,
  /** Ended shares are kept this long before their rows go. */
  endedShareDays: 30,
  /** Specification 2 section 9. */
  tagsPerFile: 5,
  tagLength: 30,
  tagsSuggested: 20,
  commentLength: 1000,
  commentsPerPage: 30,
  versionsPerPage: 50,
  activitiesPerPage: 30,
  /** How long it is told who did what with an item. */
  activityDays: 365,
  /** Of one person. */
  favourites: 2000,
  /** Of all files of a space, in one order, so many are counted and can be leafed through. */
  filesEverywhere: 10_000,
  /** Of a multipart call's one file. */
  sentFileBytes: 5 * 1024 * 1024,
  /** Of an imported Excel list, its head not counted. */
  importRows: 500,
} as const;
