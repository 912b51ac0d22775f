import { describe, expect, it } from 'vitest'
import type { ObjectWriter } from '../testing/object-writer.js'
import { readWritten, type EntitySource } from '../testing/read-written.js'
import { releases } from '../testing/write-drawing.js'

/** An entity as it is written, and what must be read. */
interface Case extends EntitySource {
  readonly name: string
  readonly expected: object
}

const writeExtrusion = (writer: ObjectWriter): unknown => writer.writeThickness(0).writeExtrusion()

const curves: readonly Case[] = [
  {
    name: 'POINT',
    kind: 27,
    write(writer) {
      writer.data.writeDoubles(1.5, 2.5, 3.5)
      writeExtrusion(writer)
      writer.data.writeDouble(0)
    },
    expected: { kind: 'point', location: [1.5, 2.5, 3.5], layer: { name: 'Layer 16' }, lineType: { name: 'ByLayer' } },
  },
  {
    name: 'ELLIPSE',
    kind: 35,
    write: ({ data }) => data.writeDoubles(1, 2, 0, 4, 0, 0, 0, 0, 1, 0.5, 0, 6.25),
    expected: { kind: 'ellipse', center: [1, 2, 0], majorAxis: [4, 0, 0], radiusRatio: 0.5, endParameter: 6.25 },
  },
  {
    name: 'RAY',
    kind: 40,
    write: ({ data }) => data.writeDoubles(1, 2, 3, 0, 1, 0),
    expected: { kind: 'ray', start: [1, 2, 3], direction: [0, 1, 0] },
  },
  {
    name: 'XLINE',
    kind: 41,
    write: ({ data }) => data.writeDoubles(1, 2, 3, 0, 1, 0),
    expected: { kind: 'xline', start: [1, 2, 3] },
  },
  {
    name: 'SOLID',
    kind: 31,
    write(writer) {
      writer.writeThickness(0).data.writeDouble(7).writeRawDoubles(0, 0, 1, 0, 0, 1, 1, 1)
      writer.writeExtrusion()
    },
    expected: {
      kind: 'solid',
      corners: [
        [0, 0, 7],
        [1, 0, 7],
        [0, 1, 7],
        [1, 1, 7],
      ],
    },
  },
  {
    name: 'SPLINE by control points',
    kind: 36,
    write({ data, release }) {
      data.writeLong(1)
      if (release >= 2013) data.writeLong(0).writeLong(0)
      data.writeLong(2).writeBit(0).writeBit(1).writeBit(0).writeDoubles(0.001, 0.001)
      data.writeLong(2).writeLong(2).writeBit(1).writeDoubles(0, 2.5)
      data.writeDoubles(1, 2, 0, 1, 3, 4, 0, 0.5)
    },
    expected: {
      kind: 'spline',
      degree: 2,
      isClosed: true,
      knots: [0, 2.5],
      controlPoints: [
        [1, 2, 0],
        [3, 4, 0],
      ],
      weights: [1, 0.5],
    },
  },
  {
    name: 'SPLINE by the points it passes through',
    kind: 36,
    write({ data, release }) {
      data.writeLong(2)
      if (release >= 2013) data.writeLong(1).writeLong(0)
      data.writeLong(3).writeDoubles(0.001, 1, 0, 0, 0, 1, 0).writeLong(2).writeDoubles(1, 2, 0, 3, 4, 0)
    },
    expected: {
      kind: 'spline',
      controlPoints: [],
      fitPoints: [
        [1, 2, 0],
        [3, 4, 0],
      ],
    },
  },
  {
    name: 'LWPOLYLINE with arcs and widths',
    kind: 77,
    write({ data, release }) {
      data.writeShort(0x200 | 2 | 8 | 16 | 32).writeDoubles(4, 3)
      data.writeLong(2).writeLong(2).writeLong(2).writeRawDoubles(1, 2)
      if (release <= 14) data.writeRawDoubles(1, 5)
      else data.writeDoubleNear(1, 1).writeDoubleNear(5, 2)
      data.writeDoubles(0.5, 0, 0.1, 0.2, 0, 0)
    },
    expected: {
      kind: 'polyline',
      isClosed: true,
      elevation: 4,
      thickness: 3,
      vertices: [
        { x: 1, y: 2, bulge: 0.5, startWidth: 0.1, endWidth: 0.2 },
        { x: 1, y: 5, bulge: 0, startWidth: 0, endWidth: 0 },
      ],
    },
  },
  {
    name: '2D POLYLINE',
    kind: 15,
    vertices: [
      { kind: 'vertex', location: [1, 2, 6], flags: 0, shape: { bulge: 1, startWidth: 0, endWidth: 0 } },
      { kind: 'vertex', location: [9, 9, 9], flags: 16, shape: { bulge: 0, startWidth: 0, endWidth: 0 } },
    ],
    write(writer) {
      writer.data.writeShort(1).writeShort(0).writeDoubles(0.3, 0.4)
      writer.writeThickness(0).data.writeDouble(0)
      writer.writeExtrusion()
      if (writer.release >= 2004) writer.data.writeLong(2)
      for (const handle of [1, 2, 3]) writer.writeReference(handle)
    },
    expected: {
      kind: 'polyline',
      isClosed: true,
      elevation: 6,
      vertices: [{ x: 1, y: 2, bulge: 1, startWidth: 0.3, endWidth: 0.4 }],
    },
  },
  {
    name: 'MESH',
    kind: 'MESH',
    write({ data }) {
      data.writeShort(2).writeBit(0).writeLong(0).writeLong(3).writeDoubles(0, 0, 0, 1, 0, 0, 0, 1, 0)
      data.writeLong(4).writeLong(3).writeLong(0).writeLong(1).writeLong(2)
      data.writeLong(1).writeLong(0).writeLong(1).writeLong(1).writeDouble(2).writeLong(0)
    },
    expected: { kind: 'mesh', faces: [[0, 1, 2]] },
  },
]

