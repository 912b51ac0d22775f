import { describe, expect, it } from 'vitest'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { parseHsf, parseSegment, createStream } from '../testing/parse-hsf.js'
import { cubeShell, faceColor, hsfStream, include, translationRecord, segment } from '../testing/write-hsf.js'
import type { HsfColor, HsfAttributes, HsfTexture } from './model.js'

const record = (opcode: number | string): ByteWriter =>
  typeof opcode === 'string' ? new ByteWriter().text(opcode) : new ByteWriter().byte(opcode)
const line = record('l').float(0, 0, 0, 1, 1, 1).bytes
const zeros = (count: number): number[] => Array<number>(count).fill(0)

/** Records that draw nothing, in all their possible lengths. */
const invisibleRecords: readonly (readonly [name: string, record: ByteWriter])[] = [
  ['window', record('W').float(0, 0, 1, 1)],
  ['window frame', record('#').byte(1)],
  ['texture transform', record('$').float(...zeros(12))],
  ['line weight', record('=').float(2)],
  ['line weight with a unit', record('=').float(-2).byte(3)],
  ['marker size with a unit', record('+').float(-1).byte(1)],
  ['edge weight', record(0x0e).float(0.5)],
  ['face pattern', record('p').byte(1)],
  ['edge pattern', record('P').byte(1)],
  ['line pattern', record('-').byte(1, 2)],
  ['selectability', record('!').byte(1, 1, 1, 1, 1, 1)],
  ['selectability with an extended mask', record('!').byte(0x80, ...zeros(11))],
  ['color index by geometry type', record(0x0b).byte(1, ...zeros(13))],
  ['color index by geometry type with an extended mask', record(0x0b).byte(0x81, 1, ...zeros(13))],
  [
    'camera',
    record('>')
      .byte(0)
      .float(...zeros(11)),
  ],
  [
    'camera with a near plane',
    record('>')
      .byte(4)
      .float(...zeros(12)),
  ],
  [
    'camera with near and far planes',
    record('>')
      .byte(12)
      .float(...zeros(13)),
  ],
  [
    'bounding box',
    record('b')
      .byte(0)
      .float(...zeros(6)),
  ],
  [
    'bounding sphere',
    record('b')
      .byte(1)
      .float(...zeros(4)),
  ],
  ['user data', record('U').short(3).text('abc')],
  ['long user data', record('U').short(0xffff).long(3).text('abc')],
  ['user data with a 32-bit length', record(0x16).short(2).text('abcd')],
  ['user indices', record('n').long(2).long(1, 2, 3, 4)],
  ['thumbnail', record('[').long(4).text('abcd')],
  ['URL', record(0x15).byte(3).text('abc')],
  ['URL with a two-byte length', record(0x15).byte(254).short(3).text('abc')],
  ['URL with a four-byte length', record(0x15).byte(255).long(3).text('abc')],
  ['XML', record(0x18).long(4).text('<a/>')],
  ['distant light', record('d').float(0, 0, 1)],
  ['local light', record('.').float(0, 0, 1)],
  [
    'spot light',
    record('^')
      .float(...zeros(6))
      .byte(0),
  ],
  [
    'spot light with all angles',
    record('^')
      .float(...zeros(6))
      .byte(1 | 4 | 16)
      .float(1, 2, 3),
  ],
  [
    'area light',
    record('a')
      .long(3)
      .float(...zeros(9))
      .byte(0),
  ],
  ['text font', record('f').byte(0, 1).text('a').byte(0, 1).text('b').long(2).text('xy')],
  ['text font without fields', record('F').byte(0, 0)],
  [
    'text font with all fields',
    record('F')
      .byte(0x7f, 0x7f, 4)
      .text('sans')
      .byte(...zeros(5 + 5 + 1 + 12)),
  ],
  ['text font that is switched off', record('F').byte(0x7f, 0)],
  ['text font with an extended mask', record('F').byte(0x80, 0x80, 0x03, 0x03, ...zeros(9))],
  ['heuristics without fields', record('H').short(0, 0)],
  ['heuristics with values', record('H').short(0xc4, 0xc4).long(1, 2).byte(0)],
  ['heuristics with an extended mask', record('H').short(0x8000, 1, 0x8000, 1).byte(0)],
  ['rendering options for hidden surfaces', record('R').long(0x3000, 0x1000).byte(1)],
  ['rendering options for technology', record('R').long(0xc0000, 0x40000).byte(1)],
  ['rendering options for face displacement', record('R').long(0x200000, 0x200000).long(1)],
  ['rendering options for fog', record('R').long(0x400000, 0x400000).float(1, 2)],
  ['rendering options for debugging', record('R').long(0x20000, 0x20000).long(1)],
  ['rendering options for stereo', record('R').long(0x40000000, 0x40000000).float(1)],
  ['rendering options for a buffer', record('R').long(0x800000, 0x800000).byte(1, 1).long(1)],
  ['rendering options for a buffer of zero size', record('R').long(0x800000, 0x800000).byte(1, 0)],
  ['rendering options for hidden lines', record('R').long(0x1000000, 0x1000000).byte(0x1c).float(1, 2, 3)],
  ['rendering options for hidden lines with an extended mask', record('R').long(0x1000000, 0x1000000).byte(0x80, 0)],
  ['rendering options for NURBS surfaces', record('R').long(0x8000000, 0x8000000).byte(7, 5).float(1, 2)],
  [
    'rendering options for levels of detail',
    record('R').long(0x4000000, 0x4000000).long(0x10400, 0).byte(1).float(1).float(2),
  ],
  ['rendering options that are switched off', record('R').long(0x7fffffff, 0)],
  ['rendering options for cut geometry', record('R').long(-0x80000000, 8, -0x80000000, 8).byte(3, 1).float(1)],
  ['rendering options for a depth range', record('R').long(-0x80000000, 16, -0x80000000, 16).float(0, 1)],
  ['rendering options for tessellation', record('R').long(-0x80000000, 1, -0x80000000, 1).byte(1, 2).float(1, 2)],
  ['rendering options for transparency', record('R').long(-0x80000000, 2, -0x80000000, 2).byte(1)],
]

