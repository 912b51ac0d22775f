import { describe, expect, it } from 'vitest'
import { Styles } from '../model/styles.js'
import { formatFile } from '../testing/part-kit.js'
import { rowOf, parseStep } from '../testing/parse-step.js'
import { SolidSources } from './solid-source.js'

/** Builds sources of a file with a styled box. */
function boxWith(
  paint: (kit: Parameters<Parameters<typeof formatFile>[0]>[0], faces: readonly string[], solid: string) => void,
) {
  let solidId = 0
  const text = formatFile((kit) => {
    const { solid, faces } = kit.shapes.box('b', [1, 1, 1])
    solidId = Number(solid.slice(1))
    paint(kit, faces, solid)
  })
  const rows = text.slice(text.indexOf('DATA;') + 5, text.lastIndexOf('ENDSEC;'))
  const file = parseStep(rows)
  const sources = new SolidSources(file, new Styles(file))
  return { file, sources, row: rowOf(file, solidId) }
}

describe('appearance of a STEP solid', () => {
  it('inherits a style when the solid has none', () => {
    const { sources, row } = boxWith(() => undefined)
    const inherited = { color: [1, 1, 0], opacity: 1 } as const
    expect(sources.source(row, inherited).appearance.materials).toEqual([inherited])
    expect(sources.source(row, null).appearance).toEqual({ materials: [null], traits: { count: 6 } })
  })

  it('has face colours in face order, and the default colour for other faces', () => {
    const { sources, row } = boxWith(({ products }, faces) => {
      products.color([faces[2] ?? ''], [1, 0, 0])
    })
    const { colors, count } = sources.source(row, null).appearance.traits
    expect(count).toBe(6)
    expect([...(colors?.subarray(8, 12) ?? [])]).toEqual([255, 0, 0, 255])
    expect([...(colors?.subarray(0, 4) ?? [])]).toEqual([192, 190, 186, 255])
  })

  it('has one mesh for each opacity, the opaque one first', () => {
    const { sources, row } = boxWith(({ products }, faces) => {
      products.color(faces.slice(0, 2), [1, 0, 0], 0.5)
      products.color(faces.slice(2, 4), [0, 1, 0], 0.25)
      products.color(faces.slice(4), [0, 0, 1])
    })
    const { materials, traits } = sources.source(row, null).appearance
    expect(materials.map((material) => material?.opacity)).toEqual([1, 0.75, 0.5])
    expect([...(traits.mesh ?? [])]).toEqual([2, 2, 1, 1, 0, 0])
  })
})

describe('tessellation job of a STEP solid', () => {
  it('contains every statement that its faces and context reference once, and no others', () => {
    const { sources, row, file } = boxWith(({ shapes }) => {
      shapes.box('another', [9, 9, 9])
    })
    const [context = -1] = file.rowsWith('GLOBAL_UNIT_ASSIGNED_CONTEXT')
    const { text, faces } = sources.job(sources.source(row, null), context, 'fine')
    const statements = new TextDecoder().decode(text)
    const numbers = [...statements.matchAll(/^#(\d+)=/gm)].map((match) => match[1])
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(statements.match(/ADVANCED_FACE\(/g)).toHaveLength(6)
    expect(statements.match(/OPEN_SHELL\(/g)).toHaveLength(6)
    expect(statements).not.toContain('MANIFOLD_SOLID_BREP')
    expect(statements).toContain('SI_UNIT(.MILLI.,.METRE.)')
    expect(faces.count).toBe(6)
  })

  it('has its own context when the file has none', () => {
    const { sources, row } = boxWith(() => undefined)
    const { text } = sources.job(sources.source(row, null), -1, 'standard')
    expect(new TextDecoder().decode(text)).toContain('GLOBAL_UNIT_ASSIGNED_CONTEXT')
  })
})
