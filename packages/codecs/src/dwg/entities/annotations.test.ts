import { describe, expect, it } from 'vitest'
import type { ObjectWriter } from '../testing/object-writer.js'
import { readWritten, type EntitySource } from '../testing/read-written.js'
import { releases } from '../testing/write-drawing.js'

/** An entity as it is written, and what must be read. */
interface Case extends EntitySource {
  readonly name: string
  readonly expected: object
}

function writeView({ data, release }: ObjectWriter): void {
  data.writeDoubles(0, 0, 0, 0, 0, 1, 0.25, 300, 50, 0, 0, 0).writeRawDoubles(7, 8, 0, 0, 1, 1, 1, 1).writeShort(100)
  if (release >= 2007) data.writeShort(5)
}

const cases: readonly Case[] = [
  {
    name: 'VIEWPORT with frozen layers',
    kind: 34,
    write(writer) {
      const { data, release } = writer
      data.writeDoubles(1, 2, 0, 100, 50)
      if (release <= 14) {
        writer.writeReference(0)
        return
      }
      writeView(writer)
      data.writeLong(2).writeLong(0x20000)
      writer.writeText('').data.writeByte(0).writeBit(0).writeBit(0)
      data.writeDoubles(0, 0, 0, 1, 0, 0, 0, 1, 0, 0).writeShort(0)
      if (release >= 2004) data.writeShort(0)
      if (release >= 2007) {
        data.writeBit(0).writeByte(1).writeDoubles(0, 0)
        writer.writeColor(7)
      }
      const count = 2 + 1 + (release === 2000 ? 3 : 2) + (release >= 2007 ? 4 : 0)
      for (let index = 0; index < count; index++) writer.writeReference(index < 2 ? 0x31 : 0)
    },
    expected: { kind: 'viewport', center: [1, 2, 0], width: 100, height: 50 },
  },
  {
    name: 'LEADER',
    kind: 45,
    write(writer) {
      const { data, release } = writer
      data.writeBit(0).writeShort(0).writeShort(1).writeLong(2).writeDoubles(1, 2, 0, 3, 4, 0)
      for (let left = release >= 14 ? 5 : 4; left > 0; left--) data.writeDoubles(0, 0, 1)
      if (release <= 14) data.writeDouble(1)
      if (release <= 2007) data.writeDoubles(1, 1)
      data.writeBit(0).writeBit(1)
      if (release <= 14)
        data.writeShort(0).writeDouble(1).writeBit(0).writeBit(0).writeShort(0).writeShort(0).writeBit(0).writeBit(0)
      else data.writeShort(0).writeBit(0).writeBit(0)
      writer.writeReference(0).writeReference(0x13)
    },
    expected: { kind: 'leader', isSpline: true, hasArrow: true, vertices: { length: 2 }, style: { handle: 0x13 } },
  },
  {
    name: 'MLINE',
    kind: 47,
    write(writer) {
      const { data } = writer
      data.writeDouble(1).writeByte(0).writeDoubles(0, 0, 0, 0, 0, 1).writeShort(3).writeByte(2).writeShort(1)
      data.writeDoubles(5, 6, 0, 1, 0, 0, 0, 1, 0)
      data.writeShort(1).writeDouble(0.5).writeShort(0).writeShort(0).writeShort(0)
      writer.writeReference(0x14)
    },
    expected: {
      kind: 'multiline',
      isClosed: true,
      style: { name: 'Multiline style 20' },
      vertices: [{ position: [5, 6, 0], miter: [0, 1, 0], offsets: [0.5, undefined] }],
    },
  },
  {
    name: 'underlay of a PDF',
    kind: 'PDFUNDERLAY',
    write(writer) {
      const { data } = writer
      data.writeDoubles(0, 0, 1, 1, 2, 0, 0.5, 2, 2, 2).writeByte(0).writeByte(100).writeByte(0)
      data.writeLong(2).writeRawDoubles(0, 0, 4, 3)
      writer.writeReference(0x15)
    },
    expected: {
      kind: 'underlay',
      insertPoint: [1, 2, 0],
      rotation: 0.5,
      scale: [2, 2, 2],
      fileName: 'file 21',
      clipVertices: [
        [0, 0],
        [4, 3],
      ],
    },
  },
  {
    name: 'OLE2FRAME',
    kind: 74,
    write({ data, release }) {
      data.writeShort(2)
      if (release >= 2000) data.writeShort(0)
      data.writeLong(74).writeRawShort(2)
      for (const index of [0, 1, 2]) data.writeRawDoubles(index, 10 * index, 0)
      if (release >= 2000) data.writeByte(0)
    },
    expected: { kind: 'oleFrame', upperLeft: [0, 0, 0], lowerRight: [2, 20, 0], data: { length: 74 } },
  },
  {
    name: 'POLYLINE that is a mesh of rows and columns',
    kind: 30,
    vertices: [{ kind: 'vertex', location: [1, 2, 6], flags: 0, shape: { bulge: 0, startWidth: 0, endWidth: 0 } }],
    write(writer) {
      writer.data
        .writeShort(1 | 32)
        .writeShort(0)
        .writeShort(4)
        .writeShort(3)
        .writeShort(9)
        .writeShort(8)
      writeOwned(writer)
    },
    expected: {
      kind: 'polygonMesh',
      rowCount: 4,
      columnCount: 3,
      areRowsClosed: true,
      areColumnsClosed: true,
      vertices: [[1, 2, 6]],
    },
  },
  {
    name: 'POLYLINE that is a mesh of any faces',
    kind: 29,
    vertices: [
      { kind: 'vertex', location: [1, 2, 6], flags: 192, shape: { bulge: 0, startWidth: 0, endWidth: 0 } },
      { kind: 'face', indices: [1, 2, -3, 0] },
    ],
    write(writer) {
      writer.data.writeShort(1).writeShort(1)
      writeOwned(writer)
    },
    expected: { kind: 'polyfaceMesh', vertices: [[1, 2, 6]], faces: [[1, 2, -3, 0]] },
  },
  {
    name: '3D POLYLINE',
    kind: 16,
    vertices: [{ kind: 'vertex', location: [1, 2, 6], flags: 32, shape: { bulge: 0, startWidth: 0, endWidth: 0 } }],
    write(writer) {
      writer.data.writeByte(0).writeByte(1)
      writeOwned(writer)
    },
    expected: { kind: 'polyline3d', isClosed: true, vertices: [[1, 2, 6]] },
  },
  {
    name: 'INSERT that is a grid',
    kind: 8,
    write(writer) {
      const { data, release } = writer
      data.writeDoubles(1, 2, 0)
      if (release <= 14) data.writeDoubles(1, 1, 1)
      else data.writeTwoBits(3)
      data.writeDoubles(0, 0, 0, 1).writeBit(0).writeShort(3).writeShort(2).writeDoubles(10, 20)
      writer.writeReference(0x15)
    },
    expected: { kind: 'insert', columnCount: 3, rowCount: 2, columnSpacing: 10, rowSpacing: 20 },
  },
]

