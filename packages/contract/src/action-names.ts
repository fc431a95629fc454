/**
 * What the actions of the audit log are called. Only the pages that show the log import this. A refusal is logged under the name of its call,
 * so calls that leave no entry when they succeed have names too.
 */
import type { Language } from './failures.ts';

/** A name in each language. */
export type Names = Readonly<Record<Language, string>>;

/** The names of actions: zh-CN, en-US. */
type Actions = Readonly<Record<string, readonly [chinese: string, english: string]>>;

const signIn: Actions = {
  'user.signIn': ['登录', 'Sign in'],
  'pub.login': ['令牌登录', 'Sign in for a token'],
  'user.login': ['客户端登录', 'Sign in with the desktop app'],
  'user.logPc': ['上报客户端登录', 'Report desktop sign-in'],
  'pub.generateQrId': ['获取登录二维码', 'Get sign-in QR code'],
  'pub.confirmQr': ['确认扫码登录', 'Confirm QR sign-in'],
  'pub.queryStatusByQrId': ['扫码登录', 'Sign in by QR code'],
  'pub.signInStep': ['查询未完成的登录', 'Look up unfinished sign-in'],
  'pub.giveSecondFactor': ['第二重验证', 'Give second factor'],
  'pub.leaveSignInStep': ['放弃未完成的登录', 'Give up unfinished sign-in'],
  'user.secondFactors': ['查看自己的第二重验证', 'View own second factors'],
  'user.beginTotp': ['开始设置验证器', 'Begin setting up authenticator app'],
  'user.confirmTotp': ['启用验证器', 'Set up authenticator app'],
  'user.removeTotp': ['停用验证器', 'Remove authenticator app'],
  'user.drawRecoveryCodes': ['生成恢复码', 'Generate recovery codes'],
  'user.proveAgain': ['再次验证身份', 'Verify identity again'],
  'user.logout': ['退出登录', 'Sign out'],
  'user.sessions': ['查看自己的登录设备', 'List own sessions'],
  'user.endSession': ['结束自己的登录', 'End own session'],
  'user.answerDevice': ['确认新设备登录', 'Answer sign-in on a new device'],
  'user.changePassword': ['修改密码', 'Change password'],
  'user.acknowledgeAgreement': ['接受使用约定', 'Accept usage agreement'],
  'pub.agreements': ['查看协议的版本', 'List versions of agreements'],
  'pub.agreement': ['阅读协议', 'Read agreement'],
  'user.saveSettings': ['修改个人设置', 'Change own settings'],
  'user.currentUser': ['读取自己的账号信息', 'Read own account'],
  'user.queryUserCapacity': ['查看自己的存储空间', 'View own storage'],
  'pub.checkRedirect': ['查询登录地址', 'Look up sign-in address'],
  'pub.requestIp': ['查询自己的 IP 地址', 'Look up own IP address'],
  'pub.pluginInfo': ['查询客户端版本', 'Look up desktop app version'],
};

const people: Actions = {
  'adminUser.page': ['查看用户列表', 'List people'],
  'adminUser.create': ['新建用户', 'Create person'],
  'adminUser.update': ['修改用户', 'Change person'],
  'adminUser.batch': ['批量修改用户', 'Change several people'],
  'adminUser.freeze': ['冻结用户', 'Suspend person'],
  'adminUser.thaw': ['解冻用户', 'Reactivate person'],
  'adminUser.resetPassword': ['重置密码', 'Reset password'],
  'adminUser.removeFactors': ['移除第二重验证', 'Remove second factors'],
  'adminUser.sessions': ['查看用户的登录设备', 'List a person’s sessions'],
  'adminUser.endSessions': ['结束用户的登录', 'End a person’s sessions'],
  'adminUser.export': ['导出用户', 'Export people'],
  'adminUser.template': ['下载用户导入模板', 'Download import template'],
  'adminUser.importCheck': ['试运行导入', 'Check import'],
  'adminUser.importErrors': ['查看导入错误', 'List import errors'],
  'adminUser.importRun': ['导入用户', 'Import people'],
  'adminUser.importSecrets': ['下载一次性密码', 'Download one-time passwords'],
  'adminUser.imports': ['查看最近的导入', 'List imports'],
  'adminUser.offboardPreview': ['核对离职交接', 'Preview offboarding'],
  'adminUser.offboard': ['办理离职', 'Offboard person'],
  'adminUser.offboardReport': ['查看离职报告', 'View offboarding report'],
  'adminUser.offboardSheet': ['下载离职报告', 'Download offboarding report'],
  'search.searchUsers': ['搜索同事', 'Search people'],
  'search.matchNames': ['匹配名单', 'Match a list of names'],
};

