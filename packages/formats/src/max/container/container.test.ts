import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { CompoundFile } from '@kamar/codecs/compound-file'
import { writeCompound } from '@kamar/codecs/compound-file/testing'
import { memorySource } from '@kamar/core'
import { container, floats, integers, longContainer, record, shorts, concat, wide } from '../testing/record-writer.js'
import { classes, SceneBytes } from '../testing/scene-writer.js'
import { readAssets } from './assets.js'
import { findChunk, chunksIn, parseChunks, eachChunk, readableChunks } from './chunks.js'
import { MalformedRecordError, tryParse, RecordCursor } from '@kamar/codecs/records'
import { readAssetId, isParameters, readParameters } from './parameters.js'
import { wideText } from './wide-text.js'
import { readClasses, readObjects, readReferences } from './scene-objects.js'
import { Streams } from './streams.js'

describe('3ds Max chunks', () => {
  const three = concat(record(1, integers(5)), container(2, record(3), record(4, shorts(7))), record(5))

  it('are read in sequence with their contents', () => {
    expect(parseChunks(three).map(({ id, isContainer, bytes }) => [id, isContainer, bytes.length])).toEqual([
      [1, false, 4],
      [2, true, 14],
      [5, false, 0],
    ])
    expect(chunksIn(parseChunks(three), 2).map(({ id }) => id)).toEqual([3, 4])
  })

  it('are found by the first match of their number', () => {
    const two = parseChunks(concat(record(9, integers(1)), record(9, integers(2))))
    expect(findChunk(two, 9)?.bytes).toEqual(integers(1))
    expect(findChunk(two, 8)).toBeNull()
  })

  it('are absent in a chunk that is not a container', () => {
    expect(chunksIn(parseChunks(three), 1)).toEqual([])
    expect(chunksIn(parseChunks(three), 77)).toEqual([])
  })

  it('have sizes of 31 or 63 bits', () => {
    const [long] = parseChunks(longContainer(6, record(1), record(2)))
    expect(long).toMatchObject({ id: 6, isContainer: true })
    expect(parseChunks(long?.bytes ?? new Uint8Array())).toHaveLength(2)
  })

  it.each([
    ['a size beyond the end of the data', concat(record(1), record(2, integers(1)).with(2, 99))],
    ['a size smaller than its own header', concat(record(1), record(2, integers(1)).with(2, 5))],
    ['a truncated header', concat(record(1), record(2).slice(0, 4))],
    ['a truncated long header', concat(record(1), longContainer(2).slice(0, 9))],
  ])('are kept before %s', (_, bytes) => {
    const { chunks, isComplete } = readableChunks(bytes)
    expect([chunks.map(({ id }) => id), isComplete]).toEqual([[1], false])
    expect(() => parseChunks(bytes)).toThrow(MalformedRecordError)
    expect(() => [...eachChunk(bytes)]).toThrow(MalformedRecordError)
  })

  it('are absent in an empty stream', () => {
    expect(readableChunks(new Uint8Array())).toEqual({ chunks: [], isComplete: true })
  })
})

describe('3ds Max record values', () => {
  it('are read in sequence', () => {
    const cursor = new RecordCursor(concat(shorts(7), integers(-2, 9), floats(0.5), floats(1, 2), integers(3, 4)))
    expect([cursor.u16(), cursor.i32(), cursor.u32(), cursor.f32()]).toEqual([7, -2, 9, 0.5])
    expect([...cursor.floats(2), ...cursor.integers(2)]).toEqual([1, 2, 3, 4])
    cursor.expectEnd()
  })

  it('are copied out of the file memory', () => {
    const file = Buffer.from(integers(1, 2, 3))
    const numbers = new RecordCursor(file.subarray(4)).integers(1)
    file.fill(0)
    expect([...numbers]).toEqual([2])
  })

  it.each([
    ['a count that exceeds the data', (cursor: RecordCursor) => cursor.skip(9)],
    ['a truncated number', (cursor: RecordCursor) => (cursor.skip(6), cursor.u32())],
    ['a missing terminator', (cursor: RecordCursor) => cursor.expectEnd()],
    ['truncated rows', (cursor: RecordCursor) => cursor.count(8)],
  ])('are malformed for %s', (_, read) => {
    expect(() => read(new RecordCursor(integers(1, 2)))).toThrow(MalformedRecordError)
  })

  it('include a row count that fits the record', () => {
    expect(new RecordCursor(integers(2, 7, 8)).count(4)).toBe(2)
  })

  it('are decoded as wide text up to the first zero', () => {
    expect(wideText(concat(wide('Սյուն'), new Uint8Array(2), wide('rest')))).toBe('Սյուն')
  })
})

