import { readFileSync } from 'node:fs'
import { runReader, type ReaderRun } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { writeSmallDwg } from './fixtures/pavilion-dwg.js'
import { reader } from './reader.js'
import { writeDxf } from './testing/write-dxf.js'

const maxMilliseconds = 10_000
const maxPrimitives = 1_100_000

async function read(bytes: Uint8Array, name = 'model.dwg'): Promise<ReaderRun> {
  const run = await runReader(reader, bytes, { name })
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  expect(countPrimitives(run)).toBeLessThan(maxPrimitives)
  return run
}

const countPrimitives = ({ scene }: ReaderRun): number =>
  scene.sheets.reduce((sum, { fills, polylines, texts }) => sum + polylines.length + fills.length + texts.length, 0)

const isListed = ({ failure, report }: ReaderRun): boolean =>
  report !== null ||
  ['damaged', 'limit-exceeded', 'nothing-to-show', 'unsupported-version'].includes(failure?.code ?? '')

const drawing = (release: '2000' | '2004'): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`fixtures/pavilion-${release}.dwg`, import.meta.url)))

describe('DWG reader with corrupt data', () => {
  it.each([0, 1, 0x7fffffff, 0xffffffff])(
    'E08 returns a report or a known error for a section locator of release 2000 set to %d',
    async (value) => {
      const original = drawing('2000')
      const count = new DataView(original.buffer).getUint32(21, true)
      expect(count).toBeGreaterThan(2)
      for (let record = 0; record < count; record++) {
        for (const field of [1, 5]) {
          const copy = original.slice()
          new DataView(copy.buffer).setUint32(25 + 9 * record + field, value, true)
          expect(isListed(await read(copy)), `record ${record}, field ${field}`).toBe(true)
        }
      }
    },
  )

  it('E08 returns a report or a known error for pages of release 2004 with false sizes', async () => {
    const original = drawing('2004')
    const view = new DataView(original.buffer)
    const pages: number[] = []
    // Every page begins with its type, then its compressed and uncompressed sizes.
    for (let at = 0x100; at + 20 < original.length; at += 4) {
      const kind = view.getUint32(at, true)
      if (kind === 0x41630e3b || kind === 0x4163003b) pages.push(at)
    }
    expect(pages.length).toBeGreaterThan(0)
    for (const page of pages) {
      for (const field of [4, 8]) {
        for (const value of [0, 1, 0x7fffffff, 0xffffffff]) {
          const copy = original.slice()
          new DataView(copy.buffer).setUint32(page + field, value, true)
          expect(isListed(await read(copy)), `page at ${page}, field ${field}, ${value}`).toBe(true)
        }
      }
    }
  })

  it('E08 returns a report or a known error for compressed data that copies from before its start', async () => {
    const original = drawing('2004')
    const view = new DataView(original.buffer)
    for (let at = 0x100; at + 20 < original.length; at += 4) {
      if (view.getUint32(at, true) !== 0x4163003b) continue
      // Opcodes that repeatedly copy from a distant offset.
      for (const opcode of [0x10, 0x21, 0xff]) {
        const copy = original.slice()
        copy.fill(opcode, at + 20, Math.min(original.length, at + 220))
        expect(isListed(await read(copy)), `page at ${at}, ${opcode}`).toBe(true)
      }
    }
  })

  it('E08 ends at circular handles and does not report the file as complete', async () => {
    // A DXF states handles as text: blocks, layers and dictionaries that own themselves and one another.
    const circle = `0 BLOCK\n5 20\n330 20\n2 A\n10 0\n20 0\n0 INSERT\n5 21\n330 21\n2 B\n10 0\n20 0\n0 ENDBLK
      0 BLOCK\n5 22\n330 22\n2 B\n10 0\n20 0\n0 INSERT\n5 23\n330 22\n2 A\n10 0\n20 0\n0 ENDBLK`
    const objects = '0 DICTIONARY\n5 C\n330 C\n3 SELF\n350 C\n3 OTHER\n350 D\n0 DICTIONARY\n5 D\n330 D\n3 BACK\n350 C'
    const line = '0 LINE\n5 30\n330 30\n8 0\n10 0\n20 0\n11 1\n21 1'
    const insert = '0 INSERT\n5 31\n330 31\n8 0\n2 A\n10 0\n20 0'
    const run = await read(writeDxf(`${line}\n${insert}`, { blocks: circle, objects }), 'model.dxf')
    expect(isListed(run)).toBe(true)
    expect(run.report?.status === 'complete').toBe(false)
  })

  it('E08 returns a report or a known error for a drawing of release 2000 filled with handles', async () => {
    const original = writeSmallDwg('2000')
    for (const at of [0.3, 0.5, 0.7]) {
      const copy = original.slice()
      const from = Math.floor(copy.length * at)
      copy.fill(0x41, from, from + 64)
      expect(isListed(await read(copy))).toBe(true)
    }
  })
})

