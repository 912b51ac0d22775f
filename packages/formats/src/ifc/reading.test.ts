import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRecordedContext, runReader, samplesFolder } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { memorySource } from '@kamar/core'
import { createWarmUpScene } from '../kit/testing/warm-up-scene.js'
import { reader, warm } from './reader.js'
import { boxProduct, boxRows, globalId, productRows, projectRows } from './testing/model-text.js'
import { boxOfNode, nodeNamed, readRows, setsOfNode } from './testing/read.js'
import { encodeText, stepFile } from './testing/step-file.js'

beforeAll(() => warm(createWarmUpScene))

const codes = (run: Awaited<ReturnType<typeof readRows>>): string[] =>
  run.report?.findings.map(({ code }) => code) ?? []

describe('cancelled IFC read', () => {
  it('rejects during the property pass without an unhandled rejection', async () => {
    const cancelling = new AbortController()
    const { context, scene } = createRecordedContext({ signal: cancelling.signal })
    const settle = scene.settle.bind(scene)
    let settled = 0
    scene.settle = async () => {
      await settle()
      // Properties begin after the first shapes; the read is cancelled while the next ones settle.
      if (++settled !== 2) return
      cancelling.abort()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const rows = Array.from({ length: 400 }, (_, at) =>
      boxProduct({ id: 100 + 20 * at, name: `Box ${at}`, size: [1, 1, 1 + at] }),
    )
    const sets = Array.from({ length: 30_000 }, (_, at) => {
      const id = 20_000 + 3 * at
      return `#${id}=IFCPROPERTYSINGLEVALUE('a',$,IFCLABEL('${at}'),$);#${id + 1}=IFCPROPERTYSET('s${at}',$,'Set',$,(#${id}));#${id + 2}=IFCRELDEFINESBYPROPERTIES('r${at}',$,$,$,(#100),#${id + 1});`
    })
    const text = stepFile({ rows: [projectRows(), ...rows, ...sets].join(''), schema: 'IFC4' })
    const source = memorySource('model.ifc', encodeText(text))
    const unhandled: unknown[] = []
    const listen = (reason: unknown): number => unhandled.push(reason)
    process.on('unhandledRejection', listen)
    try {
      await expect(reader.read(source, context)).rejects.toMatchObject({ failure: { code: 'cancelled' } })
      await new Promise((resolve) => setTimeout(resolve, 100))
    } finally {
      process.off('unhandledRejection', listen)
    }
    expect([settled, unhandled]).toEqual([2, []])
  })
})

describe('IFC model of boxes', () => {
  it('is placed in metres by its placements', async () => {
    const rows = projectRows() + boxProduct({ id: 100, name: 'A', at: [1, 2, 3], size: [2, 4, 6] })
    const run = await readRows(rows)
    expect(run.report).toMatchObject({ status: 'complete', skipped: [], findings: [] })
    expect(boxOfNode(run, nodeNamed(run, 'A'))).toEqual({ min: [0, 0, 3], max: [2, 4, 9] })
    expect(run.report?.counts).toEqual({ IfcProject: 1, IfcWall: 1 })
  })

  it('is converted from the file unit to metres', async () => {
    const millimetres = projectRows('IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)')
    const run = await readRows(
      millimetres + boxProduct({ id: 100, name: 'A', at: [1000, 0, 0], size: [2000, 4000, 6000] }),
    )
    expect(run.scene.unit).toEqual({ name: 'millimetre', metres: 0.001 })
    expect(boxOfNode(run, nodeNamed(run, 'A'))).toEqual({ min: [0, -2, 0], max: [2, 2, 6] })
  })

  it('shares the mesh of equal shapes among instances', async () => {
    const rows = projectRows() + boxRows(60, [1, 1, 1])
    const run = await readRows(
      rows + productRows({ id: 100, items: '#60' }) + productRows({ id: 110, at: [5, 0, 0], items: '#60' }),
    )
    expect(run.scene.numbers).toMatchObject({ meshes: 1, instances: 2, triangles: 12, placedTriangles: 24 })
  })

  it('has openings cut out of its walls', async () => {
    const wall = boxProduct({ id: 100, name: 'Wall', size: [4, 0.2, 3] })
    const opening = boxProduct({ id: 200, class: 'IFCOPENINGELEMENT', name: 'Opening', at: [0, 0, 1], size: [1, 1, 1] })
    const run = await readRows(`${projectRows()}${wall}${opening}\n#300=IFCRELVOIDSELEMENT('',$,$,$,#100,#200);`)
    expect(run.report?.status).toBe('complete')
    expect(run.scene.numbers.triangles).toBeGreaterThan(12)
    expect(run.scene.nodes[nodeNamed(run, 'Opening')]?.hidden).toBe(true)
  })

  it('is moved to the origin with a finding when far away', async () => {
    const run = await readRows(projectRows() + boxProduct({ id: 100, name: 'A', at: [500_000, 5_400_000, 0] }))
    expect(run.scene.origin).toEqual([500_000, 5_400_000, 1])
    expect(codes(run)).toEqual(['far-from-origin'])
  })

  it('keeps its colours and properties', async () => {
    const style = `
#90=IFCSTYLEDITEM(#106,(#91),$);
#91=IFCSURFACESTYLE('Glass',.BOTH.,(#92));
#92=IFCSURFACESTYLESHADING(#93,0.75);
#93=IFCCOLOURRGB($,0.,0.5,1.);`
    const run = await readRows(projectRows() + boxProduct({ id: 100, name: 'A' }) + style)
    expect(run.scene.materials).toEqual([{ name: 'Glass', color: [0, 0.5, 1], opacity: 0.25 }])
    expect(run.scene.instances.map(({ material }) => material)).toEqual([0])
    expect(setsOfNode(run, nodeNamed(run, 'A'))['Element']).toEqual({ GlobalId: globalId(100), Name: 'A' })
  })
})

describe('IFC reader', () => {
  const wall = boxProduct({ id: 100, name: 'A' })

  it('reports faults: unit, schema, projects, placement cycles, duplicate GlobalIds, missing references', async () => {
    const noUnit = projectRows('IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.)')
    expect(codes(await readRows(noUnit + wall))).toEqual(['unit-missing'])
    expect(codes(await readRows(projectRows() + wall, { schema: 'IFC4X1' }))).toEqual(['schema-read-as'])
    const second = "\n#400=IFCPROJECT('second',$,'Second',$,$,$,$,$,$);"
    expect(codes(await readRows(projectRows() + wall + second))).toContain('several-projects')
    const circle = wall.replace('IFCLOCALPLACEMENT($,', 'IFCLOCALPLACEMENT(#101,')
    expect(codes(await readRows(projectRows() + circle))).toEqual(['placement-cycle'])
    const twin = boxProduct({ id: 200, name: 'B' }).replace(globalId(200), globalId(100))
    const doubled = await readRows(projectRows() + wall + twin)
    expect(doubled.report?.findings).toMatchObject([{ code: 'duplicate-global-ids', elements: [globalId(100)] }])
    const missing = `${wall}\n#400=IFCRELCONTAINEDINSPATIALSTRUCTURE('',$,$,$,(#100),#999);`
    const run = await readRows(projectRows() + missing)
    expect(codes(run)).toEqual(['references-missing'])
    expect(run.report?.status).toBe('partial')
  })

  it('reports products with an empty shape by GlobalId', async () => {
    const empty = productRows({ id: 300, name: 'Empty', items: '#77' })
    const run = await readRows(projectRows() + wall + empty)
    expect(run.report?.status).toBe('partial')
    expect(run.report?.skipped).toEqual([
      { kind: 'IfcWall', reason: 'empty-shape', count: 1, elements: [globalId(300)] },
    ])
  })

  it('shows the elements of a truncated file and reports it as partial', async () => {
    const text = stepFile({ rows: projectRows() + wall + boxProduct({ id: 200, name: 'B' }) })
    const run = await runReader(reader, encodeText(text.slice(0, text.indexOf('#200='))))
    expect(run.report?.status).toBe('partial')
    expect(codes(run)).toContain('truncated-file')
    expect(run.scene.numbers.instances).toBe(1)
  })

  it('skips the elements of a truncated file whose placement is missing, which would ruin the extents', async () => {
    const site =
      '\n#90=IFCLOCALPLACEMENT($,#91);\n#91=IFCAXIS2PLACEMENT3D(#92,$,$);\n#92=IFCCARTESIANPOINT((40000.,0.,0.));'
    const complete = boxProduct({ id: 100, parent: '#90' })
    const lines = (id: number): string[] => productRows({ id, items: '#106', parent: '#90' }).split('\n')
    const withoutPlacement = lines(200).filter((line) => !/^#20[145]=/.test(line))
    const withoutPoint = lines(400).filter((line) => !line.startsWith('#405='))
    const rows = [projectRows() + site + complete, ...withoutPlacement, ...withoutPoint].join('\n')
    const text = stepFile({ rows })
    const run = await runReader(reader, encodeText(text.slice(0, text.lastIndexOf('ENDSEC'))))
    const reason = 'placement-missing'
    expect(run.report?.skipped).toEqual([
      { kind: 'IfcWall', reason, count: 2, elements: [globalId(200), globalId(400)] },
    ])
    expect(run.report?.elements).toEqual({ shown: 1, total: 3 })
    expect(run.scene.numbers.instances).toBe(1)
  })

  it('draws the elements of a truncated file that all lack the placement of their site', async () => {
    const products = [100, 200, 300].map((id) => boxProduct({ id, parent: '#90' }))
    const lost = boxProduct({ id: 400, parent: '#91' })
    const text = stepFile({ rows: projectRows() + products.join('') + lost })
    const run = await runReader(reader, encodeText(text.slice(0, text.lastIndexOf('ENDSEC'))))
    expect(run.report?.elements).toEqual({ shown: 3, total: 4 })
    expect(run.report?.skipped).toMatchObject([{ reason: 'placement-missing', elements: [globalId(400)] }])
  })

  it('fails with nothing-to-show for a file without products', async () => {
    expect((await readRows(projectRows())).failure?.code).toBe('nothing-to-show')
  })
})

describe('IFC sample file', () => {
  const folder = samplesFolder()
  const path = (name: string): string => join(folder ?? '', 'ifc', name)
  const sample = (name: string) => runReader(reader, Uint8Array.from(readFileSync(path(name))), { name })
  const withShape = (run: Awaited<ReturnType<typeof sample>>, hidden: boolean): number => {
    const nodes = new Set(run.scene.instances.map(({ node }) => node))
    return [...nodes].filter((node) => (run.scene.nodes[node]?.hidden ?? false) === hidden).length
  }
  const has = (name: string): boolean => folder !== null && existsSync(path(name))

  it.skipIf(!has('Duplex_A.ifc'))('Duplex_A shows 215 elements', async () => {
    const run = await sample('Duplex_A.ifc')
    expect(run.report?.status).toBe('complete')
    expect(withShape(run, false)).toBe(215)
  })

  it.skipIf(!has('P1_mm.ifc'))('P1 has equal bounds in millimetres and centimetres', async () => {
    const [mm, cm] = [await sample('P1_mm.ifc'), await sample('P1_cm.ifc')]
    expect([mm.scene.unit?.metres, cm.scene.unit?.metres]).toEqual([0.001, 0.01])
    for (const axis of [0, 1, 2] as const) {
      expect(cm.scene.bounds?.min[axis]).toBeCloseTo(mm.scene.bounds?.min[axis] ?? NaN, 3)
      expect(cm.scene.bounds?.max[axis]).toBeCloseTo(mm.scene.bounds?.max[axis] ?? NaN, 3)
    }
    expect(cm.scene.numbers.instances).toBe(mm.scene.numbers.instances)
  })

  it.skipIf(!has('revit2013_unicode.ifc'))('revit2013_unicode has decoded names beyond ASCII', async () => {
    const run = await sample('revit2013_unicode.ifc')
    const names = run.scene.nodes.map(({ name }) => name)
    expect(names.some((name) => /[^ -~]/.test(name))).toBe(true)
    expect(names.filter((name) => name.includes('\\X'))).toEqual([])
  })

  it.skipIf(!has('Ifc4WithNestedLists.ifczip'))('Ifc4WithNestedLists.ifczip opens with instances', async () => {
    const run = await sample('Ifc4WithNestedLists.ifczip')
    expect(run.failure).toBeNull()
    expect(run.scene.numbers.instances).toBeGreaterThan(0)
  })

  it.skipIf(!has('4walls1floorSite.ifcxml'))(
    '4walls1floorSite.ifcxml is rejected as an unsupported version',
    async () => {
      expect((await sample('4walls1floorSite.ifcxml')).failure).toMatchObject({ code: 'unsupported-version' })
    },
  )
})