const annotations: readonly Case[] = [
  {
    name: 'TEXT with a rotation and an alignment',
    kind: 1,
    write(writer) {
      const { data, release } = writer
      if (release <= 14) {
        data.writeDouble(3).writeRawDoubles(1, 2, 4, 5).writeDoubles(0, 0, 1, 0, 0.1, 0.2, 2.5, 0.8)
        writer.writeText('Flur').data.writeShort(2).writeShort(1).writeShort(2)
      } else {
        data.writeByte(0).writeRawDoubles(3, 1, 2).writeDoubleNear(4, 1).writeDoubleNear(5, 2)
        writeTextExtrusion(writer)
        data.writeRawDoubles(0.1, 0.2, 2.5, 0.8)
        writer.writeText('Flur').data.writeShort(2).writeShort(1).writeShort(2)
      }
      writer.writeReference(0x11)
    },
    expected: {
      kind: 'text',
      value: 'Flur',
      insertPoint: [1, 2],
      alignmentPoint: [4, 5],
      elevation: 3,
      obliqueAngle: 0.1,
      rotation: 0.2,
      height: 2.5,
      widthFactor: 0.8,
      isBackward: true,
      isUpsideDown: false,
      horizontalAlignment: 1,
      verticalAlignment: 2,
      style: { name: 'Style 17' },
    },
  },
  {
    name: 'MTEXT',
    kind: 44,
    write(writer) {
      const { data, release } = writer
      data.writeDoubles(1, 2, 0, 0, 0, 1, 1, 0, 0, 50)
      if (release >= 2007) data.writeDouble(20)
      data.writeDouble(2.5).writeShort(5).writeShort(1).writeDoubles(0, 0)
      writer.writeText('A\\PB').writeReference(0x12)
      if (release >= 2000) data.writeShort(1).writeDouble(1.5).writeBit(0)
      if (release >= 2004) data.writeLong(0)
      if (release >= 2018) data.writeBit(0)
    },
    expected: { kind: 'mtext', value: 'A\\PB', width: 50, height: 2.5, attachment: 5, background: null },
  },
  {
    name: 'radius DIMENSION',
    kind: 25,
    write(writer) {
      writeDimensionStart(writer)
      writer.data.writeDoubles(1, 2, 0, 3, 4, 0, 0)
      writer.writeReference(0x13).writeReference(0x14)
    },
    expected: {
      kind: 'dimension',
      text: '<> mm',
      textMiddlePoint: [8, 9, 0],
      measurement: { kind: 'radius', center: [1, 2, 0], chord: [3, 4, 0] },
      style: { name: 'Dimension style 19' },
      block: { name: 'Block 20' },
    },
  },
  {
    name: 'linear DIMENSION',
    kind: 21,
    write(writer) {
      writeDimensionStart(writer)
      writer.data.writeDoubles(1, 2, 0, 3, 4, 0, 5, 6, 0, 0, 1.5)
      writer.writeReference(0x13).writeReference(0x14)
    },
    expected: { measurement: { kind: 'linear', first: [1, 2, 0], second: [3, 4, 0], line: [5, 6, 0], rotation: 1.5 } },
  },
  {
    name: 'dimension of an arc',
    kind: 'ARC_DIMENSION',
    write(writer) {
      writeDimensionStart(writer)
      writer.data.writeDoubles(1, 2, 0, 3, 4, 0, 5, 6, 0, 7, 8, 0).writeBit(0).writeDoubles(0, 1)
      writer.data.writeBit(0).writeDoubles(1, 2, 0, 3, 4, 0)
      writer.writeReference(0x13).writeReference(0x14)
    },
    expected: { kind: 'dimension', measurement: { kind: 'unknown' }, block: { name: 'Block 20' } },
  },
  {
    name: 'TOLERANCE',
    kind: 46,
    write(writer) {
      if (writer.release <= 14) writer.data.writeShort(0).writeDoubles(1, 1)
      writer.data.writeDoubles(1, 2, 0, 1, 0, 0, 0, 0, 1)
      writer.writeText('{\\Fgdt;j}').writeReference(0x13)
    },
    expected: { kind: 'tolerance', text: '{\\Fgdt;j}', insertPoint: [1, 2, 0], direction: [1, 0, 0] },
  },
  {
    name: 'SHAPE',
    kind: 33,
    write(writer) {
      writer.data.writeDoubles(1, 2, 0, 3, 0.5, 1, 0, 0).writeShort(132).writeDoubles(0, 0, 1)
      writer.writeReference(0x11)
    },
    expected: { kind: 'shape', insertPoint: [1, 2, 0], size: 3, rotation: 0.5, shapeNumber: 132 },
  },
  {
    name: 'WIPEOUT with an inverted outline',
    kind: 'WIPEOUT',
    write(writer) {
      const { data, release } = writer
      data.writeLong(0).writeDoubles(1, 2, 0, 4, 0, 0, 0, 3, 0).writeRawDoubles(1, 1)
      data.writeShort(7).writeBit(1).writeByte(50).writeByte(50).writeByte(0)
      if (release >= 2010) data.writeBit(1)
      data.writeShort(2).writeLong(3).writeRawDoubles(0, 0, 1, 0, 0, 1)
      writer.writeReference(0).writeReference(0)
    },
    expected: { kind: 'wipeout', insertPoint: [1, 2, 0], uVector: [4, 0, 0], clipVertices: { length: 3 } },
  },
]