/** Writes vertices that a polyline owns: a list since 2004, the first and the last before. */
function writeOwned(writer: ObjectWriter): void {
  if (writer.release >= 2004) writer.data.writeLong(2)
  for (const handle of [0x41, 0x42, 0x43]) writer.writeReference(handle)
}

describe.each(releases)('annotations and meshes of release %i', (release) => {
  it.each(cases)('reads $name to its last bit', ({ expected, ...source }) => {
    const { entity, isAtEnd } = readWritten(release, source)
    expect(entity).toMatchObject(expected)
    expect(isAtEnd).toBe(true)
  })

  it('reads an attribute with its tag and its flags', () => {
    const { entity, isAtEnd } = readWritten(release, {
      kind: 2,
      write(writer) {
        writePlainText(writer)
        writeTag(writer, 1)
      },
    })
    expect(entity).toMatchObject({ kind: 'attribute', value: '12', tag: 'NUMBER', isHidden: true, isConstant: false })
    expect(isAtEnd).toBe(true)
  })

  it('reads the definition of an attribute with its prompt', () => {
    const { entity, isAtEnd } = readWritten(release, {
      kind: 3,
      write(writer) {
        writePlainText(writer)
        writeTag(writer, 2)
        if (release >= 2010) writer.data.writeByte(0)
        writer.writeText('Number of the room')
      },
    })
    expect(entity).toMatchObject({ kind: 'attributeDefinition', isHidden: false, isConstant: true })
    expect(isAtEnd).toBe(true)
  })
})

