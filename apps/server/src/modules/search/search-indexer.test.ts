import type { FileRecord } from '@kamar/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listNames, search, uploadTranslated } from '../../testing/searched-files.js'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'
import { SearchIndexer } from './search-indexer.js'

const names = ['a.ifc', 'b.ifc', 'c.ifc'] as const

describe('SearchIndexer', () => {
  let server: TestServer
  let user: TestUser
  let files: FileRecord[]
  beforeEach(async () => {
    server = await startTestServer()
    user = await server.createUser()
    files = []
    for (const name of names) files.push(await uploadTranslated(server, user, 'house.ifc', name))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await server.close()
  })

  const run = (signal = new AbortController().signal) => new SearchIndexer(server.services).run(signal)
  const findNames = async (): Promise<string[]> => listNames(await search(server, user, { words: 'rei' })).toSorted()

  it('continues where it was stopped', async () => {
    const stop = new AbortController()
    const { derivatives } = server.services
    const readStored = derivatives.read.bind(derivatives)
    const translationIds = new Set<string>()
    const read = vi.spyOn(derivatives, 'read').mockImplementation((address) => {
      translationIds.add(address.translationId)
      if (translationIds.size === 2) stop.abort()
      return readStored(address)
    })
    await run(stop.signal)
    expect(await findNames()).toHaveLength(1)
    read.mockClear()
    await run()
    expect(await findNames()).toEqual(names)
    // The first package is not read again.
    expect(new Set(read.mock.calls.map(([{ translationId }]) => translationId)).size).toBe(2)
  })

  it('indexes other packages beside a damaged one', async () => {
    const [, damaged] = files
    const translationId = await server.findTranslationId(damaged as FileRecord)
    await server.services.derivatives.write({ translationId, path: 'properties/000.bin' }, new Uint8Array([1, 2, 3]))
    await run()
    expect(await findNames()).toEqual(['a.ifc', 'c.ifc'])
    expect(server.logged).toContainEqual(expect.objectContaining({ translation: translationId }))
    const read = vi.spyOn(server.services.derivatives, 'read')
    await run()
    expect(read).not.toHaveBeenCalled()
  })

  it('indexes other packages beside one whose manifest is malformed', async () => {
    const translationId = await server.findTranslationId(files[0] as FileRecord)
    await server.services.database
      .updateTable('translation')
      .set({ manifest: '{"format":"other"}' })
      .where('id', '=', translationId)
      .execute()
    await run()
    expect(await findNames()).toEqual(['b.ifc', 'c.ifc'])
  })

  it('reads a package again that the store did not return', async () => {
    const indexer = new SearchIndexer(server.services)
    const read = vi.spyOn(server.services.derivatives, 'read').mockRejectedValue(new Error('no connection'))
    await indexer.run(new AbortController().signal)
    read.mockRestore()
    expect(await findNames()).toEqual([])
    await run()
    expect(await findNames()).toEqual(names)
  })
})