describe('HSF record without visual effect', () => {
  it.each(invisibleRecords)('is skipped, and the next one is read: %s', (_, bytes) => {
    const { parsedSegment, skipped } = parseSegment(bytes.bytes, line)
    expect(parsedSegment.shapes).toHaveLength(1)
    expect(skipped).toEqual([])
  })

  it.each(invisibleRecords)('ends the stream when it is truncated: %s', (_, bytes) => {
    const { end } = parseHsf(new ByteWriter().text(';; HSF V12.00 \n').raw(bytes.bytes.slice(0, -1)).bytes)
    expect(end).toBe('cut')
  })
})

describe('unsupported HSF record', () => {
  it.each([
    ['text not-drawn', record('T').float(0, 0, 0).byte(254).short(2).text('ab')],
    ['text not-drawn', record('x').float(0, 0, 0).byte(1, 255).long(2).text('ab')],
    ['reference to another file missing', record(0x12).byte(3).text('a.x')],
    ['texture coding', record('i').float(0, 0, 0).byte(0x83, 1).text('p').long(1, 1).byte(2).long(3).text('abc')],
    ['texture coding', record('i').float(0, 0, 0).byte(0x80, 1).text('p').long(2, 1).byte(0, 1, 2)],
    ['image not-drawn', record('i').float(0, 0, 0).byte(2).long(1, 1).byte(0, 1, 2, 3)],
  ])('is counted as skipped: %s', (skip, bytes) => {
    const { parsedSegment, skipped } = parseSegment(bytes.bytes, line)
    expect(skipped).toEqual([skip])
    expect(parsedSegment.shapes).toHaveLength(1)
  })
})

