import { memorySource, readerLimits, type ReaderLimits } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { findChild } from './fbx-node.js'
import { float, floats, id, integer, integers, node, text, writeBinary } from './fixtures/fbx-writer.js'
import type { BinaryOptions, WrittenNode } from './fixtures/fbx-writer.js'
import { FileWindow } from '../kit/file-window.js'
import { parseBinary } from './parse-binary.js'

const plain: BinaryOptions = { version: 7400, isDeflated: false }
const { signal } = new AbortController()
const parseBytes = (bytes: Uint8Array, limits: ReaderLimits = readerLimits): ReturnType<typeof parseBinary> =>
  parseBinary(new FileWindow(memorySource('model.fbx', bytes), { signal }), limits)
const parse = (nodes: readonly WrittenNode[], options = plain): ReturnType<typeof parseBinary> =>
  parseBytes(writeBinary(nodes, options))

describe.each([
  ['32-bit offsets, plain arrays', plain],
  ['32-bit offsets, deflated arrays', { version: 7400, isDeflated: true }],
  ['64-bit offsets, plain arrays', { version: 7500, isDeflated: false }],
  ['64-bit offsets, deflated arrays', { version: 7700, isDeflated: true }],
])('FBX parseBinary with %s', (_, options) => {
  it('reads the written node tree back', async () => {
    const nodes = [
      node(
        'Outer',
        [text('Model::Wall'), id(2 ** 40), integer(-7), float(0.25)],
        [node('Inner', [floats([1, 2.5]), integers([3, -4])]), node('Empty')],
      ),
      node('Last', [text('end')]),
    ]
    const { root, version, isCut, damagedArrays } = await parse(nodes, options)
    expect({ version, isCut, damagedArrays }).toEqual({ version: options.version, isCut: false, damagedArrays: 0 })
    expect(root.children.map(({ name }) => name)).toEqual(['Outer', 'Last'])
    const [outer] = root.children
    expect(outer?.values).toEqual(['Model::Wall', 2n ** 40n, -7, 0.25])
    expect(findChild(outer, 'Inner')?.values).toEqual([Float64Array.of(1, 2.5), Int32Array.of(3, -4)])
    expect(findChild(outer, 'Empty')).toEqual({ name: 'Empty', values: [], children: [] })
  })

  it('keeps the nodes before a truncation and sets isCut', async () => {
    const complete = writeBinary(
      [node('First', [integer(1)]), node('Second', [floats([1, 2, 3, 4, 5, 6, 7, 8])])],
      options,
    )
    const { root, isCut } = await parseBytes(complete.subarray(0, complete.length - 60))
    expect(isCut).toBe(true)
    expect(root.children[0]).toEqual({ name: 'First', values: [1], children: [] })
  })
})

describe('FBX parseBinary', () => {
  it('reads a raw property as bytes', async () => {
    const { root } = await parse([node('Content', [{ raw: Uint8Array.of(1, 2, 255) }])])
    expect(root.children[0]?.values).toEqual([Uint8Array.of(1, 2, 255)])
  })

  it('reads an array that does not inflate as empty and counts it as damaged', async () => {
    const bytes = writeBinary([node('Vertices', [floats([1, 2, 3])]), node('After', [integer(5)])], {
      version: 7400,
      isDeflated: true,
    })
    const deflated = Buffer.from(bytes).indexOf(Buffer.from([0x78, 0x9c]))
    bytes.fill(0, deflated, deflated + 4)
    const { root, damagedArrays } = await parseBytes(bytes)
    expect(damagedArrays).toBe(1)
    expect(root.children.map(({ values }) => values)).toEqual([[new Float64Array()], [5]])
  })

  it('does not inflate an array beyond its declared length', async () => {
    const bytes = writeBinary([node('Vertices', [floats(Array.from({ length: 500 }, () => 0))])], {
      version: 7400,
      isDeflated: true,
    })
    const array = bytes.indexOf('d'.charCodeAt(0), 27 + 13 + 'Vertices'.length)
    new DataView(bytes.buffer).setUint32(array + 1, 3, true)
    const { root, damagedArrays } = await parseBytes(bytes)
    expect(damagedArrays).toBe(1)
    expect(root.children[0]?.values).toEqual([new Float64Array()])
  })

  it('throws limit-exceeded for an array beyond the inflation limit', async () => {
    const bytes = writeBinary([node('Vertices', [floats([1, 2, 3])])], { version: 7400, isDeflated: true })
    const limits = { ...readerLimits, inflatedBytes: 23 }
    await expect(parseBytes(bytes, limits)).rejects.toThrowError(
      expect.objectContaining({ failure: expect.objectContaining({ code: 'limit-exceeded' }) }),
    )
  })

  it('skips the remaining properties of a node after an unknown property type', async () => {
    const bytes = writeBinary([node('Odd', [integer(1), integer(2)]), node('Next', [integer(3)])], plain)
    bytes[27 + 13 + 'Odd'.length + 5] = 'Q'.charCodeAt(0)
    const { root } = await parseBytes(bytes)
    expect(root.children.map(({ name, values }) => [name, values])).toEqual([
      ['Odd', [1]],
      ['Next', [3]],
    ])
  })

  it('sets isCut for a node tree 200 levels deep', async () => {
    const deep = Array.from({ length: 200 }).reduce<WrittenNode>((inner) => node('Deep', [], [inner]), node('Deep'))
    const { isCut } = await parse([deep])
    expect(isCut).toBe(true)
  })

  it('reports a file that ends within its header as damaged', async () => {
    const bytes = writeBinary([], plain).subarray(0, 20)
    await expect(parseBytes(bytes)).rejects.toThrowError(
      expect.objectContaining({ failure: expect.objectContaining({ code: 'damaged' }) }),
    )
  })
})
