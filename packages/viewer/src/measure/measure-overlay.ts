import type { AnnotationPicture } from '../extension/extension.js'
import type { Point, Theme } from '../api.js'
import type { PictureSpace } from '../camera/picture-space.js'
import { setAttributes, svg, svgLayer } from '../overlay/svg.js'
import { labelPlaces, type LabelBox } from './label-places.js'
import { drawingOf, type MeasureDrawing } from './measure-drawing.js'
import type { Measurement } from './measurement.js'
import type { Snap } from './snapping.js'
import { snapGlyph } from './snap-glyphs.js'

/** What is shown of measurements. */
export interface MeasureScene {
  readonly measurements: readonly Measurement[]
  readonly selected: string | null
  /** Points of the measurement that is being made. */
  readonly pending: readonly Point[]
  readonly isArea: boolean
  readonly hover: Snap | null
  /** Label of what is being made, null for none. */
  readonly pendingText: string | null
  /** Label of a finished one. */
  textOf(measurement: Measurement): string
}

const palettes: Readonly<Record<Theme, { ink: string; halo: string; paper: string; text: string; chosen: string }>> = {
  light: { ink: '#B3361B', halo: '#FFFFFF', paper: '#FFFFFF', text: '#1E2326', chosen: '#2F6FDE' },
  dark: { ink: '#FF8A5C', halo: '#15181A', paper: '#1D2124', text: '#ECE8E1', chosen: '#7FA9F5' },
}
/** CSS pixels. */
const label = { height: 22, letter: 7.1, padding: 16, fontSize: 12 } as const
/** Labels stand this far above what they name. */
const labelLift = 16

interface Label {
  readonly text: string
  readonly box: LabelBox
  readonly isChosen: boolean
}

