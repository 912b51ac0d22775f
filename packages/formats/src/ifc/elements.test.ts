import { beforeAll, describe, expect, it } from 'vitest'
import { createWarmUpScene } from '../kit/testing/warm-up-scene.js'
import { warm } from './reader.js'
import { boxProduct, boxRows, globalId, productRows, projectRows } from './testing/model-text.js'
import { boxOfNode, nodeNamed, readMeshes, readRows } from './testing/read.js'

beforeAll(() => warm(createWarmUpScene))

const findBox = (name: string, run: Awaited<ReturnType<typeof readRows>>) => boxOfNode(run, nodeNamed(run, name))

describe('IFC project unit', () => {
  const inches = `IFCCONVERSIONBASEDUNIT(#90,.LENGTHUNIT.,'INCH',#91);
#90=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);
#91=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(25.4),#92);
#92=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)`

  it('scales geometry and placements as a conversion-based unit', async () => {
    const run = await readRows(
      projectRows(inches) + boxProduct({ id: 100, name: 'A', at: [100, 0, 0], size: [10, 10, 100] }),
    )
    expect(run.scene.unit?.metres).toBeCloseTo(0.0254, 9)
    expect(findBox('A', run)).toEqual({ min: [2.413, -0.127, 0], max: [2.667, 0.127, 2.54] })
  })

  it('scales tessellated face sets like solids', async () => {
    const faceSet = `
#60=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(100.,0.,0.),(0.,100.,0.)));
#61=IFCTRIANGULATEDFACESET(#60,$,.F.,((1,2,3)),$);`
    const run = await readRows(projectRows(inches) + faceSet + productRows({ id: 100, name: 'A', items: '#61' }))
    expect(findBox('A', run)).toEqual({ min: [0, 0, 0], max: [2.54, 2.54, 0] })
  })

  it('applies its plane angle unit to revolved solids', async () => {
    const degrees = projectRows().replace(
      /#4=[^;]*;/,
      `#4=IFCCONVERSIONBASEDUNIT(#93,.PLANEANGLEUNIT.,'DEGREE',#94);
#93=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);
#94=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.017453292519943295),#95);
#95=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);`,
    )
    const revolved = `
#60=IFCREVOLVEDAREASOLID(#61,#8,#64,180.);
#61=IFCRECTANGLEPROFILEDEF(.AREA.,$,#62,1.,1.);
#62=IFCAXIS2PLACEMENT2D(#63,$);
#63=IFCCARTESIANPOINT((2.,0.));
#64=IFCAXIS1PLACEMENT(#7,#65);
#65=IFCDIRECTION((0.,1.,0.));`
    const run = await readRows(degrees + revolved + productRows({ id: 100, name: 'A', items: '#60' }))
    const { min, max } = findBox('A', run)
    expect([min[0], max[0]]).toEqual([-2.5, 2.5])
    expect([min[1], max[1]]).toEqual([-0.5, 0.5])
  })
})

