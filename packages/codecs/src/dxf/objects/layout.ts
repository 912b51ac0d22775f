import type { Layout } from '../../drawing/index.js'
import type { DxfRecord } from '../groups/group-table.js'

/** Reads a LAYOUT with its plot settings. */
export function readLayout({ groups }: DxfRecord): Layout {
  const plot = groups.getPart('AcDbPlotSettings')
  const layout = groups.getPart('AcDbLayout')
  return {
    name: layout.readText(1),
    handle: groups.readHandle(5),
    tabOrder: layout.readInteger(71),
    blockHandle: layout.readHandle(330),
    paperUnits: plot.readInteger(72),
    paperWidth: plot.readNumber(44),
    paperHeight: plot.readNumber(45),
    paperRotation: plot.readInteger(73),
    scaleNumerator: plot.readNumber(142, 1),
    scaleDenominator: plot.readNumber(143, 1),
    margins: {
      left: plot.readNumber(40),
      bottom: plot.readNumber(41),
      right: plot.readNumber(42),
      top: plot.readNumber(43),
    },
    plotOrigin: [plot.readNumber(46), plot.readNumber(47)],
    imageOrigin: [plot.readNumber(148), plot.readNumber(149)],
    limitsMin: layout.readPoint2(10),
    limitsMax: layout.readPoint2(11),
  }
}
