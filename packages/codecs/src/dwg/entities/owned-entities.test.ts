import { describe, expect, it } from 'vitest'
import type { Entity } from '../../drawing/index.js'
import { openDwg } from '../open-dwg.js'
import type { DwgRelease } from '../release.js'
import { createText } from '../testing/entities.js'
import type { EntityOptions, ObjectWriter } from '../testing/object-writer.js'
import {
  fixedHandles,
  releases,
  writeDrawing,
  type WrittenEntity,
  type WrittenObject,
} from '../testing/write-drawing.js'

const kinds = { attribute: 2, sequenceEnd: 6, vertex2d: 10, vertex3d: 11, meshVertex: 13, face: 14 } as const
const owner = fixedHandles.firstEntity

/** An entity of the model space that owns others, and those. */
function readOwner(release: DwgRelease, entity: WrittenEntity, owned: readonly WrittenObject[]): Entity {
  const drawing = openDwg(writeDrawing(release, [entity], { objects: owned }))
  expect(drawing.unread).toEqual([])
  const [read] = drawing.blocks.find(({ name }) => name === '*Model_Space')?.entities() ?? []
  if (!read) throw new TypeError('no entity')
  return read
}

/** Writes the references to owned entities: all of them since 2004, before the first and the last. */
function writeOwned(writer: ObjectWriter, handles: readonly number[]): void {
  const listed = writer.release >= 2004 ? handles : [handles[0] ?? 0, handles.at(-1) ?? 0]
  for (const handle of listed) writer.writeReference(handle)
  // The mark of their end.
  writer.writeReference(0)
}

const createOwned = (
  kind: number,
  handle: number,
  write: (writer: ObjectWriter) => void,
  options: EntityOptions = {},
): WrittenObject => ({
  kind,
  handle,
  write(writer) {
    writer.writeEntityHeader({ owner, layer: fixedHandles.layer, ...options })
    write(writer)
  },
})

const createVertex = (handle: number, [x, y]: readonly [number, number], options?: EntityOptions): WrittenObject =>
  createOwned(
    kinds.vertex2d,
    handle,
    ({ data, release }) => {
      data.writeByte(0).writeDoubles(x, y, 0)
      // A negative width stands for both ends.
      if (x === 0) data.writeDouble(-0.5)
      else data.writeDoubles(0.1, 0.2)
      data.writeDouble(0.25)
      if (release >= 2010) data.writeLong(7)
      data.writeDouble(0)
    },
    options,
  )

const createPolyline = (handles: readonly number[]): WrittenEntity => ({
  kind: 15,
  write(writer) {
    writer.data.writeShort(0).writeShort(0).writeDoubles(0, 0)
    writer.writeThickness(0).data.writeDouble(5)
    writer.writeExtrusion()
    if (writer.release >= 2004) writer.data.writeLong(handles.length)
    writeOwned(writer, handles)
  },
})

const [first, second, third] = [0x300, 0x301, 0x302]

describe.each(releases)('POLYLINE of release %i', (release) => {
  it('has its vertices in the order in which it owns them', () => {
    const vertices = [
      createVertex(first, [0, 0], { next: third }),
      createVertex(second, [2, 2], { next: 0x303 }),
      createVertex(third, [1, 1], { next: second }),
    ]
    expect(readOwner(release, createPolyline([first, third, second]), vertices)).toMatchObject({
      ...{ kind: 'polyline', elevation: 5 },
      vertices: [
        { x: 0, y: 0, bulge: 0.25, startWidth: 0.5, endWidth: 0.5 },
        { x: 1, y: 1, startWidth: 0.1, endWidth: 0.2 },
        { x: 2, y: 2 },
      ],
    })
  })

  it('has the vertices of a mesh, and its faces', () => {
    const createPoint = (handle: number, x: number): WrittenObject =>
      createOwned(kinds.meshVertex, handle, ({ data }) => data.writeByte(192).writeDoubles(x, 0, 1))
    const owned = [
      createPoint(0x310, 1),
      createPoint(0x311, 2),
      createOwned(kinds.face, 0x312, ({ data }) => data.writeShort(1).writeShort(-2).writeShort(2).writeShort(0)),
    ]
    const mesh: WrittenEntity = {
      kind: 29,
      write(writer) {
        writer.data.writeShort(2).writeShort(1)
        if (writer.release >= 2004) writer.data.writeLong(3)
        writeOwned(writer, [0x310, 0x311, 0x312])
      },
    }
    expect(readOwner(release, mesh, owned)).toMatchObject({
      kind: 'polyfaceMesh',
      vertices: [
        [1, 0, 1],
        [2, 0, 1],
      ],
      faces: [[1, -2, 2, 0]],
    })
  })

  it('has no vertices if its first one is missing', () => {
    expect(readOwner(release, createPolyline([0x999, 0x999]), [])).toMatchObject({ kind: 'polyline', vertices: [] })
  })
})

describe.each(releases.filter((release) => release < 2004))('chain of vertices of release %i', (release) => {
  it('ends at an object that is no vertex', () => {
    const end = createOwned(kinds.sequenceEnd, second, () => undefined)
    const vertices = [createVertex(first, [0, 0]), end, createVertex(third, [1, 1])]
    expect(readOwner(release, createPolyline([first, third]), vertices)).toMatchObject({ vertices: { length: 1 } })
  })
})

const createAttribute = (handle: number, tag: string): WrittenObject =>
  createOwned(kinds.attribute, handle, (writer) => {
    createText([1, 2], `value of ${tag}`).write(writer)
    if (writer.release >= 2010) writer.data.writeByte(0)
    if (writer.release >= 2018) writer.data.writeByte(1)
    writer.writeText(tag).data.writeShort(0).writeByte(0)
    if (writer.release >= 2007) writer.data.writeBit(0)
  })

describe.each(releases)('INSERT of release %i', (release) => {
  it('has its attributes', () => {
    const insert: WrittenEntity = {
      kind: 7,
      write(writer) {
        const { data } = writer
        data.writeDoubles(1, 2, 0)
        if (release <= 14) data.writeDoubles(1, 1, 1)
        else data.writeTwoBits(3)
        data.writeDoubles(0, 0, 0, 1).writeBit(1)
        if (release >= 2004) data.writeLong(2)
        writer.writeReference(fixedHandles.door)
        writeOwned(writer, [first, second])
      },
    }
    expect(
      readOwner(release, insert, [createAttribute(first, 'NUMBER'), createAttribute(second, 'NAME')]),
    ).toMatchObject({
      ...{ kind: 'insert', block: { name: 'Door' } },
      attributes: [
        { tag: 'NUMBER', value: 'value of NUMBER', insertPoint: [1, 2], layer: { name: 'Walls' } },
        { tag: 'NAME', value: 'value of NAME' },
      ],
    })
  })
})
