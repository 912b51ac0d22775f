import { describe, expect, it } from 'vitest'
import { bytes, chunk, objectChunk, patternFile, versioned } from '../testing/archive-bytes.js'
import { readHatchPatterns } from './hatch-patterns.js'
import type { RhinoKernel } from './kernel-types.js'
import { hatchLoops, readTextAlignment } from './object-bytes.js'

const encoded = (object: Buffer) => ({ data: object.toString('base64'), version: 1, archive3dm: 60, opennurbs: 0 })
const plane = bytes.doubles(...Array.from({ length: 16 }, () => 0))

const textObject = (horizontal: number, vertical: number, wrapped = 0): Buffer =>
  objectChunk(
    versioned(
      versioned(
        versioned(
          ...[bytes.text('Հայ'), plane, bytes.doubles(12, 0.5), bytes.int(horizontal), bytes.int(vertical)],
          ...[bytes.doubles(1), bytes.byte(wrapped)],
        ),
      ),
    ),
  )

describe('3DM text placement', () => {
  it.each([
    [0, 0, 'left', 'top'],
    [1, 3, 'center', 'middle'],
    [2, 5, 'right', 'bottom'],
    [7, 9, 'left', 'top'],
  ] as const)('maps justification %i, %i to %s and %s', (horizontal, vertical, across, up) => {
    expect(readTextAlignment(encoded(textObject(horizontal, vertical)))).toEqual({
      horizontal: across,
      vertical: up,
      width: 0,
    })
  })

  it('has a width when the text is wrapped', () => {
    expect(readTextAlignment(encoded(textObject(0, 0, 1)))?.width).toBe(12)
  })

  it('is null for damaged bytes', () => {
    const complete = textObject(1, 1)
    for (let length = 0; length < complete.length - 40; length += 7)
      expect(readTextAlignment(encoded(complete.subarray(0, length)))).toBeNull()
    expect(readTextAlignment(encoded(chunk(5, Buffer.alloc(3))))).toBeNull()
  })
})

describe('3DM hatch loops', () => {
  const createHatch = (count: number, ...curves: readonly Buffer[]): Buffer =>
    objectChunk(
      ...[bytes.byte(0x12), plane, bytes.doubles(1, 0), bytes.int(0), bytes.int(count)],
      ...curves.flatMap((curve) => [bytes.byte(0x11), bytes.int(0), curve]),
    )
  const kernel = (decoded: string[]): RhinoKernel =>
    ({
      CommonObject: {
        decode: ({ data }: { data: string }) => {
          decoded.push(data)
          return data === '' ? null : { data }
        },
      },
    }) as unknown as RhinoKernel

  it('are decoded by the library one by one as separate objects', () => {
    const curves = [objectChunk(bytes.int(1)), objectChunk(bytes.int(2), bytes.int(3))]
    const decoded: string[] = []
    expect(hatchLoops(encoded(createHatch(2, ...curves)), kernel(decoded))).toHaveLength(2)
    expect(decoded).toEqual(curves.map((curve) => curve.toString('base64')))
  })

  it('are null when a loop is missing or the count is invalid', () => {
    expect(hatchLoops(encoded(createHatch(2, objectChunk(bytes.int(1)))), kernel([]))).toBeNull()
    expect(hatchLoops(encoded(createHatch(-1)), kernel([]))).toBeNull()
    expect(hatchLoops(encoded(createHatch(2_000_000)), kernel([]))).toBeNull()
  })
})

describe('3DM hatch patterns', () => {
  const line = (angle: number, ...dashes: readonly number[]): Buffer =>
    Buffer.concat([bytes.doubles(angle, 1, 2, 3, 4), bytes.int(dashes.length), bytes.doubles(...dashes)])
  const newer = (type: number, ...lines: readonly Buffer[]): Buffer =>
    objectChunk(
      versioned(
        ...[versioned(Buffer.alloc(30)), bytes.int(type), bytes.text('Brick')],
        chunk(0x4000_8000, bytes.int(lines.length), ...lines.map((own) => versioned(own))),
      ),
    )
  const read = { base: [1, 2], offset: [3, 4] }

  it('are read in table order, solid patterns without lines', () => {
    const file = patternFile(80, newer(0), newer(1, line(0), line(1.5, 2, -1)))
    expect(readHatchPatterns(file)).toEqual([
      [],
      [
        { ...read, angle: 0, dashes: [] },
        { ...read, angle: 1.5, dashes: [2, -1] },
      ],
    ])
  })

  it('are read from a version 5 archive', () => {
    const older = objectChunk(
      ...[bytes.byte(0x12), bytes.int(0), bytes.int(1), bytes.text('Brick'), bytes.text(''), bytes.int(1)],
      ...[bytes.byte(0x11), line(0.5), Buffer.alloc(16)],
    )
    expect(readHatchPatterns(patternFile(50, older))).toEqual([[{ ...read, angle: 0.5, dashes: [] }]])
  })

  it('are null when damaged and absent in a truncated file', () => {
    expect(readHatchPatterns(patternFile(80, newer(1, line(0).subarray(0, 20)), newer(0)))).toEqual([null, []])
    expect(readHatchPatterns(patternFile(80, newer(0)).subarray(0, 60))).toEqual([])
    expect(readHatchPatterns(patternFile(80))).toEqual([])
  })
})
