import { campaignSize, runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from './reader.js'

const megabytes = campaignSize(5, 50)
/** Exceeds the longest line that is read. */
const wordMegabytes = campaignSize(33, 50)

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)

function binaryWithCount(declaredCount: number, facets: number): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * facets)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, declaredCount, true)
  for (let facet = 0; facet < facets; facet++) {
    const at = 84 + 50 * facet
    view.setFloat32(at + 24, 10 + facet, true)
    view.setFloat32(at + 40, 10 + facet, true)
  }
  return bytes
}

describe('STL reader with a false facet count', () => {
  it('E01 reads the present facets under a count of 4 294 967 295, and reports both counts', async () => {
    const { report, scene, processorMilliseconds } = await runReader(reader, binaryWithCount(0xffffffff, 40))
    expect(scene.numbers.triangles).toBe(40)
    expect(report?.status).toBe('partial')
    expect(report?.findings[1]).toEqual({
      code: 'facet-count-wrong',
      severity: 'warning',
      details: { stated: 0xffffffff, present: 40 },
    })
    expect(processorMilliseconds).toBeLessThan(10_000)
  })

  it('E01 fails when the count stands above no complete facet', async () => {
    const header = binaryWithCount(12, 1).slice(0, 84 + 49)
    expect((await runReader(reader, header)).failure?.code).toMatch(/^(damaged|not-this-format)$/)
  })

  it('E01 fails with limit-exceeded beyond the triangle limit', async () => {
    const { failure } = await runReader(reader, binaryWithCount(40, 40), { limits: { triangles: 39 } })
    expect(failure).toEqual({ code: 'limit-exceeded', details: { limit: '39 triangles' } })
  })
})

describe('STL reader with very long text', () => {
  it(`E01 reports one word of ${wordMegabytes} MB as damaged in linear time`, async () => {
    const { failure, processorMilliseconds } = await runReader(
      reader,
      encodeText(`solid ${'x'.repeat(wordMegabytes * 1024 * 1024)}`),
    )
    expect(failure?.code).toBe('damaged')
    expect(processorMilliseconds).toBeLessThan(10_000)
  })

  it(`E01 reads facets on one line of ${megabytes} MB`, async () => {
    const facet = 'facet normal 0 0 1 outer loop vertex 0 0 0 vertex 9 0 0 vertex 0 9 0 endloop endfacet '
    const count = Math.floor((megabytes * 1024 * 1024) / facet.length)
    const { scene, report } = await runReader(reader, encodeText(`solid long ${facet.repeat(count)}endsolid long`))
    expect(scene.numbers).toMatchObject({ triangles: count, nodes: 1 })
    expect(scene.nodes[0]?.name).toBe('long')
    expect(report?.status).toBe('complete')
  })

  const emptySolids = campaignSize(100_000, 1_000_000)
  it(`E01 reads ${emptySolids} empty solids on one line in linear time`, async () => {
    const facet = 'facet normal 0 0 1 outer loop vertex 0 0 0 vertex 9 0 0 vertex 0 9 0 endloop endfacet '
    const text = `solid a ${facet} endsolid a ${'solid b endsolid b '.repeat(emptySolids)}`
    const { scene, processorMilliseconds } = await runReader(reader, encodeText(text))
    expect(scene.numbers.nodes).toBe(1)
    expect(processorMilliseconds).toBeLessThan(10_000)
  })

  it('E01 fails with limit-exceeded beyond the node limit', async () => {
    const solid =
      'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 9 0 0\nvertex 0 9 0\nendloop\nendfacet\nendsolid\n'
    const { failure } = await runReader(reader, encodeText(solid.repeat(100)), { limits: { nodes: 99 } })
    expect(failure).toEqual({ code: 'limit-exceeded', details: { limit: '99 nodes' } })
  })
})

describe('STL reader with invalid text', () => {
  it.each(['nan', 'inf', '1e999', '', 'endloop'])('E15 skips a facet with coordinate %j', async (word) => {
    const facet = (value: string): string =>
      `facet normal nan nan nan\nouter loop\nvertex 0 0 0\nvertex 9 0 0\nvertex 0 9 ${value}\nendloop\nendfacet\n`
    const { report, scene } = await runReader(
      reader,
      encodeText(`solid a\n${facet('0')}${facet(word)}${facet('1')}endsolid\n`),
    )
    expect(report?.status).toBe('partial')
    expect(scene.numbers.triangles).toBeLessThanOrEqual(2)
    expect(report?.skipped.every(({ kind, count }) => kind === 'triangle' && count === 1)).toBe(true)
  })

  it('E01 rejects a file of blanks and a web page', async () => {
    for (const text of [
      ' '.repeat(2_000_000),
      'solid proof that this is a page\n<html></html>\n',
      '<html>\nsolid a\nfacet',
    ]) {
      expect((await runReader(reader, encodeText(text))).failure?.code).toBe('not-this-format')
    }
  })
})
