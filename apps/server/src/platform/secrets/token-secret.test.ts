import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readOrMakeSecret } from './token-secret.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kamar-secret-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('readOrMakeSecret creates a secret once and stores it readable by its owner only', async () => {
  const path = join(folder, 'secrets', 'tokens')
  const secret = await readOrMakeSecret(path)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await readOrMakeSecret(path)).toBe(secret)
  expect(await readFile(path, 'utf8')).toBe(secret)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700)
})

it('readOrMakeSecret creates another secret for another path', async () => {
  expect(await readOrMakeSecret(join(folder, 'a'))).not.toBe(await readOrMakeSecret(join(folder, 'b')))
})
