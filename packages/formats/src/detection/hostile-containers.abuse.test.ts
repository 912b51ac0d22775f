import { constants, deflateRawSync, gzipSync } from 'node:zlib'
import { runReader, withoutOutside, type ReaderRun } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { writePavilion as write3ds } from '../3ds/fixtures/pavilion.js'
import { loadReader, warmReaders } from '../index.js'
import { createWarmUpScene } from '../kit/testing/warm-up-scene.js'
import { memorySource } from '@kamar/core'
import { CompoundFile } from '@kamar/codecs/compound-file'
import { pavilionScene } from '../max/testing/pavilion-scene.js'
import { houseFile } from '../ifc/fixtures/house.js'
import { createZip, createZipFrom, type ZipEntryText } from '../ifc/testing/zip.js'
import { writePavilion as writeMax } from '../max/fixtures/pavilion.js'
import { writePavilion as writeNwd } from '../nwd/fixtures/pavilion.js'
import { writeHouse } from '../rvt/fixtures/house.js'
import { writeCompound } from '@kamar/codecs/compound-file/testing'
import { writeDwf, writeDwfx } from '../kit/dwf/testing/write-package.js'
import { writeZip } from '@kamar/codecs/zip/testing'
import { detectFormat } from './detect-format.js'

// Malformed archives and compound files, by the ids of `tests/abuse/catalogue.ts`. Readers never trust the sizes an
// archive states, count the inflated bytes, and only look at entry names without opening them.

const textBytes = (value: string): Uint8Array => new TextEncoder().encode(value)
const house = textBytes(houseFile())
const megabyte = 1_000_000
const maxMilliseconds = 10_000
const refused = ['damaged', 'limit-exceeded', 'not-this-format', 'encrypted', 'unsupported-version', 'nothing-to-show']

// Loads the modules of the readers before access to the outside is blocked.
beforeAll(async () => {
  await warmReaders(createWarmUpScene)
  for (const format of ['ifc', 'step', 'max', 'rvt', 'dwf', 'dwfx', 'skp', '3ds', 'nwd'])
    await runReader(await loadReader(format), createZip({ name: `model.${format}`, bytes: house }))
})

interface Ended extends ReaderRun {
  /** Resources outside the file that the read tried to reach. */
  readonly outside: readonly string[]
}

async function read(format: string, bytes: Uint8Array, inflatedBytes = 10 * megabyte): Promise<Ended> {
  const reader = await loadReader(format)
  const runs: ReaderRun[] = []
  const outside = await withoutOutside(async () => {
    runs.push(await runReader(reader, bytes, { limits: { inflatedBytes } }))
  })
  const [run] = runs as [ReaderRun]
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  return { ...run, outside }
}

const zipped = (...entries: readonly ZipEntryText[]): Uint8Array => createZip(...entries)

/** Replaces numbers in the first directory row of an archive, by their offset in it. */
function inDirectory(archive: Uint8Array, numbers: readonly (readonly [at: number, value: number])[]): Uint8Array {
  const copy = archive.slice()
  const start = Buffer.from(copy.buffer).indexOf('PK\u0001\u0002', 0, 'latin1')
  const view = new DataView(copy.buffer)
  for (const [at, value] of numbers) view.setUint32(start + at, value, true)
  return copy
}