describe('DXF reader with amplifying content', () => {
  const line = '0 LINE\n5 30\n8 0\n10 0\n20 0\n11 1\n21 1'
  const formatBlock = (name: string, handle: number, ...inner: readonly string[]): string =>
    `0 BLOCK\n5 ${handle.toString(16)}\n2 ${name}\n10 0\n20 0\n${inner.join('\n')}\n0 ENDBLK`
  const formatInsert = (name: string, handle: number, more = ''): string =>
    `0 INSERT\n5 ${handle.toString(16)}\n8 0\n2 ${name}\n10 0\n20 0\n${more}`

  it('E09 ends at a block that contains itself and reports the drawing as partial', async () => {
    const block = formatBlock('LOOP', 0x100, line, formatInsert('LOOP', 0x101), formatInsert('LOOP', 0x102))
    const run = await read(writeDxf(formatInsert('LOOP', 0x103), { blocks: block }), 'model.dxf')
    expect(run.report?.status).toBe('partial')
  })

  it('E09 reports an array of 32,767 by 32,767 copies as too many', async () => {
    const array = formatInsert('A', 0x103, '70 32767\n71 32767\n44 1\n45 1')
    const run = await read(writeDxf(array, { blocks: formatBlock('A', 0x100, line) }), 'model.dxf')
    expect(run.report?.status).toBe('partial')
    expect(run.report?.skipped).toMatchObject([{ kind: 'INSERT', reason: 'too-many-copies' }])
  })

  const square = '91 1\n92 2\n72 0\n73 1\n93 4\n10 0\n20 0\n10 1000\n20 0\n10 1000\n20 1000\n10 0\n20 1000\n97 0'
  const formatHatch = (distance: string, dashes = ''): string =>
    `0 HATCH\n5 40\n8 0\n10 0\n20 0\n30 0\n210 0\n220 0\n230 1\n2 TIGHT\n70 0\n71 0\n${square}
     75 0\n76 1\n52 0\n41 1\n77 0\n78 1\n53 45\n43 0\n44 0\n45 0\n46 ${distance}\n79 ${dashes === '' ? '0' : dashes.split('\n').length}\n${dashes}\n98 0`

  it.each(['0.000001', '1e-300', '0', '-0.000001'])(
    'E09 reads a hatch with a line spacing of %s within the budget',
    async (distance) => {
      const run = await read(writeDxf(`${formatHatch(distance)}\n${line}`), 'model.dxf')
      expect(run.failure).toBeNull()
      expect(run.report).not.toBeNull()
    },
  )

  it.each(['49 0', '49 0\n49 0\n49 0', '49 0.0000001\n49 -0.0000001', '49 -1e-300'])(
    'E09 reads a hatch with the dashes %j within the budget',
    async (dashes) => {
      const run = await read(writeDxf(`${formatHatch('0.01', dashes)}\n${line}`), 'model.dxf')
      expect(run.failure).toBeNull()
    },
  )

  it.each(['49 0\n49 0', '49 0.0000001\n49 -0.0000001', '49 -0', '49 1e-320\n49 -1e-320'])(
    'E09 reads a line type with the dashes %j within the budget',
    async (dashes) => {
      const type = `0 TABLE\n2 LTYPE\n70 1\n0 LTYPE\n5 50\n2 ZERO\n70 0\n3 x\n72 65\n73 ${dashes.split('\n').length}\n40 0\n${dashes}\n0 ENDTAB`
      const long = '0 LINE\n5 41\n8 0\n6 ZERO\n10 0\n20 0\n11 1e9\n21 1e9'
      const run = await read(writeDxf(long, { tables: type }), 'model.dxf')
      expect(run.failure).toBeNull()
    },
  )

  it.each(['1e308', '-1e308', '1e-320', 'nan', 'inf', '99999999999999999999999'])(
    'E15 keeps only finite points, and the line beside a line to %s',
    async (value) => {
      const far = `0 LINE\n5 31\n8 0\n10 0\n20 0\n11 ${value}\n21 1`
      const run = await read(writeDxf(`${line}\n${far}`), 'model.dxf')
      expect(run.failure).toBeNull()
      const points = run.scene.sheets.flatMap(({ polylines }) => polylines.flatMap((one) => [...one.points]))
      expect(points.length).toBeGreaterThanOrEqual(4)
      expect(points.every(Number.isFinite)).toBe(true)
    },
  )
})
