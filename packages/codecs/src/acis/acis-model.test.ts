import { mutate } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { readAcisBytes, type AcisModel } from './index.js'
import { encode, entityHeader, header, satBytes, wireBody } from './testing/acis-text.js'
import { writeSab, type FixtureRecord } from './testing/acis-writer.js'

const sphere = `sphere-surface ${entityHeader} 0 0 0 5 1 0 0 0 0 1 forward_v I I I I`
const plane = `plane-surface ${entityHeader} 0 0 0 0 0 1 1 0 0 forward I I I I`

const read = (records: readonly string[]): AcisModel =>
  readAcisBytes(satBytes(records.map((record) => `${record} #`).join('\n')))
const body = (lump: number, wire = -1, transform = -1): string => `body ${entityHeader} $${lump} $${wire} $${transform}`
const lump = (shell: number, next = -1): string => `lump ${entityHeader} $${next} $${shell} $0`
const shell = (face: number, { next = -1, subshell = -1, wire = -1 } = {}): string =>
  `shell ${entityHeader} $${next} $${subshell} $${face} $${wire} $1`
const face = (surface: number, next = -1): string =>
  `face ${entityHeader} $${next} $-1 $2 $-1 $${surface} forward single`
const rgb = (owner: number, channels: string): string => `rgb_color-st-attrib $-1 -1 $-1 $-1 $${owner} ${channels}`
const countFaces = ({ bodies }: AcisModel): unknown[] =>
  bodies.map(({ lumps }) => lumps.map(({ faceCount, errors }) => [faceCount, errors.size]))

