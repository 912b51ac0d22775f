import { vi } from 'vitest'
import * as saveFileModule from '../shared/files/save-file.js'

interface SavedFile {
  readonly name: string
  readonly bytes: Blob
}

/** The files that a page saves until `cleanUpPage`, which a browser would download. */
export function stubSavedFiles(): SavedFile[] {
  const saved: SavedFile[] = []
  vi.spyOn(saveFileModule, 'saveFile').mockImplementation((bytes, name) => void saved.push({ bytes, name }))
  return saved
}
