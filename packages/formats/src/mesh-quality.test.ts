import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { meshQualities, type MeshQuality } from '@kamar/core'
import { RecordedSource, createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { writeIges } from './iges/fixtures/iges-writer.js'
import { formatDescriptors, loadReader } from './index.js'

const source = fileURLToPath(new URL('.', import.meta.url))
const fixture = (name: string): Uint8Array => readFileSync(join(source, name))
/** Creates a line parallel to an axis, revolved about it: a cylinder's side. */
const cylinder = (): Uint8Array =>
  writeIges([
    { type: 110, status: '00010000', values: [0, 0, 0, 0, 0, 4] },
    { type: 110, status: '00010000', values: [1, 0, 0, 1, 0, 4] },
    { type: 120, values: [{ entity: 1 }, { entity: 2 }, 0, 6.283_185] },
  ])
const curved: Readonly<Record<string, () => Uint8Array>> = {
  '3dm': () => fixture('3dm/fixtures/kiosk.3dm'),
  iges: cylinder,
  sat: () => fixture('sat/fixtures/bushing.sat'),
  step: () => fixture('step/fixtures/lamp.stp'),
}

async function countTriangles(id: string, quality: MeshQuality): Promise<number> {
  const { context, scene } = createRecordedContext({ quality })
  const reader = await loadReader(id)
  await reader.read(new RecordedSource(`model.${id}`, curved[id]()), context)
  return scene.numbers.triangles
}

describe('mesh quality', () => {
  const exact = formatDescriptors.filter((descriptor) => descriptor.exactSolids === true).map(({ id }) => id)

  it('is offered for the formats with exact solids', () => {
    expect(exact).toEqual(expect.arrayContaining(Object.keys(curved)))
  })

  it.each(Object.keys(curved))('increases the triangle count of a curved part in %s', async (id) => {
    const counts = []
    for (const quality of meshQualities) counts.push(await countTriangles(id, quality))
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.at(-1)).toBeGreaterThan(1.2 * (counts[1] ?? 0))
    expect(counts[1]).toBeGreaterThan(counts[0] ?? 0)
  })
})