const departments: Actions = {
  'adminDepartment.page': ['查看部门列表', 'List departments'],
  'adminDepartment.detail': ['查看部门', 'View department'],
  'adminDepartment.create': ['新建部门', 'Create department'],
  'adminDepartment.update': ['修改部门', 'Change department'],
  'adminDepartment.move': ['移动部门', 'Move department'],
  'adminDepartment.end': ['撤销部门', 'Close department'],
  'adminDepartment.setManagers': ['设置部门管理者', 'Set department managers'],
  'department.setManagers': ['在部门文件中设置管理者', 'Set managers in department files'],
  'adminDepartment.setQuota': ['设置部门配额', 'Set department storage'],
  'department.queryChildren': ['浏览部门', 'Browse departments'],
  'department.querySpaces': ['查看部门文件列表', 'List department files'],
  'department.checkChosen': ['核对所选人员和部门', 'Check selected people'],
  'search.searchDepartments': ['搜索部门', 'Search departments'],
};

const roles: Actions = {
  'adminRole.page': ['查看角色列表', 'List roles'],
  'adminRole.create': ['新建角色', 'Create role'],
  'adminRole.update': ['修改角色', 'Change role'],
  'adminRole.remove': ['删除角色', 'Delete role'],
  'adminRole.assign': ['分配角色', 'Assign roles'],
  'adminRole.requireFactor': ['设置角色的验证要求', 'Require second factor of role'],
  'adminRole.preview': ['预览角色更改的影响', 'Preview role change'],
  'adminRole.exportPreview': ['导出角色更改的影响', 'Export role change preview'],
  'adminFileRole.page': ['查看文件角色列表', 'List file roles'],
  'adminFileRole.update': ['修改文件角色', 'Change file role'],
  'adminFileRole.preview': ['预览文件角色更改的影响', 'Preview file role change'],
  'adminFileRole.exportPreview': ['导出文件角色更改的影响', 'Export file role change preview'],
};

const files: Actions = {
  'instance.page': ['打开文件夹', 'Open folder'],
  'instance.queryFolderByParentId': ['展开文件夹', 'Expand folder'],
  'instance.queryFolderSize': ['统计文件夹大小', 'Measure folder'],
  'instance.queryInstanceDetail': ['查看详情', 'View details'],
  'instance.thumbnails': ['查看缩略图', 'View thumbnails'],
  'instance.activity': ['查看动态', 'View activity'],
  'instance.preview': ['预览', 'Preview'],
  'instance.previewEntry': ['预览压缩包中的文件', 'Preview file in archive'],
  'instance.download': ['下载', 'Download'],
  'instance.downloadEntry': ['下载压缩包中的文件', 'Download file in archive'],
  'instance.queryFolderDownload': ['打包下载', 'Download as ZIP'],
  'instance.createFolder': ['新建文件夹', 'Create folder'],
  'instance.batchCreateFolder': ['批量新建文件夹', 'Create several folders'],
  'instance.rename': ['重命名', 'Rename'],
  'instance.move': ['移动', 'Move'],
  'instance.copy': ['复制', 'Copy'],
  'instance.remove': ['删除', 'Delete'],
  'instance.setSensitivity': ['设置密级', 'Set sensitivity'],
  'instance.versions': ['查看历史版本', 'List versions'],
  'instance.restoreVersion': ['恢复历史版本', 'Restore version'],
  'instance.removeVersion': ['删除历史版本', 'Delete version'],
  'search.searchInstancePage': ['搜索文件', 'Search files'],
  'search.quick': ['快速搜索', 'Quick search'],
  'collect.page': ['查看收藏', 'List favorites'],
  'collect.create': ['收藏', 'Add to favorites'],
  'collect.remove': ['取消收藏', 'Remove from favorites'],
};

