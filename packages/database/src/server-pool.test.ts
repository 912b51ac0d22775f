import { freePort } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { openDatabase } from './index.js'

describe('PostgreSQL server adapter', () => {
  it('reports an unreachable server', async () => {
    const url = `postgres://nobody@127.0.0.1:${await freePort()}/none`
    await expect(openDatabase({ url })).rejects.toMatchObject({ name: 'DatabaseOpenError', reason: 'unreachable' })
  })
})
