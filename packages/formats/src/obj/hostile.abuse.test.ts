import { campaignSize, runReader, seededRandom, type ReaderRun } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from './reader.js'

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (text: string): Promise<ReaderRun> => runReader(reader, encodeText(text))
const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n'

describe('OBJ reader with invalid face indices', () => {
  it.each(['0', '-1000000000', '1000000000', '99999999999999999999', '-5', '5', '1.5', 'x', '/', '//1'])(
    'E02 counts a face with index %s as out of range unless it is drawn',
    async (reference) => {
      const { scene, report } = await read(`${square}f 1 2 3\nf 1 2 ${reference}\n`)
      const skipped = report?.skipped ?? []
      expect(scene.numbers.triangles + skipped.length).toBe(2)
      expect(skipped.every(({ reason }) => reason === 'index-out-of-range')).toBe(true)
      expect(report?.status).toBe(skipped.length > 0 ? 'partial' : 'complete')
    },
  )

  it('E02 reports a file without any valid face as damaged', async () => {
    expect((await read(`${square}f 0 0 0\nf 7 8 9\n`)).failure?.code).toBe('damaged')
  })

  it('E02 draws faces whose normal indices are out of range', async () => {
    const { scene, report } = await read(`${square}vn 0 0 1\nf 1//9 2//9 3//9\nf 1//-7 2//1 3//0\n`)
    expect(report?.status).toBe('complete')
    expect(scene.numbers.triangles).toBe(2)
  })
})

describe('OBJ reader with invalid numbers', () => {
  it.each(['nan', 'inf', '1e308', '-1e30', '1.#QNAN', '', '--1', '1e', '0x10'])(
    'E15 counts a vertex with coordinate %j, but skips faces that use it',
    async (value) => {
      const { scene, report } = await read(`${square}v 0 0 ${value}\nv 2 2 2\nf 1 2 3\nf 1 2 5\nf 1 2 6\n`)
      expect(scene.numbers.triangles).toBe(2)
      expect(report?.skipped).toEqual([{ kind: 'face', reason: 'not-a-number', count: 1 }])
    },
  )

  it('E15 reads coordinates with extremely small exponents as zero', async () => {
    const { scene } = await read('v 1e-320 1e-999999999 0\nv 1e0 0 0\nv 0 100e-2 0\nf 1 2 3\n')
    expect(scene.bounds).toEqual({ min: [0, 0, 0], max: [1, 0, 1] })
  })
})

describe('OBJ reader with very large polygons', () => {
  const vertexCount = campaignSize(100_000, 1_000_000)
  const face = `f ${Array.from({ length: vertexCount }, (_, index) => index + 1).join(' ')}\n`
  const ring = (radius: (index: number) => number): string => {
    const lines = Array.from({ length: vertexCount }, (_, index) => {
      const angle = (2 * Math.PI * index) / vertexCount
      return `v ${(radius(index) * Math.cos(angle)).toFixed(7)} ${(radius(index) * Math.sin(angle)).toFixed(7)} 0\n`
    })
    return lines.join('')
  }

  it(`E02 triangulates a convex polygon of ${vertexCount} vertices completely`, async () => {
    // Seven digits round the vertices of the circle slightly: the fan only applies to polygons that remain convex on a
    // grid.
    const triangle = Array.from({ length: vertexCount }, (_, index) => `v ${index} ${index === 0 ? 1 : 0} 0\n`).join('')
    const { scene, processorMilliseconds } = await read(triangle + face)
    expect(scene.numbers.triangles).toBe(vertexCount - 2)
    expect(processorMilliseconds).toBeLessThan(10_000)
  })

  it(`E02 skips a jagged polygon of ${vertexCount} vertices as polygon-too-complex`, async () => {
    const { report, processorMilliseconds } = await read(`${ring((index) => 1 + (index % 2))}${face}f 1 2 3\n`)
    expect(report?.skipped).toEqual([{ kind: 'face', reason: 'polygon-too-complex', count: 1 }])
    expect(processorMilliseconds).toBeLessThan(10_000)
  })
})

