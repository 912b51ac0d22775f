import { runReader, stopwatch, withoutOutside, type ReaderRun } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader as dwfx } from '../../dwfx/reader.js'
import { reader as dwf } from '../../dwf/reader.js'
import { writeZip } from '@kamar/codecs/zip/testing'
import { attribute, parseXml } from '@kamar/codecs/xml'

// Untrusted XML: manifests and pages of DWF and DWFx.

const maxMilliseconds = 10_000
const parsed = (text: string): ReturnType<typeof parseXml> => parseXml(new TextEncoder().encode(text))

/** Builds a page with a line, whose XML begins with this prolog and contains this text. */
const packageWith = (prolog: string, inside = ''): Uint8Array =>
  writeZip({
    'page.fpage': `${prolog}<FixedPage Width="96" Height="96">${inside}<Path Data="M 0,0 L 96,0" Stroke="#000000"/></FixedPage>`,
    'a.fdseq': '<FixedDocumentSequence/>',
  })

/** Reads a file and expects no outside access and less CPU time than the limit. */
async function readClosed(bytes: Uint8Array, reader = dwfx): Promise<ReaderRun> {
  const runs: ReaderRun[] = []
  await runReader(reader, bytes)
  const outside = await withoutOutside(async () => void runs.push(await runReader(reader, bytes)))
  expect(outside).toEqual([])
  const [run] = runs as [ReaderRun]
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  return run
}

describe('DWF XML parser', () => {
  it('E13 does not expand nested entities', async () => {
    const lols = Array.from(
      { length: 10 },
      (_, at) => `<!ENTITY l${at} "${at === 0 ? 'lol' : `&l${at - 1};`.repeat(10)}">`,
    )
    const prolog = `<!DOCTYPE x [${lols.join('')}]>`
    const run = await readClosed(
      packageWith(prolog, '<Glyphs UnicodeString="&l9;" OriginX="0" OriginY="0" FontRenderingEmSize="9"/>'),
    )
    expect(run.report !== null || run.failure?.code === 'damaged').toBe(true)
    const element = parsed(`${prolog}<a b="&l9;">&l9;</a>`)
    expect((element?.text ?? '&l9;').length + attribute(element, 'b').length).toBeLessThan(100)
  })

  it.each([
    ['a file', 'SYSTEM "file:///etc/passwd"'],
    ['a web address', 'SYSTEM "http://127.0.0.1:9/evil.dtd"'],
    ['a public identifier', 'PUBLIC "x" "http://127.0.0.1:9/evil.dtd"'],
  ])('E13 does not fetch an entity that refers to %s', async (_, where) => {
    for (const prolog of [`<!DOCTYPE x [<!ENTITY e ${where}>]>`, `<!DOCTYPE x ${where}>`]) {
      const { failure, report } = await readClosed(packageWith(prolog, '<!-- -->&e;'))
      expect(report !== null || failure?.code === 'damaged').toBe(true)
      expect(parsed(`${prolog}<a>&e;</a>`)?.text ?? '&e;').toBe('&e;')
    }
  })

  it('E13 rejects elements nested 200,000 levels deep', async () => {
    const deep = '<Canvas>'.repeat(200_000) + '</Canvas>'.repeat(200_000)
    const processorMilliseconds = stopwatch()
    expect(parsed(deep)).toBeNull()
    expect(processorMilliseconds()).toBeLessThan(1000)
    const { failure, report } = await readClosed(packageWith('', deep))
    expect(report?.status === 'complete').toBe(false)
    expect(report !== null || failure?.code === 'damaged' || failure?.code === 'nothing-to-show').toBe(true)
  })

  it('E13 rejects a manifest with an external entity or deep nesting', async () => {
    for (const manifest of [
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><Manifest>&e;</Manifest>`,
      '<a>'.repeat(200_000),
    ]) {
      const { failure } = await readClosed(writeZip({ 'manifest.xml': manifest }, { mark: '(DWF V06.00)' }), dwf)
      expect(['damaged', 'nothing-to-show']).toContain(failure?.code)
    }
  })
})