describe('ACIS bodies', () => {
  it('list their lumps in chain order', () => {
    const model = read([body(1), lump(3, 2), lump(4), shell(5), shell(6), face(7), face(7, 8), sphere, face(7)])
    expect(model.bodies[0]?.lumps.map(({ record, faceCount }) => [record, faceCount])).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  it('are empty without lumps, and omit lumps without faces', () => {
    const model = read([body(-1), body(2), lump(-1)])
    expect(model.bodies).toMatchObject([
      { record: 0, lumps: [], wire: null, name: '', color: null, properties: [] },
      { record: 1, lumps: [] },
    ])
  })

  it('include faces of all shells and nested subshells', () => {
    const subshell = (own: number, child = -1, sibling = -1): string =>
      `subshell ${entityHeader} $2 $${sibling} $${child} $${own}`
    const model = read([
      ...[body(1), lump(2), shell(4, { next: 3, subshell: 9 }), shell(5)],
      ...[face(8), face(8), face(8), face(8), sphere],
      ...[subshell(6, 10), subshell(7)],
    ])
    expect(countFaces(model)).toEqual([[[4, 0]]])
  })

  it('count faces that cannot be written, by record', () => {
    const model = read([body(1), lump(2), shell(3), face(5, 4), face(6), sphere, plane])
    expect(countFaces(model)).toEqual([[[1, 1]]])
    expect([...(model.bodies[0]?.lumps[0]?.errors ?? [])]).toEqual([
      [4, { reason: 'without-border', word: 'plane-surface' }],
    ])
  })

  it('include wires of their own and of their shells', () => {
    const own = wireBody(`straight-curve ${entityHeader} 0 0 0 1 0 0 I I`, ['0 0 0', '1 0 0'])
    expect(readAcisBytes(satBytes(own)).bodies[0]?.wire?.lines).toHaveLength(1)
    const onShell = own.replace(`body ${entityHeader} $-1 $1 $-1`, `body ${entityHeader} $9 $-1 $-1`)
    const hung = `${onShell}\n${lump(10)} #\n${shell(-1, { wire: 1 })} #`
    expect(readAcisBytes(satBytes(hung)).bodies[0]).toMatchObject({
      lumps: [],
      wire: {
        lines: [
          [
            [0, 0, 0],
            [1, 0, 0],
          ],
        ],
      },
    })
  })
})

describe('ACIS body attributes', () => {
  it('give a lump the colour of its face, shell, lump or body, in this order', () => {
    const records = [body(1), lump(2), shell(3), face(4), sphere]
    const readColor = (...more: string[]): unknown => read([...records, ...more]).bodies[0]?.lumps[0]?.appearance.color
    const [ofBody, ofLump, ofShell, ofFace] = ['1 0 0', '0 1 0', '0 0 1', '1 1 0'].map((color, at) => rgb(at, color))
    expect(readColor()).toBeNull()
    expect(readColor(ofBody)).toEqual([1, 0, 0])
    expect(readColor(ofBody, ofLump)).toEqual([0, 1, 0])
    expect(readColor(ofBody, ofLump, ofShell)).toEqual([0, 0, 1])
    expect(readColor(ofBody, ofLump, ofShell, ofFace)).toEqual([1, 1, 0])
  })

  it('list colours only for faces that are written', () => {
    const records = [body(1), lump(2), shell(3), face(7, 4), face(6, 5), face(6), sphere, plane]
    const [first] = read([...records, rgb(3, '1 0 0'), rgb(5, '0 0 1')]).bodies[0]?.lumps ?? []
    expect(first?.faceCount).toBe(2)
    expect([...(first?.appearance.traits.colors ?? [])]).toEqual([192, 190, 186, 255, 0, 0, 255, 255])
  })

  it('give a body its name', () => {
    const name = 'string_attrib-name_attrib-gen-attrib $-1 -1 $-1 $-1 $0 @4 name @3 Lid'
    expect(read([body(-1), name]).bodies[0]).toMatchObject({
      name: 'Lid',
      properties: [{ name: 'name', value: 'Lid' }],
    })
  })
})

describe('B-rep job of an ACIS lump', () => {
  const model = read([body(1), lump(2), shell(3), face(6, 4), face(5), sphere, plane])
  const [first] = model.bodies[0]?.lumps ?? []
  const readJobText = (): string => new TextDecoder().decode(first?.job('standard').text)

  it('is a STEP file of the written faces, each in its own shell', () => {
    expect(readJobText()).toMatch(/^ISO-10303-21;[\s\S]*SPHERICAL_SURFACE\('',#\d+,5\.\)[\s\S]*END-ISO-10303-21;\n$/)
    expect(readJobText().split('=OPEN_SHELL(')).toHaveLength(2)
    expect(first?.job('standard')).toMatchObject({ faces: { count: 1 }, quality: 'standard' })
  })

  it('defines every entity that it references, and is written again on each call', () => {
    const definedNumbers = new Set([...readJobText().matchAll(/^#(\d+)=/gm)].map(([, number]) => number))
    const missing = [...readJobText().matchAll(/[(,]#(\d+)/g)].filter(([, number]) => !definedNumbers.has(number))
    expect(missing).toEqual([])
    expect(first?.job('standard').text.buffer).not.toBe(first?.job('standard').text.buffer)
  })

  it('is in millimetres for any unit of the file', () => {
    const bytes = satBytes([body(1), lump(2), shell(3), face(4), sphere].map((record) => `${record} #`).join('\n'))
    const textIn = (millimetres: number): string =>
      new TextDecoder().decode(readAcisBytes(bytes, millimetres).bodies[0]?.lumps[0]?.job('standard').text)
    expect(textIn(1000)).toMatch(/SPHERICAL_SURFACE\('',#\d+,5000\.\)/)
    expect(textIn(25.4)).toMatch(/SPHERICAL_SURFACE\('',#\d+,127\.\)/)
  })
})

describe('ACIS body transform', () => {
  const readPlacement = (transform: string, millimetres?: number): number[] => {
    const bytes = satBytes(`${body(-1, -1, 1)} #\ntransform ${transform} #`)
    return [...(readAcisBytes(bytes, millimetres).bodies[0]?.placement ?? [])]
  }
  const rotated = '0 1 0 -1 0 0 0 0 1 2 3 4'

  it('consists of axes and a translation in metres', () => {
    expect(readPlacement(`$-1 -1 ${rotated} 1 rotate no_reflect no_shear`)).toEqual([
      0, 1, 0, -1, 0, 0, 0, 0, 1, 0.002, 0.003, 0.004,
    ])
  })

  it('prefers the unit of the drawing to that of the header', () => {
    expect(readPlacement(`$-1 -1 ${rotated} 1`, 1000).slice(9)).toEqual([2, 3, 4])
  })

  it('applies its scale to the axes alone', () => {
    expect(readPlacement(`$-1 -1 ${rotated} 2`)).toEqual([0, 2, 0, -2, 0, 0, 0, 0, 2, 0.002, 0.003, 0.004])
    expect(readPlacement(`$-1 -1 ${rotated}`).slice(0, 3)).toEqual([0, 1, 0])
  })

  it.each([
    ['truncated', '$-1 -1 0 1 0 -1 0 0 0 0 1 2 3'],
    ['not finite', `$-1 -1 ${rotated.replace('2 3 4', '1e999 0 0')} 1`],
    ['of another type', '$-1 -1 a b c'],
  ])('is the identity when it is %s', (_, transform) => {
    expect(readPlacement(transform)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
  })
})

describe('ACIS unit', () => {
  it('is that of the header, or null for an invalid number', () => {
    const inUnit = (unit: string): AcisModel =>
      readAcisBytes(encode(`${header.replace('\n1 1e-06', `\n${unit} 1e-06`)}End-of-ACIS-data`))
    expect([inUnit('25.4').unitMillimetres, inUnit('-1').unitMillimetres]).toEqual([25.4, null])
  })
})

describe('ACIS reader on hostile data', () => {
  it('follows cyclic chains once', () => {
    const model = read([
      body(1),
      lump(2, 1),
      shell(3, { next: 2, subshell: 5 }),
      face(4, 3),
      sphere,
      `subshell ${entityHeader} $2 $5 $5 $3`,
    ])
    expect(countFaces(model)).toEqual([[[1, 0]]])
  })

  it('assigns a lump claimed by several bodies to the first', () => {
    const bodies = Array.from({ length: 50 }, () => body(50))
    const records = [...bodies, lump(51), shell(52), face(53), sphere]
    expect(countFaces(read(records)).filter((lumps) => (lumps as unknown[]).length > 0)).toHaveLength(1)
  })

  it('shows at most one face for pointers of the wrong kind', () => {
    for (let target = 0; target < 5; target++) {
      const model = read([body(target), lump(target), shell(target), face(target), sphere])
      expect(
        model.bodies.flatMap(({ lumps }) => lumps.map(({ faceCount }) => faceCount)).every((count) => count <= 1),
      ).toBe(true)
    }
  })

  it('stops at a depth limit of nested subshells', () => {
    const depth = 300
    const subshells = Array.from(
      { length: depth },
      (_, at) => `subshell ${entityHeader} $2 $-1 $${6 + at} $${5 + depth + at}`,
    )
    const faces = Array.from({ length: depth }, () => face(4))
    const model = read([body(1), lump(2), shell(3, { subshell: 5 }), face(4), sphere, ...subshells, ...faces])
    const [[count] = [0]] = countFaces(model)[0] as [number, number][]
    expect([count > 50, count < depth]).toEqual([true, true])
  })

  it('parses mutated text and binary files without failing', () => {
    const records: FixtureRecord[] = [
      ['body', '$-1', -1, '$-1', '$1', '$-1', '$5'],
      ['lump', '$-1', -1, '$-1', '$-1', '$2', '$0'],
      ['shell', '$-1', -1, '$-1', '$-1', '$-1', '$3', '$-1', '$1'],
      ['face', '$-1', -1, '$-1', '$-1', '$-1', '$2', '$-1', '$4', 'forward', 'single'],
      ['sphere-surface', '$-1', -1, '$-1', 0, 0, 0, 5, 1, 0, 0, 0, 0, 1, 'forward', 'I', 'I', 'I', 'I'],
      ['transform', '$-1', -1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4, 1, 'no_rotate'],
    ]
    const text = records.map((record) => `${record.join(' ')} #`).join('\n')
    for (const bytes of [satBytes(text), writeSab(records, 22_300)]) {
      expect(countFaces(readAcisBytes(bytes))).toEqual([[[1, 0]]])
      for (let copy = 1; copy <= 300; copy++) {
        const { bodies } = readAcisBytes(mutate(bytes, copy))
        for (const each of bodies) for (const { faceCount } of each.lumps) expect(faceCount).toBeLessThanOrEqual(6)
      }
    }
  })

  it('marks empty and random data as truncated', () => {
    const noise = Uint8Array.from({ length: 999 }, (_, at) => (at * 7919) % 256)
    for (const bytes of [new Uint8Array(0), noise])
      expect(readAcisBytes(bytes)).toMatchObject({ bodies: [], isCut: true })
  })
})
