import { vi } from 'vitest'
import * as saveFileModule from '../platform/files/download/save-file.js'

interface SavedFile {
  readonly name: string
  readonly bytes: Blob
}

/** Collects the files that a page saves, instead of downloading them, until `cleanUpPage`. */
export function stubSavedFiles(): SavedFile[] {
  const saved: SavedFile[] = []
  vi.spyOn(saveFileModule, 'saveFile').mockImplementation((bytes, name) => void saved.push({ bytes, name }))
  return saved
}