describe('IFC object placement', () => {
  it('is relative to its parent placement', async () => {
    const storey = `
#50=IFCBUILDINGSTOREY('${globalId(50)}',$,'Storey',$,$,#51,$,$,$,3.);
#51=IFCLOCALPLACEMENT($,#52);
#52=IFCAXIS2PLACEMENT3D(#53,#9,#54);
#53=IFCCARTESIANPOINT((10.,0.,3.));
#54=IFCDIRECTION((0.,1.,0.));`
    const run = await readRows(
      projectRows() + storey + boxProduct({ id: 100, name: 'A', parent: '#51', at: [2, 0, 0], size: [4, 2, 1] }),
    )
    expect(findBox('A', run)).toEqual({ min: [9, 0, 3], max: [11, 4, 4] })
  })

  it('resolves to the axis intersection of a grid', async () => {
    const grid = `
#30=IFCGRID('${globalId(30)}',$,'Grid',$,$,#31,$,(#32),(#33),$,$);
#31=IFCLOCALPLACEMENT($,#8);
#32=IFCGRIDAXIS('A',#34,.T.);
#33=IFCGRIDAXIS('1',#35,.T.);
#34=IFCPOLYLINE((#36,#37));
#35=IFCPOLYLINE((#38,#39));
#36=IFCCARTESIANPOINT((0.,5.));
#37=IFCCARTESIANPOINT((20.,5.));
#38=IFCCARTESIANPOINT((7.,0.));
#39=IFCCARTESIANPOINT((7.,20.));
#40=IFCVIRTUALGRIDINTERSECTION((#32,#33),(0.,0.,0.));`
    const column = boxProduct({ id: 100, name: 'A', class: 'IFCCOLUMN' }).replace(
      /#101=[^;]*;/,
      '#101=IFCGRIDPLACEMENT(#40,$);',
    )
    const run = await readRows(projectRows() + grid + column)
    expect(findBox('A', run)).toEqual({ min: [6.5, 4.5, 0], max: [7.5, 5.5, 1] })
    const gridNode = nodeNamed(run, 'Grid')
    expect(run.scene.nodes[gridNode]?.hidden).toBe(true)
    expect(findBox('Grid', run)).toEqual({ min: [0, 0, 0], max: [20, 20, 0] })
  })
})

describe('IFC extruded solid', () => {
  const extrusion = (direction: string): string =>
    productRows({ id: 100, name: 'A', items: '#60' }) +
    boxRows(60, [1, 1, 2]).replace('#8,#9', '#8,#70') +
    `\n#70=IFCDIRECTION(${direction});`

  it.each([
    ['oblique', '(1.,0.,1.)', [0.5 + Math.SQRT2, 0.5, Math.SQRT2]],
    ['oblique, as a unit vector', '(0.70710678,0.,0.70710678)', [0.5 + Math.SQRT2, 0.5, Math.SQRT2]],
    ['vertical', '(0.,0.,1000.)', [0.5, 0.5, 2]],
    ['pointing down', '(0.,0.,-1.E-200)', [0.5, 0.5, 0]],
  ])('has the length of its depth for a direction of any magnitude (%s)', async (_, direction, max) => {
    const run = await readRows(projectRows() + extrusion(direction))
    expect(findBox('A', run).max).toEqual(max.map((value) => expect.closeTo(value, 3) as number))
  })

  it('accepts a profile of IfcCompositeCurve or Ifc2DCompositeCurve', async () => {
    const outline = (type: string): string => `
#61=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#62);
#62=${type}((#63),.F.);
#63=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#64);
#64=IFCPOLYLINE((#65,#66,#67,#65));
#65=IFCCARTESIANPOINT((0.,0.));
#66=IFCCARTESIANPOINT((3.,0.));
#67=IFCCARTESIANPOINT((0.,2.));
#60=IFCEXTRUDEDAREASOLID(#61,#8,#9,1.);`
    for (const type of ['IFCCOMPOSITECURVE', 'IFC2DCOMPOSITECURVE']) {
      const rows = projectRows() + outline(type) + productRows({ id: 100, name: 'A', items: '#60' })
      const run = await readRows(rows, { schema: 'IFC2X3' })
      expect(findBox('A', run), type).toEqual({ min: [0, 0, 0], max: [3, 2, 1] })
    }
  })

  it('does not end the read when its direction is the zero vector', async () => {
    const run = await readRows(projectRows() + extrusion('(0.,0.,0.)') + boxProduct({ id: 110, name: 'B' }))
    expect(findBox('B', run)).toEqual({ min: [-0.5, -0.5, 0], max: [0.5, 0.5, 1] })
  })
})

