import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { ByteCursor } from '../byte-cursor.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import { reader } from '../reader.js'
import { DraftComponent, translation } from '../testing/draft.js'
import { pavilion } from '../testing/pavilion.js'
import { numbers, unicodeString } from '../testing/values.js'
import { writeMfcArchiveModel } from '../testing/write-mfc-archive.js'
import { ObjectStream } from './object-stream.js'
import { readMfcArchive } from './read-mfc-archive.js'
import { readOptions, readPairs } from './read-values.js'
import { readVersionMap } from './version-map.js'

/** Creates a stream whose objects of class `CBox` are a number, `CPair` two of them. */
function boxes(bytes: Uint8Array): ObjectStream<{ CBox: number; CPair: unknown[] }> {
  const stream: ObjectStream<{ CBox: number; CPair: unknown[] }> = new ObjectStream(new ByteCursor(bytes), {
    CBox: (cursor) => cursor.u8(),
    CPair: () => [stream.value('CBox'), stream.value('CBox', 'CPair')],
  })
  return stream
}

const writer = (): ByteWriter => new ByteWriter()

describe('ObjectStream', () => {
  it('counts classes and objects in one index', () => {
    const stream = boxes(writer().short(0xffff, 1, 4).text('CBox').byte(7).short(0x8003).byte(9).short(4, 0).bytes)
    expect(stream.value('CBox')).toBe(7)
    expect(stream.value('CBox')).toBe(9)
    expect(stream.value('CBox')).toBe(7)
    expect(stream.value('CBox')).toBeNull()
  })

  it('reads 32-bit tags after a marker', () => {
    const stream = boxes(
      writer().short(0xffff, 1, 4).text('CBox').byte(7).short(0x7fff).long(0x80000003).byte(9).short(0x7fff).long(5)
        .bytes,
    )
    expect([stream.value('CBox'), stream.value('CBox'), stream.value('CBox')]).toEqual([7, 9, 9])
  })

  it('reads nested objects', () => {
    const stream = boxes(
      writer().short(0xffff, 1, 5).text('CPair').short(0xffff, 1, 4).text('CBox').byte(1).short(6).bytes,
    )
    expect(stream.value('CPair')).toEqual([1, 1])
  })

  it.each([
    ['a null class index', writer().short(9)],
    ['an unknown class index', writer().short(0x8009)],
    ['a class in place of an object', writer().short(1)],
    ['an object in place of a class', writer().short(0x8002)],
    ['a class that is not registered', writer().short(0xffff, 1, 5).text('CNone')],
    ['an invalid class name', writer().short(0xffff, 1, 4).text('1234')],
    ['a truncated class name', writer().short(0xffff, 1, 4000)],
    ['an empty class name', writer().short(0xffff, 1, 0)],
    ['an object of another class', writer().short(2)],
    ['an object nested in itself', writer().short(0xffff, 1, 5).text('CPair').short(4)],
    ['an empty archive', writer()],
  ])('rejects %s', (_, bytes) => {
    expect(() => boxes(bytes.bytes).value('CBox', 'CPair')).toThrow(MalformedRecordError)
  })

  it('rejects objects nested too deeply', () => {
    const bytes = writer().short(0xffff, 1, 5).text('CPair').short(0xffff, 1, 4).text('CBox').byte(1)
    for (let count = 0; count < 200; count++) bytes.short(0x8003).short(6)
    expect(() => boxes(bytes.bytes).value('CPair')).toThrow(/depth/)
  })
})

