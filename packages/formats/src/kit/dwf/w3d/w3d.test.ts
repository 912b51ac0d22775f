import { runReader, type RecordingScene } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { parseHsf as parse, parseSegment, createStream as stream } from '../testing/parse-hsf.js'
import {
  cubeShell,
  edgebreakerBlock,
  faceColor,
  houses,
  include,
  translationRecord,
  roofShell,
  segment,
} from '../testing/write-hsf.js'
import { decodeEdgebreaker } from './edgebreaker.js'
import { faceTriangles } from './faces.js'
import type { HsfLine, HsfSegment, HsfShell } from './model.js'
import { SampleBits } from './samples.js'

const within = (...records: readonly Uint8Array[]): HsfSegment => parseSegment(...records).parsedSegment
const bytes = (): ByteWriter => new ByteWriter()
const expectShell = ({ shapes }: HsfSegment): HsfShell => {
  const [shape] = shapes
  if (shape?.kind !== 'shell') throw new TypeError('no shell')
  return shape
}
const expectLine = ({ shapes }: HsfSegment): HsfLine => {
  const [shape] = shapes
  if (shape?.kind !== 'line') throw new TypeError('no line')
  return shape
}

describe('Edgebreaker decoder', () => {
  const decodeTriangles = (block: Uint8Array): number[] | undefined => {
    const decoded = decodeEdgebreaker(block)
    return decoded ? Array.from(decoded.triangles) : undefined
  }

  it('joins vertices of the boundary loop to triangles', () => {
    expect(decodeTriangles(edgebreakerBlock([1, 2], { points: 4 }))).toEqual([0, 1, 3, 3, 1, 2])
  })

  it('adds new vertices', () => {
    expect(decodeTriangles(edgebreakerBlock([0, 3, 2], { points: 4 }))).toEqual([0, 1, 3, 3, 1, 2, 3, 2, 0])
  })

  it('splits a loop and continues with the right part', () => {
    expect(decodeTriangles(edgebreakerBlock([4, 2, 1, 2], { points: 6 }))).toEqual([0, 1, 3, 3, 1, 2, 0, 3, 5, 5, 3, 4])
  })

  it('starts a new component after the previous one ends', () => {
    expect(decodeTriangles(edgebreakerBlock([2, 2], { points: 6 }))).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('omits triangles at dummy vertices of holes', () => {
    const block = edgebreakerBlock([0, 3, 2], { points: 3, flags: 0x08, table: [1, 2] })
    expect(decodeTriangles(block)).toEqual([0, 1, 2])
  })

  it('merges vertices listed by differences', () => {
    const block = edgebreakerBlock([2, 2], { points: 4, flags: 0x10, table: [4, 3, 0, 1, 1] })
    expect(decodeTriangles(block)).toEqual([0, 1, 2, 0, 1, 3])
  })

  it.each([
    ['a truncated operation sequence', [0, 0]],
    ['a split without two ends', [4, 2]],
    ['unknown operations', [9, 2]],
    ['a vertex count that exceeds the operations', [1, 1, 1]],
  ])('returns null for %s', (_, steps) => {
    expect(decodeEdgebreaker(edgebreakerBlock(steps, { points: 4 }))).toBeNull()
  })

  it('returns null for a wrong point count, unknown encoding or truncated data', () => {
    expect(decodeEdgebreaker(edgebreakerBlock([2], { points: 4 }))).toBeNull()
    const block = edgebreakerBlock([2], { points: 3 })
    expect(decodeEdgebreaker(block)).not.toBeNull()
    expect(decodeEdgebreaker(block.slice(0, 20))).toBeNull()
    expect(decodeEdgebreaker(block.with(0, 7))).toBeNull()
    expect(decodeEdgebreaker(block.with(28, 1))).toBeNull()
  })
})

describe('HSF face list', () => {
  const square = Float32Array.of(0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 1, 1, 0, 3, 1, 0, 3, 3, 0, 1, 3, 0)
  const computeArea = (triangles: Uint32Array, points: Float32Array): number => {
    let area = 0
    for (let at = 0; at < triangles.length; at += 3) {
      const [a, b, c] = [...triangles.subarray(at, at + 3)].map((index) => 3 * index)
      area +=
        ((points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
          (points[b + 1] - points[a + 1]) * (points[c] - points[a])) /
        2
    }
    return area
  }

  it('is triangulated in the winding order of each polygon', () => {
    const { triangles, faceCount } = faceTriangles(Int32Array.of(4, 0, 1, 2, 3), square, false)
    expect(computeArea(triangles, square)).toBeCloseTo(16)
    expect(faceCount).toBe(1)
    expect(computeArea(faceTriangles(Int32Array.of(4, 3, 2, 1, 0), square, false).triangles, square)).toBeCloseTo(-16)
  })

  it('has holes for negative vertex counts', () => {
    const { triangles, faces } = faceTriangles(Int32Array.of(4, 0, 1, 2, 3, -4, 4, 5, 6, 7), square, false)
    expect(computeArea(triangles, square)).toBeCloseTo(12)
    expect(new Set(faces)).toEqual(new Set([0]))
  })

  it('can contain strips with alternating winding, and fans for negative counts', () => {
    expect(Array.from(faceTriangles(Int32Array.of(4, 0, 1, 3, 2), square, true).triangles)).toEqual([0, 1, 3, 3, 1, 2])
    expect(Array.from(faceTriangles(Int32Array.of(-4, 0, 1, 2, 3), square, true).triangles)).toEqual([0, 1, 2, 0, 2, 3])
  })

  it('omits faces with missing vertices', () => {
    expect(faceTriangles(Int32Array.of(3, 0, 1, 99, 3, 0, 1, 2), square, false).triangles).toHaveLength(3)
    expect(faceTriangles(Int32Array.of(5, 0, 1), square, false).triangles).toHaveLength(0)
  })
})

describe('HSF shell', () => {
  it('has points and faces', () => {
    const shell = expectShell(within(cubeShell()))
    expect(shell.positions).toHaveLength(24)
    expect(shell.indices).toHaveLength(36)
  })

  it('is decompressed with texture coordinates', () => {
    const shell = expectShell(within(roofShell()))
    expect(shell.indices).toHaveLength(9)
    expect(Array.from(shell.parameters ?? [])).toEqual([0, 0, 1, 0, 0.5, 1, 0.5, 0.5])
  })

  const attributed = (write: (writer: ByteWriter) => ByteWriter): HsfShell => {
    const block = edgebreakerBlock([2], { points: 3 })
    const writer = bytes().text('S').byte(0x5a, 0, 5).long(block.length).raw(block).float(0, 0, 0, 1, 0, 0, 0, 1, 0)
    return expectShell(within(write(writer).byte(0).bytes))
  }

  it('has normals in plain or compressed form', () => {
    const plain = attributed((writer) => writer.byte(0x11).float(0, 0, 1, 0, 0, 1, 0, 0, 1))
    expect(Array.from(plain.normals ?? [])).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1])
    const packed = attributed((writer) => writer.byte(0x01, 1, 8).long(9).byte(255, 0, 255, 255, 0, 255, 255, 0, 255))
    expect(Array.from(packed.normals ?? [])).toEqual([1, -1, 1, 1, -1, 1, 1, -1, 1])
  })

  it('has colors per vertex or per face', () => {
    const perVertexColors = attributed((writer) =>
      writer.byte(0x05, 1, 8).long(9).byte(255, 0, 0, 0, 255, 0, 0, 0, 255),
    )
    expect(Array.from(perVertexColors.colors ?? [])).toEqual([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255])
    const faces = attributed((writer) => writer.byte(0x21, 1, 8).long(3).byte(255, 0, 0))
    expect(Array.from(faces.colors ?? [])).toEqual([255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255])
  })

  it('has texture coordinates quantized within a box', () => {
    const shell = attributed((writer) =>
      writer.byte(0x03, 1).float(0, 0, 0, 2, 4, 0).byte(8).long(9).byte(0, 0, 0, 255, 0, 0, 0, 255, 0),
    )
    expect(Array.from(shell.parameters ?? [])).toEqual([0, 0, 2, 0, 0, 4])
  })

  it('skips partial, grouping, nested and unknown attributes', () => {
    const shell = attributed((writer) =>
      writer
        .byte(0x12)
        .long(1)
        .byte(0)
        .float(0, 0, 1)
        .byte(0x33, 9, 1, 1)
        .byte(0x63, 0x7e, 1, 255, 0, 0, 0)
        .byte(0x01, 3, 8)
        .long(3)
        .byte(1, 2, 3),
    )
    expect(shell.indices).toHaveLength(3)
    expect(shell.normals).toBeNull()
  })

  it('is omitted when it is a coarser level of detail', () => {
    const coarser = bytes().raw(cubeShell()).bytes.with(2, 1)
    expect(within(coarser).shapes).toEqual([])
    const boundedShell = bytes().text('S').byte(0x30, 1).float(0, 0, 0, 1, 1, 1).bytes
    expect(within(boundedShell).shapes).toEqual([])
    const collection = bytes().text('S').byte(0x90).short(1).raw(cubeShell()).byte(0).bytes
    expect(within(collection, cubeShell()).shapes).toHaveLength(1)
  })

  it('is generated from meshes, polygons, cylinders, polycylinders and spheres', () => {
    const grid = bytes()
      .text('M')
      .byte(0)
      .long(2, 3, 6)
      .float(...Array<number>(18).fill(0)).bytes
    expect(expectShell(within(grid)).indices).toHaveLength(12)
    const polygon = bytes().text('G').long(4).float(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0).bytes
    expect(expectShell(within(polygon)).indices).toHaveLength(6)
    const cylinder = expectShell(within(bytes().text('Y').float(0, 0, 0, 0, 0, 5, 2).byte(3).bytes))
    expect(Math.max(...cylinder.positions)).toBeCloseTo(5)
    expect(cylinder.indices.length / 3).toBe(2 * 24 + 2 * 22)
    const chain = bytes().text('Q').long(3).float(0, 0, 0, 0, 0, 1, 0, 1, 1).long(1).float(0.5).byte(0).bytes
    expect(expectShell(within(chain)).indices.length / 3).toBe(4 * 24)
    const ball = expectShell(within(bytes().text('\u001a').float(1, 0, 0, 2).byte(0).float(0, 0, 1, 1, 0, 0).bytes))
    expect(Math.max(...ball.positions)).toBeCloseTo(3)
  })

  it('fails when it exceeds the triangle limit', () => {
    expect(() => parse(houses(), 14)).toThrow('limit-exceeded')
    expect(parse(houses(), 15).end).toBe('whole')
  })
})

describe('HSF line', () => {
  const ends = ({ points }: HsfLine): number[] =>
    [...points.subarray(0, 3), ...points.subarray(-3)].map((value) => Math.round(value * 1000) / 1000 + 0)

  it('runs through two or more points', () => {
    expect(expectLine(within(bytes().text('l').float(0, 0, 0, 1, 2, 3).bytes)).points).toHaveLength(6)
    expect(
      expectLine(
        within(
          bytes()
            .text('L')
            .long(3)
            .float(...Array<number>(9).fill(1)).bytes,
        ),
      ).points,
    ).toHaveLength(9)
  })

  it('is an arc or circle through three points', () => {
    const points = [1, 0, 0, 0, 1, 0, -1, 0, 0]
    const arc = expectLine(
      within(
        bytes()
          .text('c')
          .float(...points).bytes,
      ),
    )
    expect(ends(arc)).toEqual([1, 0, 0, -1, 0, 0])
    const circle = expectLine(
      within(
        bytes()
          .text('C')
          .float(...points).bytes,
      ),
    )
    expect(ends(circle)).toEqual([1, 0, 0, 1, 0, 0])
    for (let at = 0; at < circle.points.length; at += 3)
      expect(Math.hypot(circle.points[at] ?? 0, circle.points[at + 1] ?? 0)).toBeCloseTo(1)
  })

  it('is a full or partial ellipse', () => {
    const axes = [0, 0, 0, 2, 0, 0, 0, 1, 0]
    expect(
      ends(
        expectLine(
          within(
            bytes()
              .text('E')
              .float(...axes).bytes,
          ),
        ),
      ),
    ).toEqual([2, 0, 0, 2, 0, 0])
    expect(
      ends(
        expectLine(
          within(
            bytes()
              .text('e')
              .float(...axes, 0, 0.25).bytes,
          ),
        ),
      ),
    ).toEqual([2, 0, 0, 0, 1, 0])
  })

  it('is a NURBS curve with weights and knots', () => {
    const points = [0, 0, 0, 1, 1, 0, 2, 0, 0]
    const curve = bytes()
      .text('N')
      .byte(3, 2)
      .long(3)
      .float(...points, 1, 1, 1, 0, 0, 0, 1, 1, 1).bytes
    const line = expectLine(within(curve))
    expect(ends(line)).toEqual([0, 0, 0, 2, 0, 0])
    expect(line.points[3 * 16 + 1]).toBeCloseTo(0.5, 1)
  })

  it('is read from a polypolyline with a constant axis', () => {
    const flat = bytes().text('\u0010').short(0x2000).long(4, 2, 2).float(0, 0, 1, 1, 2, 2, 3, 3, 7).bytes
    const lines = within(flat).shapes.map((shape) => (shape.kind === 'line' ? Array.from(shape.points) : []))
    expect(lines).toEqual([
      [0, 0, 7, 1, 1, 7],
      [2, 2, 7, 3, 3, 7],
    ])
  })
})

describe('HSF sample reader', () => {
  it('reads values of different bit widths without padding', () => {
    const samples = new SampleBits(Uint8Array.of(0b1110_0101, 0b0000_0001))
    expect([samples.next(3), samples.next(4), samples.next(2), samples.next(8)]).toEqual([5, 12, 3, 0])
  })
})

describe('HSF record', () => {
  it('is skipped when it has no effect on shapes', () => {
    const invisibleRecords = [
      bytes().byte(1).bytes,
      bytes().text('U').short(4).text('node').bytes,
      bytes().text('K').long(5).bytes,
      bytes().text('q').bytes,
      bytes().text('=').float(-1).byte(0).bytes,
      bytes().text('!').byte(1, 1, 1, 1, 1, 1).bytes,
      bytes().text('H').short(0x44).short(0x44).long(1).byte(0).bytes,
      bytes()
        .text('>')
        .byte(1)
        .float(...Array<number>(11).fill(1)).bytes,
      bytes().text('b').byte(0).float(0, 0, 0, 1, 1, 1).bytes,
      bytes().text('B').byte(1).float(0, 0, 0, 1).bytes,
      bytes().text('d').float(0, 0, 1).bytes,
      bytes().text('^').float(0, 0, 1, 0, 0, 0).byte(1).float(30).bytes,
      bytes().text('n').long(1, 2, 3).bytes,
      bytes().text('[').long(2).text('ab').text(']').bytes,
      bytes().byte(0x15, 3).text('url').bytes,
      bytes().byte(0x18).long(4).text('<a/>').bytes,
      bytes().text('F').byte(1, 1, 4).text('sans').bytes,
      bytes().text('P').byte(0).text('@').byte(0).text('h').byte(1).bytes,
    ]
    expect(expectShell(within(...invisibleRecords, cubeShell())).indices).toHaveLength(36)
  })

  it('is counted as not drawn for texts, markers, cutting planes and NURBS surfaces', () => {
    const records = [
      bytes().text('T').float(0, 0, 0).byte(2).text('ab').bytes,
      bytes().text('x').float(0, 0, 0).byte(3, 2).text('ab').bytes,
      bytes().text('X').float(0, 0, 0).bytes,
      bytes().text('/').float(0, 0, 1, 0).bytes,
      bytes()
        .text('A')
        .byte(0, 1, 1)
        .long(2, 2)
        .float(...Array<number>(12).fill(0)).bytes,
    ]
    const { skipped } = parse(stream(segment('a', ...records)))
    expect(skipped).toEqual([
      'text not-drawn',
      'text not-drawn',
      'marker not-drawn',
      'cutting plane not-drawn',
      'NurbsSurface not-drawn',
    ])
  })

  it('is reported as damaged when unknown and as cut when truncated', () => {
    expect(parse(stream(Uint8Array.of(0xf7))).end).toBe('damaged')
    expect(parse(stream(bytes().text('l').float(1).bytes)).end).toBe('cut')
    expect(parse(houses().slice(0, 60)).end).toBe('cut')
    expect(parse(stream(bytes().text(')').bytes)).end).toBe('damaged')
    expect(parse(Uint8Array.of(0x5a, 1, 2, 3)).end).toBe('damaged')
  })
})

describe('HSF appearance', () => {
  it('has colors by value, map index or name, with transmission', () => {
    expect(within(faceColor(255, 0, 0)).attributes.faces).toEqual({ color: [1, 0, 0], transmission: 0, texture: '' })
    const map = bytes().byte(0x0c, 0).long(2).byte(0, 0, 0, 0, 0, 255).bytes
    expect(within(map, Uint8Array.of(0x08, 1, 1)).attributes.faces?.color).toEqual([0, 0, 1])
    const namedColor = bytes().text('"').byte(1, 9, 10).text('light blue').byte(0, 51, 51, 51).bytes
    expect(within(namedColor).attributes.faces).toMatchObject({ color: [0, 0, 1], transmission: 0.2 })
    const namedColorRecord = bytes().text('"').byte(1, 1, 25).text('r=0.5 g=0.25 b=1 "Thread"').bytes
    expect(within(namedColorRecord).attributes.faces).toEqual({
      color: [0.5, 0.25, 1],
      transmission: 0,
      texture: 'Thread',
    })
    expect(within(bytes().text('~').byte(4, 0, 255, 0).bytes).attributes).toMatchObject({ lines: { color: [0, 1, 0] } })
  })

  it('has visibility flags and attribute locks', () => {
    expect(within(bytes().text('V').byte(5, 4).bytes).attributes).toEqual({
      areFacesVisible: false,
      areLinesVisible: true,
    })
    const lock = bytes().text('R').long(0x100000, 0x100000, 4, 4, 1, 1, 511).bytes
    expect(within(lock, faceColor(1, 2, 3)).attributes.areFacesLocked).toBe(true)
  })

  it('moves a shape with its own color to a child segment', () => {
    const { shapes, children } = within(
      cubeShell(),
      bytes()
        .text(':')
        .raw(faceColor(255, 0, 0))
        .byte(0).bytes,
    )
    expect(shapes).toEqual([])
    expect(children[0]?.attributes.faces?.color).toEqual([1, 0, 0])
    expect(children[0]?.shapes).toHaveLength(1)
  })

  it('has textures of images in the stream or in the package', () => {
    const image = bytes().text('i').float(0, 0, 0).byte(0x84, 3).text('pic').long(1, 1).byte(0, 3, 2, 1, 255).bytes
    const otherTexture = bytes().byte(0xe0, 4).text('wood').long(8, 8).byte(32).bytes
    const texture = bytes().text('t').byte(4).text('skin').byte(3).text('pic').short(2).byte(1).bytes
    const { reader } = parse(stream(segment('a', image, otherTexture, texture)))
    expect(reader.images.get('pic')?.pixels).toEqual(Uint8Array.of(1, 2, 3, 255))
    expect(reader.images.get('wood')).toMatchObject({ width: 8, pixels: null })
    expect(reader.textures.get('skin')).toEqual({ image: 'pic', isClamped: true })
  })
})

describe('HSF segment', () => {
  it('has a name, a matrix, child segments and includes', () => {
    const { reader, end } = parse(houses())
    expect(end).toBe('whole')
    expect(reader.up).toEqual([0, 0, 1])
    const [library, root] = reader.root.children
    expect(library?.name).toBe('?Include Library/1')
    expect(root?.children.map(({ name, includes }) => [name, includes])).toEqual([
      ['2', ['?Include Library/1']],
      ['3', ['?Include Library/1']],
    ])
    expect(root?.children[1]?.matrix?.[9]).toBe(4)
  })

  it('can be reopened by its tag', () => {
    const { reader } = parse(
      stream(segment('a', bytes().text('q').bytes), bytes().text('s').long(0).raw(cubeShell()).text(')').bytes),
    )
    expect(reader.root.children[0]?.shapes).toHaveLength(1)
    expect(parse(stream(bytes().text('s').long(9).bytes)).end).toBe('damaged')
  })

  it('is reported as damaged when nested 600 levels deep', () => {
    const deep = bytes()
    for (let at = 0; at < 600; at++) deep.text('(').byte(0)
    expect(parse(stream(deep.bytes)).end).toBe('damaged')
  })
})

const read = async (records: Uint8Array): Promise<RecordingScene> => {
  const { reader } = await import('../../../dwf/reader.js')
  const { writeZip } = await import('@kamar/codecs/zip/testing')
  const manifest =
    '<Manifest><Sections><Section type="com.autodesk.dwf.eModel" name="m" title="Model"><Toc>' +
    '<Resource role="3d streaming graphics" mime="application/x-w3d" href="m.w3d"/></Toc></Section></Sections></Manifest>'
  const file = writeZip({ 'manifest.xml': manifest, 'm.w3d': records }, { mark: '(DWF V06.00)' })
  const { scene, failure } = await runReader(reader, file, { name: 'm.dwf' })
  expect(failure).toBeNull()
  return scene
}

describe('W3D model without a content definition', () => {
  it('has its named segments as elements and metres as unit', async () => {
    const scene = await read(
      stream(segment('wall', cubeShell()), segment('', segment('door', translationRecord(2, 0, 0), cubeShell()))),
    )
    expect(scene.nodes.map(({ name }) => name)).toEqual(['Model', 'wall', 'door'])
    expect(scene.unit?.name).toBe('m')
  })

  it('keeps the color of a locked segment for included segments', async () => {
    const lock = bytes().text('R').long(0x100000, 0x100000, 4, 4, 1, 1, 511).bytes
    const library = segment('?Include Library/1', faceColor(0, 255, 0), cubeShell())
    const scene = await read(
      stream(
        library,
        segment('a', lock, faceColor(255, 0, 0), include('?Include Library/1')),
        segment('b', include('?Include Library/1')),
      ),
    )
    expect(scene.materials.map(({ color }) => color)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
    ])
    expect(scene.numbers.meshes).toBe(1)
  })

  it('is rotated to Z up when the first view has Y up', async () => {
    const view = bytes().text('}').byte(0).float(0, 0, 9, 0, 0, 0, 0, 1, 0, 9, 9).byte(1).text('v').bytes
    const scene = await read(stream(view, segment('a', bytes().text('l').float(0, 1, 0, 0, 5, 0).bytes)))
    expect(scene.bounds?.max[2]).toBeCloseTo(5)
  })
})

describe('HSF count', () => {
  it.each([
    ['lines', bytes().text('\u0010').short(0x1504).long(0x7fffffff).bytes],
    ['packed points', bytes().text('S').byte(0x11, 0, 1).long(0x7fffffff).byte(0).float(0, 0, 0, 1, 1, 1).bytes],
    ['points', bytes().text('S').byte(0x10, 0).long(-1).bytes],
    ['grids', bytes().text('M').byte(0).long(65_536, 65_536, 0).bytes],
  ])('ends the stream when it exceeds the data: %s', (_, record) => {
    expect(parse(stream(record)).end).not.toBe('whole')
  })

  it('fails when the pieces of a polycylinder exceed the triangle limit', () => {
    const chain = bytes()
      .text('Q')
      .long(30)
      .float(...Array<number>(90).fill(0))
      .long(0)
      .byte(0).bytes
    expect(() => parse(stream(chain))).toThrow('limit-exceeded')
  })
})
