import type { Point, Theme, AnnotationTarget } from '../../engine/types.js'
import type { ScreenSpace } from '../../engine/camera/screen-space.js'
import { setAttributes, svg, svgLayer } from '../../engine/overlay/svg.js'
import { arrangeLabels, type LabelBox } from './arrange-labels.js'
import { createDrawing, type MeasureDrawing } from './measure-drawing.js'
import type { Measurement } from './measurement.js'
import type { Snap } from '../../engine/geometry/snapping.js'
import { snapGlyph } from './snap-glyphs.js'

/** Measurements to display. */
export interface MeasureScene {
  readonly measurements: readonly Measurement[]
  readonly selected: string | null
  /** Points of the measurement in progress. */
  readonly pending: readonly Point[]
  readonly isArea: boolean
  /** Whether lines connect the points in progress. */
  readonly isConnected: boolean
  readonly hover: Snap | null
  /** Its label, null for none. */
  readonly pendingText: string | null
  /** Formats the label of a finished one. */
  formatLabel(measurement: Measurement): string
}

const palettes: Readonly<
  Record<Theme, { stroke: string; halo: string; paper: string; text: string; selected: string }>
> = {
  light: { stroke: '#B3361B', halo: '#FFFFFF', paper: '#FFFFFF', text: '#1E2326', selected: '#2F6FDE' },
  dark: { stroke: '#FF8A5C', halo: '#15181A', paper: '#1D2124', text: '#ECE8E1', selected: '#7FA9F5' },
}
/** CSS pixels. */
const label = { height: 22, glyphWidth: 7.1, padding: 16, fontSize: 12 } as const
/** Offset of labels above their anchor. */
const labelLift = 16

interface Label {
  readonly text: string
  readonly box: LabelBox
  readonly isChosen: boolean
}

