import { describe, expect, it } from 'vitest'
import { addUse, formatFile, formatPart, listPaths, getPosition, readText, type PartKit } from './testing/part-kit.js'

type Part = ReturnType<PartKit['products']['part']>

const brep = 'ADVANCED_BREP_SHAPE_REPRESENTATION'

/** Creates a box and an assembly with frames, ready to be joined. */
function boxAndAssembly(kit: PartKit): { box: Part; assembly: Part; zero: string; at: string } {
  const zero = kit.shapes.frame([0, 0, 0])
  const at = kit.shapes.frame([100, 0, 0], [0, 0, 1], [0, 1, 0])
  const box = kit.products.part('BOX', {
    type: brep,
    items: [kit.shapes.box('b', [1, 2, 3]).solid, zero],
    context: kit.context,
  })
  const assembly = kit.products.part('ALL', { type: 'SHAPE_REPRESENTATION', items: [at], context: kit.context })
  return { box, assembly, zero, at }
}

describe('STEP assembly', () => {
  it.each([
    ['child first', false],
    ['assembly first', true],
  ])('places a part at its use, whichever representation comes first: %s', async (_, isBackward) => {
    const text = formatFile((kit) => {
      const { box, assembly, zero, at } = boxAndAssembly(kit)
      addUse(kit, box, assembly, { name: 'use', from: zero, to: at, isBackward })
    })
    const run = await readText(text)
    expect(listPaths(run)).toEqual(['ALL', 'ALL/use'])
    expect(getPosition(run, 0)).toEqual([100, 0, 0])
    expect(run.scene.instances[0]?.placement.slice(0, 3).map((value) => Math.round(value))).toEqual([0, 1, 0])
    expect(run.scene.bounds?.min.map((value) => Math.round(value * 1e4) / 10)).toEqual([98, 0, 0])
    expect(run.report?.status).toBe('complete')
  })

  it('meshes a part once and places it once per use', async () => {
    const text = formatFile((kit) => {
      const { box, assembly, zero, at } = boxAndAssembly(kit)
      for (const name of ['one', 'two', 'three']) addUse(kit, box, assembly, { name, from: zero, to: at })
    })
    const { scene, report } = await readText(text)
    expect(scene.numbers).toMatchObject({ nodes: 4, meshes: 1, instances: 3, triangles: 12, placedTriangles: 36 })
    expect(report?.counts).toMatchObject({ products: 2, solids: 1, faces: 6, instances: 3, triangles: 12 })
  })

  it('names a use after itself or its product, ignoring generated labels', async () => {
    const text = formatFile((kit) => {
      const { box, assembly, zero, at } = boxAndAssembly(kit)
      for (const name of ['left', '', '=>[0:1:1:2]', 'Next assembly relationship', 'NAUO12'])
        addUse(kit, box, assembly, { name, from: zero, to: at })
    })
    expect(listPaths(await readText(text))).toEqual(['ALL', 'ALL/left', ...Array<string>(4).fill('ALL/BOX')])
  })

  it('stops where it contains itself', async () => {
    const text = formatFile((kit) => {
      const { box, assembly, zero, at } = boxAndAssembly(kit)
      addUse(kit, box, assembly, { name: 'box', from: zero, to: at })
      addUse(kit, assembly, box, { name: 'again', from: at, to: zero })
    })
    const run = await readText(text)
    expect(run.report?.status).toBe('complete')
    expect(run.scene.nodes.length).toBeLessThan(6)
    expect(run.scene.instances.length).toBeGreaterThan(0)
  })

  it('converts each shape from its own unit', async () => {
    const text = formatFile((kit) => {
      const inches = kit.products.shapeContext('in')
      const zero = kit.shapes.frame([1, 0, 0])
      const at = kit.shapes.frame([100, 0, 0])
      const items = [kit.shapes.box('b', [1, 1, 1]).solid, zero]
      const box = kit.products.part('BOX', { type: brep, items, context: inches })
      const assembly = kit.products.part('ALL', { type: 'SHAPE_REPRESENTATION', items: [at], context: kit.context })
      addUse(kit, box, assembly, { name: 'use', from: zero, to: at })
    })
    const run = await readText(text)
    expect(getPosition(run, 0)).toEqual([74.6, 0, 0])
    expect(run.scene.bounds?.max.map((value) => Math.round(value * 1e4) / 10)).toEqual([100, 25.4, 25.4])
    expect(run.scene.unit?.name).toBe('mm')
  })

  it('places a part at the origin when its use has no transformation', async () => {
    const text = formatFile((kit) => {
      const { box, assembly } = boxAndAssembly(kit)
      kit.writer.add(`NEXT_ASSEMBLY_USAGE_OCCURRENCE('1','use','',${assembly.definition},${box.definition},$)`)
    })
    expect(getPosition(await readText(text), 0)).toEqual([0, 0, 0])
  })

  it('shifts distant coordinates to an origin and reports it', async () => {
    const text = formatFile((kit) => {
      const zero = kit.shapes.frame([0, 0, 0])
      const at = kit.shapes.frame([5e6, -4e6, 0])
      const box = kit.products.part('BOX', {
        type: brep,
        items: [kit.shapes.box('b', [1, 1, 1]).solid, zero],
        context: kit.context,
      })
      const assembly = kit.products.part('ALL', { type: 'SHAPE_REPRESENTATION', items: [at], context: kit.context })
      addUse(kit, box, assembly, { name: 'use', from: zero, to: at })
    })
    const { scene, report } = await readText(text)
    expect(scene.origin).toEqual([5000, -4000, 0])
    expect(report?.findings).toMatchObject([{ code: 'far-from-origin', details: { x: 5000, y: -4000, z: 0 } }])
  })
})

