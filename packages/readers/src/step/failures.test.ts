import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { formatFile, formatPart, listPaths, readText } from './testing/part-kit.js'
import { encodeText, stepText } from './testing/parse-step.js'
import { createZip } from '../ifc/testing/zip.js'
import { reader } from './reader.js'
import { detectFormat } from '../detection/detect-format.js'

const boxText = formatPart(({ shapes }) => [shapes.box('b', [1, 2, 3]).solid])
const read = (bytes: Uint8Array, name = 'test.stp') => runReader(reader, bytes, { name })

describe('a solid that cannot be meshed', () => {
  it('is named with its reason, and the others are shown', async () => {
    const text = formatPart(({ shapes, writer }) => {
      const broken = writer.add("MANIFOLD_SOLID_BREP('broken',#999999)")
      const nothing = writer.add(`MANIFOLD_SOLID_BREP('nothing',${writer.add("CLOSED_SHELL('',())")})`)
      return [shapes.box('good', [1, 1, 1]).solid, broken, nothing]
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

  it('is drawn without the faces that are missing, which are counted', async () => {
    const text = boxText.replace(/PLANE\('',(#\d+)\)/, "CYLINDRICAL_SURFACE('',$1,-1.)")
    const { report, scene } = await readText(text)
    expect(scene.numbers.meshes).toBe(1)
    expect(report?.status).toBe('partial')
    expect(report?.skipped).toMatchObject([{ kind: 'MANIFOLD_SOLID_BREP', reason: 'part-missing', count: 1 }])
    expect(report?.findings).toMatchObject([{ code: 'faces-missing', details: { count: 1 } }])
  })

  it('of a kind that is not read is counted by its type', async () => {
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

describe('solids of other kinds', () => {
  it('surface models, open shells and single faces are shown as they are', async () => {
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

  it('a hollow is turned inward: the volume is the difference', async () => {
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

describe('a file without something', () => {
  it('unit of length counts in millimetres, which is said', async () => {
    const text = boxText.replaceAll(/\(LENGTH_UNIT\(\)[^;]*;/g, 'PLANE();')
    const { scene, report } = await readText(text)
    expect(scene.unit).toEqual({ name: 'mm', metres: 0.001 })
    expect(report?.findings).toMatchObject([{ code: 'unit-missing-millimetres', severity: 'warning' }])
    expect(scene.bounds?.max.map((value) => Math.round(value * 1e4) / 10)).toEqual([1, 2, 3])
  })

  it('shape has nothing to show', async () => {
    expect((await readText(stepText("#1=PRODUCT('a','a','',());"))).failure?.code).toBe('nothing-to-show')
    const empty = formatFile(({ products, context }) => {
      products.part('P', { type: 'SHAPE_REPRESENTATION', items: [], context })
    })
    expect((await readText(empty)).failure?.code).toBe('nothing-to-show')
  })

  it('end is damaged when nothing of it is whole', async () => {
    expect((await readText(boxText.slice(0, 900))).failure?.code).toBe('damaged')
  })
})

describe('a file that is something else', () => {
  const ifc = encodeText(stepText("#1=IFCWALL('a');", 'IFC4'))

  it('IFC under .stp says what it is', async () => {
    expect(detectFormat('house.stp', ifc, ifc.length)).toMatchObject({
      formatId: 'step',
      verdict: 'no',
      detected: { id: 'ifc', name: 'Industry Foundation Classes' },
    })
    expect((await read(ifc)).failure).toMatchObject({ code: 'not-this-format', details: { expected: 'STEP' } })
  })

  it('STEP under .ifc says what it is', () => {
    const step = encodeText(boxText)
    expect(detectFormat('part.ifc', step, step.length)).toMatchObject({ verdict: 'no', detected: { id: 'step' } })
    expect(detectFormat('part.step', step, step.length)).toMatchObject({ formatId: 'step', verdict: 'yes' })
  })
})

describe('zipped STEP', () => {
  it('is read under either name', async () => {
    const archive = createZip({ name: 'box.stp', bytes: encodeText(boxText) })
    for (const name of ['box.stpz', 'box.stp']) {
      const run = await read(archive, name)
      expect(run.report?.status).toBe('complete')
      expect(run.scene.numbers.triangles).toBe(12)
    }
    expect(detectFormat('box.stpz', archive, archive.length)).toMatchObject({ formatId: 'step', verdict: 'yes' })
  })

  it('says how many more models the archive holds', async () => {
    const bytes = encodeText(boxText)
    const run = await read(createZip({ name: 'a.stp', bytes }, { name: 'b.step', bytes }, { name: 'c.txt', bytes }))
    expect(run.report).toMatchObject({
      status: 'partial',
      findings: [{ code: 'archive-has-more-models', details: { name: 'a.stp', count: 1 } }],
    })
  })

  it('without a model, or with something else under its name, is refused', async () => {
    const text = encodeText('no model')
    expect((await read(createZip({ name: 'a.txt', bytes: text }))).failure?.code).toBe('not-this-format')
    expect((await read(createZip({ name: 'a.stp', bytes: text }))).failure?.code).toBe('not-this-format')
    expect((await read(createZip({ name: 'a.stp', bytes: text, flags: 1 }))).failure?.code).toBe('encrypted')
  })
})