function writeTextExtrusion(writer: ObjectWriter): void {
  writer.writeExtrusion()
  writer.writeThickness(0)
}

function writeDimensionStart(writer: ObjectWriter): void {
  const { data, release } = writer
  if (release >= 2010) data.writeByte(0)
  data.writeDoubles(0, 0, 1).writeRawDoubles(8, 9).writeDouble(0).writeByte(0)
  writer.writeText('<> mm').data.writeDoubles(0, 0, 1, 1, 1, 0)
  if (release >= 2000) data.writeShort(5).writeShort(1).writeDoubles(1, 42)
  if (release >= 2007) data.writeBit(0).writeBit(0).writeBit(0)
  data.writeRawDoubles(0, 0)
}

describe.each(releases)('entities of release %i', (release) => {
  it.each([...curves, ...annotations])('reads $name to its last bit', ({ expected, ...source }) => {
    const { entity, isAtEnd } = readWritten(release, source)
    expect(entity).toMatchObject(expected)
    expect(isAtEnd).toBe(true)
  })
})

describe('INSERT', () => {
  it.each([
    ['three numbers', 0, [2, 3, 2], [2, 3, 2]],
    ['an x of 1', 1, [1, 3, 4], [1, 3, 4]],
    ['one number', 2, [5, 5, 5], [5, 5, 5]],
    ['no number', 3, [1, 1, 1], [1, 1, 1]],
  ])('reads a scale of %s', (_name, form, [x, y, z], scale) => {
    const { entity, isAtEnd } = readWritten(2000, {
      kind: 7,
      write(writer) {
        const { data } = writer
        data.writeDoubles(1, 2, 3).writeTwoBits(form)
        if (form === 0) data.writeRawDouble(x).writeDoubleNear(y, x).writeDoubleNear(z, x)
        if (form === 1) data.writeDoubleNear(y, 1).writeDoubleNear(z, 1)
        if (form === 2) data.writeRawDouble(x)
        data.writeDoubles(0.5, 0, 0, 1).writeBit(0)
        writer.writeReference(0x15)
      },
    })
    expect(entity).toMatchObject({ kind: 'insert', scale, rotation: 0.5, block: { name: 'Block 21' } })
    expect(isAtEnd).toBe(true)
  })
})