const sharing: Actions = {
  'innerSharing.page': ['查看共享列表', 'List shares'],
  'innerSharing.querySharingUsers': ['查看共享成员', 'View recipients'],
  'innerSharing.checkShared': ['查询共享情况', 'Check whether shared'],
  'innerSharing.create': ['共享', 'Share'],
  'innerSharing.checkUploadUser': ['核对导入的共享成员', 'Check imported recipients'],
  'innerSharing.uploadUsers': ['共享给导入的成员', 'Share with imported recipients'],
  'innerSharing.downloadUsers': ['导出共享成员', 'Export recipients'],
  'innerSharing.remove': ['取消共享', 'Stop sharing'],
  'innerSharing.leaveInnerSharing': ['退出共享', 'Leave share'],
  'explain.queryAccess': ['查看谁有权限', 'View who has access'],
  'privilege.queryPrivilegeList': ['查看权限设置', 'List permissions'],
  'privilege.updateUserRole': ['单独设置权限', 'Set permission'],
  'privilege.remove': ['取消单独设置的权限', 'Reset to inherited'],
  'access.request': ['申请访问', 'Request access'],
  'access.withdraw': ['撤回访问申请', 'Withdraw access request'],
  'access.answer': ['答复访问申请', 'Answer access request'],
  'access.detail': ['查看访问申请', 'View access request'],
  'access.mine': ['查看自己的访问申请', 'List own access requests'],
};

const links: Actions = {
  'link.page': ['查看自己的外链', 'List own links'],
  'link.createOrUpdate': ['创建或修改外链', 'Create or change link'],
  'link.rename': ['重命名外链', 'Rename link'],
  'link.remove': ['撤回外链', 'Withdraw link'],
  'link.visits': ['查看外链访问记录', 'View link visitors'],
  'link.checkDlp': ['检查能否外发', 'Check content rules'],
  'link.querySyncStatus': ['查看外链校验进度', 'View link verification'],
  'instance.queryLinkStatusByInstanceIds': ['查询外链状态', 'Look up link states'],
  'instance.queryInvalidLinkOaApply': ['查询失效的外发审核', 'Look up lapsed approvals'],
  'adminLink.page': ['查看外发审核列表', 'List outbound reviews'],
  'adminLink.detail': ['查看外发审核', 'View outbound review'],
  'adminLink.preview': ['预览外发审核的文件', 'Preview file under review'],
  'adminLink.approve': ['通过外链', 'Approve link'],
  'adminLink.refuse': ['拒绝外链', 'Refuse link'],
};

const visitors: Actions = {
  'link.queryConfig': ['打开外链页面', 'Open link page'],
  'link.queryLoginAuth': ['核对能否访问外链', 'Check access to link'],
  'link.checkPassword': ['访问外链', 'Visit link'],
  'link.addViewCount': ['计入外链访问次数', 'Count link visit'],
  'link.queryAttribute': ['查看外链信息', 'View link'],
  'link.queryInstancePage': ['打开外链中的文件夹', 'Open folder in link'],
  'link.thumbnails': ['查看外链中的缩略图', 'View thumbnails in link'],
  'link.preview': ['通过外链预览', 'Preview through link'],
  'link.download': ['通过外链下载', 'Download through link'],
  'link.queryFolderDownload': ['通过外链打包下载', 'Download as ZIP through link'],
  'link.copy': ['从外链保存', 'Save from link'],
  'link.createFolder': ['通过外链新建文件夹', 'Create folder through link'],
  'link.batchCreateFolder': ['通过外链批量新建文件夹', 'Create several folders through link'],
  'link.checkUploadAble': ['准备通过外链上传', 'Prepare upload through link'],
  'link.checkUploads': ['准备通过外链批量上传', 'Prepare several uploads through link'],
  'link.queryUploadAuth': ['获取外链上传授权', 'Authorize upload through link'],
  'link.recycleStorageFile': ['取消通过外链的上传', 'Cancel upload through link'],
  'link.secondUpload': ['通过外链秒传', 'Instant upload through link'],
  'link.upload': ['通过外链上传', 'Upload through link'],
  'link.uploads': ['通过外链批量上传', 'Upload several files through link'],
};

