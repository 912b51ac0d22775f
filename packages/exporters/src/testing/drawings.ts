import { plainReport, WrittenPackage } from '@kamar/packager/test-support'
import { plainLayer, pushDrawing } from '@kamar/test-kit'

/** Creates a drawing with a model and a layout. */
export async function createDrawing(): Promise<WrittenPackage> {
  const drawing = new WrittenPackage()
  pushDrawing(drawing.writer)
  await drawing.writer.finish(plainReport)
  return drawing
}

/** Creates a drawing of one page with features that the other lacks. */
export async function onePage(push: (writer: WrittenPackage['writer']) => void): Promise<WrittenPackage> {
  const viewPackage = new WrittenPackage()
  push(viewPackage.writer)
  await viewPackage.writer.finish(plainReport)
  return viewPackage
}

/** Creates a page with opacity, a gradient, a dot and invisible text. */
export const createGradientPage = (): Promise<WrittenPackage> =>
  onePage((writer) => {
    const sheet = writer.addSheet({
      name: 'Page "1" & <2>',
      kind: 'page',
      millimetresPerUnit: 1,
      unitName: 'mm',
      paper: { min: [0, 0], max: [20_000, 100] },
    })
    const layer = sheet.addLayer({ ...plainLayer, color: 0x102030 })
    const entity = sheet.addEntity({ handle: '', type: 'PATH', layer })
    const styleInput = { layer, color: 'layer', lineWeightMillimetres: 'layer', lineType: null } as const
    const style = sheet.addStyle({ ...styleInput, opacity: 0.5 })
    const rings = [Float64Array.of(0, 0, 100, 0, 100, 100, 0, 100)]
    sheet.addFill({ entity, style, rings, gradient: { from: [0, 0], to: [100, 0], colors: [0xff0000, 0x0000ff] } })
    sheet.addPolyline({
      entity,
      style: sheet.addStyle({ ...styleInput, widthUnits: 5 }),
      points: Float64Array.of(50, 50),
    })
    const font = sheet.addFont({ name: 'Arial', kind: 'outline' })
    const text = { entity, style, anchor: [200, 50], xAxis: [1, 0], yAxis: [0, 1], drawn: false } as const
    const paragraphs = [[{ text: 'Ա & Ж', font, height: 10 }]]
    sheet.addText({ ...text, paragraphs, horizontal: 'left', vertical: 'baseline' })
  })
