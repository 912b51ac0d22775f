import { runReader, type ReaderRun } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { floats, node, writeBinary, writeText, type WrittenNode } from './fixtures/fbx-writer.js'
import { mesh, model, smallFile, triangle } from './fixtures/small-file.js'
import { workshop } from './fixtures/workshop.js'
import { reader } from './reader.js'

const maxMilliseconds = 10_000
const headerBytes = 27

async function read(bytes: Uint8Array, inflatedBytes?: number): Promise<ReaderRun> {
  const run = await runReader(reader, bytes, inflatedBytes === undefined ? {} : { limits: { inflatedBytes } })
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  return run
}

const isListed = ({ failure, report }: ReaderRun): boolean =>
  report !== null || ['damaged', 'limit-exceeded', 'nothing-to-show'].includes(failure?.code ?? '')

describe('FBX reader', () => {
  it.each([
    ['the start of the file', 0],
    ['itself', headerBytes],
    ['the byte before it', headerBytes - 1],
    ['the middle of its own header', headerBytes + 5],
    ['a position far beyond the end of the file', 0xffffffff],
  ])('E04 terminates on a node whose end offset points to %s', async (_, end) => {
    const bytes = writeBinary(workshop(7400), { version: 7400, isDeflated: false })
    new DataView(bytes.buffer).setUint32(headerBytes, end, true)
    expect(isListed(await read(bytes))).toBe(true)
  })

  it('E04 terminates on 64-bit end offsets that point backwards or exceed the safe integers', async () => {
    for (const end of [0n, 27n, 2n ** 53n, 2n ** 64n - 1n]) {
      const bytes = writeBinary(workshop(7700), { version: 7700, isDeflated: true })
      new DataView(bytes.buffer).setBigUint64(headerBytes, end, true)
      expect(isListed(await read(bytes)), `${end}`).toBe(true)
    }
  })

  it.each([0, 1, 2, 0x7fffffff, 0xffffffff])(
    'E04 reports no complete read for an array that declares %d values',
    async (count) => {
      for (const isDeflated of [false, true]) {
        const bytes = writeBinary(workshop(7400), { version: 7400, isDeflated })
        const view = new DataView(bytes.buffer)
        const countOffset = Buffer.from(bytes).indexOf('Vertices') + 'Vertices'.length
        view.setUint32(countOffset + 1, count, true)
        const run = await read(bytes)
        expect(isListed(run)).toBe(true)
        expect(run.report?.status === 'complete').toBe(false)
      }
    },
  )

  it('E04 fails with limit-exceeded at a deflate bomb', async () => {
    const zeros = Array.from({ length: 4_000_000 }, () => 0)
    const bytes = writeBinary([...workshop(7400), node('Bomb', [floats(zeros)])], { version: 7400, isDeflated: true })
    expect(bytes.length).toBeLessThan(1_000_000)
    expect((await read(bytes, 10_000_000)).failure?.code).toBe('limit-exceeded')
  })

  it('E04 terminates on a binary node tree 10,000 levels deep', async () => {
    // Written from the innermost node outwards: each has 13 bytes of header, 1 of name, 13 of end marker.
    const depth = 10_000
    const bytes = new Uint8Array(headerBytes + depth * 14 + depth * 13 + 13)
    bytes.set(writeBinary([], { version: 7400, isDeflated: false }).subarray(0, headerBytes))
    const view = new DataView(bytes.buffer)
    for (let level = 0; level < depth; level++) {
      const at = headerBytes + 14 * level
      view.setUint32(at, headerBytes + depth * 14 + (depth - level) * 13, true)
      view.setUint8(at + 12, 1)
      view.setUint8(at + 13, 'D'.charCodeAt(0))
    }
    expect(isListed(await read(bytes))).toBe(true)
  })

  it('E04 terminates on a text node tree 10,000 levels deep', async () => {
    const text = new TextDecoder().decode(writeText(workshop(7400), 7400))
    const deep = `${'D: {\n'.repeat(10_000)}${'}\n'.repeat(10_000)}`
    expect(isListed(await read(new TextEncoder().encode(text + deep)))).toBe(true)
  })

  it('E04 terminates on models nested 10,000 levels deep and on cyclic parents', async () => {
    const count = 10_000
    const models = Array.from({ length: count }, (_, at) => model(at + 1, `M${at}`))
    const chain = models.map((_, at) => [at + 1, at] as const)
    const run = await read(smallFile([...models, triangle(count + 1)], [...chain, [count + 1, count]]))
    expect(isListed(run)).toBe(true)
    const circle = await read(
      smallFile(
        [model(1, 'A'), model(2, 'B'), triangle(3)],
        [
          [1, 2],
          [2, 1],
          [3, 1],
        ],
      ),
    )
    expect(isListed(circle)).toBe(true)
  })

  it('E15 reports a partial read for polygons of 100,000 vertices or with missing vertices', async () => {
    const vertexCount = 100_000
    const polygon = Array.from({ length: vertexCount }, (_, at) => (at === vertexCount - 1 ? ~(at % 3) : at % 3))
    const objects: readonly WrittenNode[] = [
      model(1, 'Sound'),
      triangle(2),
      model(3, 'Long'),
      mesh(4, { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], polygons: polygon }),
      model(5, 'Nowhere'),
      mesh(6, { vertices: [0, 0, 0], polygons: [0, 0x7fffffff, -0x80000000] }),
    ]
    const run = await read(
      smallFile(objects, [
        [1, 0],
        [2, 1],
        [3, 0],
        [4, 3],
        [5, 0],
        [6, 5],
      ]),
    )
    expect(run.scene.nodes.map(({ name }) => name)).toContain('Sound')
    expect(run.report?.status).toBe('partial')
  })
})