const groups: Actions = {
  'group.page': ['查看群组列表', 'List groups'],
  'group.queryGroup': ['查看群组', 'View group'],
  'group.createGroup': ['新建群组', 'Create group'],
  'group.editGroup': ['修改群组', 'Change group'],
  'group.dissolveGroup': ['解散群组或取消解散', 'Delete group or cancel deletion'],
  'group.queryMembers': ['查看群组成员', 'List group members'],
  'group.addMembers': ['添加群组成员', 'Add group members'],
  'group.removeMembers': ['移出群组成员', 'Remove group members'],
  'privilege.updateMemberRole': ['设置群组成员的权限', 'Set member’s access level'],
  'group.leave': ['退出群组', 'Leave group'],
  'group.handover': ['移交群组或撤回移交', 'Transfer ownership or withdraw'],
  'group.accept': ['答复群组移交', 'Answer ownership transfer'],
  'group.queryHandover': ['查看群组移交', 'View ownership transfer'],
};

const management: Actions = {
  'adminFile.page': ['在全部空间查找文件', 'Find files in all spaces'],
  'adminFile.count': ['统计查找到的文件', 'Count found files'],
  'adminFile.look': ['说明原因后打开他人文件', 'Open another’s file with a reason'],
  'adminFile.list': ['查看他人文件夹的内容', 'See what is in another’s folder'],
  'adminFile.preview': ['预览他人文件', 'Preview another’s file'],
  'adminFile.download': ['下载他人文件', 'Download another’s file'],
  'adminFile.access': ['查看他人文件的权限', 'See who has access to another’s file'],
  'adminFile.remove': ['删除他人文件', 'Delete another’s file'],
  'adminFile.setSensitivity': ['设置他人文件的密级', 'Set sensitivity of another’s file'],
  'adminFile.changeFound': ['批量处理查找到的文件', 'Change all found files'],
  'adminFile.endSharing': ['结束他人的共享或外链', 'End another’s shares or links'],
};

const recycleBin: Actions = {
  'recycle.page': ['查看回收站', 'Open recycle bin'],
  'recycle.restoreFirstRecycleFile': ['从回收站恢复', 'Restore from recycle bin'],
  'instance.undoRemove': ['撤销删除', 'Undo deletion'],
  'recycle.removeFirstRecycleFile': ['彻底删除', 'Delete completely'],
  'recycle.clearFirstRecycleFile': ['清空回收站', 'Empty recycle bin'],
  'adminRecycle.page': ['查看二级回收站', 'Open secondary bin'],
  'adminRecycle.restore': ['从二级回收站恢复', 'Restore from secondary bin'],
  'adminRecycle.remove': ['在二级回收站标记彻底删除', 'Mark for permanent deletion in secondary bin'],
  'adminRecycle.keep': ['撤销彻底删除', 'Keep in secondary bin'],
  'adminRecycle.clear': ['清空二级回收站', 'Empty secondary bin'],
};

const transfers: Actions = {
  'instance.checkUploadAble': ['准备上传', 'Prepare upload'],
  'instance.checkUploads': ['准备批量上传', 'Prepare several uploads'],
  'instance.queryUploadAuth': ['获取上传授权', 'Authorize upload'],
  'instance.upload': ['上传', 'Upload'],
  'instance.uploads': ['批量上传', 'Upload several files'],
  'instance.secondUpload': ['秒传', 'Instant upload'],
  'instance.recycleStorageFile': ['取消上传', 'Cancel upload'],
  'transfer.page': ['查看已完成的传输', 'List finished transfers'],
  'transfer.add': ['记录已完成的传输', 'Record finished transfers'],
  'transfer.clear': ['清空已完成的传输', 'Clear finished transfers'],
  'task.list': ['查看任务', 'List tasks'],
  'task.cancel': ['取消任务', 'Cancel task'],
};

const comments: Actions = {
  'instance.comments': ['查看评论', 'View comments'],
  'instance.comment': ['发表评论', 'Add comment'],
  'instance.removeComment': ['删除评论', 'Delete comment'],
  'instance.tag': ['添加标签', 'Add tag'],
  'instance.untag': ['移除标签', 'Remove tag'],
  'instance.suggestTags': ['查看标签建议', 'Suggest tags'],
  'notice.page': ['查看通知', 'List notifications'],
  'notice.unread': ['统计未读通知', 'Count unread notifications'],
  'notice.markRead': ['将通知标为已读', 'Mark notifications as read'],
};