describe('reader of hostile ZIP archives', () => {
  it.each(['ifc', 'step'])('D01 stops a ratio bomb at the inflation limit: %s', async (format) => {
    const zeros = { name: `model.${format}`, bytes: new Uint8Array(100 * megabyte) }
    const { failure } = await read(format, zipped(zeros))
    expect(failure?.code).toBe('limit-exceeded')
  })

  it('D02 does not look into nested archives', async () => {
    let nested = zipped({ name: 'model.ifc', bytes: house })
    for (let level = 0; level < 5; level++) nested = zipped({ name: 'inner.ifczip', bytes: nested })
    expect((await read('ifc', nested)).failure?.code).toBe('not-this-format')
  })

  it('D03 reports overlapping entries as damaged', async () => {
    const archive = zipped({ name: 'model.ifc', bytes: house }, { name: 'other.txt', bytes: textBytes('other') })
    const other = Buffer.from(archive.buffer).indexOf('PK\u0003\u0004', 4, 'latin1')
    expect((await read('ifc', inDirectory(archive, [[42, other]]))).failure?.code).toBe('damaged')
  })

  /** Compresses `part` followed by 300 MB of blanks. */
  const longer = (part: Uint8Array): Uint8Array => {
    const flushed = (bytes: Uint8Array): Buffer => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH })
    const blanks = flushed(new Uint8Array(megabyte).fill(32))
    return Buffer.concat([flushed(part), ...Array.from({ length: 300 }, () => blanks), deflateRawSync('')])
  }
  const page = textBytes('<FixedPage Width="96" Height="96"><Path Data="M 0,0 L 96,0" Stroke="#000000"/></FixedPage>')
  const sequence = { name: 'a.fdseq', bytes: textBytes('<FixedDocumentSequence/>') }

  // Size and checksum match only the beginning: a reader that stopped there would not notice.
  it.each([
    ['a model', 'ifc', 'model.ifc', house, []],
    ['a package entry', 'dwfx', 'page.fpage', page, [sequence]],
  ] as const)('D04 reports a false size as damaged: %s', async (_, format, name, bytes, others) => {
    const honest = await read(format, zipped({ name, bytes }, ...others))
    expect(honest.failure).toBeNull()
    const lie = zipped({ name, bytes, packed: longer(bytes) }, ...others)
    expect((await read(format, lie, 1000 * megabyte)).failure?.code).toBe('damaged')
    const promise = zipped({ name, bytes, promisedBytes: 300 * megabyte }, ...others)
    expect((await read(format, promise, 1000 * megabyte)).failure?.code).toBe('damaged')
  })

  it('D05 exceeds the entry limit at a hundred thousand empty entries', async () => {
    const names = Array.from({ length: 100_000 }, (_, at) => ({ name: `${at}`, bytes: new Uint8Array(), method: 0 }))
    const archive = createZipFrom([
      { name: 'model.ifc', bytes: house },
      { name: 'page.fpage', bytes: page },
      sequence,
      ...names,
    ])
    const limits = { ifc: '10000 entries', dwfx: '65534 entries' }
    for (const [format, limit] of Object.entries(limits))
      expect((await read(format, archive)).failure).toMatchObject({ code: 'limit-exceeded', details: { limit } })
  })

  it.each([
    ['with parent segments', '../../model.ifc'],
    ['with a leading slash', '/etc/model.ifc'],
    ['with a backslash', String.raw`..\model.ifc`],
    ['with a NUL byte', 'model.ifc\0.txt'],
    ['with a drive letter', String.raw`C:\model.ifc`],
    ['of 4,000 characters', `${'n'.repeat(4000)}.ifc`],
    ['with right-to-left characters', 'model\u202efci.ifc'],
  ])('D06 never uses an entry name as a path: a name %s', async (_, name) => {
    const { failure, outside, report } = await read('ifc', zipped({ name, bytes: house }))
    expect(outside).toEqual([])
    expect(report !== null || refused.includes(failure?.code ?? '')).toBe(true)
  })

  it('D07 does not follow an entry that is a symbolic link', async () => {
    const link = inDirectory(zipped({ name: 'model.ifc', bytes: textBytes('/etc/passwd') }), [[38, 0o120777 * 65_536]])
    const { failure, outside } = await read('ifc', link)
    expect(outside).toEqual([])
    expect(refused).toContain(failure?.code)
  })

  it('D08 reads the first of two entries with one name and reports more models', async () => {
    const { report } = await read(
      'ifc',
      zipped({ name: 'model.ifc', bytes: house }, { name: 'model.ifc', bytes: textBytes('other') }),
    )
    expect(report?.findings.map(({ code }) => code)).toContain('archive-has-more-models')
  })

  it('D08 reports a package part whose name occurs twice as damaged', async () => {
    const [first, second] = [
      { name: 'page.fpage', bytes: page },
      { name: 'PAGE.fpage', bytes: textBytes('<FixedPage/>') },
    ]
    expect((await read('dwfx', zipped(first, sequence))).failure).toBeNull()
    expect((await read('dwfx', zipped(first, second, sequence))).failure?.code).toBe('damaged')
  })

  it.each([
    ['by ZipCrypto', 8],
    ['by AES', 99],
  ])('D09 reports an entry encrypted %s', async (_, method) => {
    const { failure } = await read('ifc', zipped({ name: 'model.ifc', bytes: house, flags: 1, method }))
    expect(failure?.code).toBe('encrypted')
  })

  it('D10 reports an entry whose local name differs from the central directory as damaged', async () => {
    const { failure } = await read('ifc', zipped({ name: 'model.ifc', bytes: house, localName: 'other.ifc' }))
    expect(failure?.code).toBe('damaged')
  })

  it('D10 reports a package part whose local name differs from the central directory as damaged', async () => {
    const [page, other] = ['page.fpage', 'gape.fpage']
    const drawing = '<FixedPage Width="96" Height="96"><Path Data="M 0,0 L 96,0" Stroke="#000000"/></FixedPage>'
    const bytes = writeZip({ [page]: drawing, 'a.fdseq': '<FixedDocumentSequence/>' })
    expect((await read('dwfx', bytes)).report?.counts).toEqual({ sheets: 1, entities: 1 })
    const lie = bytes.slice()
    lie.set(textBytes(other), Buffer.from(lie.buffer).indexOf(page, 0, 'latin1'))
    expect((await read('dwfx', lie)).failure?.code).toBe('damaged')
  })

  it.each([
    ['sizes of four gigabytes', 24],
    ['an offset beyond four gigabytes', 42],
  ])('D11 refuses %s without a ZIP64 record', async (_, at) => {
    const { failure } = await read('ifc', inDirectory(zipped({ name: 'model.ifc', bytes: house }), [[at, 0xffffffff]]))
    expect(['damaged', 'limit-exceeded']).toContain(failure?.code)
  })

  it.each([
    ['a compressed size of four gigabytes', 20],
    ['a size of four gigabytes', 24],
    ['an offset beyond four gigabytes', 42],
  ])('D11 reports %s without a ZIP64 record as damaged only for a part that it reads', async (_, at) => {
    const { failure } = await read('dwfx', inDirectory(writeDwfx(), [[at, 0xffffffff]]))
    expect(failure).toBeNull()
    const manifestFirst = writeZip({ 'manifest.xml': '<Manifest/>' })
    expect((await read('dwfx', inDirectory(manifestFirst, [[at, 0xffffffff]]))).failure?.code).toBe('damaged')
  })

  it.each([
    ['a Word document', 'dwfx', { 'word/document.xml': '<w:document/>', '[Content_Types].xml': '<Types/>' }],
    ['a JAR file', 'skp', { 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0', 'A.class': 'cafe' }],
    ['a plain archive', 'ifc', { 'readme.txt': 'read me' }],
  ] as const)('D12 does not read %s as %s', async (_, format, parts) => {
    const bytes = writeZip(parts)
    const confidence = detectFormat(`a.${format}`, bytes, bytes.length)
    const { failure } = await read(format, bytes)
    expect(['damaged', 'not-this-format']).toContain(failure?.code)
    expect(confidence.confidence === 'yes').toBe(false)
  })
})

