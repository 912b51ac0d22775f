import { describe, expect, it } from 'vitest'
import { boxProduct, boxRows, globalId, productRows, projectRows } from '../../testing/model-text.js'
import { listJobs, createShardSource, buildFullShard } from '../../testing/shard-source.js'
import { encodeText, indexOf, listNumbers } from '../../testing/step-file.js'
import { ShardBuilder, type PlannedShard, type ShardSource } from './shard-builder.js'
import { shardText } from './shard-text.js'
import { jobKind } from './shard.js'

const decodeShard = ({ file }: ShardSource, { shard }: PlannedShard): string =>
  new TextDecoder().decode(shardText({ bytes: file.bytes, schema: 'IFC4' }, shard))

/** Counts the statements of a text by type. */
function countTypes(text: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [, name = ''] of text.matchAll(/^#\d+=(\w+)\(/gm)) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const threeBoxes = [100, 110, 120].map((id) => boxProduct({ id, size: [1, 1, id] })).join('')

describe('IFC shard', () => {
  it('contains only statements that its shapes reference', async () => {
    const others = `#200=IFCPROPERTYSET('${globalId(200)}',$,'Set',$,(#201));\n#201=IFCPROPERTYSINGLEVALUE('a',$,$,$);`
    const source = await createShardSource(boxProduct({ id: 100 }) + others)
    const text = decodeShard(source, buildFullShard(source))
    expect(countTypes(text)).toEqual({
      IFCPROJECT: 1,
      IFCUNITASSIGNMENT: 1,
      IFCSIUNIT: 2,
      IFCEXTRUDEDAREASOLID: 1,
      IFCRECTANGLEPROFILEDEF: 1,
      IFCAXIS2PLACEMENT2D: 1,
      IFCAXIS2PLACEMENT3D: 1,
      IFCCARTESIANPOINT: 2,
      IFCDIRECTION: 1,
    })
  })

  it('is a complete STEP file', async () => {
    const source = await createShardSource(threeBoxes)
    const text = decodeShard(source, buildFullShard(source))
    const index = indexOf(encodeText(text))
    expect(index).toMatchObject({ ended: true, unreadable: 0 })
    expect(index.header.get('FILE_SCHEMA')).toBe("(('IFC4'))")
    expect(new Set(listNumbers(index)).size).toBe(index.count)
    for (const [, id = ''] of text.matchAll(/[(,]#(\d+)/g))
      expect(index.findRow(Number(id)), `#${id}`).toBeGreaterThan(-1)
  })

  it('requests each item once however many elements share it', async () => {
    const products = [100, 110, 120].map((id) => productRows({ id, items: '#60' })).join('')
    const { shard, shapes } = buildFullShard(await createShardSource(boxRows(60, [1, 1, 1]) + products))
    expect(listJobs(shard)).toEqual([[jobKind.item, 60, 0, 0, 0]])
    expect(shapes).toEqual([0])
  })

  it('takes at least one shape and stops at its budget', async () => {
    const source = await createShardSource(threeBoxes)
    const builder = new ShardBuilder(source)
    const first = builder.build([0, 1, 2], { from: 0, budget: 1 })
    expect([first.planned.shapes, first.next]).toEqual([[0], 1])
    const rest = builder.build([0, 1, 2], { from: first.next, budget: 1e6 })
    expect([rest.planned.shapes, rest.next]).toEqual([[1, 2], 3])
    expect([first.planned.shard.number, rest.planned.shard.number]).toEqual([0, 1])
    expect(rest.planned.shard.cost).toBeGreaterThan(first.planned.shard.cost)
  })

  it('repeats statements that several shards reference', async () => {
    const source = await createShardSource(threeBoxes)
    const builder = new ShardBuilder(source)
    const shards = [0, 1].map((number) => builder.build([number], { from: 0, budget: 1 }).planned)
    for (const planned of shards) expect(decodeShard(source, planned)).toContain('#9=IFCDIRECTION')
  })

  it('encodes the style number as a colour', async () => {
    const style = `
#200=IFCSTYLEDITEM(#106,(#201),$);
#201=IFCSURFACESTYLE('Brick',.BOTH.,(#202));
#202=IFCSURFACESTYLESHADING(#203,0.);
#203=IFCCOLOURRGB($,0.5,0.2,0.1);`
    const source = await createShardSource(boxProduct({ id: 100 }) + style)
    const text = decodeShard(source, buildFullShard(source))
    expect(text).toMatch(/IFCCOLOURRGB\(\$,0\.,-1\.,0\.\)/)
    expect(text).not.toContain('Brick')
    expect(source.styles.all).toEqual([{ name: 'Brick', color: [0.5, 0.2, 0.1], opacity: 1 }])
  })

  it('isolates items of nondeterministic types in a kernel of their own', async () => {
    const item = '#60=IFCFIXEDREFERENCESWEPTAREASOLID(#61,#8,#62,$,$,#9);\n#61=IFCTHING();\n#62=IFCTHING();'
    const { shard } = buildFullShard(await createShardSource(item + productRows({ id: 100, items: '#60' })))
    expect(listJobs(shard)).toEqual([[jobKind.isolatedItem, 60, 0, 0, 0]])
  })
})

describe('IFC element with openings', () => {
  const rows =
    boxProduct({ id: 100, size: [4, 0.3, 3], at: [5, 0, 0] }) +
    boxProduct({ id: 110, class: 'IFCOPENINGELEMENT' }) +
    "\n#130=IFCRELVOIDSELEMENT('v',$,$,$,#100,#110);"

  it('is written as two proxies with a generated void relation', async () => {
    const source = await createShardSource(rows)
    const planned = buildFullShard(source)
    const text = decodeShard(source, planned)
    expect(listJobs(planned.shard)).toEqual([[jobKind.element, 100, 0, 0, 0]])
    expect(countTypes(text)).toMatchObject({ IFCBUILDINGELEMENTPROXY: 2, IFCRELVOIDSELEMENT: 1, IFCLOCALPLACEMENT: 2 })
    expect(text).not.toContain("'v'")
    expect(text).not.toContain(globalId(100))
  })

  it('has a higher shard cost than a plain element', async () => {
    const plain = buildFullShard(await createShardSource(boxProduct({ id: 100 }))).shard.cost
    expect(buildFullShard(await createShardSource(rows)).shard.cost).toBeGreaterThan(plain + 10_000)
  })
})

describe('shard placement', () => {
  const alignment = productRows({ id: 100, items: '#60' }).replace(
    /#101=[^;]*;/,
    '#101=IFCLINEARPLACEMENT($,#130,$);\n#130=IFCAXIS2PLACEMENTLINEAR(#131,$,$);\n#131=IFCTHING();',
  )

  it('is requested once when only the kernel can compute it', async () => {
    const source = await createShardSource(
      boxRows(60, [1, 1, 1]) + boxRows(70, [2, 2, 2]) + alignment.replace('(#60)', '(#60,#70)'),
    )
    const builder = new ShardBuilder(source)
    const first = builder.build([0, 1], { from: 0, budget: 1 }).planned
    const second = builder.build([0, 1], { from: 1, budget: 1 }).planned
    expect(listJobs(first.shard)).toEqual([
      [jobKind.item, 60, 0, 0, 0],
      [jobKind.placement, 101, 0, 0, 0],
    ])
    expect(first.placementRows).toHaveLength(1)
    expect(second.placementRows).toEqual([])
    builder.releasePlacements(first)
    expect(builder.build([0, 1], { from: 1, budget: 1 }).planned.placementRows).toEqual(first.placementRows)
  })

  it('is rewritten without its cycle for an element with an opening', async () => {
    const rows =
      boxProduct({ id: 100, parent: '#111' }) +
      boxProduct({ id: 110, class: 'IFCOPENINGELEMENT', parent: '#101' }) +
      "\n#130=IFCRELVOIDSELEMENT('v',$,$,$,#100,#110);"
    const source = await createShardSource(rows)
    const text = decodeShard(source, buildFullShard(source))
    const index = indexOf(encodeText(text))
    expect(index.unreadable).toBe(0)
    const parents = [...text.matchAll(/^#(\d+)=IFCLOCALPLACEMENT\(#(\d+)/gm)].map(([, child, parent]) => [
      child,
      parent,
    ])
    expect(parents.length).toBeLessThan(2)
  })
})

describe('shard units', () => {
  it('are copied from the file, or omitted when the file has none', async () => {
    const source = await createShardSource(
      boxProduct({ id: 100 }),
      projectRows('IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)'),
    )
    expect(decodeShard(source, buildFullShard(source))).toContain('.MILLI.')
    const without = await createShardSource(boxProduct({ id: 100 }), projectRows().replace(/#2=[^;]*;/, ''))
    expect(decodeShard(without, buildFullShard(without))).toMatch(/IFCPROJECT\('',(\$,){7}\$\)/)
  })
})

describe('shard face set', () => {
  const faceSet = '#60=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,1.,0.)));\n'
  const product = productRows({ id: 100, items: '#61' })

  it('is referenced by its byte range in the file', async () => {
    const source = await createShardSource(`${faceSet}#61=IFCTRIANGULATEDFACESET(#60,$,.F.,((1,2,3)),$);${product}`)
    const planned = buildFullShard(source)
    const [[kind, start, end, pointStart, pointEnd] = []] = listJobs(planned.shard)
    const readText = (from = 0, to = 0): string =>
      Buffer.from(source.file.bytes.seek(from, to).slice(from, to)).toString()
    expect(kind).toBe(jobKind.faceSet)
    expect(readText(start, end)).toBe('#60,$,.F.,((1,2,3)),$)')
    expect(readText(pointStart, pointEnd)).toBe('((0.,0.,0.),(1.,0.,0.),(0.,1.,0.)))')
    expect(countTypes(decodeShard(source, planned))).not.toHaveProperty('IFCTRIANGULATEDFACESET')
  })

  it('is left to the kernel without points or as polygons without colours', async () => {
    const missing = await createShardSource(`#61=IFCTRIANGULATEDFACESET(#999,$,.F.,((1,2,3)),$);${product}`)
    expect(listJobs(buildFullShard(missing).shard)).toEqual([[jobKind.item, 61, 0, 0, 0]])
    const polygons = '#61=IFCPOLYGONALFACESET(#60,.F.,(#62),$);\n#62=IFCINDEXEDPOLYGONALFACE((1,2,3));'
    const polygonal = await createShardSource(faceSet + polygons + product)
    expect(listJobs(buildFullShard(polygonal).shard)).toEqual([[jobKind.item, 61, 0, 0, 0]])
  })
})
