import { describe, expect, it } from 'vitest'
import { addUse, formatFile, formatPart, listPaths, readText, type PartKit } from './testing/part-kit.js'
import type { ReaderRun } from '@kamar/test-kit'

const brep = 'ADVANCED_BREP_SHAPE_REPRESENTATION'

/** Lists the colours of the instances' materials as `red green blue opacity`, 0 to 255 and %. */
function listAppearances({ scene }: ReaderRun): string[] {
  return scene.instances.map(({ material }) => {
    if (material === null) return 'none'
    const { color, opacity } = scene.materials[material] ?? { color: [0, 0, 0], opacity: 0 }
    return `${color.map((channel) => Math.round(channel * 255)).join(' ')} ${Math.round(opacity * 100)}`
  })
}

const box = ({ shapes }: PartKit) => shapes.box('b', [10, 10, 10])

describe('STEP colors', () => {
  it('become the material of a solid, named after the color', async () => {
    const run = await readText(
      formatPart((kit) => {
        const { solid } = box(kit)
        kit.products.color([solid], [1, 0.5, 0])
        return [solid]
      }),
    )
    expect(listAppearances(run)).toEqual(['255 128 0 100'])
    expect(run.scene.materials).toEqual([{ name: '#ff8000', color: [1, 0.5, 0], opacity: 1 }])
  })

  it('leave the material empty when none is stated', async () => {
    expect(listAppearances(await readText(formatPart((kit) => [box(kit).solid])))).toEqual(['none'])
  })

  it('become vertex colors when single faces differ from their solid', async () => {
    const run = await readText(
      formatPart((kit) => {
        const { solid, faces } = box(kit)
        kit.products.color([solid], [0, 0, 1])
        kit.products.color([faces[1] ?? '', faces[3] ?? ''], [1, 0, 0])
        return [solid]
      }),
    )
    expect(run.scene.materials).toEqual([{ name: 'Face colours', color: [1, 1, 1], opacity: 1 }])
    expect(run.scene.numbers).toMatchObject({ meshes: 1, triangles: 12 })
  })

  it('become a material when all faces have the same color', async () => {
    const run = await readText(
      formatPart((kit) => {
        const { solid, faces } = box(kit)
        kit.products.color(faces, [0, 1, 0])
        return [solid]
      }),
    )
    expect(listAppearances(run)).toEqual(['0 255 0 100'])
  })

  it('split transparent and opaque faces into two meshes of one node', async () => {
    const run = await readText(
      formatPart((kit) => {
        const { solid, faces } = box(kit)
        kit.products.color(faces.slice(0, 2), [1, 1, 1], 0.75)
        kit.products.color(faces.slice(2), [0.2, 0.2, 0.2])
        return [solid]
      }),
    )
    expect(run.scene.numbers).toMatchObject({ nodes: 1, meshes: 2, instances: 2, triangles: 12 })
    expect(listAppearances(run)).toEqual(['255 255 255 100', '255 255 255 25'])
    expect(run.scene.shapes.map(({ triangleCount }) => triangleCount)).toEqual([8, 4])
  })

  it('apply from the whole representation or from a shell', async () => {
    const complete = formatFile((kit) => {
      const { representation } = kit.products.part('P', { type: brep, items: [box(kit).solid], context: kit.context })
      kit.products.color([representation], [1, 1, 0])
    })
    expect(listAppearances(await readText(complete))).toEqual(['255 255 0 100'])
    const shell = formatPart((kit) => {
      const { solid, faces } = box(kit)
      const open = kit.writer.add(`OPEN_SHELL('',(${faces.join(',')}))`)
      kit.products.color([open], [0, 1, 1])
      return [solid, kit.writer.add(`SHELL_BASED_SURFACE_MODEL('sheet',(${open}))`)]
    })
    expect(listAppearances(await readText(shell))).toEqual(['none', '0 255 255 100'])
  })

  it('override the source color when they style one mapped item', async () => {
    const run = await readText(
      formatFile((kit) => {
        const { shapes, writer, products, context } = kit
        const zero = shapes.frame([0, 0, 0])
        const { solid } = box(kit)
        products.color([solid], [1, 0, 0])
        const map = writer.add(`REPRESENTATION_MAP(${zero},${writer.add(`${brep}('',(${solid},${zero}),${context})`)})`)
        const items = [0, 1].map((at) => writer.add(`MAPPED_ITEM('',${map},${shapes.frame([50 * at, 0, 0])})`))
        products.color([items[1] ?? ''], [0, 1, 0])
        products.part('P', { type: 'SHAPE_REPRESENTATION', items, context })
      }),
    )
    expect(listAppearances(run)).toEqual(['255 0 0 100', '0 255 0 100'])
  })

  it.each([
    ['DRAUGHTING_PRE_DEFINED_COLOUR', "('green')", '0 255 0 100'],
    ['PRE_DEFINED_COLOUR', "('blue')", '0 0 255 100'],
    ['COLOUR_RGB', "('out of range',2.,-1.,0.5)", '255 0 128 100'],
    ['DRAUGHTING_PRE_DEFINED_COLOUR', "('mauve')", 'none'],
    ['COLOUR_RGB', "('broken',1.)", 'none'],
  ])('resolve the entity %s with the value %s', async (type, values, expected) => {
    const run = await readText(
      formatPart((kit) => {
        const { solid } = box(kit)
        const { writer } = kit
        const fill = writer.add(
          `FILL_AREA_STYLE('',(${writer.add(`FILL_AREA_STYLE_COLOUR('',${writer.add(type + values)})`)}))`,
        )
        const side = writer.add(`SURFACE_SIDE_STYLE('',(${writer.add(`SURFACE_STYLE_FILL_AREA(${fill})`)}))`)
        const style = writer.add(
          `PRESENTATION_STYLE_ASSIGNMENT((${writer.add(`SURFACE_STYLE_USAGE(.BOTH.,${side})`)}))`,
        )
        writer.add(`OVER_RIDING_STYLED_ITEM('',(${style}),${solid},$)`)
        return [solid]
      }),
    )
    expect(listAppearances(run)).toEqual([expected])
  })

  it('apply to a single use in an assembly', async () => {
    const run = await readText(
      formatFile((kit) => {
        const { shapes, writer, products, context } = kit
        const zero = shapes.frame([0, 0, 0])
        const { solid } = box(kit)
        const part = products.part('BOX', { type: brep, items: [solid, zero], context })
        const all = products.part('ALL', { type: 'SHAPE_REPRESENTATION', items: [zero], context })
        const [own = ''] = products.color([solid], [1, 0, 0])
        const style = products.style([0, 1, 0])
        const placements = ['plain', 'green', 'green by shape'].map((name) =>
          addUse(kit, part, all, { name, from: zero, to: zero }),
        )
        for (const [at, target] of [solid, part.representation].entries()) {
          const placement = placements[at + 1]
          writer.add(`CONTEXT_DEPENDENT_OVER_RIDING_STYLED_ITEM('',(${style}),${target},${own},(${placement}))`)
        }
      }),
    )
    expect(listAppearances(run)).toEqual(['255 0 0 100', '0 255 0 100', '0 255 0 100'])
  })

  it('apply curve styles to curves only', async () => {
    const run = await readText(
      formatPart((kit) => {
        const { solid } = box(kit)
        const { writer, shapes } = kit
        const color = writer.add("COLOUR_RGB('',1.,0.,1.)")
        const style = writer.add(`CURVE_STYLE('',$,POSITIVE_LENGTH_MEASURE(0.1),${color})`)
        const assignment = writer.add(`PRESENTATION_STYLE_ASSIGNMENT((${style}))`)
        const set = writer.add(`GEOMETRIC_CURVE_SET('',(${writer.add(`CIRCLE('',${shapes.frame([0, 0, 0])},2.)`)}))`)
        for (const item of [solid, set]) writer.add(`STYLED_ITEM('',(${assignment}),${item})`)
        return [solid, set]
      }),
    )
    expect(listAppearances(run)).toEqual(['none', '255 0 255 100'])
  })
})

