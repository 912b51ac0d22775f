import { readFileSync } from 'node:fs'
import { createRecordedContext, RecordedSource } from '@kamar/test-kit'
import { readerLimits } from '@kamar/core'
import { textBlocks } from '@kamar/codecs/text'
import { describe, expect, it } from 'vitest'
import { parseBinary } from './parse-binary.js'
import { TextParser } from './parse-text.js'
import { StlSceneWriter } from './scene-writer.js'
import type { SolidPart } from './solid.js'

const arch = Uint8Array.from(readFileSync(new URL('fixtures/arch.stl', import.meta.url)))
const vertex = (facet: number, at: number): string => `vertex ${facet} ${at % 2} ${facet * 0.25 + at}`
const facet = (number: number): string =>
  `facet normal 0 0 1 outer loop ${[0, 1, 2].map((at) => vertex(number, at)).join(' ')} endloop endfacet`
const facets = (count: number): string => Array.from({ length: count }, (_, number) => facet(number)).join('\n')
const text = `solid wall\n${facets(20)}\nendsolid wall\nsolid roof\n${facets(7)}\nendsolid\nsolid none\nendsolid\n`

async function binaryParts(maxTriangles: number): Promise<{ parts: SolidPart[]; triangles: number }> {
  const parts: SolidPart[] = []
  const { context } = createRecordedContext()
  const push = async (part: SolidPart): Promise<void> => void parts.push(part)
  const { triangles } = await parseBinary(new RecordedSource('arch.stl', arch), context, { push, maxTriangles })
  return { parts, triangles }
}

async function textParts(maxTriangles: number, blockBytes: number): Promise<SolidPart[]> {
  const parser = new TextParser(readerLimits, maxTriangles)
  const parts: SolidPart[] = []
  const { signal } = createRecordedContext().context
  const source = new RecordedSource('wall.stl', new TextEncoder().encode(text))
  for await (const { bytes } of textBlocks(source, { signal, boundary: 'white space', blockBytes })) {
    parser.parse(bytes)
    parts.push(...parser.takeSolids())
  }
  parser.finish()
  return [...parts, ...parser.takeSolids()]
}

/** Joins the parts of each solid to one list of coordinates and colours. */
function joined(parts: readonly SolidPart[]): { name: string; positions: number[]; colors: number[] }[] {
  const solids: { name: string; positions: number[]; colors: number[] }[] = []
  let isOpen = false
  for (const { name, positions, triangles, colors, isLast } of parts) {
    if (!isOpen) solids.push({ name, positions: [], colors: [] })
    solids.at(-1)?.positions.push(...positions.subarray(0, 9 * triangles))
    solids.at(-1)?.colors.push(...(colors?.subarray(0, 3 * triangles) ?? []))
    isOpen = !isLast
  }
  expect(isOpen).toBe(false)
  return solids
}

describe('parts of an STL solid', () => {
  it('have the facets of the whole solid, for every number of facets that a part of a binary file may have', async () => {
    const { parts: reference, triangles } = await binaryParts(1_000_000)
    expect(reference).toHaveLength(1)
    for (const maxTriangles of [1, 2, 3, 7, triangles - 1, triangles]) {
      const read = await binaryParts(maxTriangles)
      expect(read.triangles).toBe(triangles)
      expect(read.parts).toHaveLength(Math.ceil(triangles / maxTriangles))
      expect(joined(read.parts)).toEqual(joined(reference))
    }
  })

  it('have the facets of the whole solids, wherever a block of text ends', async () => {
    const reference = await textParts(1_000_000, 1_000_000)
    expect(reference.map(({ name, triangles }) => [name, triangles])).toEqual([
      ['wall', 20],
      ['roof', 7],
    ])
    for (const blockBytes of [1, 2, 3, 5, 64]) {
      expect(await textParts(1_000_000, blockBytes)).toEqual(reference)
      expect(joined(await textParts(7, blockBytes))).toEqual(joined(reference))
    }
  })

  it('end with an empty part when no facet of the last one can be drawn', () => {
    const parser = new TextParser(readerLimits, 2)
    const broken = facet(3).replaceAll(/vertex \S+/g, 'vertex nan')
    parser.parse(new TextEncoder().encode(`solid a\n${facets(2)}\n${broken}\nendsolid\n`))
    expect(parser.takeSolids().map(({ triangles, isLast }) => [triangles, isLast])).toEqual([
      [2, false],
      [0, true],
    ])
  })
})

describe('StlSceneWriter', () => {
  it('gives a solid in parts one node, with its facets and the length of all parts', async () => {
    const { context, scene } = createRecordedContext()
    const writer = new StlSceneWriter(context, 'wall.stl', 'ASCII')
    for (const part of await textParts(7, 64)) await writer.push(part, part.name)
    expect(scene.nodes.map(({ name }) => name)).toEqual(['wall', 'roof'])
    expect(scene.instances.map(({ node }) => node)).toEqual([0, 0, 0, 1])
    expect(scene.propertySets.map(({ properties }) => properties[1]?.value)).toEqual([20, 7])
    expect(writer.solidCount).toBe(2)
    expect(writer.unitFinding).toMatchObject([{ code: 'unit-assumed', details: { unit: 'mm', metres: 0.019 } }])
  })
})
