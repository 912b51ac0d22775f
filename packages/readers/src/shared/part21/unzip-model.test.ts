import { TranslationError } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { encodeText, stepFile } from './testing/exchange.js'
import { createZip, type ZipEntryText } from '../../ifc/testing/zip.js'
import { unzipModel } from './unzip-model.js'
import { archiveSearch } from '../../ifc/ingest/archive-search.js'

const model = encodeText(stepFile({ rows: "#1=IFCWALL('a');" }))
const other = encodeText(stepFile({ rows: "#1=IFCDOOR('b');" }))
const limits = { inflatedBytes: 10_000_000 }
const generous = { search: archiveSearch, limits, signal: new AbortController().signal }

const unzip = (...entries: readonly ZipEntryText[]) => unzipModel(createZip(...entries), generous)

async function captureFailure(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(TranslationError)
  return (error as TranslationError).failure
}

describe('the model in a zip archive', () => {
  it.each([
    ['deflated', 8],
    ['stored', 0],
  ])('is unpacked when it is %s', async (_, method) => {
    const { bytes, name, otherModels } = await unzip({ name: 'model.ifc', bytes: model, method })
    expect([...bytes]).toEqual([...model])
    expect({ name, otherModels }).toEqual({ name: 'model.ifc', otherModels: 0 })
  })

  it('lands in memory that all threads see', async () => {
    const { bytes } = await unzip({ name: 'model.ifc', bytes: model })
    expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
  })

  it('is the first of several, which are counted', async () => {
    const { name, otherModels } = await unzip(
      { name: 'readme.txt', bytes: encodeText('read me') },
      { name: 'folder/a.IFC', bytes: model },
      { name: 'folder/b.ifc', bytes: other },
      { name: 'c.ifc', bytes: other },
    )
    expect({ name, otherModels }).toEqual({ name: 'folder/a.IFC', otherModels: 2 })
  })

  it('is no shadow of macOS', async () => {
    const shadow = encodeText('Mac OS X')
    const { name, otherModels } = await unzip(
      { name: '__MACOSX/model.ifc', bytes: shadow },
      { name: '._model.ifc', bytes: shadow },
      { name: 'model.ifc', bytes: model },
    )
    expect({ name, otherModels }).toEqual({ name: 'model.ifc', otherModels: 0 })
  })

  it('may be empty', async () => {
    expect((await unzip({ name: 'model.ifc', bytes: new Uint8Array(0), method: 0 })).bytes).toHaveLength(0)
  })
})

describe('an archive that is refused', () => {
  it('holds no model', async () => {
    const failure = await captureFailure(unzip({ name: 'a.txt', bytes: model }))
    expect(failure).toEqual({ code: 'not-this-format', details: { expected: 'Industry Foundation Classes' } })
    expect((await captureFailure(unzip())).code).toBe('not-this-format')
  })

  it('holds ifcXML only', async () => {
    const failure = await captureFailure(unzip({ name: 'model.ifcXML', bytes: encodeText('<ifcXML/>') }))
    expect(failure).toMatchObject({ code: 'unsupported-version', details: { version: 'ifcXML' } })
  })

  it('is encrypted', async () => {
    expect((await captureFailure(unzip({ name: 'model.ifc', bytes: model, flags: 1 }))).code).toBe('encrypted')
  })

  it.each([
    ['ZIP Deflate64', 9],
    ['ZIP method 12', 12],
    ['ZIP method 93', 93],
  ])('is packed by %s', async (version, method) => {
    const failure = await captureFailure(unzip({ name: 'model.ifc', bytes: model, method }))
    expect(failure).toEqual({
      code: 'unsupported-version',
      details: { version, advice: 'IFC, or a ZIP with Deflate' },
    })
  })

  it('is a bomb that says so', async () => {
    const entry = { name: 'model.ifc', bytes: model, promisedBytes: 4_000_000_000 }
    expect(await captureFailure(unzip(entry))).toEqual({
      code: 'limit-exceeded',
      details: { limit: '10000000 bytes inflated' },
    })
  })

  it('is a bomb that does not say so', async () => {
    const zeros = { name: 'model.ifc', bytes: new Uint8Array(50_000_000), promisedBytes: 1000 }
    expect(['damaged', 'limit-exceeded']).toContain((await captureFailure(unzip(zeros))).code)
  })

  it('is larger than the limit allows', async () => {
    const archive = createZip({ name: 'model.ifc', bytes: model })
    const within = (inflatedBytes: number) => unzipModel(archive, { ...generous, limits: { inflatedBytes } })
    expect((await captureFailure(within(model.length - 1))).code).toBe('limit-exceeded')
    expect((await within(model.length)).bytes).toHaveLength(model.length)
  })

  it.each<[string, Partial<ZipEntryText>]>([
    ['has another checksum', { checksum: 1 }],
    ['promises too much', { promisedBytes: model.length + 1 }],
    ['promises too little', { promisedBytes: model.length - 1 }],
    ['names another file in its directory', { localName: 'model.exe' }],
    ['names a longer file in its directory', { localName: 'longer-model.ifc' }],
  ])('%s', async (_, lie) => {
    expect((await captureFailure(unzip({ name: 'model.ifc', bytes: model, ...lie }))).code).toBe('damaged')
  })

  it('is cut off, or has its entry behind its end', async () => {
    const archive = createZip({ name: 'model.ifc', bytes: model })
    expect((await captureFailure(unzipModel(archive.subarray(0, 60), generous))).code).toBe('damaged')
    const misled = archive.slice()
    const directory = misled.length - 22 - 46 - 'model.ifc'.length
    new DataView(misled.buffer).setUint32(directory + 42, misled.length - 10, true)
    expect((await captureFailure(unzipModel(misled, generous))).code).toBe('damaged')
  })

  it('is not read on after a cancel', async () => {
    const archive = createZip({ name: 'model.ifc', bytes: model })
    expect((await captureFailure(unzipModel(archive, { ...generous, signal: AbortSignal.abort() }))).code).toBe(
      'cancelled',
    )
  })
})