/** Draws measurements over the model: in SVG on the screen, on a canvas in screenshots. */
export class MeasureOverlay {
  readonly #layer: SVGSVGElement
  readonly #space: ScreenSpace
  readonly #halo = svg('path', {
    fill: 'none',
    'stroke-width': 4.5,
    'stroke-linecap': 'round',
    'stroke-opacity': '0.85',
  })
  readonly #fill = svg('path', { stroke: 'none', 'fill-opacity': '0.14', 'fill-rule': 'evenodd' })
  readonly #lines = svg('path', { fill: 'none', 'stroke-width': 2, 'stroke-linecap': 'round' })
  readonly #selected = svg('path', { fill: 'none', 'stroke-width': 3, 'stroke-linecap': 'round' })
  readonly #pending = svg('path', { fill: 'none', 'stroke-width': 2, 'stroke-dasharray': '5 4' })
  readonly #dots = svg('path', { 'stroke-width': 1.5 })
  readonly #glyph = svg('path', { fill: 'none', 'stroke-width': 2, class: 'kamar-snap' })
  readonly #labels = svg('g')
  #theme: Theme

  constructor(parent: HTMLElement, options: { readonly space: ScreenSpace; readonly theme: Theme }) {
    this.#space = options.space
    this.#theme = options.theme
    this.#layer = svgLayer(parent, 'kamar-measure')
    const { layer } = { layer: this.#layer }
    layer.append(
      this.#fill,
      this.#halo,
      this.#lines,
      this.#selected,
      this.#pending,
      this.#dots,
      this.#labels,
      this.#glyph,
    )
    this.setTheme(options.theme)
  }

  setTheme(theme: Theme): void {
    this.#theme = theme
    const palette = palettes[theme]
    setAttributes(this.#halo, { stroke: palette.halo })
    setAttributes(this.#fill, { fill: palette.stroke })
    for (const path of [this.#lines, this.#pending]) setAttributes(path, { stroke: palette.stroke })
    setAttributes(this.#selected, { stroke: palette.selected })
    setAttributes(this.#dots, { fill: palette.paper, stroke: palette.stroke })
    setAttributes(this.#glyph, { stroke: palette.selected })
  }

  /** Draws the scene for the current camera. */
  draw(scene: MeasureScene): void {
    const drawings = scene.measurements.map((measurement) => ({ measurement, drawing: createDrawing(measurement) }))
    const isChosen = ({ measurement }: { measurement: Measurement }): boolean => measurement.id === scene.selected
    const toPathData = (some: readonly { drawing: MeasureDrawing }[]): string =>
      some.flatMap(({ drawing }) => drawing.lines.map((line) => this.#path(line))).join('')
    setAttributes(this.#halo, { d: toPathData(drawings) })
    setAttributes(this.#lines, { d: toPathData(drawings.filter((one) => !isChosen(one))) })
    setAttributes(this.#selected, { d: toPathData(drawings.filter(isChosen)) })
    const filled = drawings.filter(({ drawing }) => drawing.filled)
    const pendingLine = listPendingLine(scene)
    const isClosing = scene.isArea && pendingLine.length > 2
    setAttributes(this.#fill, { d: toPathData(filled) + (isClosing ? this.#path(pendingLine) : '') })
    setAttributes(this.#pending, {
      d: this.#path(isClosing ? [...pendingLine, pendingLine[0]] : pendingLine),
    })
    const dots = [...drawings.flatMap(({ drawing }) => drawing.dots), ...scene.pending]
    setAttributes(this.#dots, { d: dots.map((dot) => this.#dot(dot)).join('') })
    this.#drawGlyph(scene.hover)
    this.#drawLabels(this.#createLabels(scene, drawings, this.#pendingLabel(scene, pendingLine)))
  }

  /** Draws the finished measurements onto a screenshot of the viewer. */
  paintOver({ context, width, height }: AnnotationTarget, scene: MeasureScene): void {
    const { size } = this.#space
    const scale = height / size.height
    const palette = palettes[this.#theme]
    const drawings = scene.measurements.map((measurement) => ({ measurement, drawing: createDrawing(measurement) }))
    context.save()
    context.translate(width / 2, 0)
    context.scale(scale, scale)
    context.translate(-size.width / 2, 0)
    const lines = new Path2D(drawings.flatMap(({ drawing }) => drawing.lines.map((line) => this.#path(line))).join(''))
    context.lineCap = 'round'
    for (const [color, lineWidth] of [
      [palette.halo, 4.5],
      [palette.stroke, 2],
    ] as const) {
      Object.assign(context, { strokeStyle: color, lineWidth })
      context.stroke(lines)
    }
    const dots = new Path2D(drawings.flatMap(({ drawing }) => drawing.dots.map((dot) => this.#dot(dot))).join(''))
    Object.assign(context, { strokeStyle: palette.stroke, lineWidth: 1.5 })
    context.stroke(dots)
    // A stroke as wide as the dots fills them.
    Object.assign(context, { strokeStyle: palette.paper, lineWidth: 4 })
    context.stroke(
      new Path2D(drawings.flatMap(({ drawing }) => drawing.dots.map((dot) => this.#dot(dot, 1.8))).join('')),
    )
    for (const one of this.#createLabels({ ...scene, selected: null }, drawings, null))
      paintLabel(context, one, palette)
    context.restore()
  }

  dispose(): void {
    this.#layer.remove()
  }

  /** Returns the path through points of the model; skips parts behind the eye. */
  #path(points: readonly Point[]): string {
    let path = ''
    let isDown = false
    for (const point of points) {
      const { x, y, depth } = this.#space.project(point)
      if (depth > 0) path += `${isDown ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
      isDown = depth > 0
    }
    return path
  }

  #dot(point: Point, radius = 3.5): string {
    const { x, y, depth } = this.#space.project(point)
    if (depth <= 0) return ''
    const arc = `a${radius} ${radius} 0 1 0`
    return `M${(x - radius).toFixed(1)} ${y.toFixed(1)}${arc} ${2 * radius} 0${arc}${-2 * radius} 0Z`
  }

  #drawGlyph(hover: Snap | null): void {
    const point = hover === null ? null : this.#space.project(hover.point)
    const isSeen = hover !== null && point !== null && point.depth > 0
    setAttributes(this.#glyph, {
      d: isSeen ? snapGlyph(hover.kind) : '',
      'data-snap': isSeen ? hover.kind : '',
      ...(isSeen ? { transform: `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})` } : {}),
    })
  }

  #pendingLabel({ pendingText }: MeasureScene, line: readonly Point[]): Label | null {
    const end = line.at(-1)
    return pendingText === null || end === undefined ? null : this.#label(pendingText, end, false)
  }

  #label(text: string, at: Point, isChosen: boolean): Label | null {
    const { x, y, depth } = this.#space.project(at)
    const { width, height } = this.#space.size
    const isFar = depth <= 0 || x < -200 || y < -100 || x > width + 200 || y > height + 100
    if (isFar) return null
    const box = { x, y: y - labelLift, width: text.length * label.glyphWidth + label.padding, height: label.height }
    return { text, box, isChosen }
  }

  #createLabels(
    scene: MeasureScene,
    drawings: readonly { measurement: Measurement; drawing: MeasureDrawing }[],
    pending: Label | null,
  ): Label[] {
    const labels = drawings.map(({ measurement, drawing }) =>
      this.#label(scene.formatLabel(measurement), drawing.label, measurement.id === scene.selected),
    )
    const visibleLabels = [...labels, pending].filter((one) => one !== null)
    const boxes = arrangeLabels(visibleLabels.map(({ box }) => box))
    return visibleLabels.map((one, at) => ({ ...one, box: boxes[at] ?? one.box }))
  }

  #drawLabels(labels: readonly Label[]): void {
    while (this.#labels.children.length > labels.length) this.#labels.lastChild?.remove()
    labels.forEach(({ text, box, isChosen }, at) => {
      const group = (this.#labels.children[at] as SVGGElement | undefined) ?? this.#labels.appendChild(createLabel())
      const palette = palettes[this.#theme]
      const [frame, textNode] = [...group.children] as [SVGRectElement, SVGTextElement]
      setAttributes(group, { transform: `translate(${box.x.toFixed(1)} ${box.y.toFixed(1)})` })
      setAttributes(frame, {
        x: -box.width / 2,
        y: -box.height / 2,
        width: box.width,
        height: box.height,
        fill: palette.paper,
        stroke: isChosen ? palette.selected : palette.stroke,
      })
      setAttributes(textNode, { fill: palette.text })
      if (textNode.textContent !== text) textNode.textContent = text
    })
  }
}

function listPendingLine({ isConnected, pending, hover }: MeasureScene): readonly Point[] {
  if (!isConnected) return []
  return hover === null ? pending : [...pending, hover.point]
}

function createLabel(): SVGGElement {
  const group = svg('g')
  const textNode = svg('text', {
    'text-anchor': 'middle',
    'dominant-baseline': 'central',
    'font-size': label.fontSize,
    'font-weight': '600',
    'font-family': 'inherit',
  })
  textNode.style.fontVariantNumeric = 'tabular-nums'
  group.append(svg('rect', { rx: 6, 'stroke-width': 1.25 }), textNode)
  return group
}

function paintLabel(
  context: CanvasRenderingContext2D,
  { text, box }: Label,
  palette: { readonly stroke: string; readonly paper: string; readonly text: string },
): void {
  Object.assign(context, { fillStyle: palette.paper, strokeStyle: palette.stroke, lineWidth: 1.25 })
  context.beginPath()
  context.roundRect(box.x - box.width / 2, box.y - box.height / 2, box.width, box.height, 6)
  context.fill()
  context.stroke()
  Object.assign(context, {
    fillStyle: palette.text,
    font: `600 ${label.fontSize}px "Noto Sans", sans-serif`,
    textAlign: 'center',
    textBaseline: 'middle',
  })
  context.fillText(text, box.x, box.y)
}
