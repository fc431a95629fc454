export type Language = 'zh-CN' | 'en-US';
export const languages: readonly Language[] = ['zh-CN', 'en-US'];

interface FailureText {
  readonly errcode: number;
  readonly status: number;
  readonly 'zh-CN': string;
  readonly 'en-US': string;
}

/**
 * Every failure of the API, listed once. 0, 90000 and 110008 come from the specification; the others are ours, 1xxxxx by subject. Failures
 * that HTTP has a status for use it; refusals of the product use 200 and their errcode. `{name}` in a text is filled from the failure's
 * details.
 */
export const failures = {
  // The request itself
  BAD_REQUEST: { errcode: 100001, status: 400, 'zh-CN': '请求有误：{field}', 'en-US': 'Invalid request: {field}' },
  UNSUPPORTED_CONTENT: { errcode: 100002, status: 415, 'zh-CN': '不支持此内容类型', 'en-US': 'This content type isn’t supported' },
  MARKER_MISSING: { errcode: 100003, status: 403, 'zh-CN': '请求来源不受信任', 'en-US': 'The request didn’t come from this site' },
  NO_SUCH_CALL: { errcode: 100004, status: 404, 'zh-CN': '没有这个接口', 'en-US': 'This call doesn’t exist' },
  TOO_LARGE: { errcode: 100005, status: 413, 'zh-CN': '请求内容过大', 'en-US': 'The request is too large' },
  TOO_MANY_REQUESTS: {
    errcode: 100006,
    status: 429,
    'zh-CN': '操作太频繁，请稍后再试',
    'en-US': 'Too many requests. Try again in a moment.',
  },
  SERVER_ERROR: {
    errcode: 100007,
    status: 500,
    'zh-CN': '服务器出了问题，请联系管理员',
    'en-US': 'Something went wrong on the server. Contact your administrator.',
  },
  UNAVAILABLE: {
    errcode: 100008,
    status: 503,
    'zh-CN': '服务暂不可用，请稍后再试',
    'en-US': 'The service is temporarily unavailable. Try again in a moment.',
  },
  CONTENDED: {
    errcode: 100011,
    status: 503,
    'zh-CN': '其他人正在修改这里的内容，请稍后再试',
    'en-US': 'Other people are changing these items right now. Try again in a moment.',
  },
  TOO_SLOW: {
    errcode: 100009,
    status: 408,
    'zh-CN': '请求传输超时，请重试',
    'en-US': 'The request timed out. Try again.',
  },
  KEY_REUSED: {
    errcode: 100012,
    status: 422,
    'zh-CN': '该 Idempotency-Key 已用于另一个请求',
    'en-US': 'This Idempotency-Key was already used for another request',
  },
  REQUEST_UNDER_WAY: {
    errcode: 100013,
    status: 503,
    'zh-CN': '该请求正在处理中，请稍后再试',
    'en-US': 'This request is still being processed. Try again in a moment.',
  },
  // Identity
  SIGN_IN_NEEDED: { errcode: 101001, status: 401, 'zh-CN': '登录已失效，请重新登录', 'en-US': 'Your session has expired. Sign in again.' },
  WRONG_PASSWORD: { errcode: 101002, status: 200, 'zh-CN': '用户名或密码错误', 'en-US': 'Wrong username or password' },
  USER_FROZEN: {
    errcode: 101003,
    status: 200,
    'zh-CN': '账号已冻结，请联系管理员',
    'en-US': 'Your account is suspended. Contact your administrator.',
  },
  USER_EXPIRED: {
    errcode: 101004,
    status: 200,
    'zh-CN': '账号已过期，请联系管理员',
    'en-US': 'Your account has expired. Contact your administrator.',
  },
  SIGN_IN_SLOWED: {
    errcode: 101005,
    status: 429,
    'zh-CN': '尝试次数过多，请在 {seconds} 秒后再试',
    'en-US': 'Too many attempts. Try again in {seconds} s.',
  },
  NOT_ALLOWED: { errcode: 101006, status: 403, 'zh-CN': '你没有这项权限', 'en-US': 'You don’t have permission for this' },
  SENSITIVITY_KEPT: {
    errcode: 101022,
    status: 200,
    'zh-CN': '只有原文件的管理者或系统管理员可以降低密级',
    'en-US': 'Only a manager of the original item or an administrator can lower the sensitivity',
  },
  HIGHLY_SENSITIVE: {
    errcode: 101020,
    status: 403,
    'zh-CN': '高密级文件不能对外发送',
    'en-US': 'Highly sensitive files can’t be sent externally',
  },
  OLD_PASSWORD_WRONG: { errcode: 101007, status: 200, 'zh-CN': '原密码不正确', 'en-US': 'The current password is wrong' },
  PASSWORD_WEAK: {
    errcode: 101008,
    status: 200,
    'zh-CN': '密码须多于 8 个字符，并含大写字母、小写字母、数字、特殊字符中的至少 3 种',
    'en-US': 'Use more than 8 characters, with at least 3 of: uppercase, lowercase, digits, special characters',
  },
  PASSWORDS_DIFFER: { errcode: 101009, status: 200, 'zh-CN': '两次输入的密码不一致', 'en-US': 'The passwords don’t match' },
  PASSWORD_UNCHANGED: {
    errcode: 101010,
    status: 200,
    'zh-CN': '新密码不能与原密码相同',
    'en-US': 'The new password must be different from the current one',
  },
  PLATFORM_UNKNOWN: { errcode: 101011, status: 200, 'zh-CN': '该登录平台尚未配置', 'en-US': 'This sign-in platform isn’t set up' },
  QR_EXPIRED: { errcode: 101012, status: 200, 'zh-CN': '二维码已过期，请刷新', 'en-US': 'The QR code has expired. Refresh it.' },
  ACCOUNT_NAME_WRONG: {
    errcode: 101030,
    status: 200,
    'zh-CN': '账号只能由英文字母、数字和下划线组成，最多 120 个字符',
    'en-US': 'An account name can contain only letters, digits and underscores, up to 120 characters',
  },
  ACCOUNT_NAME_TAKEN: { errcode: 101031, status: 200, 'zh-CN': '该账号已存在', 'en-US': 'This account name is taken' },
  USER_NAME_WRONG: {
    errcode: 101032,
    status: 200,
    'zh-CN': '用户名须为 5 到 120 个字符，首尾不能有空格',
    'en-US': 'A username must have 5 to 120 characters and can’t start or end with a space',
  },
  FULL_NAME_WRONG: {
    errcode: 101033,
    status: 200,
    'zh-CN': '姓名须为 1 到 120 个字符，首尾不能有空格',
    'en-US': 'A full name must have 1 to 120 characters and can’t start or end with a space',
  },
  CAPACITY_WRONG: {
    errcode: 101034,
    status: 200,
    'zh-CN': '空间容量须为不小于 0 的整数',
    'en-US': 'The storage limit must be a whole number, 0 or more',
  },
  PASSWORD_CHANGE_NEEDED: {
    errcode: 101035,
    status: 403,
    'zh-CN': '请先修改由管理员设置的密码',
    'en-US': 'First change the password that an administrator set',
  },
  // Files and folders
  FILE_NOT_FOUND: { errcode: 90000, status: 200, 'zh-CN': '文件不存在', 'en-US': 'The file doesn’t exist' },
  NAME_EMPTY: { errcode: 102001, status: 200, 'zh-CN': '名称不能为空', 'en-US': 'The name can’t be empty' },
  NAME_TOO_LONG: { errcode: 102002, status: 200, 'zh-CN': '名称最多 {limit} 个字符', 'en-US': 'A name can have up to {limit} characters' },
  NAME_FORBIDDEN: {
    errcode: 102003,
    status: 200,
    'zh-CN': '名称不能含有特殊字符 \\ / : * ? " < > | [ ] 或首尾空格',
    'en-US': 'A name can’t contain \\ / : * ? " < > | [ ] or other special characters, or start or end with a space',
  },
  NAME_TAKEN: { errcode: 102004, status: 200, 'zh-CN': '该名称已存在', 'en-US': 'This name already exists' },
  NAME_UNCHANGED: { errcode: 102005, status: 200, 'zh-CN': '新名称与原名称相同', 'en-US': 'The new name is the same as the old one' },
  NOT_A_FOLDER: { errcode: 102006, status: 200, 'zh-CN': '目标不是文件夹', 'en-US': 'The destination isn’t a folder' },
  IS_A_FOLDER: { errcode: 102007, status: 200, 'zh-CN': '不支持对文件夹执行此操作', 'en-US': 'This doesn’t work with folders' },
  TOO_DEEP: {
    errcode: 102008,
    status: 200,
    'zh-CN': '文件夹层级最多 {limit} 层',
    'en-US': 'Folders can be nested up to {limit} levels deep',
  },
  TOO_MANY_ITEMS: {
    errcode: 102009,
    status: 200,
    'zh-CN': '超出限制：一次最多 {limit} 项',
    'en-US': 'Limit exceeded: up to {limit} items at a time',
  },
  ROOT_IS_FIXED: { errcode: 102010, status: 200, 'zh-CN': '根目录不能修改', 'en-US': 'The top folder can’t be changed' },
  FOLDER_DOWNLOAD_REFUSED: {
    errcode: 102011,
    status: 200,
    'zh-CN': '网页端不支持下载文件夹',
    'en-US': 'Folders can’t be downloaded on the web',
  },
  // Move, copy and the recycle bin
  EMPTY_FOLDER: { errcode: 103001, status: 200, 'zh-CN': '空文件夹不能复制', 'en-US': 'An empty folder can’t be copied' },
  INSIDE_ITSELF: {
    errcode: 103002,
    status: 200,
    'zh-CN': '文件夹不能放到自己或自己的下级文件夹中',
    'en-US': 'A folder can’t be put into itself or one of its subfolders',
  },
  PLACE_GONE: {
    errcode: 103003,
    status: 200,
    'zh-CN': '原文件夹已不存在，请使用移动',
    'en-US': 'The original folder no longer exists. Move the item instead.',
  },
  OTHER_SPACE: {
    errcode: 103004,
    status: 200,
    'zh-CN': '只能恢复到原来的空间',
    'en-US': 'It can only be restored to its original space',
  },
  HOLDS_HIDDEN: {
    errcode: 103005,
    status: 200,
    'zh-CN': '其中有你无权移动的内容',
    'en-US': 'It contains items you don’t have permission to move',
  },
  STAYS_IN_SPACE: {
    errcode: 103006,
    status: 200,
    'zh-CN': '共享给你的内容不能移出其所在空间，请使用复制',
    'en-US': 'Items shared with you can’t leave their space. Copy them instead.',
  },
  TASKS_TOO_MANY: {
    errcode: 103007,
    status: 200,
    'zh-CN': '同时最多进行 {limit} 个任务，请稍后再试',
    'en-US': 'Up to {limit} tasks can run at a time. Try again later.',
  },
  TASK_NOT_FOUND: { errcode: 103008, status: 200, 'zh-CN': '任务不存在或已结束', 'en-US': 'The task doesn’t exist or has ended' },
  CHANGING_HERE: {
    errcode: 103009,
    status: 200,
    'zh-CN': '这里正在移动大量文件，请稍后再试',
    'en-US': 'Many files are being moved here. Try again in a moment.',
  },
  MERGE_INCOMPLETE: {
    errcode: 103010,
    status: 200,
    'zh-CN': '已合并，但有 {n} 项因权限不足留在原处',
    'en-US': 'Merged. You don’t have permission to move or replace {n} of the items, so they stayed where they were.',
  },
  TASK_UNREADABLE: {
    errcode: 103011,
    status: 200,
    'zh-CN': '任务由其他版本创建，无法继续，请重新操作',
    'en-US': 'This task was started by another version and can’t continue. Start it again.',
  },
  // Download of several items
  DOWNLOAD_TOO_MANY_FILES: {
    errcode: 130001,
    status: 200,
    'zh-CN': '一次最多下载 {limit} 个文件，请分批下载',
    'en-US': 'Up to {limit} files can be downloaded at a time. Select fewer.',
  },
  DOWNLOAD_TOO_LARGE: {
    errcode: 130002,
    status: 200,
    'zh-CN': '网页端一次最多下载 80 GB',
    'en-US': 'Up to 80 GB can be downloaded at a time on the web',
  },
  DOWNLOAD_ENDED: {
    errcode: 130003,
    status: 404,
    'zh-CN': '下载链接已失效，请重新下载',
    'en-US': 'This download link has expired. Download again.',
  },
  CONTENT_MISSING: {
    errcode: 130004,
    status: 200,
    'zh-CN': '文件内容缺失，请联系管理员',
    'en-US': 'The file’s content is missing. Contact your administrator.',
  },
  // Upload
  UPLOAD_REFUSED: {
    errcode: 110008,
    status: 200,
    'zh-CN': '该文件未通过上传安全检查',
    'en-US': 'The file didn’t pass the security check',
  },
  SPACE_NOT_ENOUGH: { errcode: 110001, status: 200, 'zh-CN': '空间不足', 'en-US': 'Not enough storage' },
  FILE_EMPTY: { errcode: 110010, status: 200, 'zh-CN': '空文件不能上传', 'en-US': 'Empty files can’t be uploaded' },
  FILE_TOO_LARGE: { errcode: 110002, status: 200, 'zh-CN': '单个文件最大 80 GB', 'en-US': 'A file can be up to 80 GB' },
  UPLOAD_UNKNOWN: {
    errcode: 110003,
    status: 200,
    'zh-CN': '上传已失效，请重新上传',
    'en-US': 'This upload is no longer valid. Start it again.',
  },
  UPLOAD_STEP_WRONG: {
    errcode: 110004,
    status: 200,
    'zh-CN': '上传步骤有误，请重新上传',
    'en-US': 'This step doesn’t match the upload. Start the upload again.',
  },
  UPLOAD_INCOMPLETE: { errcode: 110005, status: 200, 'zh-CN': '文件内容尚未完整送达', 'en-US': 'The file hasn’t fully arrived yet' },
  UPLOAD_MISMATCH: {
    errcode: 110006,
    status: 200,
    'zh-CN': '文件内容与声明不符，请重新上传',
    'en-US': 'The content doesn’t match what was declared. Upload the file again.',
  },
  PROOF_WRONG: {
    errcode: 110007,
    status: 200,
    'zh-CN': '无法确认你持有该文件，请重新上传',
    'en-US': 'Couldn’t confirm that you have this file. Upload it again.',
  },
  STORE_FAILED: {
    errcode: 110009,
    status: 200,
    'zh-CN': '存储暂不可用，请稍后再试',
    'en-US': 'Storage is temporarily unavailable. Try again in a moment.',
  },
  // Preview
  PREVIEW_UNSUPPORTED: {
    errcode: 120001,
    status: 200,
    'zh-CN': '暂不支持预览该类型，请下载查看',
    'en-US': 'No preview for this file type. Download it instead.',
  },
  PREVIEW_TOO_LARGE: {
    errcode: 120002,
    status: 200,
    'zh-CN': '文件超过 200 MB，无法预览，请下载查看',
    'en-US': 'The file is over 200 MB and can’t be previewed. Download it instead.',
  },
  PREVIEW_VIDEO: {
    errcode: 120003,
    status: 200,
    'zh-CN': '该视频无法在线播放，请下载查看',
    'en-US': 'This video can’t be played online. Download it instead.',
  },
  PREVIEW_CORRUPT: {
    errcode: 120004,
    status: 200,
    'zh-CN': '文件已损坏或与其类型不符，无法预览，请下载查看',
    'en-US': 'The file is damaged or doesn’t match its type, so it can’t be previewed. Download it instead.',
  },
  PREVIEW_ENCRYPTED: {
    errcode: 120005,
    status: 200,
    'zh-CN': '文件已加密，无法预览，请下载后输入密码查看',
    'en-US': 'The file is password-protected and can’t be previewed. Download it and open it with the password.',
  },
  PREVIEW_TOO_COMPLEX: {
    errcode: 120006,
    status: 200,
    'zh-CN': '文件内容过大或过于复杂，无法预览，请下载查看',
    'en-US': 'The file is too large or too complex to preview. Download it instead.',
  },
  PREVIEW_FAILED: {
    errcode: 120007,
    status: 200,
    'zh-CN': '预览服务处理失败，请稍后再试或下载查看',
    'en-US': 'The preview service couldn’t process this file. Try again later or download it.',
  },
  // Versions, tags, comments, favorites
  VERSION_NOT_FOUND: { errcode: 106001, status: 200, 'zh-CN': '这个版本不存在', 'en-US': 'This version doesn’t exist' },
  VERSION_IS_CURRENT: { errcode: 106002, status: 200, 'zh-CN': '这是当前版本', 'en-US': 'This is the current version' },
  TAG_EXISTS: { errcode: 106011, status: 200, 'zh-CN': '标签已存在', 'en-US': 'This tag already exists' },
  TAGS_FULL: { errcode: 106012, status: 200, 'zh-CN': '已达到 {limit} 个标签的上限', 'en-US': 'A file can have up to {limit} tags' },
  TAG_TOO_LONG: { errcode: 106013, status: 200, 'zh-CN': '标签最多 {limit} 个字符', 'en-US': 'A tag can have up to {limit} characters' },
  COMMENT_NOT_FOUND: { errcode: 106021, status: 200, 'zh-CN': '这条评论不存在', 'en-US': 'This comment doesn’t exist' },
  FAVOURITES_FULL: {
    errcode: 106031,
    status: 200,
    'zh-CN': '最多收藏 {limit} 项，请先移除一些',
    'en-US': 'You can have up to {limit} favorites. Remove some first.',
  },
  // Internal sharing
  SHARE_NOT_FOUND: { errcode: 140001, status: 200, 'zh-CN': '共享不存在或已结束', 'en-US': 'This share doesn’t exist or has ended' },
  SHARE_OF_SHARE: {
    errcode: 140002,
    status: 200,
    'zh-CN': '别人共享给你的内容不能再共享，请联系发起人',
    'en-US': 'You can’t reshare items shared with you. Ask the person who shared them.',
  },
  SHARE_ROLE_TOO_HIGH: {
    errcode: 140003,
    status: 200,
    'zh-CN': '不能授予高于你自己的权限',
    'en-US': 'You can’t give more access than you have',
  },
  SHARE_OWNER_FIXED: {
    errcode: 140004,
    status: 200,
    'zh-CN': '发起人的权限不能删除或修改',
    'en-US': 'The access of the person who shared this can’t be removed or changed',
  },
  SHARE_BY_DEPARTMENT: {
    errcode: 140005,
    status: 200,
    'zh-CN': '你通过部门「{name}」获得权限，不能单独退出',
    'en-US': 'You have access through the department “{name}” and can’t leave',
  },
  SHARE_END_PAST: {
    errcode: 140006,
    status: 200,
    'zh-CN': '截止时间须晚于现在，且不晚于整个共享的截止时间',
    'en-US': 'The expiration must be in the future and no later than that of the whole share',
  },
  SHARE_WHOLE_SPACE: {
    errcode: 140007,
    status: 200,
    'zh-CN': '不能共享整个空间，请选择其中的文件或文件夹',
    'en-US': 'An entire space can’t be shared. Choose files or folders in it.',
  },
  SHARE_INITIATOR_ONLY: {
    errcode: 140008,
    status: 200,
    'zh-CN': '只有发起人可以执行此操作',
    'en-US': 'Only the person who shared this can do it',
  },
  SHARE_OWN_PART: {
    errcode: 140009,
    status: 200,
    'zh-CN': '不能修改自己的权限，请联系发起人',
    'en-US': 'You can’t change your own access. Ask the person who shared this.',
  },
  SHARE_END_BEYOND_OWN: {
    errcode: 140010,
    status: 200,
    'zh-CN': '截止时间不能晚于你自己的截止时间',
    'en-US': 'The expiration can’t be later than your own',
  },
  EXCEL_ONLY: {
    errcode: 140011,
    status: 200,
    'zh-CN': '只支持 Excel 文件（.xls、.xlsx）',
    'en-US': 'Only Excel files (.xls, .xlsx) are supported',
  },
  EXCEL_UNREADABLE: {
    errcode: 140012,
    status: 200,
    'zh-CN': '无法读取这个 Excel 文件，请用模板重新填写',
    'en-US': 'Couldn’t read this Excel file. Use the template instead.',
  },
  EXCEL_TOO_LARGE: {
    errcode: 140013,
    status: 200,
    'zh-CN': '表格过大（最多 {limit} 行），请分批提交',
    'en-US': 'The sheet is too large (up to {limit} rows). Submit it in several batches.',
  },
  EXCEL_TOO_WIDE: {
    errcode: 140014,
    status: 200,
    'zh-CN': '第 {row} 行超出了 {limit} 列',
    'en-US': 'Row {row} has more than {limit} columns',
  },
  EXCEL_TEXT_TOO_LONG: {
    errcode: 140015,
    status: 200,
    'zh-CN': '第 {row} 行第 {column} 列的内容过长（最多 {limit} 个字符）',
    'en-US': 'The text in row {row}, column {column} is too long (up to {limit} characters)',
  },
  IMPORT_NO_NAME: { errcode: 140021, status: 200, 'zh-CN': '请填写账号或姓名', 'en-US': 'Enter a username or a name' },
  IMPORT_NOBODY: { errcode: 140022, status: 200, 'zh-CN': '没有找到此人', 'en-US': 'No one found' },
  IMPORT_SEVERAL: {
    errcode: 140023,
    status: 200,
    'zh-CN': '有 {count} 人符合，请填写账号',
    'en-US': '{count} people match. Enter the username.',
  },
  IMPORT_ROLE_UNKNOWN: {
    errcode: 140024,
    status: 200,
    'zh-CN': '权限应为：仅预览、下载、编辑、管理',
    'en-US': 'The access level must be one of: view only, download, edit, manager',
  },
  IMPORT_TWICE: { errcode: 140025, status: 200, 'zh-CN': '与第 {row} 行重复', 'en-US': 'Same as row {row}' },
  // People and departments
  DEPARTMENT_NOT_FOUND: { errcode: 170001, status: 200, 'zh-CN': '部门不存在', 'en-US': 'The department doesn’t exist' },
  PERSON_NOT_FOUND: {
    errcode: 170002,
    status: 200,
    'zh-CN': '所选人员中有人已离职或不存在',
    'en-US': 'Someone you chose has left the company or doesn’t exist',
  },
  TOO_MANY_DEPARTMENTS: {
    errcode: 170003,
    status: 200,
    'zh-CN': '最多选择 {limit} 个部门',
    'en-US': 'You can choose up to {limit} departments',
  },
  DEPARTMENT_TOO_BROAD: {
    errcode: 170004,
    status: 200,
    'zh-CN': '「{name}」的下级部门超过 {limit} 个，请选择下一级',
    'en-US': '“{name}” has more than {limit} subdepartments. Choose the next level.',
  },
  TOO_MANY_PEOPLE: {
    errcode: 170005,
    status: 200,
    'zh-CN': '选择的人员过多（最多 {limit} 人），请分批提交',
    'en-US': 'Too many people selected (up to {limit}). Submit in several batches.',
  },
  DEPARTMENT_AT_TOP: {
    errcode: 170006,
    status: 200,
    'zh-CN': '顶层部门不能撤销，请先把它移到其他部门下',
    'en-US': 'A top-level department can’t be closed. Move it under another department first.',
  },
  DEPARTMENT_NOT_EMPTY: {
    errcode: 170007,
    status: 200,
    'zh-CN': '部门中还有人员或下级部门，请先移走',
    'en-US': 'The department still has people or subdepartments. Move them first.',
  },
  DEPARTMENT_INSIDE_ITSELF: {
    errcode: 170008,
    status: 200,
    'zh-CN': '部门不能移到自己或自己的下级之下',
    'en-US': 'A department can’t be moved into itself or one of its subdepartments',
  },
  DEPARTMENT_NAME_TAKEN: {
    errcode: 170009,
    status: 200,
    'zh-CN': '该上级下已有同名部门',
    'en-US': 'A department with this name already exists there',
  },
  DEPARTMENT_TOO_DEEP: {
    errcode: 170010,
    status: 200,
    'zh-CN': '部门最多 {limit} 级',
    'en-US': 'Departments can be nested up to {limit} levels deep',
  },
  DEPARTMENT_NEEDS_MANAGER: {
    errcode: 170011,
    status: 200,
    'zh-CN': '请至少保留一位管理者',
    'en-US': 'Keep at least one manager',
  },
  DEPARTMENT_NAME_WRONG: {
    errcode: 170012,
    status: 200,
    'zh-CN': '部门名称只能由中文、字母、数字和下划线组成，最多 128 个字符',
    'en-US': 'A department name can contain only letters, Chinese characters, digits and underscores, up to 128 characters',
  },
  DEPARTMENT_ENDED: {
    errcode: 170013,
    status: 200,
    'zh-CN': '部门已撤销，其中的文件目前只能查看、下载和复制',
    'en-US': 'The department is closed. For now, its files can only be viewed, downloaded and copied.',
  },
  // Requests for access
  ACCESS_HELD: { errcode: 190001, status: 200, 'zh-CN': '你已拥有这项权限', 'en-US': 'You already have this access' },
  ACCESS_TOO_MANY: {
    errcode: 190002,
    status: 200,
    'zh-CN': '一天最多申请 {limit} 次，请明天再试',
    'en-US': 'You can send up to {limit} requests a day. Try again tomorrow.',
  },
  ACCESS_REQUEST_NOT_FOUND: {
    errcode: 190003,
    status: 200,
    'zh-CN': '该申请不存在，或已不由你处理',
    'en-US': 'This request doesn’t exist, or it’s no longer yours to answer',
  },
  ACCESS_REQUEST_ENDED: {
    errcode: 190004,
    status: 200,
    'zh-CN': '该申请已处理或已撤回',
    'en-US': 'This request was already answered or withdrawn',
  },
  ACCESS_LEVEL_TOO_HIGH: {
    errcode: 190005,
    status: 200,
    'zh-CN': '不能授予高于你自己的权限，或此处不可用的权限',
    'en-US': 'You can’t give more access than you have, or a level that isn’t available here',
  },
  ACCESS_END_PAST: { errcode: 190006, status: 200, 'zh-CN': '截止时间须晚于现在', 'en-US': 'The expiration must be in the future' },
  // Groups
  GROUP_NOT_FOUND: { errcode: 180001, status: 200, 'zh-CN': '群组不存在', 'en-US': 'The group doesn’t exist' },
  GROUP_NAME_TAKEN: { errcode: 180002, status: 200, 'zh-CN': '已有同名群组', 'en-US': 'A group with this name already exists' },
  GROUP_SIZE_WRONG: {
    errcode: 180003,
    status: 200,
    'zh-CN': '群组空间须为正整数',
    'en-US': 'The group’s storage must be a positive whole number',
  },
  GROUP_SIZE_BELOW_USE: {
    errcode: 180004,
    status: 200,
    'zh-CN': '群组空间不能小于已用和正在上传的空间',
    'en-US': 'The group’s storage can’t be less than what is used or being uploaded',
  },
  GROUP_SIZE_BEYOND_OWN: {
    errcode: 180005,
    status: 200,
    'zh-CN': '你的剩余空间不足，无法分配给群组',
    'en-US': 'You don’t have enough free storage to give to the group',
  },
  GROUP_LEADER_ONLY: { errcode: 180006, status: 200, 'zh-CN': '只有组长可以执行此操作', 'en-US': 'Only the group owner can do this' },
  GROUP_LEADER_STAYS: {
    errcode: 180007,
    status: 200,
    'zh-CN': '组长不能被移出群组或更改权限',
    'en-US': 'The group owner can’t be removed or given another access level',
  },
  GROUP_LEADER_LEAVES: {
    errcode: 180008,
    status: 200,
    'zh-CN': '组长不能退出群组，请先移交或解散',
    'en-US': 'The group owner can’t leave. Transfer ownership or delete the group first.',
  },
  GROUP_BY_DEPARTMENT: {
    errcode: 180009,
    status: 200,
    'zh-CN': '你随部门加入该群组，不能退出',
    'en-US': 'You’re a member through your department and can’t leave',
  },
  GROUP_BEYOND_RIGHTS: {
    errcode: 180010,
    status: 200,
    'zh-CN': '不能授予高于你自己的权限',
    'en-US': 'You can’t give more access than you have',
  },
  GROUP_NOT_MEMBER: { errcode: 180011, status: 200, 'zh-CN': '对方不是群组成员', 'en-US': 'This person isn’t a member of the group' },
  GROUP_DISSOLVING: {
    errcode: 180012,
    status: 200,
    'zh-CN': '群组正在解散，请先取消解散',
    'en-US': 'The group is being deleted. Cancel the deletion first.',
  },
  GROUP_FILES_ONLY: {
    errcode: 180013,
    status: 200,
    'zh-CN': '只有群组和部门文件可以按成员设置权限',
    'en-US': 'Only group and department files can have permissions by member',
  },
  PRIVILEGE_NOT_FOUND: {
    errcode: 180014,
    status: 200,
    'zh-CN': '对方在这里没有单独设置的权限',
    'en-US': 'No permission is set for them here',
  },
  DEPARTMENT_MANAGER_FIXED: {
    errcode: 180015,
    status: 200,
    'zh-CN': '部门的管理者须在「设置管理者」中添加或移除',
    'en-US': 'Department managers are added and removed under “Set managers”',
  },
  HANDOVER_SAME_PERSON: {
    errcode: 180020,
    status: 200,
    'zh-CN': '不能移交给自己',
    'en-US': 'You can’t transfer the group to its current owner',
  },
  HANDOVER_NO_SPACE: { errcode: 180021, status: 200, 'zh-CN': '接收人空间不足', 'en-US': 'The recipient doesn’t have enough storage' },
  HANDOVER_SYNC_GROUP: { errcode: 180022, status: 200, 'zh-CN': '接收人已有同步群组', 'en-US': 'The recipient already has a sync group' },
  HANDOVER_RECEIVER_INACTIVE: {
    errcode: 180023,
    status: 200,
    'zh-CN': '接收人的账号已冻结或过期',
    'en-US': 'The recipient’s account is suspended or expired',
  },
  HANDOVER_WAITING: {
    errcode: 180024,
    status: 200,
    'zh-CN': '已有移交在等待确认，请先撤回',
    'en-US': 'Another ownership transfer is pending. Withdraw it first.',
  },
  HANDOVER_ENDED: {
    errcode: 180025,
    status: 200,
    'zh-CN': '该移交已撤回或已结束',
    'en-US': 'This ownership transfer was withdrawn or has ended',
  },
  // Administration
  ROLE_NAME_WRONG: {
    errcode: 160001,
    status: 200,
    'zh-CN': '角色名称须为 1 至 32 个字符',
    'en-US': 'A role name must have 1 to 32 characters',
  },
  ROLE_NAME_TAKEN: { errcode: 160002, status: 200, 'zh-CN': '该角色名称已存在', 'en-US': 'A role with this name already exists' },
  ROLE_EMPTY: { errcode: 160003, status: 200, 'zh-CN': '至少选择一项角色权限', 'en-US': 'Select at least one permission for the role' },
  ROLE_NOT_FOUND: { errcode: 160004, status: 200, 'zh-CN': '角色不存在', 'en-US': 'The role doesn’t exist' },
  ROLE_BUILT_IN: { errcode: 160005, status: 200, 'zh-CN': '内置角色不能这样修改', 'en-US': 'This built-in role can’t be changed this way' },
  ROLE_HELD: {
    errcode: 160006,
    status: 200,
    'zh-CN': '还有人使用该角色，请先选择替换的角色',
    'en-US': 'People still have this role. Choose a replacement first.',
  },
  ROLE_BEYOND_OWN: {
    errcode: 160007,
    status: 200,
    'zh-CN': '不能授予自己没有的管理权限',
    'en-US': 'You can’t give administration permissions that you don’t have',
  },
  ROLES_FULL: { errcode: 160008, status: 200, 'zh-CN': '最多 {limit} 个角色', 'en-US': 'There can be at most {limit} roles' },
  LAST_ADMINISTRATOR: {
    errcode: 160009,
    status: 200,
    'zh-CN': '至少须保留一名可用的管理员',
    'en-US': 'At least one active administrator must remain',
  },
  ACCOUNT_NOT_FOUND: { errcode: 160010, status: 200, 'zh-CN': '账号不存在', 'en-US': 'The account doesn’t exist' },
  ACCOUNT_OWN: {
    errcode: 160011,
    status: 200,
    'zh-CN': '不能对自己的账号进行此操作',
    'en-US': 'You can’t do this to your own account',
  },
  PHONE_WRONG: {
    errcode: 160012,
    status: 200,
    'zh-CN': '手机号只能包含数字、空格和 + - ( )，最多 32 个字符',
    'en-US': 'A phone number can contain only digits, spaces and + - ( ), up to 32 characters',
  },
  EMAIL_WRONG: { errcode: 160013, status: 200, 'zh-CN': '邮箱格式不正确', 'en-US': 'This isn’t a valid email address' },
  VALIDITY_WRONG: {
    errcode: 160014,
    status: 200,
    'zh-CN': '有效期不能早于当前时间',
    'en-US': 'The account can’t expire in the past',
  },
  IMPORT_COLUMN_MISSING: {
    errcode: 160040,
    status: 200,
    'zh-CN': '表格缺少「{column}」列，请用模板填写',
    'en-US': 'The column “{column}” is missing. Use the template.',
  },
  IMPORT_COLUMN_TWICE: {
    errcode: 160041,
    status: 200,
    'zh-CN': '「{column}」列出现了两次，请删除其中一列',
    'en-US': 'The column “{column}” appears twice. Remove one of them.',
  },
  IMPORT_EMPTY: { errcode: 160042, status: 200, 'zh-CN': '表格中没有人员', 'en-US': 'The sheet contains no people' },
  IMPORT_NOT_FOUND: {
    errcode: 160043,
    status: 200,
    'zh-CN': '该导入不存在或已过期，请重新上传文件',
    'en-US': 'This import doesn’t exist or has expired. Upload the file again.',
  },
  IMPORT_NOBODY_VALID: { errcode: 160044, status: 200, 'zh-CN': '没有可以导入的行', 'en-US': 'There is no row without an error' },
  IMPORT_RUNNING: {
    errcode: 160045,
    status: 200,
    'zh-CN': '导入尚未结束，请稍后再试',
    'en-US': 'The import hasn’t ended yet. Try again in a moment.',
  },
  IMPORT_NO_SECRETS: {
    errcode: 160046,
    status: 200,
    'zh-CN': '没有人还需要一次性密码',
    'en-US': 'Nobody needs a one-time password anymore',
  },
  IMPORT_SECRETS_REPLACED: {
    errcode: 160054,
    status: 200,
    'zh-CN': '另一次下载生成了新的一次性密码，请使用那份文件',
    'en-US': 'Another download has drawn new one-time passwords. Use that file.',
  },
  IMPORT_RIGHT_ENDED: {
    errcode: 160047,
    status: 200,
    'zh-CN': '你已不能导入人员，导入已停止',
    'en-US': 'You may no longer import people, so the import has stopped',
  },
  IMPORT_ROLE_MISSING: { errcode: 160048, status: 200, 'zh-CN': '角色「{name}」不存在', 'en-US': 'The role “{name}” doesn’t exist' },
  IMPORT_ROLES_TOO_MANY: {
    errcode: 160049,
    status: 200,
    'zh-CN': '每人最多 {limit} 个角色',
    'en-US': 'A person can have up to {limit} roles',
  },
  IMPORT_ROLE_FORBIDDEN: {
    errcode: 160050,
    status: 200,
    'zh-CN': '你不能分配角色，请留空',
    'en-US': 'You can’t assign roles. Leave this empty.',
  },
  IMPORT_DATE_WRONG: {
    errcode: 160051,
    status: 200,
    'zh-CN': '请填写日期，例如 2026-12-31 或 2026-12-31 18:00',
    'en-US': 'Enter a date, such as 2026-12-31 or 2026-12-31 18:00',
  },
  IMPORT_STORAGE_WRONG: {
    errcode: 160052,
    status: 200,
    'zh-CN': '请填写不小于 0 的数（GB），留空表示不限',
    'en-US': 'Enter a number of GB, 0 or more, or nothing for no limit',
  },
  IMPORT_SPEED_WRONG: {
    errcode: 160053,
    status: 200,
    'zh-CN': '请填写大于 0 的数（MB/s），留空表示不限',
    'en-US': 'Enter a number of MB/s above 0, or nothing for no limit',
  },
  CONFIGURATION_VALUE_WRONG: {
    errcode: 160060,
    status: 200,
    'zh-CN': '「{code}」的值不正确，允许：{allowed}',
    'en-US': 'The value of “{code}” is not valid. Allowed: {allowed}',
  },
  CONFIGURATION_CHANGED: {
    errcode: 160061,
    status: 200,
    'zh-CN': '该配置刚被他人修改，请刷新后再试',
    'en-US': 'Somebody else has just changed this setting. Reload and try again.',
  },
  CONFIGURATION_CHANGE_NOT_FOUND: { errcode: 160062, status: 200, 'zh-CN': '该修改记录不存在', 'en-US': 'This change doesn’t exist' },
} as const satisfies Record<string, FailureText>;

export type FailureCode = keyof typeof failures;

/** What the caller reads of a failure: of a whole call, or of one of its items. */
export interface Refusal {
  code: FailureCode;
  errcode: number;
  /** In the caller's language. */
  errmsg: string;
}

/** A failure's text in one language, with `{name}` filled from the details. */
export function failureText(code: FailureCode, language: Language, details: Record<string, string | number> = {}): string {
  return failures[code][language].replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''));
}
