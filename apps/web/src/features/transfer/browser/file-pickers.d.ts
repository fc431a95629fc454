/** The File System Access pickers: Chromium only, and only on https or localhost. */
interface Window {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
  showDirectoryPicker?(options: { id: string; mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
}
interface FileSystemFileHandle {
  remove?(): Promise<void>;
}
