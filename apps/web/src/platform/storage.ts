/** Storage keys on this device; the first four are from the specification. Tools of the viewer have keys of their own. */
export const storageKeys = {
  accessToken: 'accessToken',
  language: 'language',
  viewerToken: 'forge_token',
  uploadedFiles: 'uploadedFiles',
  theme: 'theme',
  panels: 'panels',
  extensions: 'extensions',
  fileView: 'fileView',
  fileOrder: 'fileOrder',
  drafts: 'drafts',
  outbox: 'outbox',
  deviceOwner: 'deviceOwner',
  deviceLimit: 'deviceLimit',
  recentCommands: 'recentCommands',
} as const

/** Local storage that may be unavailable or full: reads then return null and writes are lost, without errors. */
export const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  /** Returns whether the value was stored: private windows and full disks reject it. */
  write(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value)
      return true
    } catch {
      return false
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // Unavailable storage counts as empty.
    }
  },
  /** Returns parsed JSON, or null when there is none or it is invalid. */
  readJson(key: string): unknown {
    const text = storage.read(key)
    if (text === null) return null
    try {
      return JSON.parse(text)
    } catch {
      return null
    }
  },
  /** Returns whether the value was stored, like `write`. */
  writeJson(key: string, value: unknown): boolean {
    return storage.write(key, JSON.stringify(value))
  },
}
