import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { directoryLines, parseEntities, formatLine, parameterLine } from './fixtures/iges-document.js'
import { writeIges } from './fixtures/iges-writer.js'
import { IgesFile } from './iges-file.js'
import { decodeColumns } from './iges-text.js'
import { makeReport, type ReportSource } from './report.js'
import { SceneWriter } from '../kit/scene-writer.js'
import { readWireframe } from './wireframe.js'

const line = { type: 110, values: [0, 0, 0, 1, 0, 0] }
const face = { type: 144, values: [0] }

/** Creates the report of a file with the given number of visible faces. */
function reportOn(file: IgesFile, changes: Partial<ReportSource> & { readonly visibleFaces?: number } = {}) {
  const { visibleFaces = 0, ...more } = changes
  const writer = new SceneWriter(createRecordedContext().context)
  const pushed = { faces: visibleFaces, shapes: visibleFaces, lines: 0 }
  return makeReport({ file, kernel: null, wireframe: readWireframe(file), writer, pushed, ...more })
}

describe('IGES report', () => {
  it('is complete and counts the contents of a fully shown file', () => {
    expect(reportOn(parseEntities(line, face, face), { visibleFaces: 2 })).toEqual({
      status: 'complete',
      counts: { surfaces: 2, faces: 2, curves: 1 },
      ...{ skipped: [], findings: [], missingCompanions: [] },
    })
  })

  it.each([143, 144, 510])('counts undrawn faces of type %d with the reason', (type) => {
    const file = parseEntities({ type, values: [0] }, { type, values: [0] })
    expect(reportOn(file, { visibleFaces: 1 }).skipped).toEqual([{ kind: 'face', reason: 'not-tessellated', count: 1 }])
    const kernel = { kind: 'failed', reason: 'too-much-memory' } as const
    expect(reportOn(file, { kernel }).skipped).toEqual([{ kind: 'face', reason: 'too-much-memory', count: 2 }])
  })

  it('is complete with hidden faces and with faces shown several times', () => {
    const hidden = { ...face, status: '01000000' }
    expect(reportOn(parseEntities(hidden)).status).toBe('complete')
    expect(reportOn(parseEntities(face), { visibleFaces: 5 })).toMatchObject({
      status: 'complete',
      counts: { faces: 5 },
    })
  })

  it('names the first hundred unreadable curves', () => {
    const file = parseEntities(...Array.from({ length: 130 }, () => ({ type: 110, values: [1] })))
    const [skipped] = reportOn(file).skipped
    expect(skipped).toMatchObject({ kind: 'curve', reason: 'damaged', count: 130 })
    expect(skipped?.elements).toHaveLength(100)
    expect(skipped?.elements?.[1]).toBe('3')
  })

  it('says that texts are not drawn', () => {
    const file = parseEntities(line, { type: 212, values: [0] }, { type: 116, values: [0, 0, 0] })
    expect(reportOn(file)).toMatchObject({
      status: 'complete',
      skipped: [],
      findings: [{ code: 'texts-not-drawn', severity: 'information', details: { count: 1 } }],
    })
  })

  it('is partial for a truncated file', () => {
    const text = [directoryLines([110, 1], [110]), parameterLine('110,0,0,0,1,0,0;', 1, 1)].join('\n')
    const cut = new IgesFile(`${formatLine('1H,,1H;,,,,,,,,,,,,2,2HMM;', 'G')}\n${text}`)
    expect(reportOn(cut)).toMatchObject({ status: 'partial', findings: [{ code: 'file-ends-early' }] })
  })

  it('says that the unit is unknown', () => {
    const file = new IgesFile(decodeColumns(writeIges([line], '3,5HCUBIT')))
    expect(reportOn(file).findings).toEqual([{ code: 'unit-missing-millimetres', severity: 'warning' }])
  })

  it('states the offset of a model far from the origin', () => {
    const { context } = createRecordedContext()
    const writer = new SceneWriter(context)
    const lines = [[[2e6, 0, 0] as const, [2e6, 1, 0] as const]]
    const node = writer.addNode({ parent: null, name: 'Axes', class: 'level', sourceId: '' })
    writer.addLines({ node, lines, metres: 0.001, color: null })
    const [finding] = reportOn(parseEntities(line), { writer }).findings
    expect(finding).toMatchObject({ code: 'far-from-origin', details: { x: writer.origin[0] } })
    expect(writer.origin[0]).toBeCloseTo(2000, -1)
  })
})