describe('HSF image', () => {
  it.each([
    ['RGB', 2, [10, 20, 30], [10, 20, 30, 255]],
    ['RGBA', 3, [10, 20, 30, 40], [10, 20, 30, 40]],
    ['BGR', 4, [30, 20, 10, 40], [10, 20, 30, 40]],
  ])('decodes pixels of %s', (_, format, data, pixels) => {
    const image = record('i')
      .float(0, 0, 0)
      .byte(0x80 | format, 1)
      .text('p')
      .long(1, 1)
      .byte(0, ...data).bytes
    expect(parseHsf(createStream(segment('a', image))).reader.images.get('p')).toEqual({
      name: 'p',
      width: 1,
      height: 1,
      pixels: Uint8Array.from(pixels),
    })
  })

  it('ends the stream when it is larger than its data', () => {
    const image = record('i').float(0, 0, 0).byte(0x83, 1).text('p').long(0x7fffffff, 0x7fffffff).byte(0).bytes
    expect(parseHsf(createStream(image)).end).toBe('cut')
  })

  const texture = (options: number, ...bytes: readonly number[]): HsfTexture | undefined => {
    const encoded = record('t')
      .byte(1)
      .text('n')
      .byte(1)
      .text('p')
      .short(options)
      .byte(...bytes).bytes
    const { reader, end } = parseHsf(createStream(segment('a', encoded, line)))
    expect([end, reader.root.children[0]?.shapes.length]).toEqual(['whole', 1])
    return reader.textures.get('n')
  }

  it.each([
    [0, 'clamp'],
    [1, 'clamp'],
    [2, 'repeat'],
    [3, 'repeat'],
  ])('is repeated or clamped by its texture: %d', (tiling, wrap) => {
    expect(texture(2, tiling)).toEqual({ image: 'p', isClamped: wrap === 'clamp' })
  })

  it.each([
    ['no options', 0, []],
    ['a parameter', 1, [0]],
    ['filters and layouts', 0x3fc, zeros(8)],
    ['values', 0x800, zeros(8)],
    ['a camera', 0x400, [2, 65, 66]],
    ['extended options', 0x8000, [0, 0]],
    ['extended options with a byte', 0x8000, [4, 0, 9]],
  ])('is bound to a texture with %s', (_, options, body) => {
    expect(texture(options, ...body)).toEqual({ image: 'p', isClamped: false })
  })
})

describe('HSF color', () => {
  const parseAttributes = (...bytes: readonly Uint8Array[]): HsfAttributes =>
    parseSegment(...bytes).parsedSegment.attributes
  const parseNamedColor = (name: string): HsfColor | undefined =>
    parseAttributes(record('"').byte(1, 1, name.length).text(name).bytes).faces

  it.each([
    ['faces', 0x01, true, false],
    ['lines', 0x04, false, true],
    ['edges', 0x02, false, false],
    ['faces and lines', 0x05, true, true],
  ])('is set for geometry of the kind: %s', (_, geometry, faces, lines) => {
    const attributes = parseAttributes(record('~').byte(geometry, 0, 0, 255).bytes)
    expect([attributes.faces !== undefined, attributes.lines !== undefined]).toEqual([faces, lines])
  })

  it.each([
    ['front', 0x10, true],
    ['back', 0x20, false],
    ['front and back sides', 0x30, true],
  ])('is set for faces unless it is for back sides only: %s', (_, side, isApplied) => {
    expect(parseAttributes(record('~').byte(0x81, side, 255, 0, 0).bytes).faces !== undefined).toBe(isApplied)
  })

  it('accepts a geometry mask of three bytes', () => {
    expect(parseAttributes(record('~').byte(0x81, 0x80, 0x01, 255, 0, 0).bytes).faces?.color).toEqual([1, 0, 0])
  })

  it.each([
    ['red', [1, 0, 0]],
    ['GREY', [0.5, 0.5, 0.5]],
    ['dark green', [0, 1, 0]],
    ['r=0.1 g=0.2 b=0.3', [0.1, 0.2, 0.3]],
    ['r=-4 g=1e9 b=0.5', [0, 1, 0.5]],
  ])('is resolved by name: %s', (name, color) => {
    expect(parseNamedColor(name)).toEqual({ color, transmission: 0, texture: '' })
  })

  it.each(['constructor', '__proto__', 'very __proto__', 'r=x g=1 b=1', 'Oak'])(
    'is a texture when its name is unknown: %s',
    (name) => {
      expect(parseNamedColor(name)).toEqual({ color: [1, 1, 1], transmission: 0, texture: name })
    },
  )

  it('skips channels that are not supported', () => {
    const all = record('"').byte(1, 0xff, 0x03)
    all.byte(0, 255, 0, 0).byte(0, 1, 1, 1).byte(0, 1, 1, 1).byte(0, 0, 51, 0).byte(3).text('red')
    const attributes = parseAttributes(all.float(3, 1.5).byte(1).text('e').byte(1).text('b').bytes)
    expect(attributes.faces).toEqual({ color: [1, 0, 0], transmission: 0.2, texture: '' })
  })

  it('keeps channels that a later record omits', () => {
    const seeThrough = record('"').byte(1, 8, 0, 102, 102, 102).bytes
    expect(parseAttributes(faceColor(0, 255, 0), seeThrough).faces).toEqual({
      color: [0, 1, 0],
      transmission: 0.4,
      texture: '',
    })
    expect(parseAttributes(seeThrough, faceColor(0, 255, 0)).faces).toMatchObject({ transmission: 0.4 })
  })

  const map = record(0x0c).byte(0).long(3).byte(255, 0, 0, 0, 255, 0, 0, 0, 255).bytes

  it.each([
    ['a byte', record(0x08).byte(1, 2)],
    ['two bytes', record(0x09).byte(1).short(2)],
    ['a floating-point number', record(0x0a).byte(1).float(1.9)],
  ])('is selected from the color map by %s', (_, bytes) => {
    expect(parseAttributes(map, bytes.bytes).faces?.color).toEqual([0, 0, 1])
  })

  it.each([
    ['beyond its end', record(0x08).byte(1, 3)],
    ['before its start', record(0x0a).byte(1).float(-1)],
    ['that is not finite', record(0x0a).byte(1).float(Number.NaN)],
  ])('is ignored for a map index %s', (_, bytes) => {
    expect(parseAttributes(map, bytes.bytes)).toEqual({})
  })
})