describe('reader of hostile compound files', () => {
  const bomb = new Uint8Array(100 * megabyte)

  it('D13 stops a stream bomb at the inflation limit: RVT class schema', async () => {
    const file = await CompoundFile.open(memorySource('a.rvt', writeHouse()))
    const streams: Record<string, Uint8Array> = {}
    for (const each of file.names) streams[each] = Uint8Array.from((await file.stream(each, megabyte)) ?? [])
    expect((await read('rvt', writeCompound(streams))).failure).toBeNull()
    const hostile = { ...streams, 'Formats/Latest': Uint8Array.from(gzipSync(bomb)) }
    expect((await read('rvt', writeCompound(hostile))).failure?.code).toBe('limit-exceeded')
  })

  it.each(['Scene', 'ClassDirectory3'] as const)(
    'D13 stops a stream bomb at the inflation limit: MAX stream %s',
    async (name) => {
      const streams = pavilionScene().streams()
      expect(streams[name]).toBeDefined()
      expect((await read('max', writeMax(streams))).failure).toBeNull()
      const { failure } = await read('max', writeMax({ ...streams, [name]: Uint8Array.from(gzipSync(bomb)) }))
      expect(failure?.code).toBe('limit-exceeded')
    },
  )

  const sector = 512
  const next = (bytes: Uint8Array, from: number, to: number): Uint8Array => {
    const copy = bytes.slice()
    const view = new DataView(copy.buffer)
    const table = view.getUint32(76, true)
    view.setUint32(sector * (table + 1) + 4 * from, to, true)
    return copy
  }
  const header = (bytes: Uint8Array, at: number): number => new DataView(bytes.buffer).getUint32(at, true)
  const max = writeMax()

  it.each([
    ['sectors', (bytes: Uint8Array) => next(bytes, header(bytes, 48), header(bytes, 48))],
    ['mini sectors', (bytes: Uint8Array) => next(bytes, header(bytes, 60), header(bytes, 60))],
    [
      'the directory',
      (bytes: Uint8Array) => {
        const copy = bytes.slice()
        // Every row of the directory is its own neighbour on both sides.
        const view = new DataView(copy.buffer)
        for (let row = 0; row < 4; row++)
          for (const side of [68, 72]) view.setUint32(sector * (header(bytes, 48) + 1) + 128 * row + side, row, true)
        return copy
      },
    ],
  ])('D14 terminates on a cycle in %s', async (_, change) => {
    const { failure, report } = await read('max', change(max))
    expect(report !== null || refused.includes(failure?.code ?? '')).toBe(true)
  })

  it.each([
    ['a stream size exceeds the file', 128 + 120, 0x7fffffff],
    ['a stream begins beyond the end of the file', 128 + 116, 0x00ffffff],
    ['the mini stream begins beyond the end of the file', 116, 0x00ffffff],
  ])('D15 never returns a complete report when %s', async (_, at, value) => {
    const copy = max.slice()
    new DataView(copy.buffer).setUint32(sector * (header(max, 48) + 1) + at, value, true)
    const { failure, report } = await read('max', copy)
    expect(report?.status === 'complete').toBe(false)
    expect(report !== null || refused.includes(failure?.code ?? '')).toBe(true)
  })
})