describe('SketchUp attribute values', () => {
  const createCursor = (bytes: ByteWriter): ByteCursor => new ByteCursor(bytes.bytes)

  it('end at the empty key', () => {
    const bytes = writer().raw(unicodeString('A')).byte(4).long(-3)
    bytes.raw(unicodeString('B')).byte(6).raw(numbers(0.5)).raw(unicodeString('C')).byte(7, 1)
    bytes.raw(unicodeString('D')).byte(10).raw(unicodeString('d')).raw(unicodeString('E')).byte(0)
    bytes.raw(unicodeString('F')).byte(11).long(2).byte(4).long(1).byte(0)
    bytes.raw(unicodeString('G')).byte(12).raw(numbers(24)).raw(unicodeString('H')).byte(9).long(86_400)
    bytes
      .raw(unicodeString('I'))
      .byte(17)
      .raw(numbers(1, 2, 3))
      .raw(unicodeString('J'))
      .byte(18)
      .raw(numbers(0, 0, 1))
    bytes.raw(unicodeString(''))
    expect(readPairs(createCursor(bytes))).toEqual([
      ['A', -3],
      ['B', 0.5],
      ['C', true],
      ['D', 'd'],
      ['F', '1, '],
      ['G', '24 in'],
      ['H', '1970-01-02T00:00:00.000Z'],
      ['I', '1, 2, 3 in'],
      ['J', '0, 0, 1'],
    ])
  })

  it.each([
    ['an unknown type', writer().raw(unicodeString('A')).byte(99)],
    [
      'a value beyond the end of the data',
      writer().raw(unicodeString('A')).byte(10).raw(unicodeString('abc').subarray(0, 6)),
    ],
    ['a count that exceeds the data', writer().raw(unicodeString('A')).byte(11).long(5000)],
    ['a missing string', writer().long(0)],
  ])('are rejected when they are invalid: %s', (_, bytes) => {
    expect(() => readPairs(createCursor(bytes))).toThrow(MalformedRecordError)
  })

  it('nest lists only to a limited depth', () => {
    const bytes = writer().raw(unicodeString('A'))
    for (let depth = 0; depth < 40; depth++) bytes.byte(11).long(1)
    expect(() => readPairs(createCursor(bytes.byte(0)))).toThrow(/value/)
  })

  it('are read from option groups', () => {
    const bytes = writer()
      .long(2, 1)
      .raw(unicodeString('Units'))
      .raw(unicodeString('Length'))
      .byte(4)
      .long(2)
      .raw(unicodeString(''))
    expect(readOptions(createCursor(bytes))).toEqual([{ name: 'Units', entries: [['Length', 2]] }])
  })

  it('can be strings of 300 characters', () => {
    const cursor = new ByteCursor(unicodeString('a'.repeat(300)))
    expect(cursor.text()).toHaveLength(300)
    expect(cursor.left).toBe(0)
  })
})

describe('SketchUp version map', () => {
  const start = (): ByteWriter =>
    writer()
      .raw(unicodeString('SketchUp Model'))
      .raw(unicodeString('{8.0.1}'))
      .raw(new Uint8Array(16))
      .raw(unicodeString(''))
      .long(0)

  it('states the version of each class', () => {
    const bytes = start().short(0xffff, 0, 11).text('CVersionMap').raw(unicodeString('CEdge')).long(2)
    const versions = readVersionMap(new ByteCursor(bytes.raw(unicodeString('End-Of-Version-Map')).long(0).bytes))
    expect([versions.of('CEdge'), versions.of('CFace')]).toEqual([2, 0])
  })

  it.each([
    ['is missing', start().short(1)],
    ['is an object of another class', start().short(0xffff, 0, 5).text('COther')],
    ['has another name', start().short(0xffff, 0, 11).text('CVersionMop')],
    ['is not terminated', start().short(0xffff, 0, 11).text('CVersionMap').raw(unicodeString('CEdge')).long(2)],
  ])('prevents reading when it %s', (_, bytes) => {
    expect(() => readVersionMap(new ByteCursor(bytes.bytes))).toThrow(MalformedRecordError)
    expect(readMfcArchive(bytes.bytes)).toBeNull()
  })

  it('is limited to 1000 entries', () => {
    const bytes = start().short(0xffff, 0, 11).text('CVersionMap')
    for (let count = 0; count < 1001; count++) bytes.raw(unicodeString('C')).long(0)
    expect(() => readVersionMap(new ByteCursor(bytes.bytes))).toThrow(/endless/)
  })
})

