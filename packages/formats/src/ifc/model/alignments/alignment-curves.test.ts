import { describe, expect, it } from 'vitest'
import {
  gradientCurveRows,
  line,
  parentRows,
  railway,
  segmentRows,
  type SegmentText,
} from '../../testing/alignment-text.js'
import { parseIfc, requireRow } from '../../testing/step-file.js'
import { AlignmentCurves } from './alignment-curves.js'

function readCurve(rows: string, id = 30) {
  const file = parseIfc(rows, 'IFC4X3_ADD2')
  return new AlignmentCurves(file).of(requireRow(file, id))
}

const straight: SegmentText = { parent: line, start: 0, length: 100 }

describe('AlignmentCurves', () => {
  it('reads a gradient curve over a composite curve', () => {
    const curve = readCurve(gradientCurveRows([straight], [{ ...straight, at: [0, 5], direction: [0.8, 0.6] }]))
    expect(curve?.points).toEqual([[0, 0, 5], [100, 0, 65]]) // prettier-ignore
  })

  it('reads a composite curve without gradient', () => {
    expect(readCurve(gradientCurveRows([straight], [straight]), 31)?.points).toEqual([[0, 0, 0], [100, 0, 0]]) // prettier-ignore
  })

  it('samples lines by their ends, arcs and clothoids at 24 points', () => {
    // Adjacent segments share a point.
    expect(readCurve(railway, 31)?.points).toHaveLength(2 + 4 * 23 + 1 + 1)
  })

  it('computes a curve once', () => {
    const file = parseIfc(railway)
    const curves = new AlignmentCurves(file)
    const row = requireRow(file, 30)
    expect(curves.of(row)).toBe(curves.of(row))
  })

  it.each([
    ['another spiral', { ...straight, parent: 'IFCCOSINESPIRAL(#20,100.,$)' }],
    ['a polynomial', { ...straight, parent: 'IFCPOLYNOMIALCURVE(#20,(0.,1.),(1.,0.01),$)' }],
    ['a clothoid without a constant', { ...straight, parent: 'IFCCLOTHOID(#20,0.)' }],
    ['a circle without a radius', { ...straight, parent: 'IFCCIRCLE(#20,$)' }],
    ['a length that is not finite', { ...straight, length: 1e999 }],
    ['a length whose square is not finite', { ...straight, length: 1e300 }],
  ])('leaves a curve with %s to the kernel', (_, segment) => {
    expect(readCurve(gradientCurveRows([segment], [straight]))).toBeNull()
    expect(readCurve(gradientCurveRows([straight, segment], [straight]), 31)).toBeNull()
  })

  it.each([
    ['a reference curve with cant', '#30=IFCSEGMENTEDREFERENCECURVE((#200),.F.,#31,$);'],
    ['an offset curve', '#30=IFCOFFSETCURVEBYDISTANCES(#31,(),$);'],
    ['a gradient over another curve', '#30=IFCGRADIENTCURVE((#200),.F.,#25,$);'],
    ['itself as its base', '#30=IFCGRADIENTCURVE((#200),.F.,#30,$);'],
    ['no segments', '#30=IFCCOMPOSITECURVE((),.F.);'],
    ['segments of IFC 2x3', '#30=IFCCOMPOSITECURVE((#32),.F.);\n#32=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#25);'],
  ])('leaves %s to the kernel', (_, rows) => {
    expect(
      readCurve(`${parentRows}${segmentRows(200, [straight]).rows}\n#31=IFCCOMPOSITECURVE((#200),.F.);\n${rows}`),
    ).toBeNull()
  })

  it('leaves a first segment without a direction to the kernel', () => {
    const segment = { ...straight, direction: [0, 0] as const }
    expect(readCurve(gradientCurveRows([segment], [straight]))).toBeNull()
  })

  it('leaves segments trimmed by parameters to the kernel', () => {
    const rows = gradientCurveRows([straight], [straight]).replaceAll(
      'IFCLENGTHMEASURE(100.)',
      'IFCPARAMETERVALUE(100.)',
    )
    expect(readCurve(rows)).toBeNull()
  })

  it('stops at its limit of points however often a file repeats a segment', () => {
    const references = Array.from({ length: 25_000 }, () => '#200').join(',')
    const rows = `${parentRows}${segmentRows(200, [straight]).rows}\n#30=IFCCOMPOSITECURVE((${references}),.F.);`
    expect(readCurve(rows)).toBeNull()
  })
})
