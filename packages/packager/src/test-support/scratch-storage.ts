import { randomUUID } from 'node:crypto'
import { openSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScratchStorage } from '../files/scratch-file.js'

/** Storage that counts its files; by default nothing stays in memory. */
export class TestScratchStorage implements ScratchStorage {
  readonly memoryBytes: number
  openedFiles = 0

  constructor(memoryBytes = 0) {
    this.memoryBytes = memoryBytes
  }

  open(): number {
    const path = join(tmpdir(), `kamar-scratch-${randomUUID()}`)
    const descriptor = openSync(path, 'wx+')
    unlinkSync(path)
    this.openedFiles++
    return descriptor
  }
}
