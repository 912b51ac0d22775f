import { readerLimits, TranslationError } from '@kamar/contracts'
import { RecordedSource } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { bytesOf, stepFile } from '../testing/step-file.js'
import { zipOf } from '../testing/zip.js'
import { indexStatements } from '../../shared/part21/read-statements.js'
import { openFile } from './open-file.js'

const text = stepFile({ rows: "#1=IFCWALL('a');" })
const room = { limits: readerLimits, signal: new AbortController().signal }

const open = (bytes: Uint8Array, name = 'model.ifc') => openFile(new RecordedSource(name, bytes), room)

async function failureOf(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof TranslationError)) throw new Error(`Not a failure that is listed: ${String(error)}`)
  return error.failure
}

describe('opening a file', () => {
  it('takes it into memory that all threads see', async () => {
    const { bytes, findings } = await open(bytesOf(text))
    expect(Buffer.from(bytes).toString()).toBe(text)
    expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(findings).toEqual([])
  })

  it('takes it in pieces of 4 MiB', async () => {
    const long = bytesOf(stepFile({ rows: `/*${'x'.repeat(9 * 2 ** 20)}*/\n#1=IFCWALL('a');` }))
    const source = new RecordedSource('model.ifc', long)
    const { bytes } = await openFile(source, room)
    expect(bytes.length).toBe(long.length)
    expect(Buffer.compare(Buffer.from(bytes), Buffer.from(long))).toBe(0)
    expect(source.longestRead).toBe(4 * 2 ** 20)
    expect(source.completeReads).toBe(0)
  })

  it('unpacks archives, whatever their name', async () => {
    const { bytes, findings } = await open(zipOf({ name: 'a.ifc', bytes: bytesOf(text) }), 'model.ifczip')
    expect(Buffer.from(bytes).toString()).toBe(text)
    expect(findings).toEqual([])
  })

  it('says which models of an archive it leaves out', async () => {
    const bytes = bytesOf(text)
    const { findings } = await open(zipOf({ name: 'a.ifc', bytes }, { name: 'b.ifc', bytes }, { name: 'c.ifc', bytes }))
    expect(findings).toEqual([
      { code: 'archive-has-more-models', severity: 'warning', details: { name: 'a.ifc', count: 2 } },
    ])
  })

  it('refuses what is something else', async () => {
    expect((await failureOf(open(bytesOf('solid of triangles')))).code).toBe('not-this-format')
    expect((await failureOf(open(new Uint8Array(0)))).code).toMatch(/not-this-format|damaged/)
    const picture = zipOf({ name: 'picture.ifc', bytes: bytesOf('\u0089PNG') })
    expect((await failureOf(open(picture))).code).toBe('not-this-format')
    const step = zipOf({
      name: 'part.ifc',
      bytes: bytesOf(stepFile({ rows: '#1=PRODUCT();', schema: 'CONFIG_CONTROL_DESIGN' })),
    })
    expect((await failureOf(open(step))).code).toBe('not-this-format')
  })

  it.each([
    ['plain', (xml: Uint8Array) => xml],
    ['with a byte order mark', (xml: Uint8Array) => Uint8Array.from([0xef, 0xbb, 0xbf, ...xml])],
    ['in an archive', (xml: Uint8Array) => zipOf({ name: 'model.ifcxml', bytes: xml })],
    ['in an archive under the wrong name', (xml: Uint8Array) => zipOf({ name: 'model.ifc', bytes: xml })],
  ])('says of ifcXML (%s) what to save instead', async (_, wrap) => {
    const xml = bytesOf('<?xml version="1.0"?>\n<ifcXML xmlns="http://www.buildingsmart-tech.org/ifcXML/IFC4/final"/>')
    expect(await failureOf(open(wrap(xml)))).toMatchObject({
      code: 'unsupported-version',
      details: { version: 'ifcXML', advice: 'IFC 2x3, IFC 4 or IFC 4.3 (STEP, .ifc)' },
    })
  })

  it('stops when it is cancelled: before the first byte and between pieces', async () => {
    const bytes = bytesOf(stepFile({ rows: `/*${'x'.repeat(9 * 2 ** 20)}*/` }))
    const early = openFile(new RecordedSource('a.ifc', bytes), { ...room, signal: AbortSignal.abort() })
    expect((await failureOf(early)).code).toBe('cancelled')
    const abort = new AbortController()
    const source = new RecordedSource('a.ifc', bytes, (count) => count === 3 && abort.abort())
    expect((await failureOf(openFile(source, { ...room, signal: abort.signal }))).code).toBe('cancelled')
    expect(source.readCount).toBeLessThanOrEqual(4)
  })

  it('keeps what there is of a source that ends early', async () => {
    const source = new RecordedSource('a.ifc', bytesOf(text))
    Object.defineProperty(source, 'size', { value: text.length + 1000 })
    expect((await openFile(source, room)).bytes).toHaveLength(text.length)
  })
})

describe('indexing a file', () => {
  it('tells how far it is, and ends with the whole', async () => {
    const bytes = bytesOf(stepFile({ rows: "#1=IFCWALL('a long name of a wall');\n".repeat(600_000) }))
    const told: number[] = []
    const index = await indexStatements(bytes, { signal: room.signal, report: (fraction) => void told.push(fraction) })
    expect(index.count).toBe(600_000)
    expect(told.length).toBeGreaterThan(2)
    expect(told.at(-1)).toBe(1)
    expect(told.every((fraction, at) => fraction > (told[at - 1] ?? 0) && fraction <= 1)).toBe(true)
  })

  it('stops between slices when it is cancelled', async () => {
    const bytes = bytesOf(stepFile({ rows: "#1=IFCWALL('a long name of a wall');\n".repeat(600_000) }))
    const abort = new AbortController()
    const failure = await failureOf(indexStatements(bytes, { signal: abort.signal, report: () => abort.abort() }))
    expect(failure.code).toBe('cancelled')
  })
})
