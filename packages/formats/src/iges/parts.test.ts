import { describe, expect, it } from 'vitest'
import { readColor } from './colors.js'
import { writeIges } from './fixtures/iges-writer.js'
import { plateEntities, writePlate } from './fixtures/plate.js'
import { readGlobal } from './global-section.js'
import { IgesFile } from './iges-file.js'
import { numberIn, splitSections } from './iges-text.js'
import type { ImportedMesh } from './kernel.js'
import { kernelMesh } from './kernel-meshes.js'
import { readWithKernel } from './kernel-thread.js'
import { endedProperly } from './repair.js'
import { readWireframe } from './wireframe.js'

const decoder = new TextDecoder()
const plate = decoder.decode(writePlate())

describe('IGES sections', () => {
  it('are split by the letter in column 73, with any line ending', () => {
    const expected = splitSections(plate)
    expect([expected.directory.length, expected.isCut, expected.isCompressed]).toEqual([
      2 * plateEntities.length,
      false,
      false,
    ])
    expect(splitSections(plate.replaceAll('\n', '\r\n'))).toEqual(expected)
    expect(splitSections(plate.replaceAll('\n', ''))).toEqual(expected)
  })

  it('exclude lines that belong to no section', () => {
    const noise = `${'a remark'.padEnd(72)}X      1\n${'another'.padEnd(72)}D  words\n`
    expect(splitSections(plate + noise)).toEqual(splitSections(plate))
  })

  it('contain numbers in Fortran notation', () => {
    expect(['1.5D2', '-2.d-1', '3', '', 'x', undefined].map(numberIn)).toEqual([150, -0.2, 3, 0, null, null])
  })
})

describe('IGES global section', () => {
  const rest = '4HPart,8Hpart.igs,4HTest,1H1,32,38,6,308,15,4HPart'

  it('has the default delimiters when it states none', () => {
    expect(readGlobal(`,,${rest},1.,2,2HMM,1,0.1;`)).toEqual({
      delimiters: { value: ',', record: ';' },
      unit: { name: 'mm', metres: 0.001 },
      scale: 1,
      product: 'Test',
    })
  })

  it('has its own delimiters when it states them', () => {
    const { delimiters, unit } = readGlobal(`1H/,1H#,${rest},1.,2,2HMM;`.replaceAll(',', '/'))
    expect([delimiters, unit?.name]).toEqual([{ value: '/', record: '#' }, 'mm'])
  })

  it('takes the unit from its name when the unit flag is 3 or missing', () => {
    expect(readGlobal(`,,${rest},0.5,3,2HKM;`)).toMatchObject({ unit: { metres: 1000 }, scale: 0.5 })
    expect(readGlobal(`,,${rest},,,4HINCH;`)).toMatchObject({ unit: { name: 'in' }, scale: 1 })
    expect(readGlobal('').unit).toBeNull()
  })
})

describe('IGES entities', () => {
  it('have a type, a label, a status and a colour', () => {
    const file = new IgesFile(plate)
    expect(file.entities[2]).toMatchObject({ type: 128, label: 'PLATE', color: -1, isIndependent: true, use: 0 })
    expect(file.entities[8]).toMatchObject({ type: 110, isIndependent: false })
    expect(file.entities.map((entity) => readColor(file, entity)).slice(2, 5)).toEqual([
      [0.2, 0.4, 0.6],
      [1, 0, 0],
      [1, 0, 0],
    ])
  })

  it('have no values when their parameter lines are missing or of another type', () => {
    const file = new IgesFile(plate)
    const [entity] = file.entities
    expect(file.values(entity)).toEqual(['20', '40', '60', 'Steel'])
    expect(file.values({ ...entity, firstParameterLine: 9999 })).toBeNull()
    expect(file.values({ ...entity, type: 110 })).toBeNull()
    expect(file.numbers(entity)).toBeNull()
  })

  it('are omitted when the directory section is malformed', () => {
    const line = `${'x'.repeat(72)}D      1\n`
    expect(new IgesFile(line + line).entities).toEqual([])
  })
})

