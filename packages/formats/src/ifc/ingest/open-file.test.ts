import { readerLimits, TranslationError } from '@kamar/core'
import { RecordedSource } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { encodeText, stepFile } from '../testing/step-file.js'
import { createZip } from '../testing/zip.js'
import { FileBytes, indexStatements } from '@kamar/codecs/part21'
import { openFile } from './open-file.js'

const text = stepFile({ rows: "#1=IFCWALL('a');" })
const context = { limits: readerLimits, signal: new AbortController().signal }

const readText = (bytes: FileBytes): string => Buffer.from(bytes.seek(0, bytes.length)).toString()

const open = (bytes: Uint8Array, name = 'model.ifc') => openFile(new RecordedSource(name, bytes), context)

async function getFailure(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof TranslationError)) throw new Error(`Not a failure that is listed: ${String(error)}`)
  return error.failure
}

describe('IFC openFile', () => {
  it('reads the file into a SharedArrayBuffer', async () => {
    const { bytes, findings } = await open(encodeText(text))
    expect(readText(bytes)).toBe(text)
    expect(bytes.seek(0, 0).buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(findings).toEqual([])
  })

  it('reads the file in chunks of at most 4 MiB', async () => {
    const long = encodeText(stepFile({ rows: `/*${'x'.repeat(9 * 2 ** 20)}*/\n#1=IFCWALL('a');` }))
    const source = new RecordedSource('model.ifc', long)
    const { bytes } = await openFile(source, context)
    expect(bytes.length).toBe(long.length)
    expect(Buffer.compare(Buffer.from(bytes.seek(0, bytes.length)), Buffer.from(long))).toBe(0)
    expect(source.longestRead).toBe(4 * 2 ** 20)
    expect(source.completeReads).toBe(0)
  })

  it('unpacks a ZIP archive', async () => {
    const { bytes, findings } = await open(createZip({ name: 'a.ifc', bytes: encodeText(text) }), 'model.ifczip')
    expect(readText(bytes)).toBe(text)
    expect(findings).toEqual([])
  })

  it('reports how many further models of an archive are omitted', async () => {
    const bytes = encodeText(text)
    const { findings } = await open(
      createZip({ name: 'a.ifc', bytes }, { name: 'b.ifc', bytes }, { name: 'c.ifc', bytes }),
    )
    expect(findings).toEqual([
      { code: 'archive-has-more-models', severity: 'warning', details: { name: 'a.ifc', count: 2 } },
    ])
  })

  it('rejects empty files and other formats, also inside an archive', async () => {
    expect((await getFailure(open(encodeText('solid of triangles')))).code).toBe('not-this-format')
    expect((await getFailure(open(new Uint8Array(0)))).code).toMatch(/not-this-format|damaged/)
    const imageZip = createZip({ name: 'picture.ifc', bytes: encodeText('\u0089PNG') })
    expect((await getFailure(open(imageZip))).code).toBe('not-this-format')
    const step = createZip({
      name: 'part.ifc',
      bytes: encodeText(stepFile({ rows: '#1=PRODUCT();', schema: 'CONFIG_CONTROL_DESIGN' })),
    })
    expect((await getFailure(open(step))).code).toBe('not-this-format')
  })

  it.each([
    ['plain', (xml: Uint8Array) => xml],
    ['with a byte order mark', (xml: Uint8Array) => Uint8Array.from([0xef, 0xbb, 0xbf, ...xml])],
    ['in an archive', (xml: Uint8Array) => createZip({ name: 'model.ifcxml', bytes: xml })],
    ['in an archive under the wrong name', (xml: Uint8Array) => createZip({ name: 'model.ifc', bytes: xml })],
  ])('rejects ifcXML (%s) and advises a supported format', async (_, wrap) => {
    const xml = encodeText(
      '<?xml version="1.0"?>\n<ifcXML xmlns="http://www.buildingsmart-tech.org/ifcXML/IFC4/final"/>',
    )
    expect(await getFailure(open(wrap(xml)))).toMatchObject({
      code: 'unsupported-version',
      details: { version: 'ifcXML', advice: 'IFC 2x3, IFC 4 or IFC 4.3 (STEP, .ifc)' },
    })
  })

  it('throws cancelled before the first byte and between chunks', async () => {
    const bytes = encodeText(stepFile({ rows: `/*${'x'.repeat(9 * 2 ** 20)}*/` }))
    const aborted = openFile(new RecordedSource('a.ifc', bytes), { ...context, signal: AbortSignal.abort() })
    expect((await getFailure(aborted)).code).toBe('cancelled')
    const abort = new AbortController()
    const source = new RecordedSource('a.ifc', bytes, (count) => count === 3 && abort.abort())
    expect((await getFailure(openFile(source, { ...context, signal: abort.signal }))).code).toBe('cancelled')
    expect(source.readCount).toBeLessThanOrEqual(4)
  })

  it('keeps the available bytes of a source that is shorter than its size', async () => {
    const source = new RecordedSource('a.ifc', encodeText(text))
    Object.defineProperty(source, 'size', { value: text.length + 1000 })
    expect((await openFile(source, context)).bytes).toHaveLength(text.length)
  })
})

describe('indexStatements of an IFC file', () => {
  it('reports rising progress that ends at 1', async () => {
    const bytes = new FileBytes(
      encodeText(stepFile({ rows: "#1=IFCWALL('a long name of a wall');\n".repeat(600_000) })),
    )
    const fractions: number[] = []
    const index = await indexStatements(bytes, {
      signal: context.signal,
      report: (fraction) => void fractions.push(fraction),
    })
    expect(index.count).toBe(600_000)
    expect(fractions.length).toBeGreaterThan(2)
    expect(fractions.at(-1)).toBe(1)
    expect(fractions.every((fraction, at) => fraction > (fractions[at - 1] ?? 0) && fraction <= 1)).toBe(true)
  })

  it('throws cancelled between slices', async () => {
    const bytes = new FileBytes(
      encodeText(stepFile({ rows: "#1=IFCWALL('a long name of a wall');\n".repeat(600_000) })),
    )
    const abort = new AbortController()
    const failure = await getFailure(indexStatements(bytes, { signal: abort.signal, report: () => abort.abort() }))
    expect(failure.code).toBe('cancelled')
  })
})
