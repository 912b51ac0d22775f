/** Names under which this device remembers things; the first four are the specification's. */
export const storageKeys = {
  accessToken: 'accessToken',
  language: 'language',
  viewerToken: 'forge_token',
  uploadedFiles: 'uploadedFiles',
  theme: 'theme',
  panels: 'panels',
  measureUnit: 'measureUnit',
  navigation: 'navigation',
  renderEffects: 'look',
  extensions: 'extensions',
  fileView: 'fileView',
  drafts: 'drafts',
  outbox: 'outbox',
  deviceOwner: 'deviceOwner',
  deviceLimit: 'deviceLimit',
  recentCommands: 'recentCommands',
} as const
export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** Local storage that may be forbidden or full: reads then give null and writes are lost, nothing breaks. */
export const storage = {
  read(key: StorageKey): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  /** Whether the value was kept: private windows and full disks refuse it. */
  write(key: StorageKey, value: string): boolean {
    try {
      localStorage.setItem(key, value)
      return true
    } catch {
      return false
    }
  },
  remove(key: StorageKey): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // What cannot be reached is not there.
    }
  },
  /** Parsed JSON, or null when there is none or it is not JSON. */
  readJson(key: StorageKey): unknown {
    const text = storage.read(key)
    if (text === null) return null
    try {
      return JSON.parse(text)
    } catch {
      return null
    }
  },
  writeJson(key: StorageKey, value: unknown): void {
    storage.write(key, JSON.stringify(value))
  },
}