describe('IGES readWireframe', () => {
  it('groups the curves of the plate by level and colour, and reads level names', () => {
    const { groups, levelNames, curves, annotations, unread } = readWireframe(new IgesFile(plate))
    expect(groups.map(({ level, lines }) => [level, lines.length])).toEqual([
      [7, 2],
      [0, 4],
    ])
    expect([levelNames.get(7), curves, annotations, unread]).toEqual(['Curves', 6, 1, []])
    expect(groups[1].lines[0]).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ])
  })
})

describe('IGES endedProperly', () => {
  it('adds a terminate section after the last complete line of a truncated file', () => {
    const cut = writePlate().slice(0, -100)
    const sections = splitSections(decoder.decode(endedProperly(cut)))
    expect(sections.isCut).toBe(false)
    expect(sections.directory).toEqual(splitSections(plate).directory)
    expect(sections.parameters.length).toBe(splitSections(plate).parameters.length - 1)
  })
})

const square = (x: number, colors: readonly (readonly number[] | null)[]): ImportedMesh => ({
  name: 'Square',
  brep_faces: colors.map((color, number) => ({ first: number, last: number, color })),
  attributes: {
    position: { array: [x, 0, 0, x + 9, 0, 0, x + 9, 9, 0, x, 0, 0, x + 9, 9, 0, x, 9, 0] },
    normal: { array: Array.from({ length: 18 }, (_, at) => (at % 3 === 2 ? 1 : 0)) },
  },
  index: { array: [0, 1, 2, 3, 4, 5] },
})

describe('IGES kernelMesh', () => {
  it('converts lengths to metres and equal face colours to one sRGB colour', () => {
    const light = 0.603_827
    const mesh = kernelMesh(
      square(0, [
        [light, light, light],
        [light, light, light],
      ]),
    )
    expect(mesh).toMatchObject({ name: 'Square', color: [0.8, 0.8, 0.8], faces: 2, origin: [0, 0, 0] })
    expect(mesh.mesh?.area).toBeCloseTo(81e-6, 9)
    expect(mesh.mesh?.colors).toBeNull()
  })

  it('stores vertex colours when the face colours differ', () => {
    const mesh = kernelMesh(square(0, [[1, 0, 0], null]))
    const colors = mesh.mesh?.colors ?? new Uint8Array(0)
    const faceColors = Array.from({ length: colors.length / 4 }, (_, at) => colors.slice(4 * at, 4 * at + 3).join())
    expect(mesh.color).toEqual([1, 1, 1])
    expect([...new Set(faceColors)].toSorted()).toEqual(['192,190,186', '255,0,0'])
  })

  it('uses a local origin far from zero', () => {
    const mesh = kernelMesh(square(5e6, [null, null]))
    expect(mesh.origin[0]).toBeCloseTo(5000.004, 2)
    expect(mesh.mesh?.area).toBeCloseTo(81e-6, 9)
  })

  it('returns a null mesh without triangles', () => {
    const empty = { ...square(0, []), index: { array: [] } }
    expect(kernelMesh(empty).mesh).toBeNull()
  })
})

describe('IGES readWithKernel', () => {
  it('reads two files one after the other', async () => {
    const { signal } = new AbortController()
    for (let round = 0; round < 2; round++) {
      const result = await readWithKernel(writePlate(), signal)
      expect(result).toMatchObject({ kind: 'read', meshes: [{ faces: 1, color: [0.2, 0.4, 0.6] }] })
    }
  })

  it('fails when it is aborted, and reads the next file', async () => {
    expect(await readWithKernel(writePlate(), AbortSignal.abort())).toEqual({ kind: 'failed', reason: 'cancelled' })
    const abort = new AbortController()
    const reading = readWithKernel(writePlate(), abort.signal)
    abort.abort()
    expect((await reading).kind).toBe('failed')
    expect((await readWithKernel(writePlate(), new AbortController().signal)).kind).toBe('read')
  })

  it('returns no meshes for invalid entities, and reads the next file', async () => {
    const { signal } = new AbortController()
    const nonsense = writeIges([{ type: 144, values: [999, 0, 0, 998] }])
    const result = await readWithKernel(nonsense, signal)
    expect(result.kind === 'failed' || result.meshes.length === 0).toBe(true)
    expect((await readWithKernel(writePlate(), signal)).kind).toBe('read')
  })
})