const configuration: Actions = {
  'adminPlatform.page': ['查看集成平台', 'View integration platforms'],
  'adminPlatform.create': ['新建集成平台', 'Create integration platform'],
  'adminPlatform.update': ['修改集成平台', 'Change integration platform'],
  'adminPlatform.createDirectory': ['新建目录平台', 'Create directory'],
  'adminPlatform.updateDirectory': ['修改目录平台', 'Change directory'],
  'adminPlatform.testDirectory': ['测试目录平台', 'Test directory'],
  'adminPlatform.remove': ['删除集成平台', 'Delete integration platform'],
  'adminPlatform.syncState': ['查看目录同步', 'View directory sync'],
  'adminPlatform.syncChanges': ['查看目录同步的差异', 'View differences of directory sync'],
  'adminPlatform.setSync': ['设置目录同步', 'Set directory sync'],
  'adminPlatform.dryRun': ['试运行目录同步', 'Try directory sync'],
  'adminPlatform.sync': ['同步目录', 'Sync directory'],
  'adminPlatform.cancelSync': ['取消目录同步', 'Cancel directory sync'],
  'adminPlatform.test': ['测试集成平台', 'Test integration platform'],
  'pub.startSignIn': ['开始平台登录', 'Start sign-in with a platform'],
  'pub.finishSignIn': ['平台登录', 'Sign in with a platform'],
  'pub.backchannelLogout': ['平台通知退出', 'Sign-out reported by a platform'],
  'adminAllowlist.page': ['查看 IP 白名单', 'View IP allowlist'],
  'adminAllowlist.check': ['核对 IP 白名单规则', 'Check allowlist rule'],
  'adminAllowlist.create': ['新建 IP 白名单规则', 'Create allowlist rule'],
  'adminAllowlist.update': ['修改 IP 白名单规则', 'Change allowlist rule'],
  'adminAllowlist.remove': ['删除 IP 白名单规则', 'Delete allowlist rule'],
  'adminConfiguration.page': ['查看业务配置', 'View configuration'],
  'adminConfiguration.history': ['查看配置的修改记录', 'View setting history'],
  'adminConfiguration.update': ['修改配置', 'Change setting'],
  'adminConfiguration.revert': ['还原配置', 'Revert setting'],
  'adminDashboard.figures': ['查看概览的每日数据', 'View daily figures'],
  'adminDashboard.state': ['查看概览的运行状况', 'View state of drive'],
  'adminAgreement.page': ['查看协议', 'List agreements'],
  'adminAgreement.detail': ['查看协议草稿', 'View draft of agreement'],
  'adminAgreement.saveDraft': ['保存协议草稿', 'Save draft of agreement'],
  'adminAgreement.discardDraft': ['放弃协议草稿', 'Discard draft of agreement'],
  'adminAgreement.publish': ['发布协议新版本', 'Publish version of agreement'],
  'adminAgreement.people': ['查看谁已同意协议', 'List who accepted agreements'],
  'adminAgreement.export': ['导出同意协议的记录', 'Export who accepted agreements'],
  'adminDlp.page': ['查看内容规则', 'List content rules'],
  'adminDlp.create': ['新建内容规则', 'Create content rule'],
  'adminDlp.update': ['修改内容规则', 'Change content rule'],
  'adminDlp.remove': ['删除内容规则', 'Delete content rule'],
  'adminDlp.test': ['试用内容规则', 'Try content rule'],
  'adminLog.page': ['查看日志', 'View logs'],
  'adminLog.chart': ['查看日志图表', 'View log chart'],
  'adminLog.verify': ['查看日志核对结果', 'View log verification'],
  'adminLog.export': ['导出日志', 'Export logs'],
  'adminRegion.list': ['查看区域', 'List regions'],
  'adminRegion.create': ['新建区域', 'Create region'],
  'adminRegion.update': ['修改区域', 'Change region'],
  'adminRegion.remove': ['删除区域', 'Delete region'],
  'pub.dlpVersion': ['查询内容规则的版本', 'Look up content rule version'],
};