describe('IFC mapped item', () => {
  const map = (operator: string): string => `
#50=IFCREPRESENTATIONMAP(#8,#51);
#51=IFCSHAPEREPRESENTATION(#6,'Body','SweptSolid',(#60));
#52=IFCMAPPEDITEM(#50,#53);
#53=${operator};
#54=IFCCARTESIANPOINT((5.,0.,0.));
#55=IFCDIRECTION((0.,1.,0.));
#56=IFCDIRECTION((1.,0.,0.));
${boxRows(60, [2, 1, 1])}`
  const product = productRows({ id: 100, name: 'A', items: '#52', kind: 'MappedRepresentation' })

  it('is placed by its transformation operator', async () => {
    const run = await readRows(projectRows() + map('IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#54,1.,$)') + product)
    expect(findBox('A', run)).toEqual({ min: [4, -0.5, 0], max: [6, 0.5, 1] })
  })

  it('is scaled uniformly or per axis by its transformation operator', async () => {
    const even = await readRows(projectRows() + map('IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#7,10.,$)') + product)
    expect(findBox('A', even)).toEqual({ min: [-10, -5, 0], max: [10, 5, 10] })
    const operator = 'IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM($,$,#7,1.,$,3.,5.)'
    const uneven = await readRows(projectRows() + map(operator) + product)
    expect(findBox('A', uneven)).toEqual({ min: [-1, -1.5, 0], max: [1, 1.5, 5] })
  })

  it('keeps outward faces when mirrored', async () => {
    const mirrored = map('IFCCARTESIANTRANSFORMATIONOPERATOR3D(#56,#57,#7,1.,#9)') + '\n#57=IFCDIRECTION((0.,-1.,0.));'
    const { meshes } = await readMeshes(projectRows() + mirrored + product)
    expect(meshes.map(({ closed, volume }) => [closed, Math.round((volume ?? 0) * 1000) / 1000])).toEqual([[true, 2]])
  })
})

describe('IFC structural analysis member', () => {
  const member = (id: number, input: { name: string; class: string; item: string; kind: string }): string =>
    productRows({ id, ...input, items: input.item, at: [1, 0, 0] }).replace("'Body'", "'Reference'")
  const vertices = `
#41=IFCCARTESIANPOINT((4.,0.,0.));
#42=IFCCARTESIANPOINT((4.,3.,0.));
#43=IFCCARTESIANPOINT((0.,3.,0.));
#44=IFCVERTEXPOINT(#7);
#45=IFCVERTEXPOINT(#42);
#46=IFCEDGE(#44,#45);
#47=IFCFACESURFACE((#48),#49,.T.);
#48=IFCFACEOUTERBOUND(#50,.T.);
#49=IFCPLANE(#8);
#50=IFCPOLYLOOP((#7,#41,#42,#43));`

  it.each(['', 'VARYING'])(
    'is drawn as a surface or a line and hidden by default (IFCSTRUCTURAL…MEMBER%s)',
    async (varying) => {
      const slab = { name: 'Slab', class: `IFCSTRUCTURALSURFACEMEMBER${varying}`, item: '#47', kind: 'Face' }
      const beam = { name: 'Beam', class: `IFCSTRUCTURALCURVEMEMBER${varying}`, item: '#46', kind: 'Edge' }
      const run = await readRows(projectRows() + vertices + member(100, slab) + member(110, beam))
      for (const name of ['Slab', 'Beam']) {
        expect(run.scene.nodes[nodeNamed(run, name)]?.hidden, name).toBe(true)
        expect(findBox(name, run), name).toEqual({ min: [1, 0, 0], max: [5, 3, 0] })
      }
      expect(run.scene.numbers).toMatchObject({ triangles: 2, lines: 1 })
      expect(run.report).toMatchObject({ status: 'complete', skipped: [] })
    },
  )

  it('is reported as skipped when its lines cannot be read', async () => {
    const unknown = { name: 'Beam', class: 'IFCSTRUCTURALCURVEMEMBER', item: '#60', kind: 'Edge' }
    const rows = vertices + member(100, unknown) + '\n#60=IFCEDGE(#44,#99);' + boxProduct({ id: 110 })
    const { report } = await readRows(projectRows() + rows)
    expect(report?.skipped).toMatchObject([
      { kind: 'IfcStructuralCurveMember', reason: 'lines-not-read', elements: [globalId(100)] },
    ])
  })
})