describe('3DFACE', () => {
  it('reads corners near those before them, and its hidden edges', () => {
    const { entity } = readWritten(2018, {
      kind: 28,
      write({ data }) {
        data.writeBit(0).writeBit(1).writeRawDoubles(1, 2)
        data.writeDoubleNear(3, 1).writeDoubleNear(2, 2).writeDoubleNear(0, 0)
        data.writeDoubleNear(3, 3).writeDoubleNear(4, 2).writeDoubleNear(0, 0)
        data.writeDoubleNear(1, 3).writeDoubleNear(4, 4).writeDoubleNear(9, 0).writeShort(5)
      },
    })
    expect(entity).toMatchObject({
      corners: [
        [1, 2, 0],
        [3, 2, 0],
        [3, 4, 0],
        [1, 4, 9],
      ],
      hiddenEdges: 5,
    })
  })
})

describe('HATCH', () => {
  it('reads boundaries of each kind, and pattern lines', () => {
    const { entity, isAtEnd } = readWritten(2000, { kind: 78, write: writeHatch })
    expect(entity).toMatchObject({
      kind: 'hatch',
      patternName: 'ANSI31',
      isSolid: false,
      paths: [
        { flags: 3, edges: [{ kind: 'polyline', vertices: [{ x: 0 }, { x: 4, bulge: 0.5 }, { y: 4 }] }] },
        {
          edges: [
            { kind: 'line', start: [0, 0], end: [1, 0] },
            { kind: 'arc', center: [0, 0], radius: 2, isCounterClockwise: true },
            { kind: 'ellipse', majorAxis: [3, 0], radiusRatio: 0.5, isCounterClockwise: false },
          ],
        },
      ],
      patternLines: [{ angle: 0.785, offset: [1, 2], dashes: [3, -1] }],
    })
    expect(isAtEnd).toBe(true)
  })
})

function writeHatch(writer: ObjectWriter): void {
  const { data } = writer
  data.writeDoubles(0, 0, 0, 1)
  writer.writeText('ANSI31').data.writeBit(0).writeBit(0).writeLong(2)
  data.writeLong(3).writeBit(1).writeBit(1).writeLong(3)
  data.writeRawDoubles(0, 0).writeDouble(0).writeRawDoubles(4, 0).writeDouble(0.5).writeRawDoubles(4, 4).writeDouble(0)
  data.writeLong(0)
  data.writeLong(1).writeLong(3)
  data.writeByte(1).writeRawDoubles(0, 0, 1, 0)
  data.writeByte(2).writeRawDoubles(0, 0).writeDoubles(2, 0, 3).writeBit(1)
  data.writeByte(3).writeRawDoubles(0, 0, 3, 0).writeDoubles(0.5, 0, 3).writeBit(0)
  data.writeLong(0)
  data.writeShort(0).writeShort(1).writeDoubles(0, 1).writeBit(0).writeShort(1)
  data.writeDoubles(0.785, 0, 0, 1, 2).writeShort(2).writeDoubles(3, -1)
  data.writeLong(0)
}

describe('MULTILEADER', () => {
  it('reads one without leaders, whose number no flags follow', () => {
    const { entity, isAtEnd } = readWritten(2013, { kind: 'MULTILEADER', write: writeMultiLeader })
    expect(entity).toMatchObject({ kind: 'multiLeader', roots: [], arrowSize: 4, hasLanding: true, content: null })
    expect(isAtEnd).toBe(true)
  })
})

function writeMultiLeader(writer: ObjectWriter): void {
  const { data } = writer
  data.writeShort(2).writeLong(0)
  data.writeDoubles(500, 1, 2, 0, 3, 4, 0).writeShort(1).writeShort(1).writeShort(0).writeShort(0)
  data.writeBit(0).writeBit(0).writeDoubles(0, 0, 0, 1, 0, 0, 0, 1, 0).writeBit(0).writeShort(9).writeShort(9)
  writer.writeReference(0).data.writeLong(0).writeShort(1)
  writer.writeColor(1).writeReference(0).data.writeLong(0).writeBit(1).writeBit(1).writeDouble(0)
  writer.writeReference(0).data.writeDouble(4).writeShort(2)
  writer.writeReference(0x11)
  for (let left = 4; left > 0; left--) data.writeShort(1)
  writer.writeColor(1).data.writeBit(0)
  writer.writeReference(0).writeColor(1).data.writeDoubles(1, 1, 1, 0).writeShort(0).writeBit(0)
  data.writeLong(0).writeBit(0).writeShort(0).writeShort(0).writeDouble(1)
  data.writeShort(0).writeShort(9).writeShort(9).writeBit(0)
}
