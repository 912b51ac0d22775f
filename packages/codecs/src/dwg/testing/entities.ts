import type { ObjectWriter } from './object-writer.js'
import { fixedHandles, type WrittenEntity } from './write-drawing.js'

type Point = readonly [x: number, y: number]

/** Creates a LINE in the plane. */
export const createLine = ([x, y]: Point, [endX, endY]: Point): WrittenEntity => ({
  kind: 19,
  write(writer) {
    const { data, release } = writer
    if (release <= 14) data.writeDoubles(x, y, 0, endX, endY, 0)
    else data.writeBit(1).writeRawDouble(x).writeDoubleNear(endX, x).writeRawDouble(y).writeDoubleNear(endY, y)
    writer.writeThickness(0).writeExtrusion()
  },
})

function writeCircle(writer: ObjectWriter, [x, y]: Point, radius: number): void {
  writer.data.writeDoubles(x, y, 0, radius)
  writer.writeThickness(0).writeExtrusion()
}

/** Creates a CIRCLE in the plane. */
export const createCircle = (center: Point, radius: number): WrittenEntity => ({
  kind: 18,
  write: (writer) => writeCircle(writer, center, radius),
})

/** Creates an ARC in the plane. */
export const createArc = (center: Point, radius: number, [start, end]: Point): WrittenEntity => ({
  kind: 17,
  write(writer) {
    writeCircle(writer, center, radius)
    writer.data.writeDoubles(start, end)
  },
})

/** Creates a TEXT of height 2.5. */
export const createText = ([x, y]: Point, value: string): WrittenEntity => ({
  kind: 1,
  write(writer) {
    const { data, release } = writer
    if (release <= 14) {
      data.writeDouble(0).writeRawDoubles(x, y, 0, 0).writeDoubles(0, 0, 1, 0, 0, 0, 2.5, 1)
      writer.writeText(value).data.writeShort(0).writeShort(0).writeShort(0)
    } else {
      data.writeByte(0xff).writeRawDoubles(x, y).writeBit(1).writeBit(1).writeRawDouble(2.5)
      writer.writeText(value)
    }
    writer.writeReference(fixedHandles.style)
  },
})

/** Creates a closed LWPOLYLINE. */
export const createPolyline = (vertices: readonly Point[]): WrittenEntity => ({
  kind: 77,
  write({ data, release }) {
    data.writeShort(0x200).writeLong(vertices.length)
    for (const [index, [x, y]] of vertices.entries()) {
      const before = vertices[index - 1]
      if (!before || release <= 14) data.writeRawDoubles(x, y)
      else data.writeDoubleNear(x, before[0]).writeDoubleNear(y, before[1])
    }
  },
})

/** Creates an INSERT of the block `Door`. */
export const createInsert = ([x, y]: Point): WrittenEntity => ({
  kind: 7,
  write(writer) {
    const { data, release } = writer
    data.writeDoubles(x, y, 0)
    if (release <= 14) data.writeDoubles(1, 1, 1)
    else data.writeTwoBits(3)
    data.writeDoubles(0, 0, 0, 1).writeBit(0)
    writer.writeReference(fixedHandles.door)
  },
})

/** Creates a HATCH of one polygon: filled, or with lines at 45° at a distance. */
export const createHatch = (vertices: readonly Point[], distance?: number): WrittenEntity => ({
  kind: 78,
  write(writer) {
    const { data, release } = writer
    if (release >= 2004) {
      data.writeLong(0).writeLong(0).writeDoubles(0, 0).writeLong(0).writeDouble(0).writeLong(0)
      writer.writeText('')
    }
    data.writeDoubles(0, 0, 0, 1)
    writer.writeText(distance === undefined ? 'SOLID' : 'ANSI31')
    data
      .writeFlag(distance === undefined)
      .writeBit(0)
      .writeLong(1)
    data.writeLong(2).writeBit(0).writeBit(1).writeLong(vertices.length)
    for (const [x, y] of vertices) data.writeRawDoubles(x, y)
    data.writeLong(0).writeShort(0).writeShort(1)
    if (distance !== undefined) {
      data.writeDoubles(0, 1).writeBit(0).writeShort(1)
      data.writeDoubles(Math.PI / 4, 0, 0, -distance * Math.SQRT1_2, distance * Math.SQRT1_2).writeShort(0)
    }
    data.writeLong(0)
  },
})

/** Creates a VIEWPORT that shows the model space; its height states the scale. */
export const createViewport = (
  center: Point,
  [width, height]: Point,
  view: { readonly center: Point; readonly height: number },
): WrittenEntity => ({
  kind: 34,
  write(writer) {
    const { data, release } = writer
    data.writeDoubles(...center, 0, width, height)
    data.writeDoubles(0, 0, 0, 0, 0, 1, 0, view.height, 0, 0, 0, 0)
    data.writeRawDoubles(...view.center, 0, 0, 0, 0, 0, 0).writeShort(0)
    if (release >= 2007) data.writeShort(0)
    data.writeLong(0).writeLong(0)
    writer.writeText('').data.writeByte(0).writeBit(0).writeBit(0)
    for (let left = 10; left > 0; left--) data.writeDouble(0)
    data.writeShort(0)
    if (release >= 2004) data.writeShort(0)
    if (release >= 2007) {
      data.writeBit(0).writeByte(0).writeDoubles(0, 0)
      writer.writeColor(7)
    }
    const referenceCount = (release === 2000 ? 4 : 3) + (release >= 2007 ? 4 : 0)
    for (let left = referenceCount; left > 0; left--) writer.writeReference(0)
  },
})

/** Yields entities of seven kinds, in a repeating order. */
export function* createEntities(count: number): Generator<WrittenEntity> {
  for (let index = 0; index < count; index++) yield createEntity(index)
}

function createEntity(index: number): WrittenEntity {
  const [x, y] = [10 * (index % 100), 7.5 * Math.floor(index / 100)]
  switch (index % 7) {
    case 0:
    case 1:
      return createLine([x, y], [x + 5, y])
    case 2:
      return createCircle([x, y], 2.25)
    case 3:
      return createArc([x, y], 3.5, [0, 1.5])
    case 4:
      return createText([x, y], `Room ${index}`)
    case 5:
      return createPolyline([
        [x, y],
        [x + 4, y],
        [x + 4, y + 3],
        [x, y + 3],
      ])
    default:
      return createInsert([x, y])
  }
}
