import { arcSegments, type SceneBuilder, type SheetLayerInput } from '@kamar/core'

/** A plain layer: visible, printed, continuous lines of 0.25 mm, in the foreground colour. */
export const plainLayer = {
  name: '0',
  color: 'foreground',
  lineWeightMillimetres: 0.25,
  lineType: null,
  on: true,
  frozen: false,
  plottable: true,
} as const satisfies SheetLayerInput

/** Returns a circle flattened as a reader flattens it. */
export function circle(x: number, y: number, radius: number): Float64Array {
  const segments = arcSegments(Math.PI * 2)
  return Float64Array.from({ length: segments * 2 }, (_, at) => {
    const angle = (Math.floor(at / 2) / segments) * Math.PI * 2
    return at % 2 === 0 ? x + Math.cos(angle) * radius : y + Math.sin(angle) * radius
  })
}

/**
 * Adds a small drawing far from the origin: a model space in millimetres (a room of 6 by 4 m with a hatch, a dashed
 * axis, a round table, texts in three scripts) and a layout that shows it at 1:50 through a viewport.
 */
export function pushDrawing(scene: SceneBuilder): void {
  const model = scene.addSheet({ name: 'Model', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
  const dashed = model.addLineType({ name: 'DASHED', pattern: [300, -150] })
  const walls = model.addLayer({ ...plainLayer, name: 'Walls', lineWeightMillimetres: 0.5 })
  const axes = model.addLayer({ ...plainLayer, name: 'Axes', color: 0xff0000, lineType: dashed })
  const texts = model.addLayer({ ...plainLayer, name: 'Texts', color: 0x0060c0 })
  const off = model.addLayer({ ...plainLayer, name: 'Hidden', on: false })
  const byLayer = { color: 'layer', lineWeightMillimetres: 'layer', lineType: 'layer' } as const
  const addLayerStyle = (number: number): number => model.addStyle({ layer: number, ...byLayer })
  const [x, y] = [4_500_000, 7_200_000]
  const rectangle = (left: number, bottom: number, width: number, height: number): Float64Array =>
    Float64Array.of(
      x + left,
      y + bottom,
      x + left + width,
      y + bottom,
      x + left + width,
      y + bottom + height,
      x + left,
      y + bottom + height,
    )
  const floor = model.addEntity({ handle: '2A', type: 'HATCH', layer: walls })
  const grey = model.addStyle({ layer: walls, ...byLayer, color: 0xe0e0e0 })
  model.addFill({ entity: floor, style: grey, rings: [rectangle(0, 0, 6000, 4000), rectangle(2000, 1000, 1000, 1000)] })
  const wall = model.addEntity({ handle: '2B', type: 'LWPOLYLINE', layer: walls })
  model.addPolyline({ entity: wall, style: addLayerStyle(walls), points: rectangle(0, 0, 6000, 4000), closed: true })
  const propertySet = scene.addPropertySet({ name: 'Geometry', properties: [{ name: 'Area', value: 24, unit: 'm²' }] })
  model.assignPropertySets(wall, [propertySet])
  const table = model.addEntity({ handle: '2C', type: 'INSERT', layer: walls, name: 'Table' })
  model.addPolyline({
    entity: table,
    style: addLayerStyle(walls),
    points: circle(x + 4500, y + 2000, 600),
    closed: true,
  })
  const axis = model.addEntity({ handle: '2D', type: 'LINE', layer: axes })
  model.addPolyline({
    entity: axis,
    style: addLayerStyle(axes),
    points: Float64Array.of(x - 1000, y + 2000, x + 7000, y + 2000),
  })
  const hidden = model.addEntity({ handle: '2E', type: 'LINE', layer: off })
  model.addPolyline({ entity: hidden, style: addLayerStyle(off), points: Float64Array.of(x, y, x + 6000, y + 4000) })
  const outline = model.addFont({ name: 'arial.ttf', kind: 'outline' })
  const stroke = model.addFont({ name: 'romans.shx', kind: 'stroke' })
  const textLines = ['Kitchen', 'Кухня', 'Խոհանոց'].map((text) => [{ text, font: outline, height: 300 }])
  const label = model.addEntity({ handle: '2F', type: 'MTEXT', layer: texts })
  const upright = { xAxis: [1, 0], yAxis: [0, 1] } as const
  model.addText({
    entity: label,
    style: addLayerStyle(texts),
    anchor: [x + 300, y + 3700],
    ...upright,
    paragraphs: textLines,
    horizontal: 'left',
    vertical: 'top',
  })
  const size = model.addEntity({ handle: '30', type: 'TEXT', layer: texts })
  const run = { text: '24.0', font: stroke, height: 250, underline: true }
  model.addText({
    entity: size,
    style: addLayerStyle(texts),
    anchor: [x + 4500, y + 2000],
    ...upright,
    paragraphs: [[run]],
    horizontal: 'center',
    vertical: 'middle',
  })

  const layout = scene.addSheet({
    name: 'A4',
    kind: 'layout',
    millimetresPerUnit: 1,
    unitName: 'mm',
    paper: { min: [0, 0], max: [297, 210] },
  })
  const sheet = layout.addLayer({ ...plainLayer, name: '0' })
  const frame = layout.addEntity({ handle: '40', type: 'LWPOLYLINE', layer: sheet })
  const frameStyle = layout.addStyle({ layer: sheet, ...byLayer, lineWeightMillimetres: 0.7 })
  layout.addPolyline({
    entity: frame,
    style: frameStyle,
    points: Float64Array.of(10, 10, 287, 10, 287, 200, 10, 200),
    closed: true,
  })
  const window = layout.addEntity({ handle: '41', type: 'VIEWPORT', layer: sheet })
  layout.addViewport({
    entity: window,
    shows: model.number,
    matrix: [0.02, 0, 0, 0.02, 60 - x * 0.02, 60 - y * 0.02],
    millimetresPerUnit: 1,
    clip: [Float64Array.of(50, 50, 190, 50, 190, 150, 50, 150)],
    frozenLayers: [axes],
  })
  const title = layout.addEntity({ handle: '42', type: 'TEXT', layer: sheet })
  const titleFont = layout.addFont({ name: 'Arial', kind: 'outline', bold: true })
  layout.addText({
    entity: title,
    style: frameStyle,
    anchor: [20, 20],
    ...upright,
    paragraphs: [[{ text: 'Plan 1:50', font: titleFont, height: 7 }]],
    horizontal: 'left',
    vertical: 'baseline',
  })
}