describe('IFC space', () => {
  it('is hidden by default but has geometry', async () => {
    const space = boxProduct({ id: 110, name: 'Room', class: 'IFCSPACE', rest: '$,.ELEMENT.,.INTERNAL.,$' })
    const run = await readRows(projectRows() + boxProduct({ id: 100, name: 'Wall' }) + space)
    expect(run.scene.nodes[nodeNamed(run, 'Room')]?.hidden).toBe(true)
    expect(run.scene.nodes[nodeNamed(run, 'Wall')]?.hidden ?? false).toBe(false)
    expect(run.scene.instances.map(({ node }) => node)).toContain(nodeNamed(run, 'Room'))
  })

  it('is written after visible elements', async () => {
    const space = boxProduct({ id: 100, name: 'Room', class: 'IFCSPACE', rest: '$,.ELEMENT.,.INTERNAL.,$' })
    const run = await readRows(projectRows() + space + boxProduct({ id: 110, name: 'Wall', size: [2, 2, 2] }))
    expect(run.scene.instances.map(({ node }) => run.scene.nodes[node]?.name)).toEqual(['Wall', 'Room'])
  })
})

describe('IFC type library', () => {
  const type = (id: number, name: string): string => `
#${id}=IFCFURNITURETYPE('${globalId(id)}',$,'${name}',$,$,$,(#${id + 1}),$,$,.NOTDEFINED.,$);
#${id + 1}=IFCREPRESENTATIONMAP(#8,#${id + 2});
#${id + 2}=IFCSHAPEREPRESENTATION(#6,'Body','SweptSolid',(#${id + 3}));${boxRows(id + 3, [1, 1, 1])}`

  it('draws types side by side when the file has no products', async () => {
    const run = await readRows(projectRows() + type(200, 'Chair') + type(210, 'Table'))
    expect(run.report?.findings.map(({ code }) => code)).toContain('types-drawn')
    const [chair, table] = [findBox('Chair', run), findBox('Table', run)]
    const isSeparate = [0, 1].some(
      (axis) => (chair.max[axis] ?? 0) < (table.min[axis] ?? 0) || (table.max[axis] ?? 0) < (chair.min[axis] ?? 0),
    )
    expect(isSeparate).toBe(true)
  })

  it('is not drawn when a product has geometry', async () => {
    const run = await readRows(projectRows() + type(200, 'Chair') + boxProduct({ id: 100, name: 'Wall' }))
    expect(run.scene.instances.map(({ node }) => run.scene.nodes[node]?.name)).toEqual(['Wall'])
    expect(run.report?.findings).toEqual([])
  })
})

describe('IFC opening element', () => {
  const wall = boxProduct({ id: 100, name: 'Wall', size: [4, 0.2, 3] })
  const hole = (id: number, x: number): string =>
    boxProduct({ id, class: 'IFCOPENINGELEMENT', parent: '#101', at: [x, 0, 1], size: [1, 1, 1] }) +
    `\n#${id + 50}=IFCRELVOIDSELEMENT('${globalId(id + 50)}',$,$,$,#100,#${id});`

  it('is subtracted from the wall along with other openings', async () => {
    const { meshes } = await readMeshes(projectRows() + wall + hole(110, -1) + hole(120, 1))
    const volumes = meshes.map(({ volume }) => Math.round((volume ?? 0) * 1000) / 1000)
    expect(volumes).toContain(2)
  })

  it('leaves the wall unchanged when it does not intersect it', async () => {
    const { meshes } = await readMeshes(projectRows() + wall + hole(110, 50))
    expect(meshes.map(({ volume }) => Math.round((volume ?? 0) * 1000) / 1000)).toContain(2.4)
  })
})
