import { beforeAll, describe, expect, it } from 'vitest'
import { KernelStarter, openModel, type Kernel } from '../../geometry/kernel.js'
import { readPlacement } from '../../geometry/kernel-geometry.js'
import { curvePointRows, railway } from '../../testing/alignment-text.js'
import { encodeText, parseIfc, requireRow, stepFile } from '../../testing/step-file.js'
import { AlignmentCurves } from './alignment-curves.js'
import { computeLinearFrame } from './linear-placement.js'

const schema = 'IFC4X3_ADD2'

function computeFrame(rows: string, id = 50): Float64Array | null {
  const file = parseIfc(rows, schema)
  return computeLinearFrame(file, requireRow(file, id), new AlignmentCurves(file))
}

describe('computeLinearFrame', () => {
  let kernel: Kernel
  beforeAll(async () => {
    kernel = await new KernelStarter().start()
  })

  it('agrees with the kernel along lines, arcs, clothoids and gradients, with offsets and axes', () => {
    const distances = Array.from({ length: 91 }, (_, at) => at * 10 - 5)
    const placements = distances.map((distance, at) => {
      const id = 1000 + 3 * at
      const point = curvePointRows(id, distance, at % 2 ? '1.5,-0.25,0.75' : '$,$,$')
      const axes = ['$,$', '#51,$', '$,#52', '#51,#52'][at % 4]
      return `\n#${id + 2}=IFCLINEARPLACEMENT(${at % 3 ? '$' : '#53'},#${id},$);${point.replace('$,$);', `${axes});`)}`
    })
    const others = `
#51=IFCDIRECTION((0.,0.6,0.8));
#52=IFCDIRECTION((0.8,0.,0.6));
#53=IFCLOCALPLACEMENT($,#54);
#54=IFCAXIS2PLACEMENT3D(#55,$,$);
#55=IFCCARTESIANPOINT((100.,0.,0.));`
    const rows = railway + others + placements.join('')
    const file = parseIfc(rows, schema)
    const curves = new AlignmentCurves(file)
    const model = openModel(kernel, encodeText(stepFile({ rows, schema })))
    distances.forEach((distance, at) => {
      const id = 1002 + 3 * at
      const expected = readPlacement(kernel, model, id) ?? []
      const frame = computeLinearFrame(file, requireRow(file, id), curves)
      expected.forEach((value, index) => expect(frame?.[index], `${index} at ${distance}`).toBeCloseTo(value, 8))
    })
    kernel.CloseModel(model)
  })

  it('applies offsets to the left, upwards and along the curve', () => {
    const straight = computeFrame(`${railway}\n#50=IFCLINEARPLACEMENT($,#51,$);${curvePointRows(51, 10)}`)
    const offset = computeFrame(`${railway}\n#50=IFCLINEARPLACEMENT($,#51,$);${curvePointRows(51, 10, '2.,3.,1.')}`)
    // The curve begins in the direction (0.6, 0.8).
    const displacement = [9, 10, 11].map((axis) => (offset?.[axis] ?? 0) - (straight?.[axis] ?? 0))
    ;[0.6 - 1.6, 0.8 + 1.2, 3].forEach((value, axis) => expect(displacement[axis]).toBeCloseTo(value, 9))
  })

  it.each([
    ['a parameter of the curve', curvePointRows(51, 10).replace('IFCLENGTHMEASURE', 'IFCPARAMETERVALUE')],
    ['a curve that the kernel must compute', curvePointRows(51, 10).replace('#30', '#25')],
    ['a point that is not on a curve', '\n#51=IFCAXIS2PLACEMENTLINEAR(#21,$,$);'],
    ['another placement', '\n#51=IFCAXIS2PLACEMENT3D(#21,$,$);'],
    ['no placement', ''],
  ])('leaves %s to the kernel', (_, rows) => {
    expect(computeFrame(`${railway}\n#50=IFCLINEARPLACEMENT($,#51,$);${rows}`)).toBeNull()
  })
})