function writePlainText(writer: ObjectWriter): void {
  const { data, release } = writer
  if (release <= 14) {
    data.writeDouble(0).writeRawDoubles(1, 2, 0, 0).writeDoubles(0, 0, 1, 0, 0, 0, 2.5, 1)
    writer.writeText('12').data.writeShort(0).writeShort(0).writeShort(0)
  } else {
    data.writeByte(0xff).writeRawDoubles(1, 2).writeBit(1).writeBit(1).writeRawDouble(2.5)
    writer.writeText('12')
  }
  writer.writeReference(0x11)
}

function writeTag(writer: ObjectWriter, flags: number): void {
  const { data, release } = writer
  if (release >= 2010) data.writeByte(0)
  if (release >= 2018) data.writeByte(1)
  writer.writeText('NUMBER').data.writeShort(0).writeByte(flags)
  if (release >= 2007) data.writeBit(1)
}

describe('MTEXT', () => {
  it('reads a background and columns of their own heights', () => {
    const { entity, isAtEnd } = readWritten(2018, { kind: 44, write: writeColumnText })
    expect(entity).toMatchObject({
      kind: 'mtext',
      background: { color: { kind: 'index', index: 3 }, scale: 1.25 },
      columns: { count: 2, width: 40, gutter: 5, heights: [20, 30] },
    })
    expect(isAtEnd).toBe(true)
  })
})

function writeColumnText(writer: ObjectWriter): void {
  const { data } = writer
  data.writeDoubles(1, 2, 0, 0, 0, 1, 1, 0, 0, 50, 20, 2.5).writeShort(1).writeShort(1).writeDoubles(0, 0)
  writer.writeText('A').writeReference(0x12).data.writeShort(1).writeDouble(1.5).writeBit(0)
  data.writeLong(1).writeDouble(1.25)
  writer.writeColor(3).data.writeLong(0)
  data.writeBit(1).writeShort(0).writeBit(1)
  writer.writeReference(0).data.writeLong(0).writeDoubles(1, 0, 0, 1, 2, 0, 50, 20, 0, 0)
  data.writeShort(2).writeLong(2).writeDoubles(40, 5).writeBit(0).writeBit(0).writeDoubles(20, 30)
}

describe('3DSOLID', () => {
  it('reads mirrored SAT text in blocks', () => {
    const text = '400 0 1 0'
    const { entity } = readWritten(2000, {
      kind: 38,
      write({ data }) {
        data.writeBit(0).writeBit(1).writeShort(1).writeLong(text.length)
        for (const character of text) {
          const code = character.charCodeAt(0)
          data.writeByte(code < 0x21 ? code : 0x9f - code)
        }
        data.writeLong(0).writeBit(0)
      },
    })
    expect(entity.kind === 'modeler' && new TextDecoder().decode(entity.acis ?? new Uint8Array(0))).toBe(text)
  })

  it('reads SAB up to its end mark', () => {
    const shape = 'ACIS BinaryFile... End-of-ACIS-data'
    const { entity } = readWritten(2007, {
      kind: 38,
      write({ data }) {
        data.writeBit(0).writeBit(1).writeShort(2)
        for (const character of `${shape}rest`) data.writeByte(character.charCodeAt(0))
      },
    })
    expect(entity.kind === 'modeler' && new TextDecoder().decode(entity.acis ?? new Uint8Array(0))).toBe(shape)
  })

  it('has its shape elsewhere since 2013', () => {
    expect(readWritten(2013, { kind: 38, write: () => undefined }).entity).toMatchObject({ acis: null, wires: [] })
  })
})

describe.each(releases)('ACAD_PROXY_ENTITY of release %i', (release) => {
  it.each([
    [500, 'AEC_WALL'],
    [501, '498'],
  ])('has for class %i the name %s', (classNumber, name) => {
    const { entity } = readWritten(release, { kind: 498, write: ({ data }) => data.writeLong(classNumber) })
    expect(entity).toMatchObject({ kind: 'custom', name, layer: { name: 'Layer 16' } })
  })
})
