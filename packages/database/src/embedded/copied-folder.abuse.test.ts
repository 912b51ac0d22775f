import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kamar/test-kit'
import { expect, it } from 'vitest'
import { embeddedFolderState } from '../index.js'
import { lockFolder } from './folder-lock.js'

it('C03 embeddedFolderState distinguishes copied files of an open database from files left open', async () => {
  const folder = join(await temporaryFolder(), 'database')
  expect(embeddedFolderState(folder)).toBe('absent')
  mkdirSync(join(folder, 'cluster'), { recursive: true })
  expect(embeddedFolderState(folder)).toBe('closed')
  const unlock = lockFolder(folder)
  expect(embeddedFolderState(folder)).toBe('left open')
  const copy = `${folder}-copy`
  cpSync(folder, copy, { recursive: true })
  expect(embeddedFolderState(copy)).toBe('copied while open')
  rmSync(join(copy, 'lock'))
  expect(embeddedFolderState(copy)).toBe('closed')
  unlock()
})