/** What jobs do without anybody who asked for it. */
const system = {
  'system.upload': ['保存文件', 'Save file'],
  'system.emptyBin': ['清除回收站中到期的内容', 'Remove expired items from recycle bin'],
  'system.expireSecondBin': ['二级回收站中的内容到期', 'Let items of secondary bin expire'],
  'system.deleteForGood': ['彻底删除二级回收站中的内容', 'Delete items of secondary bin for good'],
  'system.freeVersions': ['清除多余的历史版本', 'Remove old versions'],
  'system.endAccessRequests': ['结束无人答复的访问申请', 'End unanswered access request'],
  'system.openEndedDepartment': ['开放已撤销部门的文件', 'Open files of closed department'],
  'system.removeGroup': ['清除已解散的群组', 'Remove deleted group'],
  'system.removeKeptSpace': ['清除离职人员的个人空间', 'Remove leaver’s space'],
  'system.openLink': ['外链校验通过并生效', 'Put verified link live'],
  'system.failLink': ['外链校验未通过', 'Fail link verification'],
  'system.createAdministrator': ['在服务器上新建管理员', 'Create administrator on the server'],
  'system.resetPassword': ['在服务器上重置密码', 'Reset password on the server'],
  'system.endLogTerm': ['清除到期的审计日志', 'Remove log entries whose term has ended'],
  'system.acceptLog': ['在服务器上确认审计日志的现状', 'Accept audit log as it is, on the server'],
  'system.refuseAddress': ['拒绝不允许的 IP 地址', 'Refuse address that is not allowed'],
  'system.allowlistOff': ['在服务器上停用 IP 白名单', 'Switch off IP allowlist on the server'],
  'system.beginStoreMove': ['在服务器上开始迁移文件存储', 'Begin to move files to another store, on the server'],
  'system.moveStore': ['在服务器上完成文件存储的迁移', 'Move files to another store, on the server'],
  'system.giveUpStoreMove': ['在服务器上中止文件存储的迁移', 'Give up moving files to another store, on the server'],
  'system.beginDatabaseMove': ['在服务器上开始迁移数据库', 'Begin to move database, on the server'],
  'system.moveDatabase': ['在服务器上完成数据库的迁移', 'Move database, on the server'],
  'system.giveUpDatabaseMove': ['在服务器上中止数据库的迁移', 'Give up moving database, on the server'],
  'system.takeDatabaseBack': ['在服务器上重新启用原数据库', 'Use old database again, on the server'],
  'system.syncCreate': ['从目录新建用户', 'Create user from directory'],
  'system.syncMatch': ['将已有用户对应到目录', 'Match existing user with directory'],
  'system.syncChange': ['按目录更新用户', 'Update user from directory'],
  'system.syncFreeze': ['目录中已无此人，冻结用户', 'Freeze user who left directory'],
  'system.syncThaw': ['目录中重新出现此人，解冻用户', 'Unfreeze user who returned to directory'],
  'system.syncDepartment': ['按目录更新部门', 'Update department from directory'],
  'system.endLink': ['结束无人访问的外链', 'End unvisited link'],
} as const satisfies Actions;

/** An action of a job: only those that have a name. */
export type SystemAction = keyof typeof system;

export interface ActionGroup {
  readonly id: string;
  readonly names: Names;
  readonly actions: readonly string[];
}

const named: readonly [id: string, chinese: string, english: string, actions: Actions][] = [
  ['signIn', '登录与账号', 'Sign-in and account', signIn],
  ['people', '用户', 'People', people],
  ['departments', '部门', 'Departments', departments],
  ['roles', '角色', 'Roles', roles],
  ['files', '文件', 'Files', files],
  ['sharing', '共享与权限', 'Sharing and access', sharing],
  ['links', '外链', 'External links', links],
  ['visitors', '外链访客', 'Link visitors', visitors],
  ['groups', '群组', 'Groups', groups],
  ['fileManagement', '文件管理', 'File management', management],
  ['recycleBin', '回收站', 'Recycle bin', recycleBin],
  ['transfers', '上传与任务', 'Uploads and tasks', transfers],
  ['comments', '评论、标签与通知', 'Comments, tags, notifications', comments],
  ['configuration', '业务配置', 'Configuration', configuration],
  ['system', '系统自动执行', 'Done by the system', system],
];

/** All actions, as a list to choose from shows them. */
export const actionGroups: readonly ActionGroup[] = named.map(([id, chinese, english, actions]) => ({
  id,
  names: { 'zh-CN': chinese, 'en-US': english },
  actions: Object.keys(actions),
}));

/** By the action of an entry. An entry that an older release wrote may have an action that is not here. */
export const actionNames: Readonly<Record<string, Names>> = Object.fromEntries(
  named.flatMap(([, , , actions]) =>
    Object.entries(actions).map(([action, [chinese, english]]) => [action, { 'zh-CN': chinese, 'en-US': english }]),
  ),
);
