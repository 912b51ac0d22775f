import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { formatFile, formatPart, listPaths, readText } from './testing/part-kit.js'
import { encodeText, stepText } from './testing/parse-step.js'
import { createZip } from '../ifc/testing/zip.js'
import { reader } from './reader.js'
import { detectFormat } from '../detection/detect-format.js'

const boxText = formatPart(({ shapes }) => [shapes.box('b', [1, 2, 3]).solid])
const read = (bytes: Uint8Array, name = 'test.stp') => runReader(reader, bytes, { name })

describe('unmeshable STEP solid', () => {
  it('is reported by name and reason while other solids are shown', async () => {
    const text = formatPart(({ shapes, writer }) => {
      const broken = writer.add("MANIFOLD_SOLID_BREP('broken',#999999)")
      const emptySolid = writer.add(`MANIFOLD_SOLID_BREP('nothing',${writer.add("CLOSED_SHELL('',())")})`)
      return [shapes.box('good', [1, 1, 1]).solid, broken, emptySolid]
    })
    const run = await readText(text)
    expect(listPaths(run)).toEqual(['P', 'P/good', 'P/broken', 'P/nothing'])
    expect(run.scene.numbers.meshes).toBe(1)
    expect(run.report).toMatchObject({
      status: 'partial',
      skipped: [{ kind: 'MANIFOLD_SOLID_BREP', reason: 'empty-shape', count: 2 }],
    })
    expect(run.report?.skipped[0]?.elements?.map((name) => name.replace(/^#\d+ /, ''))).toEqual(['broken', 'nothing'])
  })

  it('is drawn without its missing faces, which are counted', async () => {
    const text = boxText.replace(/PLANE\('',(#\d+)\)/, "CYLINDRICAL_SURFACE('',$1,-1.)")
    const { report, scene } = await readText(text)
    expect(scene.numbers.meshes).toBe(1)
    expect(report?.status).toBe('partial')
    expect(report?.skipped).toMatchObject([{ kind: 'MANIFOLD_SOLID_BREP', reason: 'part-missing', count: 1 }])
    expect(report?.findings).toMatchObject([{ code: 'faces-missing', details: { count: 1 } }])
  })

  it('is counted by its entity type when the type is unsupported', async () => {
    const text = formatPart(({ shapes, writer }) => [
      shapes.box('b', [1, 1, 1]).solid,
      writer.add("EXTRUDED_AREA_SOLID('tube',$,$,2.)"),
      writer.add("CSG_SOLID('hole',$)"),
    ])
    const { report } = await readText(text)
    expect(report?.status).toBe('partial')
    expect(report?.skipped.map(({ kind, reason }) => `${kind} ${reason}`).toSorted()).toEqual([
      'CSG_SOLID not-read',
      'EXTRUDED_AREA_SOLID not-read',
    ])
  })
})

describe('STEP shape types', () => {
  it('include surface models, open shells and single faces as meshes', async () => {
    const text = formatPart(({ shapes, writer }) => {
      const { faces } = shapes.box('b', [10, 10, 10])
      const shell = writer.add(`OPEN_SHELL('',(${faces.slice(0, 3).join(',')}))`)
      const connected = writer.add(`CONNECTED_FACE_SET('',(${faces.slice(3, 5).join(',')}))`)
      return [
        writer.add(`SHELL_BASED_SURFACE_MODEL('shells',(${shell}))`),
        writer.add(`FACE_BASED_SURFACE_MODEL('faces',(${connected}))`),
        faces[5] ?? '',
      ]
    }, 'MANIFOLD_SURFACE_SHAPE_REPRESENTATION')
    const run = await readText(text)
    expect(run.scene.shapes.map(({ triangleCount }) => triangleCount)).toEqual([6, 4, 2])
    expect(run.report?.status).toBe('complete')
  })

  it('include the faces of a void in its solid', async () => {
    const text = formatPart(({ shapes, writer }) => {
      const addShell = (size: number, name: string): string => {
        const { faces } = shapes.box(name, [size, size, size])
        return writer.add(`CLOSED_SHELL('',(${faces.join(',')}))`)
      }
      const inner = addShell(5, 'inner')
      const hollow = writer.add(`ORIENTED_CLOSED_SHELL('',*,${inner},.F.)`)
      return [writer.add(`BREP_WITH_VOIDS('hollow',${addShell(10, 'outer')},(${hollow}))`)]
    })
    const run = await readText(text)
    expect(run.scene.shapes.map(({ triangleCount }) => triangleCount)).toEqual([24])
    expect(run.report?.counts).toMatchObject({ solids: 1, faces: 12 })
  })
})

describe('incomplete STEP file', () => {
  it('is read in millimetres with a warning when no length unit is stated', async () => {
    const text = boxText.replaceAll(/\(LENGTH_UNIT\(\)[^;]*;/g, 'PLANE();')
    const { scene, report } = await readText(text)
    expect(scene.unit).toEqual({ name: 'mm', metres: 0.001 })
    expect(report?.findings).toMatchObject([{ code: 'unit-missing-millimetres', severity: 'warning' }])
    expect(scene.bounds?.max.map((value) => Math.round(value * 1e4) / 10)).toEqual([1, 2, 3])
  })

  it('fails as nothing-to-show when it has no shape', async () => {
    expect((await readText(stepText("#1=PRODUCT('a','a','',());"))).failure?.code).toBe('nothing-to-show')
    const empty = formatFile(({ products, context }) => {
      products.part('P', { type: 'SHAPE_REPRESENTATION', items: [], context })
    })
    expect((await readText(empty)).failure?.code).toBe('nothing-to-show')
  })

  it('fails as damaged when it is truncated before any complete shape', async () => {
    expect((await readText(boxText.slice(0, 900))).failure?.code).toBe('damaged')
  })
})

describe('misnamed IFC or STEP file', () => {
  const ifc = encodeText(stepText("#1=IFCWALL('a');", 'IFC4'))

  it('is detected as IFC under the extension .stp', async () => {
    expect(detectFormat('house.stp', ifc, ifc.length)).toMatchObject({
      formatId: 'step',
      confidence: 'no',
      detected: { id: 'ifc', name: 'Industry Foundation Classes' },
    })
    expect((await read(ifc)).failure).toMatchObject({ code: 'not-this-format', details: { expected: 'STEP' } })
  })

  it('is detected as STEP under the extension .ifc', () => {
    const step = encodeText(boxText)
    expect(detectFormat('part.ifc', step, step.length)).toMatchObject({ confidence: 'no', detected: { id: 'step' } })
    expect(detectFormat('part.step', step, step.length)).toMatchObject({ formatId: 'step', confidence: 'yes' })
  })
})

describe('zipped STEP file', () => {
  it('is read under the extensions .stpz and .stp', async () => {
    const archive = createZip({ name: 'box.stp', bytes: encodeText(boxText) })
    for (const name of ['box.stpz', 'box.stp']) {
      const run = await read(archive, name)
      expect(run.report?.status).toBe('complete')
      expect(run.scene.numbers.triangles).toBe(12)
    }
    expect(detectFormat('box.stpz', archive, archive.length)).toMatchObject({ formatId: 'step', confidence: 'yes' })
  })

  it('reports how many further models the archive contains', async () => {
    const bytes = encodeText(boxText)
    const run = await read(createZip({ name: 'a.stp', bytes }, { name: 'b.step', bytes }, { name: 'c.txt', bytes }))
    expect(run.report).toMatchObject({
      status: 'partial',
      findings: [{ code: 'archive-has-more-models', details: { name: 'a.stp', count: 1 } }],
    })
  })

  it('is refused without a model, with foreign content or when encrypted', async () => {
    const text = encodeText('no model')
    expect((await read(createZip({ name: 'a.txt', bytes: text }))).failure?.code).toBe('not-this-format')
    expect((await read(createZip({ name: 'a.stp', bytes: text }))).failure?.code).toBe('not-this-format')
    expect((await read(createZip({ name: 'a.stp', bytes: text, flags: 1 }))).failure?.code).toBe('encrypted')
  })
})