describe('OBJ reader with companion files', () => {
  it.each([
    ['mtllib ../../etc/passwd', 'passwd'],
    ['mtllib /etc/shadow.mtl', 'shadow.mtl'],
    ['mtllib C:\\Users\\x\\scene.mtl', 'scene.mtl'],
    ['mtllib http://example.com/evil.mtl', 'evil.mtl'],
    ['mtllib \\\\server\\share\\far.mtl', 'far.mtl'],
  ])('E02 requests only the file name of %j', async (statement, name) => {
    const { requestedCompanions, report } = await read(`${statement}\n${square}f 1 2 3\n`)
    expect(requestedCompanions).toEqual([name])
    expect(report?.missingCompanions).toEqual([name])
  })

  it('E02 requests only the file name of a texture path', async () => {
    const library =
      'newmtl a\nmap_Kd -s 2 2 2 ../../../secret/brick wall.png\nnewmtl b\nmap_Kd http://example.com/t.jpg\n'
    const { report, requestedCompanions } = await runReader(
      reader,
      encodeText(`mtllib m.mtl\n${square}usemtl a\nf 1 2 3\n`),
      {
        companions: { 'm.mtl': encodeText(library) },
      },
    )
    expect(requestedCompanions).toEqual(['m.mtl', 'brick wall.png'])
    expect(report?.missingCompanions).toEqual(['brick wall.png'])
  })

  it('E02 requests each material library once, and none without a name', async () => {
    const { requestedCompanions } = await read(
      `mtllib a.mtl\nmtllib a.mtl\nmtllib ..\\\n${square}f 1 2 3\nmtllib a.mtl\nf 1 2 3\n`,
    )
    expect(requestedCompanions).toEqual(['a.mtl'])
  })
})

describe('OBJ reader with very long text', () => {
  /** Longer than the longest line that is read. */
  const megabytes = campaignSize(33, 50)
  it(`E02 reports a line of ${megabytes} MB as damaged in linear time`, async () => {
    const line = encodeText(`${square}f 1 2 3\nf ${'1'.repeat(megabytes * 1024 * 1024)}`)
    const { failure, processorMilliseconds } = await runReader(reader, line)
    expect(failure?.code).toBe('damaged')
    expect(processorMilliseconds).toBeLessThan(10_000)
  })

  it('E16 reads a long comment, and shortens a long material name', async () => {
    const { scene, report } = await read(
      `#${'x'.repeat(5_000_000)}\n${square}usemtl ${'m'.repeat(1_000_000)}\nf 1 2 3\n`,
    )
    expect(report?.status).toBe('complete')
    expect(scene.materials[0]?.name).toHaveLength(200)
  })

  it('E02 merges 100,000 changes of group and material into few meshes', async () => {
    const faces = Array.from({ length: 100_000 }, (_, index) => `g ${index % 3}\nusemtl ${index % 5}\nf 1 2 3\n`)
    const { scene, processorMilliseconds } = await read(square + faces.join(''))
    expect(scene.numbers).toMatchObject({ nodes: 3, triangles: 100_000, materials: 5 })
    expect(scene.numbers.meshes).toBeLessThanOrEqual(60)
    expect(processorMilliseconds).toBeLessThan(5000)
  })

  it('E02 ends with a report or a failure for random statements', async () => {
    const random = seededRandom(7)
    const keywords = [
      'v',
      'f',
      'vn',
      'vt',
      'l',
      'p',
      'g',
      'o',
      's',
      'usemtl',
      'mtllib',
      '\\',
      '\r',
      '#',
      '1',
      '-1',
      '1/2/3',
      'x',
    ]
    const pick = (): string => keywords[Math.floor(random() * keywords.length)] ?? ''
    for (let round = 0; round < 50; round++) {
      const text = Array.from({ length: 400 }, () => pick() + (random() < 0.3 ? '\n' : ' ')).join('')
      const { report, failure } = await read(`${square}f 1 2 3\n`.repeat(200) + text)
      expect(report !== null || failure !== null).toBe(true)
    }
  })
})