/** Returns the bytes with the first occurrence replaced. */
function changed(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const copy = bytes.slice()
  copy.set(Buffer.from(to, 'latin1'), Buffer.from(bytes).indexOf(from, 0, 'latin1'))
  return copy
}

describe('SketchUp file up to 2020', () => {
  it('shows the entities before an object of an unknown class', async () => {
    const bytes = writeMfcArchiveModel(pavilion(), 2017)
    const { report, scene } = await runReader(reader, changed(bytes, 'CConstructionLine', 'CConstructionLane'))
    expect(report?.status).toBe('partial')
    // The guide and the four placed after it.
    expect(report?.skipped).toEqual([{ kind: 'entity', reason: 'not-understood', count: 5 }])
    expect(report?.findings[0]?.details).toEqual({ program: 'SketchUp', shown: 2, total: 7 })
    // The floor, the lone line, and of the guides the point with its line.
    expect(scene.instances).toHaveLength(4)
  })

  it('is reported as partial when no component can be read', async () => {
    const bytes = changed(writeMfcArchiveModel(pavilion(), 2017), 'CThumbnail', 'CThombnail')
    const { report, scene } = await runReader(reader, bytes)
    expect(report).toMatchObject({ status: 'partial', nothingDrawn: true })
    expect(report?.skipped).toEqual([{ kind: 'definition', reason: 'not-understood', count: 4 }])
    expect(scene.instances).toEqual([])
  })

  it.each([
    ['rendering options', 'CRenderingOptions', { status: 'preview', skipped: [] }],
    ['layer folders', 'CLayerGroup', { status: 'partial', nothingDrawn: true }],
  ])('is reported as incomplete when its %s have an unknown version', async (_, className, end) => {
    const bytes = writeMfcArchiveModel(pavilion(), 2020)
    const at = Buffer.from(bytes).indexOf(Buffer.from(className, 'utf16le')) + 2 * className.length
    bytes[at] = 77
    expect((await runReader(reader, bytes)).report).toMatchObject(end)
  })

  it('reads entities beyond the range of short object indices', async () => {
    const root = new DraftComponent()
    for (let x = 0; x < 3600; x++) root.edge([x, 0, 0], [x, 1, 0])
    root.face([
      [
        [0, -5, 0],
        [9, -5, 0],
        [9, -2, 0],
      ],
    ])
    const post = { name: 'Post', component: new DraftComponent().box([1, 1, 1]) }
    for (let x = 0; x < 20; x++)
      root.addInstance({ kind: 'component', definition: 'Post', placement: translation(x, 0, 0) })
    const filler = new DraftComponent()
    for (let x = 0; x < 8000; x++) filler.edge([x, 0, 0], [x, 1, 0])
    const model = { ...pavilion(), root, definitions: [{ name: 'Filler', component: filler }, post] }
    const { report, scene } = await runReader(reader, writeMfcArchiveModel(model, 2014))
    expect(report?.skipped).toEqual([])
    expect(report?.counts).toMatchObject({ edges: 3600, faces: 7 })
    expect(scene.nodes).toHaveLength(21)
  })

  it.each([
    [2017, false],
    [2017, true],
    [2020, false],
    [2020, true],
  ] as const)(
    'reads the entities after section planes of release %s, object named: %s',
    async (release, namesObject) => {
      const root = new DraftComponent().box([4, 3, 2])
      root.sectionPlanes.push({ namesObject }, { namesObject })
      root.addInstance({ kind: 'component', definition: 'Post', placement: translation(9) })
      const definitions = [{ name: 'Post', component: new DraftComponent().box([1, 1, 1]) }]
      const { report } = await runReader(reader, writeMfcArchiveModel({ ...pavilion(), root, definitions }, release))
      expect(report?.status).toBe('complete')
      expect(report?.counts).toMatchObject({ faces: 12, components: 1 })
      expect(report?.findings).toContainEqual({
        code: 'section-planes-left-out',
        severity: 'information',
        details: { count: 2 },
      })
    },
  )

  it('stops at a section plane whose normal is not a unit vector', async () => {
    const root = new DraftComponent().box([4, 3, 2])
    root.sectionPlanes.push({ namesObject: false })
    root.addInstance({ kind: 'component', definition: 'Post', placement: translation(9) })
    const definitions = [{ name: 'Post', component: new DraftComponent().box([1, 1, 1]) }]
    const bytes = Buffer.from(writeMfcArchiveModel({ ...pavilion(), root, definitions }, 2017))
    const start = bytes.indexOf(numbers(0, 0, 1, -40))
    bytes.writeDoubleLE(3, start + 16)
    const { report } = await runReader(reader, Uint8Array.from(bytes))
    expect(report?.skipped).toEqual([{ kind: 'entity', reason: 'not-understood', count: 2 }])
  })

  it('skips and counts radial dimensions', async () => {
    const root = new DraftComponent().box([4, 3, 2])
    const [start, end] = [{ vertex: 0 }, { vertex: 3 }]
    root.dimensions.push({ ends: [start, end], normal: [0, 1, 0], xAxis: [1, 0, 0], along: 1, offset: 2 })
    root.radii.push(1)
    root.addInstance({ kind: 'component', definition: 'Post', placement: translation(9) })
    const definitions = [{ name: 'Post', component: new DraftComponent().box([1, 1, 1]) }]
    const bytes = writeMfcArchiveModel({ ...pavilion(), root, definitions }, 2017)
    const { report } = await runReader(reader, bytes)
    expect(report?.skipped).toEqual([{ kind: 'dimension', reason: 'not-drawn', count: 1 }])
    expect(report?.counts).toMatchObject({ faces: 12, dimensions: 1, components: 1 })
    // Another form makes them unreadable, and everything after them.
    const inAnotherForm = async (className: string) => {
      const form = Buffer.from(bytes).indexOf(Buffer.from(className, 'utf16le')) + 32
      return (await runReader(reader, bytes.with(form, 7))).report?.skipped
    }
    expect(await inAnotherForm('CDimensionLinear')).toEqual([{ kind: 'entity', reason: 'not-understood', count: 3 }])
    expect(await inAnotherForm('CDimensionRadial')).toContainEqual({
      kind: 'entity',
      reason: 'not-understood',
      count: 2,
    })
  })

  it('ignores zero opacity for a textured material but not for a color', async () => {
    const model = pavilion()
    const materials = model.materials.map((material) => ({ ...material, opacity: 0 }))
    const { scene } = await runReader(reader, writeMfcArchiveModel({ ...model, materials }, 2017))
    const getOpacity = (expected: string) => scene.materials.find(({ name }) => name === expected)?.opacity
    expect([getOpacity('Tiles'), getOpacity('Plaster')]).toEqual([1, 0])
  })

  it('counts scenes of an unknown form as omitted', async () => {
    const model = pavilion()
    const scenes = ['One', 'Two', 'Three'].map((name) => ({ name, camera: model.camera }))
    const bytes = writeMfcArchiveModel({ ...model, scenes }, 2017)
    const broken = bytes.slice()
    broken[Buffer.from(bytes).indexOf(Buffer.from('Two', 'utf16le')) - 4] = 0
    const read = async (file: Uint8Array) => {
      const { report, scene } = await runReader(reader, file)
      const omitted = report?.findings.find(({ code }) => code === 'saved-views-left-out')?.details?.['count'] ?? 0
      return [scene.views.map(({ name }) => name), omitted]
    }
    expect(await read(bytes)).toEqual([[null, 'One', 'Two', 'Three'], 0])
    expect(await read(broken)).toEqual([[null, 'One', 'Three'], 1])
    // After an unreadable part, only their existence is known.
    expect((await read(changed(bytes, 'CConstructionLine', 'CConstructionLane')))[1]).toBe(1)
  })

  it('exposes no author names or file paths', async () => {
    const { report, scene } = await runReader(reader, writeMfcArchiveModel(pavilion(), 2017))
    const output = JSON.stringify([scene.nodes, scene.propertySets, scene.materials, report])
    expect(output).not.toMatch(/\bani\b|Users|Contributors/)
  })
})
