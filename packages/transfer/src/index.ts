export { CallFailed, PartFailed, StoreFailed } from './ports.ts';
export type {
  AuthRequest,
  CallOptions,
  CallPort,
  CheckRequest,
  DownloadAnswer,
  FilePort,
  FileSource,
  FileState,
  HashOptions,
  HostPort,
  MemoryPort,
  PartChecksum,
  PartWork,
  Ports,
  PreparedPart,
  AbortRequest,
  RememberedUpload,
  SaveRequest,
  SecondRequest,
  StoreAnswer,
  StorePort,
  StoreRequest,
  UploadTarget,
  WholeFile,
} from './ports.ts';
export { uploadErrorCodes } from './upload/errors.ts';
export type { UploadError, UploadErrorCode } from './upload/errors.ts';
export { newItem, transition } from './upload/item-machine.ts';
export type { ItemCommand, ItemEvent, ItemState, PauseReason, Session, UploadStatus } from './upload/item-machine.ts';
export { advance, emptyQueue } from './upload/queue-machine.ts';
export type { QueueCommand, QueueEvent, QueueItem, QueueNotice, QueueState } from './upload/queue-machine.ts';
export { createUploadQueue } from './upload/queue.ts';
export type { FinishedUpload, ItemSnapshot, QueueNoticeEvent, QueueSnapshot, UploadQueue, UploadRequest } from './upload/queue.ts';
export { createRunner } from './upload/runner.ts';
export type { Runner } from './upload/runner.ts';
export { emptyMd5, hashFile, partChecksum } from './upload/hash.ts';
export { localFile } from './upload/local-file.ts';
export { proofOf } from './upload/proof.ts';
export { confuse, drawConfuseParams } from './upload/obfuscation.ts';
export { addSample, rateOf } from './transfer-rate.ts';
export type { RateSample, UploadRate } from './transfer-rate.ts';
export { bytesOf, judgeName, judgeSelection } from './upload/selection-rules.ts';
export type { NameVerdict, Picked, SelectionContext, SelectionRefusal, SelectionVerdict } from './upload/selection-rules.ts';
export {
  advancePlugin,
  downloadWay,
  isOlderRevision,
  isPluginCheckDue,
  pluginAddress,
  pluginPortsOf,
  suggestsClient,
  systemOf,
  uploadWay,
  wantsPlugin,
} from './plugin/plugin-rules.ts';
export type {
  DownloadFacts,
  PluginCommand,
  PluginConnection,
  PluginEvent,
  TransferFacts,
  TransferWay,
  UploadFacts,
} from './plugin/plugin-rules.ts';
export { memoryKey } from './upload/run.ts';
export { buildCompleteMultipart, errorCodeOf, parseInitiated, parseListedParts } from './upload/xml.ts';
export type { ListedPart, ListedParts } from './upload/xml.ts';
export { downloadStep, newDownload } from './download/machine.ts';
export type { DownloadError, DownloadEvent, DownloadState, DownloadStatus } from './download/machine.ts';
export { createDownloadQueue } from './download/queue.ts';
export type { DownloadQueue, DownloadRequest, DownloadSnapshot } from './download/queue.ts';
export type { DownloadPorts, DownloadSink } from './download/run.ts';
