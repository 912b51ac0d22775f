import { readFileSync } from 'node:fs'
import { readerLimits } from '@kamar/core'
import { textBlocks } from '@kamar/codecs/text'
import { createRecordedContext, RecordedSource, type RecordingScene } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { ModelCollector } from './model-collector.js'
import { StatementParser } from './parse-statements.js'
import { ObjSceneWriter } from './scene-writer.js'

const footbridge = Uint8Array.from(readFileSync(new URL('fixtures/footbridge.obj', import.meta.url)))

interface Sizes {
  readonly blockBytes?: number
  readonly maxTriangles?: number
}

async function read({ blockBytes, maxTriangles }: Sizes) {
  const { context, scene } = createRecordedContext()
  const model = new ModelCollector(readerLimits, maxTriangles)
  const parser = new StatementParser(model)
  const writer = new ObjSceneWriter(context, model, 'footbridge.obj')
  const source = new RecordedSource('footbridge.obj', footbridge)
  const options = { signal: context.signal, boundary: 'line', ...(blockBytes !== undefined && { blockBytes }) } as const
  for await (const { bytes } of textBlocks(source, options)) parser.parse(bytes)
  await writer.push(model.takeRuns('all'), parser.statedUnit)
  writer.finish()
  return { scene, model }
}

const sourceIds = ({ nodes }: RecordingScene): string[] => nodes.map(({ sourceId }) => sourceId).toSorted()

describe('OBJ file', () => {
  it('gives the same scene wherever a block of text ends', async () => {
    const reference = await read({})
    for (const blockBytes of [1, 3, 100, 4096]) {
      const { scene, model } = await read({ blockBytes })
      expect(scene.digest).toBe(reference.scene.digest)
      expect(model.counts).toEqual(reference.model.counts)
    }
  })

  it('keeps its elements and triangles when meshes are split', async () => {
    const reference = await read({})
    for (const maxTriangles of [1, 5, 17]) {
      const { scene } = await read({ maxTriangles })
      expect(sourceIds(scene)).toEqual(sourceIds(reference.scene))
      expect(scene.numbers.triangles).toBe(reference.scene.numbers.triangles)
      expect(scene.numbers.meshes).toBeGreaterThan(reference.scene.numbers.meshes)
    }
  })
})