describe('reader of hostile chunks and polyglot files', () => {
  it.each([
    ['3ds', write3ds(), 8],
    ['nwd', writeNwd(114), 24],
    ['dwf', writeDwf(), 30],
  ] as const)('D16 ends with a report or a listed failure at a false length: %s', async (format, bytes, at) => {
    for (const value of [0, 1, 0x7fffffff, 0xffffffff]) {
      const copy = bytes.slice()
      new DataView(copy.buffer).setUint32(at, value, true)
      const { failure, report } = await read(format, copy)
      expect(report !== null || refused.includes(failure?.code ?? '')).toBe(true)
    }
  })

  it.each([
    ['a PDF that is also a package', '%PDF-1.7\n', writeDwfx(), 'a.dwfx', 'pdf'],
    ['a web page that is also a mesh', '<!doctype html><script>', textBytes('solid a\nendsolid a\n'), 'a.stl', 'html'],
    ['an image that is also an executable', 'GIF89a=1;', textBytes('v 0 0 0\nf 1 1 1\n'), 'a.obj', 'gif'],
  ])('D17 detects %s by its first bytes', (_, start, rest, name, detected) => {
    const bytes = Uint8Array.from(Buffer.concat([textBytes(start), rest]))
    expect(detectFormat(name, bytes.subarray(0, 4096), bytes.length)).toMatchObject({
      confidence: 'no',
      detected: { id: detected },
    })
  })

  it.each([
    ['an empty file', new Uint8Array(0)],
    ['a single byte', Uint8Array.of(32)],
    ['98 MB of blanks', new Uint8Array(98 * megabyte).fill(32)],
  ])('D18 refuses %s in every tested format', async (_, bytes) => {
    for (const format of ['ifc', 'step', 'iges', 'obj', 'stl', 'sat', 'dwg', '3ds'])
      expect(refused, format).toContain((await read(format, bytes)).failure?.code)
  })
})
