import { TranslationError } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { encodeText, stepFile, storeBytes } from '@kamar/codecs/part21/testing'
import { createZip, type ZipEntryText } from '../testing/zip.js'
import { FileBytes, defaultPaging, unzipModel, type FileContent } from '@kamar/codecs/part21'
import { archiveSearch } from './archive-search.js'

const model = encodeText(stepFile({ rows: "#1=IFCWALL('a');" }))
const other = encodeText(stepFile({ rows: "#1=IFCDOOR('b');" }))
const limits = { inflatedBytes: 10_000_000, outputFileBytes: 10_000_000 }
const options = { search: archiveSearch, limits, signal: new AbortController().signal }

const unzip = (...entries: readonly ZipEntryText[]) => unzipModel(createZip(...entries), options)

function inMemory(content: FileContent): Uint8Array {
  if (!(content instanceof Uint8Array)) throw new Error('The model is not in memory')
  return content
}

async function captureFailure(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(TranslationError)
  return (error as TranslationError).failure
}

describe('unzipModel', () => {
  it.each([
    ['deflated', 8],
    ['stored', 0],
  ])('extracts a model that is %s', async (_, method) => {
    const { content, name, otherModels } = await unzip({ name: 'model.ifc', bytes: model, method })
    expect([...inMemory(content)]).toEqual([...model])
    expect({ name, otherModels }).toEqual({ name: 'model.ifc', otherModels: 0 })
  })

  it('returns a SharedArrayBuffer', async () => {
    const { content } = await unzip({ name: 'model.ifc', bytes: model })
    expect(inMemory(content).buffer).toBeInstanceOf(SharedArrayBuffer)
  })

  it('reads a large archive from disk and inflates into a scratch file', async () => {
    const windows = { windowBytes: 64, maxWindows: 2 }
    const archive = storeBytes(createZip({ name: 'model.ifc', bytes: model }), windows)
    const scratch = storeBytes(new Uint8Array(0), windows)
    const paging = { ...defaultPaging, ...windows, maxMemoryBytes: model.length - 1 }
    const openScratchFile = (): number => scratch.content.fileDescriptor
    const large = { ...options, paging, openScratchFile }
    const { content } = await unzipModel(archive.content, large)
    expect(content).toMatchObject({ fileDescriptor: openScratchFile(), size: model.length })
    const target = new Uint8Array(model.length)
    new FileBytes(content).copy(0, model.length, target, 0)
    expect([...target]).toEqual([...model])
    const smallFiles = { ...limits, outputFileBytes: model.length - 1 }
    expect((await unzipModel(archive.content, { ...large, limits: smallFiles })).content).toBeInstanceOf(Uint8Array)
    archive.close()
    scratch.close()
  })

  it('extracts the first of several models and counts the others', async () => {
    const { name, otherModels } = await unzip(
      { name: 'readme.txt', bytes: encodeText('read me') },
      { name: 'folder/a.IFC', bytes: model },
      { name: 'folder/b.ifc', bytes: other },
      { name: 'c.ifc', bytes: other },
    )
    expect({ name, otherModels }).toEqual({ name: 'folder/a.IFC', otherModels: 2 })
  })

  it('ignores macOS resource forks', async () => {
    const shadow = encodeText('Mac OS X')
    const { name, otherModels } = await unzip(
      { name: '__MACOSX/model.ifc', bytes: shadow },
      { name: '._model.ifc', bytes: shadow },
      { name: 'model.ifc', bytes: model },
    )
    expect({ name, otherModels }).toEqual({ name: 'model.ifc', otherModels: 0 })
  })

  it('accepts an empty model', async () => {
    expect((await unzip({ name: 'model.ifc', bytes: new Uint8Array(0), method: 0 })).content).toHaveLength(0)
  })
})

describe('unzipModel', () => {
  it('rejects an archive without a model', async () => {
    const failure = await captureFailure(unzip({ name: 'a.txt', bytes: model }))
    expect(failure).toEqual({ code: 'not-this-format', details: { expected: 'Industry Foundation Classes' } })
    expect((await captureFailure(unzip())).code).toBe('not-this-format')
  })

  it('rejects an archive with ifcXML only', async () => {
    const failure = await captureFailure(unzip({ name: 'model.ifcXML', bytes: encodeText('<ifcXML/>') }))
    expect(failure).toMatchObject({ code: 'unsupported-version', details: { version: 'ifcXML' } })
  })

  it('rejects an encrypted entry', async () => {
    expect((await captureFailure(unzip({ name: 'model.ifc', bytes: model, flags: 1 }))).code).toBe('encrypted')
  })

  it.each([
    ['ZIP Deflate64', 9],
    ['ZIP method 12', 12],
    ['ZIP method 93', 93],
  ])('rejects compression by %s', async (version, method) => {
    const failure = await captureFailure(unzip({ name: 'model.ifc', bytes: model, method }))
    expect(failure).toEqual({
      code: 'unsupported-version',
      details: { version, advice: 'IFC, or a ZIP with Deflate' },
    })
  })

  it('rejects an entry whose stated size exceeds the limit', async () => {
    const entry = { name: 'model.ifc', bytes: model, promisedBytes: 4_000_000_000 }
    expect(await captureFailure(unzip(entry))).toEqual({
      code: 'limit-exceeded',
      details: { limit: '10000000 bytes inflated' },
    })
  })

  it('rejects an entry that inflates beyond its stated size', async () => {
    const zeros = { name: 'model.ifc', bytes: new Uint8Array(50_000_000), promisedBytes: 1000 }
    expect(['damaged', 'limit-exceeded']).toContain((await captureFailure(unzip(zeros))).code)
  })

  it('rejects a model above the inflation limit', async () => {
    const archive = createZip({ name: 'model.ifc', bytes: model })
    const within = (inflatedBytes: number) => unzipModel(archive, { ...options, limits: { ...limits, inflatedBytes } })
    expect((await captureFailure(within(model.length - 1))).code).toBe('limit-exceeded')
    expect((await within(model.length)).content).toHaveLength(model.length)
  })

  it.each<[string, Partial<ZipEntryText>]>([
    ['has a wrong checksum', { checksum: 1 }],
    ['states too large a size', { promisedBytes: model.length + 1 }],
    ['states too small a size', { promisedBytes: model.length - 1 }],
    ['has another name in the central directory', { localName: 'model.exe' }],
    ['has a longer name in the central directory', { localName: 'longer-model.ifc' }],
  ])('rejects an entry as damaged that %s', async (_, lie) => {
    expect((await captureFailure(unzip({ name: 'model.ifc', bytes: model, ...lie }))).code).toBe('damaged')
  })

  it('rejects a truncated archive and an entry beyond its end', async () => {
    const archive = createZip({ name: 'model.ifc', bytes: model })
    expect((await captureFailure(unzipModel(archive.subarray(0, 60), options))).code).toBe('damaged')
    const corrupt = archive.slice()
    const directory = corrupt.length - 22 - 46 - 'model.ifc'.length
    new DataView(corrupt.buffer).setUint32(directory + 42, corrupt.length - 10, true)
    expect((await captureFailure(unzipModel(corrupt, options))).code).toBe('damaged')
  })

  it('fails as cancelled after an abort', async () => {
    const archive = createZip({ name: 'model.ifc', bytes: model })
    expect((await captureFailure(unzipModel(archive, { ...options, signal: AbortSignal.abort() }))).code).toBe(
      'cancelled',
    )
  })
})
