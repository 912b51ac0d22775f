import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { DiskBlobStore, DiskDerivativeStore, sweepStorage, type Sweep, type SweepResult } from './index.js'

const day = 24 * 3600_000
const knownId = '01900000-0000-7000-8000-000000000001'
const unknown = '01900000-0000-7000-8000-000000000002'

async function* bytes(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}

const age = (path: string, milliseconds: number): void => {
  const time = new Date(Date.now() - milliseconds)
  utimesSync(path, time, time)
}

async function deployment() {
  const folder = await temporaryFolder()
  const blobs = await DiskBlobStore.open(folder)
  const derivatives = await DiskDerivativeStore.open(folder)
  const sweep = (options: Partial<Sweep> = {}): Promise<SweepResult> =>
    sweepStorage({
      blobs,
      derivatives,
      minAgeMilliseconds: day,
      referencedBlobs: () => Promise.resolve(new Set()),
      knownTranslations: () => Promise.resolve(new Set([knownId])),
      ...options,
    })
  const storeOld = async (text: string): Promise<string> => {
    const { sha256 } = await blobs.put(bytes(text))
    age((await blobs.materialise(sha256)).path, 2 * day)
    return sha256
  }
  return { folder, blobs, derivatives, sweep, storeOld }
}

describe('sweepStorage', () => {
  it('removes only old blobs without a reference', async () => {
    const { blobs, sweep, storeOld } = await deployment()
    const referenced = await storeOld('referenced')
    const orphan = await storeOld('orphan')
    const { sha256: recentHash } = await blobs.put(bytes('young'))
    const result = await sweep({ referencedBlobs: () => Promise.resolve(new Set([referenced])) })
    expect(result.blobs).toBe(1)
    expect(await blobs.stat(orphan)).toBeNull()
    expect(await blobs.stat(referenced)).not.toBeNull()
    expect(await blobs.stat(recentHash)).not.toBeNull()
  })

  it('keeps a blob that is stored again during the sweep', async () => {
    const { blobs, sweep, storeOld } = await deployment()
    const sha256 = await storeOld('wanted again')
    const result = await sweep({
      referencedBlobs: async () => {
        await blobs.put(bytes('wanted again'))
        return new Set()
      },
    })
    expect(result.blobs).toBe(0)
    expect(await blobs.verify(sha256)).toBe('whole')
  })

  it('removes old temporary files but never those of live uploads or young ones', async () => {
    const { blobs, sweep } = await deployment()
    for (const name of ['old', 'live', 'young']) writeFileSync(join(blobs.temporaryFolder, name), name)
    mkdirSync(join(blobs.temporaryFolder, 'old-folder'))
    for (const name of ['old', 'live', 'old-folder']) age(join(blobs.temporaryFolder, name), 2 * day)
    const result = await sweep({ liveTemporaryFiles: () => Promise.resolve(new Set(['live'])) })
    expect(result.temporaryFiles).toBe(2)
    expect(readdirSync(blobs.temporaryFolder).toSorted()).toEqual(['live', 'young'])
  })

  it('removes packages of deleted translations', async () => {
    const { derivatives, sweep } = await deployment()
    for (const translationId of [knownId, unknown])
      await derivatives.write({ translationId, path: 'tree.bin' }, Buffer.from('x'))
    expect((await sweep()).translations).toBe(1)
    expect(await derivatives.list(unknown)).toEqual([])
    expect(await derivatives.list(knownId)).toHaveLength(1)
  })

  it('queries blobs in batches of 500 and removes them all', async () => {
    const { sweep, storeOld } = await deployment()
    await Promise.all(Array.from({ length: 520 }, (_, index) => storeOld(`blob ${index}`)))
    const batchSizes: number[] = []
    const result = await sweep({
      referencedBlobs: (addresses) => {
        batchSizes.push(addresses.length)
        return Promise.resolve(new Set())
      },
    })
    expect(result.blobs).toBe(520)
    expect(batchSizes).toEqual([500, 20])
  })
})