describe('malformed record error', () => {
  it('becomes null while other errors propagate', () => {
    expect(
      tryParse(() => {
        throw new MalformedRecordError('record')
      }),
    ).toBeNull()
    expect(() =>
      tryParse(() => {
        throw new RangeError('memory')
      }),
    ).toThrow(RangeError)
  })
})

function parseScene(scene: SceneBytes) {
  const { ClassDirectory3, Scene } = scene.streams()
  return readObjects(Scene, readClasses(ClassDirectory3))
}

describe('3ds Max scene objects', () => {
  it('have a class and references, as a list or by index', () => {
    const scene = new SceneBytes()
    const float = scene.float(2)
    scene.add(classes.positionParts, [float, -1, float])
    scene.addPlaced(classes.node, { 0: 1, 6: 0 })
    const all = parseScene(scene)
    const [first, listed, numbered] = all?.objects ?? []
    expect(first?.class).toEqual({ id: '2007:0', kind: 0x9003, name: 'Bezier Float' })
    expect([...(listed?.references().keys() ?? [])]).toEqual([0, 2])
    expect([...(numbered?.references() ?? [])].map(([index, { number }]) => [index, number])).toEqual([
      [0, 1],
      [6, 0],
    ])
    expect(all).toMatchObject({ isComplete: true, release: 0x2023 })
  })

  it('omit references to missing objects', () => {
    const scene = new SceneBytes()
    scene.add(classes.positionParts, [99])
    scene.add(classes.dummy, [])
    const [listed, none] = parseScene(scene)?.objects ?? []
    expect(listed?.references().size).toBe(0)
    expect(none?.references().size).toBe(0)
    expect(none?.object(-1)).toBeNull()
    expect(none?.object(0)).toBe(listed)
  })

  it('are malformed with more references than the limit', () => {
    const scene = new SceneBytes()
    scene.add(classes.positionParts, Array<number>(5000).fill(0))
    const [object] = parseScene(scene)?.objects ?? []
    expect(() => object?.references()).toThrow(MalformedRecordError)
    expect(object && readReferences(object).size).toBe(0)
  })

  it('are malformed with an incomplete reference', () => {
    const scene = new SceneBytes()
    scene.add(classes.dummy, [], record(0x2034, shorts(1)))
    scene.add(classes.dummy, [], record(0x2035, integers(0, 1)))
    const objects = parseScene(scene)?.objects ?? []
    for (const object of objects) {
      expect(() => object.references()).toThrow(MalformedRecordError)
      expect(readReferences(object).size).toBe(0)
    }
  })

  it('have an empty class when the directory does not list it', () => {
    const { ClassDirectory3 } = new SceneBytes().streams()
    const all = readObjects(container(0x2004, container(7), container(0x2032)), readClasses(ClassDirectory3))
    expect(all?.objects.map(({ class: { id } }) => id)).toEqual(['', 'derived'])
  })

  it('are kept before a damaged object', () => {
    const all = readObjects(container(0x2020, record(1), record(2, integers(1)).with(2, 200)), [])
    expect([all?.objects.length, all?.isComplete]).toEqual([1, false])
  })

  it('are listed when the size of their container is damaged', () => {
    const list = container(0x2020, record(1), record(2)).with(2, 1)
    const all = readObjects(list, [])
    expect([all?.objects.length, all?.isComplete]).toEqual([2, false])
  })

  it.each([
    ['an empty record', new Uint8Array()],
    ['a record with another id', container(0x3000, record(1))],
    ['a record without children', record(0x2020, integers(1))],
  ])('are absent in %s', (_, bytes) => {
    expect(readObjects(bytes, [])).toBeNull()
  })

  it('are malformed on access when their own chunks are damaged', () => {
    const all = readObjects(container(0x2020, container(1, new Uint8Array(3))), [])
    expect(() => all?.objects[0]?.chunks).toThrow(MalformedRecordError)
  })

  it('are malformed when a required chunk is missing', () => {
    const scene = new SceneBytes()
    scene.add(classes.dummy, [], record(5, integers(8)))
    const [object] = parseScene(scene)?.objects ?? []
    expect(object?.cursor(5).u32()).toBe(8)
    expect(object?.bytes(6)).toBeNull()
    expect(() => object?.cursor(6)).toThrow(MalformedRecordError)
  })
})

describe('3ds Max class directory', () => {
  it('is malformed when a class has no numbers', () => {
    expect(() => readClasses(container(0x2040, record(0x2042, wide('Box'))))).toThrow(MalformedRecordError)
  })

  it('ignores records that are not class entries', () => {
    const { ClassDirectory3 } = new SceneBytes().streams()
    expect(readClasses(concat(record(7), ClassDirectory3))).toEqual([])
  })
})