describe('HSF visibility', () => {
  const parseVisibility = (...bytes: readonly number[]): HsfAttributes =>
    parseSegment(record('V').byte(...bytes).bytes).parsedSegment.attributes

  it('sets only the flags of its mask', () => {
    expect(parseVisibility(0x01, 0x00)).toEqual({ areFacesVisible: false })
    expect(parseVisibility(0x04, 0x04)).toEqual({ areLinesVisible: true })
    expect(parseVisibility(0x02, 0x00)).toEqual({})
  })

  it('accepts an extended mask', () => {
    expect(parseVisibility(0x81, 0x80, 0, 0, 0, 0)).toEqual({ areFacesVisible: false })
  })
})

describe('HSF segment', () => {
  it('receives matrix, color and shapes when reopened by its tag', () => {
    const again = record('s')
      .long(0)
      .raw(translationRecord(5, 6, 7))
      .raw(faceColor(255, 0, 0))
      .raw(line)
      .text(')').bytes
    const { reader, end } = parseHsf(createStream(segment('a', record('q').bytes), again, line))
    expect(end).toBe('whole')
    const [parsedSegment] = reader.root.children
    expect(Array.from(parsedSegment?.matrix ?? []).slice(9)).toEqual([5, 6, 7])
    expect(parsedSegment?.attributes.faces?.color).toEqual([1, 0, 0])
    expect(parsedSegment?.shapes).toHaveLength(1)
    expect(reader.root.children).toHaveLength(1)
    expect(reader.root.shapes).toHaveLength(1)
  })

  it.each([
    ['a tag of a shape record', [line, record('q').bytes, record('s').long(0).bytes]],
    ['an empty tag', [record('q').bytes, record('s').long(0).bytes]],
    ['a tag before any record', [segment('a', record('q').bytes), record('s').long(-1).bytes]],
    ['an unmatched close', [segment('a'), record(')').bytes]],
  ])('is reported as damaged with %s', (_, records) => {
    expect(parseHsf(createStream(...records)).end).toBe('damaged')
  })

  it('is reported as damaged when reopened within itself 600 times', () => {
    const bytes = record('(').byte(0).text('q')
    for (let time = 0; time < 600; time++) bytes.text('s').long(0)
    expect(parseHsf(createStream(bytes.bytes)).end).toBe('damaged')
  })

  it('lists styles and included segments in order', () => {
    const style = record('{').byte(4).text('?s/1').bytes
    const { parsedSegment } = parseSegment(style, include('?b'), include('?c'))
    expect([parsedSegment.styles, parsedSegment.includes]).toEqual([['?s/1'], ['?b', '?c']])
  })

  it('has a Latin-1 name', () => {
    const { reader } = parseHsf(createStream(record('(').byte(2, 0xe9, 0xdf).text(')').bytes))
    expect(reader.root.children[0]?.name).toBe('éß')
  })
})