describe('STEP invisibility', () => {
  it('hides items that are invisible themselves or by their style', async () => {
    const run = await readText(
      formatPart((kit) => {
        const solids = ['seen', 'hidden', 'hidden by style'].map((name) => kit.shapes.box(name, [1, 1, 1]).solid)
        const [style = ''] = kit.products.color([solids[2] ?? ''], [1, 1, 1])
        kit.writer.add(`INVISIBILITY((${solids[1]},${style}))`)
        return solids
      }),
    )
    expect(listPaths(run)).toEqual(['P', 'P/seen', 'P/hidden', 'P/hidden by style'])
    expect(run.scene.nodes.map(({ hidden }) => hidden === true)).toEqual([false, false, true, true])
  })

  it('hides the part when its only solid is invisible', async () => {
    const run = await readText(
      formatPart((kit) => {
        const { solid } = box(kit)
        kit.writer.add(`INVISIBILITY((${solid}))`)
        return [solid]
      }),
    )
    expect(run.scene.nodes[0]?.hidden).toBe(true)
  })
})

describe('STEP tessellated body', () => {
  const triangle = ({ writer }: PartKit, link: string): string => {
    const points = writer.add("COORDINATES_LIST('',3,((0.,0.,0.),(10.,0.,0.),(0.,10.,0.)))")
    return writer.add(
      `TESSELLATED_SHELL('mesh',(${writer.add(`TRIANGULATED_FACE('',${points},3,(),$,(),((1,2,3)))`)}),${link})`,
    )
  }

  it('is shown with its color, without the kernel', async () => {
    const run = await readText(
      formatPart((kit) => {
        const mesh = triangle(kit, '$')
        kit.products.color([mesh], [0, 1, 0])
        return [mesh]
      }, 'TESSELLATED_SHAPE_REPRESENTATION'),
    )
    expect(run.scene.numbers).toMatchObject({ nodes: 1, meshes: 1, triangles: 1 })
    expect(listAppearances(run)).toEqual(['0 255 0 100'])
    expect(run.report?.counts).toMatchObject({ meshes: 1, triangles: 1 })
  })

  it('is omitted beside the exact solid it was made from', async () => {
    const run = await readText(
      formatPart((kit) => {
        const { solid } = box(kit)
        const mesh = kit.writer.add(`TESSELLATED_SOLID('',(${triangle(kit, '$')}),${solid})`)
        return [solid, mesh]
      }),
    )
    expect(run.scene.numbers).toMatchObject({ nodes: 1, meshes: 1, triangles: 12 })
    expect(run.report?.status).toBe('complete')
  })

  it('replaces the exact solid when the kernel produces no mesh', async () => {
    const run = await readText(
      formatPart((kit) => {
        // A face without a surface, which the kernel cannot read.
        const shell = kit.writer.add(`CLOSED_SHELL('',(${kit.writer.add("ADVANCED_FACE('',(),$,.T.)")}))`)
        const solid = kit.writer.add(`MANIFOLD_SOLID_BREP('',${shell})`)
        kit.products.color([solid], [1, 0, 0])
        return [solid, kit.writer.add(`TESSELLATED_SOLID('',(${triangle(kit, '$')}),${solid})`)]
      }),
    )
    expect(run.scene.numbers).toMatchObject({ nodes: 1, meshes: 1, triangles: 1 })
    expect(listAppearances(run)).toEqual(['255 0 0 100'])
    expect(run.report).toMatchObject({ status: 'complete', skipped: [] })
    expect(run.report?.findings.map(({ code }) => code)).toContain('stored-meshes-instead')
  })

  it('is omitted when linked to the shell of a solid, and kept without a link', async () => {
    const withLink = (link: (shell: string) => string) =>
      readText(
        formatPart((kit) => {
          const { faces } = box(kit)
          const shell = kit.writer.add(`CLOSED_SHELL('',(${faces.join(',')}))`)
          const solid = kit.writer.add(`MANIFOLD_SOLID_BREP('',${shell})`)
          return [solid, triangle(kit, link(shell))]
        }),
      )
    expect((await withLink((shell) => shell)).scene.numbers.triangles).toBe(12)
    expect((await withLink(() => '$')).scene.numbers.triangles).toBe(13)
  })
})
