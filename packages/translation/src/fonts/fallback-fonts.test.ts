import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { outlineFontFile, temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { ReaderPool } from '../reader-process/reader-pool.js'
import { prepareFallbackFonts } from './fallback-fonts.js'

const chinese = outlineFontFile({
  family: 'Boxes',
  boxGlyphs: [
    { character: 'H', box: [0, 0, 500, 700], advance: 700 },
    { character: '你', box: [0, 0, 700, 700], advance: 1000 },
  ],
})

/** A drawing with one text. */
const drawing = [
  ['0', 'SECTION', '2', 'HEADER', '9', '$ACADVER', '1', 'AC1024', '9', '$INSUNITS', '70', '4', '0', 'ENDSEC'],
  ['0', 'SECTION', '2', 'ENTITIES', '0', 'TEXT', '5', 'A1', '100', 'AcDbEntity', '8', '0', '100', 'AcDbText'],
  ['10', '0', '20', '0', '30', '0', '40', '5', '1', 'A你', '100', 'AcDbText', '0', 'ENDSEC', '0', 'EOF', ''],
]
  .flat()
  .join('\n')

describe('fallback fonts', () => {
  it('are copied to a folder that every reader can read', async () => {
    const folder = await temporaryFolder()
    const [source, target] = [join(folder, 'private.ttf'), join(folder, 'target')]
    writeFileSync(source, chinese)
    chmodSync(source, 0o600)
    const { paths, unusable } = await prepareFallbackFonts(source, target)
    expect(unusable).toEqual([])
    expect(paths.map((path) => readFileSync(path).equals(chinese))).toEqual([true])
    expect(statSync(paths[0] ?? '').mode & 0o777).toBe(0o444)
  })

  it('include the readable fonts of a folder and report the others with a reason', async () => {
    const folder = join(await temporaryFolder(), 'fonts')
    mkdirSync(folder)
    writeFileSync(join(folder, 'b.ttf'), chinese)
    writeFileSync(join(folder, 'a.otf'), 'no font at all, but long enough')
    writeFileSync(join(folder, 'readme.txt'), 'not looked at')
    const { paths, unusable } = await prepareFallbackFonts(folder, join(folder, '..', 'target'))
    expect(paths).toHaveLength(1)
    expect(unusable).toEqual([{ path: join(folder, 'a.otf'), reason: 'mark of a font' }])
  })

  it('are reported with a reason when the file or every font of the folder is missing', async () => {
    const folder = await temporaryFolder()
    const prepare = async (source: string) => (await prepareFallbackFonts(source, join(folder, 'target'))).unusable
    expect(await prepare(join(folder, 'absent.ttf'))).toMatchObject([{ reason: expect.stringContaining('ENOENT') }])
    mkdirSync(join(folder, 'empty'))
    expect(await prepare(join(folder, 'empty'))).toMatchObject([{ reason: expect.stringContaining('.ttf') }])
  })
})

describe('drawing with a Chinese character', () => {
  const reportWith = async (fallbackFont: Buffer | null) => {
    const folder = await temporaryFolder()
    const [path, font] = [join(folder, 'plan.dxf'), join(folder, 'font.ttf')]
    writeFileSync(path, drawing)
    if (fallbackFont) writeFileSync(font, fallbackFont)
    const options = { workFolder: join(folder, 'work'), size: 1, warm: false }
    const pool = await ReaderPool.open({ ...options, fallbackFont: fallbackFont ? font : null })
    try {
      const { outcome, release } = await pool.run({ path, fileName: 'plan.dxf', formatId: 'dwg', companions: [] })
      await release()
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
      const codes = outcome.manifest.report?.findings.map(({ code }) => code)
      return { codes, status: outcome.manifest.report?.status, unusable: pool.unusableFonts.length }
    } finally {
      await pool.stop()
    }
  }
  const without = { codes: expect.arrayContaining(['characters-without-glyph']), status: 'partial' }

  it('has a missing-glyph finding without a fallback font', async () => {
    expect(await reportWith(null)).toEqual({ ...without, unusable: 0 })
  })

  it('has no missing-glyph finding with a fallback font that a sandboxed reader can read', async () => {
    const { codes, status } = await reportWith(chinese)
    expect(codes).not.toContain('characters-without-glyph')
    expect(status).toBe('complete')
  })

  it('is translated with a broken fallback font', async () => {
    expect(await reportWith(Buffer.from('no font at all, but long enough'))).toEqual({ ...without, unusable: 1 })
  })
})