describe('STEP part', () => {
  it('is one node for a single solid and has one node per solid for several', async () => {
    const one = await readText(formatPart(({ shapes }) => [shapes.box('b', [1, 1, 1]).solid]))
    expect(listPaths(one)).toEqual(['P'])
    const two = await readText(
      formatPart(({ shapes }) => [shapes.box('lid', [1, 1, 1]).solid, shapes.box('', [2, 2, 2]).solid]),
    )
    expect(listPaths(two)).toEqual(['P', 'P/lid', 'P/solid 2'])
    expect(two.scene.nodes.map((node) => node.class)).toEqual(['part', 'solid', 'solid'])
    expect(two.scene.instances.map(({ node }) => node)).toEqual([1, 2])
  })

  it('keeps a single solid on its own node when it also has curves', async () => {
    const text = formatPart(({ shapes, writer }) => [
      shapes.box('b', [1, 1, 1]).solid,
      writer.add(`GEOMETRIC_CURVE_SET('axes',(${writer.add(`CIRCLE('',${shapes.frame([0, 0, 0])},2.)`)}))`),
    ])
    const run = await readText(text)
    expect(listPaths(run)).toEqual(['P', 'P/axes'])
    expect(run.scene.numbers).toMatchObject({ meshes: 1, lines: 64, instances: 2 })
  })

  it('includes the solids of a related shape representation', async () => {
    const text = formatFile(({ shapes, products, writer, context }) => {
      const frame = shapes.frame([0, 0, 0])
      const part = products.part('P', { type: 'SHAPE_REPRESENTATION', items: [frame], context })
      const body = writer.add(`${brep}('',(${shapes.box('b', [1, 1, 1]).solid}),${context})`)
      writer.add(`SHAPE_REPRESENTATION_RELATIONSHIP('','',${part.representation},${body})`)
    })
    expect((await readText(text)).scene.numbers).toMatchObject({ nodes: 1, meshes: 1, instances: 1 })
  })

  it('places and scales mapped items and stops at an item that maps itself', async () => {
    const text = formatFile(({ shapes, products, writer, context }) => {
      const zero = shapes.frame([0, 0, 0])
      const source = writer.add(`${brep}('',(${shapes.box('b', [1, 1, 1]).solid},${zero}),${context})`)
      const map = writer.add(`REPRESENTATION_MAP(${zero},${source})`)
      const target = shapes.frame([50, 0, 0])
      const operator = writer.add(`CARTESIAN_TRANSFORMATION_OPERATOR_3D('','','',$,$,${shapes.point([0, 9, 0])},2.,$)`)
      const items = [target, operator].map((to) => writer.add(`MAPPED_ITEM('',${map},${to})`))
      products.part('P', { type: 'SHAPE_REPRESENTATION', items, context })
    })
    const run = await readText(text)
    expect(run.scene.numbers).toMatchObject({ meshes: 1, instances: 2 })
    expect([getPosition(run, 0), getPosition(run, 1)]).toEqual([
      [50, 0, 0],
      [0, 9, 0],
    ])
    expect(run.scene.instances[1]?.placement[0]).toBeCloseTo(2, 9)
    const circle = formatPart(({ writer, shapes }) => {
      const zero = shapes.frame([0, 0, 0])
      // The next statements are the map, the item, and the part's representation after the product's five.
      const map = writer.add(`REPRESENTATION_MAP(${zero},#${Number(zero.slice(1)) + 8})`)
      return [shapes.box('b', [1, 1, 1]).solid, writer.add(`MAPPED_ITEM('',${map},${zero})`)]
    })
    expect((await readText(circle)).report).not.toBeNull()
  })
})

describe('STEP shapes without a product', () => {
  it('are placed under a node named after the file, and reported', async () => {
    const text = formatFile(({ shapes, writer, context }) => {
      writer.add(`${brep}('',(${shapes.box('loose', [1, 1, 1]).solid}),${context})`)
    })
    const run = await readText(text, 'folder/loose parts.stp')
    expect(listPaths(run)).toEqual(['loose parts', 'loose parts/loose'])
    expect(run.report?.findings.map(({ code }) => code)).toEqual(['shapes-without-product'])
    expect(run.report?.status).toBe('complete')
  })

  it('are recovered from the complete part of a truncated file', async () => {
    const complete = formatFile(({ shapes, products, context }) => {
      const solids = [1, 2, 3].map((size) => shapes.box(`box ${size}`, [size, size, size]).solid)
      products.part('P', { type: brep, items: solids, context })
    })
    const cut = complete.slice(0, complete.indexOf("PRODUCT('P'") + 4)
    const run = await readText(cut, 'cut.stp')
    expect(run.report?.status).toBe('partial')
    expect(run.report?.findings.map(({ code }) => code)).toEqual(['truncated-file', 'shapes-without-product'])
    expect(listPaths(run)).toEqual(['cut', 'cut/box 1', 'cut/box 2', 'cut/box 3'])
    expect(run.scene.numbers.meshes).toBe(3)
  })
})