/** Draws measurements over the model: in SVG on the screen, on a canvas in screenshots. */
export class MeasureOverlay {
  readonly #layer: SVGSVGElement
  readonly #space: PictureSpace
  readonly #halo = svg('path', {
    fill: 'none',
    'stroke-width': 4.5,
    'stroke-linecap': 'round',
    'stroke-opacity': '0.85',
  })
  readonly #fill = svg('path', { stroke: 'none', 'fill-opacity': '0.14', 'fill-rule': 'evenodd' })
  readonly #lines = svg('path', { fill: 'none', 'stroke-width': 2, 'stroke-linecap': 'round' })
  readonly #chosen = svg('path', { fill: 'none', 'stroke-width': 3, 'stroke-linecap': 'round' })
  readonly #pending = svg('path', { fill: 'none', 'stroke-width': 2, 'stroke-dasharray': '5 4' })
  readonly #dots = svg('path', { 'stroke-width': 1.5 })
  readonly #glyph = svg('path', { fill: 'none', 'stroke-width': 2, class: 'kamar-snap' })
  readonly #labels = svg('g')
  #theme: Theme

  constructor(parent: HTMLElement, options: { readonly space: PictureSpace; readonly theme: Theme }) {
    this.#space = options.space
    this.#theme = options.theme
    this.#layer = svgLayer(parent, 'kamar-measure')
    const { layer } = { layer: this.#layer }
    layer.append(
      this.#fill,
      this.#halo,
      this.#lines,
      this.#chosen,
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
    setAttributes(this.#fill, { fill: palette.ink })
    for (const path of [this.#lines, this.#pending]) setAttributes(path, { stroke: palette.ink })
    setAttributes(this.#chosen, { stroke: palette.chosen })
    setAttributes(this.#dots, { fill: palette.paper, stroke: palette.ink })
    setAttributes(this.#glyph, { stroke: palette.chosen })
  }

  /** Draws the scene as the camera stands now. */
  draw(scene: MeasureScene): void {
    const drawn = scene.measurements.map((measurement) => ({ measurement, drawing: drawingOf(measurement) }))
    const isChosen = ({ measurement }: { measurement: Measurement }): boolean => measurement.id === scene.selected
    const linesOf = (some: readonly { drawing: MeasureDrawing }[]): string =>
      some.flatMap(({ drawing }) => drawing.lines.map((line) => this.#path(line))).join('')
    setAttributes(this.#halo, { d: linesOf(drawn) })
    setAttributes(this.#lines, { d: linesOf(drawn.filter((one) => !isChosen(one))) })
    setAttributes(this.#chosen, { d: linesOf(drawn.filter(isChosen)) })
    const filled = drawn.filter(({ drawing }) => drawing.filled)
    const pendingLine = scene.hover === null ? scene.pending : [...scene.pending, scene.hover.point]
    const isClosing = scene.isArea && pendingLine.length > 2
    setAttributes(this.#fill, { d: linesOf(filled) + (isClosing ? this.#path(pendingLine) : '') })
    setAttributes(this.#pending, {
      d: this.#path(isClosing ? [...pendingLine, pendingLine[0]] : pendingLine),
    })
    const dots = [...drawn.flatMap(({ drawing }) => drawing.dots), ...scene.pending]
    setAttributes(this.#dots, { d: dots.map((dot) => this.#dot(dot)).join('') })
    this.#drawGlyph(scene.hover)
    this.#drawLabels(this.#labelsOf(scene, drawn, this.#pendingLabel(scene, pendingLine)))
  }

  /** Draws the finished measurements onto a picture of what the viewer shows. */
  paintOver({ context, width, height }: AnnotationPicture, scene: MeasureScene): void {
    const { size } = this.#space
    const scale = height / size.height
    const palette = palettes[this.#theme]
    const drawn = scene.measurements.map((measurement) => ({ measurement, drawing: drawingOf(measurement) }))
    context.save()
    context.translate(width / 2, 0)
    context.scale(scale, scale)
    context.translate(-size.width / 2, 0)
    const lines = new Path2D(drawn.flatMap(({ drawing }) => drawing.lines.map((line) => this.#path(line))).join(''))
    context.lineCap = 'round'
    for (const [color, lineWidth] of [
      [palette.halo, 4.5],
      [palette.ink, 2],
    ] as const) {
      Object.assign(context, { strokeStyle: color, lineWidth })
      context.stroke(lines)
    }
    const dots = new Path2D(drawn.flatMap(({ drawing }) => drawing.dots.map((dot) => this.#dot(dot))).join(''))
    Object.assign(context, { strokeStyle: palette.ink, lineWidth: 1.5 })
    context.stroke(dots)
    // A pen as wide as they are fills them.
    Object.assign(context, { strokeStyle: palette.paper, lineWidth: 4 })
    context.stroke(new Path2D(drawn.flatMap(({ drawing }) => drawing.dots.map((dot) => this.#dot(dot, 1.8))).join('')))
    for (const one of this.#labelsOf({ ...scene, selected: null }, drawn, null)) paintLabel(context, one, palette)
    context.restore()
  }

  dispose(): void {
    this.#layer.remove()
  }

  /** A line through points of the model; parts behind the eye are left out. */
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
    const place = hover === null ? null : this.#space.project(hover.point)
    const isSeen = hover !== null && place !== null && place.depth > 0
    setAttributes(this.#glyph, {
      d: isSeen ? snapGlyph(hover.kind) : '',
      'data-snap': isSeen ? hover.kind : '',
      ...(isSeen ? { transform: `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})` } : {}),
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
    const box = { x, y: y - labelLift, width: text.length * label.letter + label.padding, height: label.height }
    return { text, box, isChosen }
  }

  #labelsOf(
    scene: MeasureScene,
    drawn: readonly { measurement: Measurement; drawing: MeasureDrawing }[],
    pending: Label | null,
  ): Label[] {
    const labels = drawn.map(({ measurement, drawing }) =>
      this.#label(scene.textOf(measurement), drawing.label, measurement.id === scene.selected),
    )
    const seen = [...labels, pending].filter((one) => one !== null)
    const places = labelPlaces(seen.map(({ box }) => box))
    return seen.map((one, at) => ({ ...one, box: places[at] ?? one.box }))
  }

  #drawLabels(labels: readonly Label[]): void {
    while (this.#labels.children.length > labels.length) this.#labels.lastChild?.remove()
    labels.forEach(({ text, box, isChosen }, at) => {
      const group = (this.#labels.children[at] as SVGGElement | undefined) ?? this.#labels.appendChild(createLabel())
      const palette = palettes[this.#theme]
      const [frame, words] = [...group.children] as [SVGRectElement, SVGTextElement]
      setAttributes(group, { transform: `translate(${box.x.toFixed(1)} ${box.y.toFixed(1)})` })
      setAttributes(frame, {
        x: -box.width / 2,
        y: -box.height / 2,
        width: box.width,
        height: box.height,
        fill: palette.paper,
        stroke: isChosen ? palette.chosen : palette.ink,
      })
      setAttributes(words, { fill: palette.text })
      if (words.textContent !== text) words.textContent = text
    })
  }
}

function createLabel(): SVGGElement {
  const group = svg('g')
  const words = svg('text', {
    'text-anchor': 'middle',
    'dominant-baseline': 'central',
    'font-size': label.fontSize,
    'font-weight': '600',
    'font-family': 'inherit',
  })
  words.style.fontVariantNumeric = 'tabular-nums'
  group.append(svg('rect', { rx: 6, 'stroke-width': 1.25 }), words)
  return group
}

function paintLabel(
  context: CanvasRenderingContext2D,
  { text, box }: Label,
  palette: { readonly ink: string; readonly paper: string; readonly text: string },
): void {
  Object.assign(context, { fillStyle: palette.paper, strokeStyle: palette.ink, lineWidth: 1.25 })
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