describe('HSF geometry attributes', () => {
  const attributes = (...records: readonly Uint8Array[]): Uint8Array => {
    const writer = record(':')
    for (const one of records) writer.raw(one)
    return writer.byte(0).bytes
  }

  it('apply to the preceding shape only', () => {
    const { parsedSegment } = parseSegment(line, cubeShell(), attributes(faceColor(255, 0, 0)), line)
    expect(parsedSegment.shapes.map(({ kind }) => kind)).toEqual(['line', 'line'])
    expect(parsedSegment.children.map(({ shapes }) => shapes.length)).toEqual([1])
    expect(parsedSegment.attributes).toEqual({})
  })

  it('change no shape after an undrawn record', () => {
    const text = record('T').float(0, 0, 0).byte(1).text('a').bytes
    const { parsedSegment } = parseSegment(line, text, attributes(faceColor(255, 0, 0)))
    expect(parsedSegment.shapes).toHaveLength(1)
    expect(parsedSegment.children).toEqual([])
  })

  it('change no shape after an image of unknown encoding', () => {
    const image = record('i').float(0, 0, 0).byte(0x83, 1).text('p').long(1, 1).byte(2).long(0).bytes
    const { parsedSegment } = parseSegment(line, image, attributes(faceColor(255, 0, 0)))
    expect(parsedSegment.shapes).toHaveLength(1)
  })
})

describe('HSF stream', () => {
  it('states its version in the first line', () => {
    expect(parseHsf(hsfStream(segment('a'))).reader.version).toBe(12)
    expect(parseHsf(new ByteWriter().text(';; HSF V17.35 \n').byte(0).bytes).reader).toMatchObject({ version: 17.35 })
    expect(parseHsf(new ByteWriter().text('; other\n').byte(0).bytes).reader.version).toBe(0)
  })

  it('can be uncompressed', () => {
    const plain = new ByteWriter().text(';; HSF V12.00 \n').raw(segment('a', line)).byte(0).bytes
    const { reader, end } = parseHsf(plain)
    expect([end, reader.root.children[0]?.shapes.length]).toEqual(['whole', 1])
  })

  it.each([
    ['no data', new Uint8Array(0), 'cut'],
    ['a header only', new ByteWriter().text(';; HSF V12.00 \n').bytes, 'cut'],
    ['an unterminated header', new ByteWriter().text(';; HSF').bytes, 'cut'],
    ['an unmatched end of compression', record('z').bytes, 'damaged'],
    ['nested compression', createStream(record('Z').bytes), 'damaged'],
    ['empty compressed data', record('Z').bytes, 'cut'],
  ])('is reported as truncated or damaged with %s', (_, bytes, end) => {
    expect(parseHsf(bytes).end).toBe(end)
  })

  it('is reported as damaged when it exceeds the inflation limit', () => {
    expect(parseHsf(hsfStream(new Uint8Array(1_000_001).fill(1))).end).toBe('damaged')
  })

  it('ends at its dictionary', () => {
    const bytes = new ByteWriter().raw(segment('a', line)).text('D').text('anything at all').byte(0).bytes
    const { reader, end } = parseHsf(bytes)
    expect([end, reader.root.children.length]).toEqual(['whole', 1])
  })

  it('takes its up direction from the first view only', () => {
    const view = (x: number, y: number, z: number): Uint8Array =>
      record('}').byte(0).float(0, 0, 0, 0, 0, 0, x, y, z, 1, 1).byte(1).text('v').bytes
    expect(parseHsf(createStream(view(0, 1, 0), view(0, 0, 1))).reader.up).toEqual([0, 1, 0])
    expect(parseHsf(createStream(segment('a'))).reader.up).toBeNull()
  })
})