describe('3ds Max parameter block', () => {
  const scene = new SceneBytes()
  scene.parameters(3, {
    0: { float: 1.5 },
    1: { floats: [0.1, 0.2, 0.3] },
    2: { integer: -4 },
    3: { table: [5, 6] },
    4: { object: 9 },
    5: { floats: [1, 2, 3, 4] },
  })
  scene.oldParameters([{ float: 2.5 }, { integer: 7 }])
  scene.add(classes.dummy, [])
  const short = (id: number, type: number, content: Uint8Array): Uint8Array =>
    record(0x000a, shorts(id, type), new Uint8Array(7), content)
  const header = record(0x0009, integers(0), shorts(1, 0, 0, 0), integers(0))
  scene.add(classes.parameters, [], header, short(0, 7, floats(8)), short(1, 8, integers(2)), short(2, 1, shorts(1)))
  scene.add(classes.parameters, [], short(0, 7, floats(8)))
  const [block, old, other, parentless, headless] = parseScene(scene)?.objects ?? []

  it('has numbers, vectors, tables and object references', () => {
    const values = block && readParameters(block)
    expect(values?.block).toBe(3)
    expect(values?.floats.get(0)).toEqual([1.5])
    expect(values?.floats.get(1)).toEqual([0.1, 0.2, 0.3].map(Math.fround))
    expect(values?.floats.get(5)).toHaveLength(4)
    expect([2, 3, 4].map((number) => values?.integers.get(number))).toEqual([[-4], [5, 6], [9]])
  })

  it('is read from old releases with one record for each parameter', () => {
    const values = old && readParameters(old)
    expect([values?.floats.get(0), values?.integers.get(1)]).toEqual([[2.5], [7]])
  })

  it('is read with short headers and without values of another size', () => {
    const values = parentless && readParameters(parentless)
    expect([values?.block, values?.floats.get(0)]).toEqual([1, [8]])
    expect(values?.integers.size).toBe(0)
  })

  it('is distinguished from other objects', () => {
    expect([block, old, other].map((object) => object && isParameters(object))).toEqual([true, true, false])
    expect(() => other && readParameters(other)).toThrow(MalformedRecordError)
    expect(() => headless && readParameters(headless)).toThrow(MalformedRecordError)
  })

  it('names the asset of a bitmap in either of two places', () => {
    const files = new SceneBytes()
    const id = Uint8Array.from({ length: 16 }, (_, at) => at)
    files.parameters(0, {}, container(0x000f, record(2, id)))
    files.parameters(0, {}, container(0x0003, record(0x1201), container(0x1260, record(2, id))))
    files.parameters(0, {})
    expect(parseScene(files)?.objects.map(readAssetId)).toEqual([
      '000102030405060708090a0b0c0d0e0f',
      '000102030405060708090a0b0c0d0e0f',
      '',
    ])
  })
})

describe('3ds Max asset list', () => {
  const text = (value: string): Uint8Array => concat(integers(value.length), wide(value), new Uint8Array(2))
  const row = (first: number, path: string): Uint8Array =>
    concat(new Uint8Array(16).fill(first), text('Bitmap'), text(path), text(path))

  it('has file names without folders', () => {
    const assets = readAssets(concat(row(1, 'C:\\maps\\tuff.png'), row(2, '/home/a/basalt.jpg')))
    expect([...assets]).toEqual([
      ['01'.repeat(16), 'tuff.png'],
      ['02'.repeat(16), 'basalt.jpg'],
    ])
  })

  it('keeps rows before a damaged one', () => {
    const bytes = concat(row(1, 'tuff.png'), row(2, 'basalt.jpg'))
    expect(readAssets(bytes.slice(0, -9)).size).toBe(1)
    expect(readAssets(new Uint8Array(5)).size).toBe(0)
  })
})

describe('3ds Max streams', () => {
  it('are found under the first existing name', async () => {
    const bytes = writeCompound({ ClassDirectory2: integers(7), ClassDirectory: integers(8) })
    const streams = new Streams(await CompoundFile.open(memorySource('a.max', bytes)), createRecordedContext().context)
    expect(await streams.readFirst(['ClassDirectory3', 'ClassDirectory2', 'ClassDirectory'])).toEqual(integers(7))
    expect(await streams.readFirst(['Other'])).toBeNull()
    expect(await streams.read('Other')).toBeNull()
  })

  it('count together towards the read limit', async () => {
    const bytes = writeCompound({ Scene: new Uint8Array(600), Config: new Uint8Array(600) })
    const { context } = createRecordedContext({ limits: { inflatedBytes: 1000 } })
    const streams = new Streams(await CompoundFile.open(memorySource('a.max', bytes)), context)
    await streams.read('Scene')
    await expect(streams.read('Config')).rejects.toMatchObject({ failure: { code: 'limit-exceeded' } })
  })
})
