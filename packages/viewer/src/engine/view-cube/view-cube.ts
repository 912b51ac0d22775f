import type { NamedView, Point, Theme, ViewerLabels } from '../types.js'
import { computeFrame, type Frame, type Pose } from '../camera/pose.js'
import { dot } from '../math/vector.js'
import { cubeRegions, cubeSides, type CubeRegion } from './cube-regions.js'

const svgNamespace = 'http://www.w3.org/2000/svg'
/** Size of the cube, CSS pixels. */
const size = 96
/** Half the cube's edge in SVG units, so that its diagonal fits. */
const half = size * 0.29

const palettes = {
  light: { side: '#FFFFFF', edge: '#EFEAE2', line: '#B9AFA1', text: '#1E2326', hover: '#F6E4DC', focus: '#2F6FDE' },
  dark: { side: '#2A3035', edge: '#1D2124', line: '#4A5258', text: '#ECE8E1', hover: '#3A2620', focus: '#7FA9F5' },
} as const

/** Callbacks of the view cube. */
export interface ViewCubeActions {
  goTo(view: NamedView): void
  /** Orbits by radians. */
  orbit(azimuth: number, elevation: number): void
}

interface Part {
  readonly region: CubeRegion
  readonly path: SVGPathElement
  readonly text: SVGTextElement | null
}

/** Small cube that rotates with the camera: sides, edges and corners lead to views. One SVG, 26 paths, no canvas. */
export class ViewCube {
  readonly element: HTMLDivElement
  readonly #actions: ViewCubeActions
  readonly #svg: SVGSVGElement
  readonly #parts: readonly Part[]
  readonly #homeButton: HTMLButtonElement
  /** Name of the focused side, which may face away. */
  readonly #caption: SVGTextElement
  #theme: Theme
  #drawnFrame = ''
  #drag: { x: number; y: number; hasMoved: boolean } | null = null

  constructor(
    parent: HTMLElement,
    options: { readonly labels: ViewerLabels; readonly theme: Theme; readonly actions: ViewCubeActions },
  ) {
    this.#actions = options.actions
    this.#theme = options.theme
    this.element = document.createElement('div')
    this.element.setAttribute('role', 'group')
    Object.assign(this.element.style, {
      position: 'absolute',
      top: '12px',
      right: '12px',
      width: `${size}px`,
      userSelect: 'none',
      touchAction: 'none',
    })
    this.#svg = document.createElementNS(svgNamespace, 'svg')
    this.#svg.setAttribute('viewBox', `${-size / 2} ${-size / 2} ${size} ${size}`)
    this.#svg.setAttribute('width', String(size))
    this.#svg.setAttribute('height', String(size))
    this.#svg.style.display = 'block'
    this.#parts = cubeRegions().map((region) => this.#createPart(region))
    this.#homeButton = this.#createHomeButton()
    this.#caption = this.#createText()
    this.#caption.setAttribute('y', String(size / 2 - 6))
    this.#svg.append(this.#caption)
    this.element.append(this.#svg, this.#homeButton)
    this.setLabels(options.labels)
    this.#listenToDrags()
    parent.append(this.element)
    this.setTheme(options.theme)
  }

  setTheme(theme: Theme): void {
    this.#theme = theme
    const palette = palettes[theme]
    for (const part of this.#parts) {
      this.#paint(part, false)
      part.path.setAttribute('stroke', palette.line)
      part.text?.setAttribute('fill', palette.text)
    }
    this.#caption.setAttribute('fill', palette.text)
    Object.assign(this.#homeButton.style, { color: palette.text, background: palette.side, borderColor: palette.line })
  }

  setLabels(labels: ViewerLabels): void {
    this.element.setAttribute('aria-label', labels.viewCube)
    this.#homeButton.setAttribute('aria-label', labels.home)
    this.#homeButton.title = labels.home
    for (const { region, path, text } of this.#parts) {
      const label = region.view
        .split('-')
        .map((name) => labels[name as keyof ViewerLabels])
        .join(' ')
      path.setAttribute('aria-label', label)
      if (text === null) continue
      text.textContent = label
      // Longer labels use a smaller font to fit on their side.
      text.setAttribute('font-size', String(Math.min(11, 60 / label.length)))
    }
  }

  /** Rotates the cube to the camera's orientation. */
  update(pose: Pose): void {
    const key = `${pose.azimuth.toFixed(4)} ${pose.elevation.toFixed(4)}`
    if (key === this.#drawnFrame) return
    this.#drawnFrame = key
    const frame = computeFrame(pose)
    for (const part of this.#parts) drawPart(part, frame)
  }

  dispose(): void {
    this.element.remove()
  }

  #createPart(region: CubeRegion): Part {
    const path = document.createElementNS(svgNamespace, 'path')
    path.setAttribute('stroke-width', '0.75')
    path.setAttribute('stroke-linejoin', 'round')
    path.style.cursor = 'pointer'
    path.style.outline = 'none'
    const isSide = region.quads.length === 1
    const part: Part = { region, path, text: isSide ? this.#createText() : null }
    path.addEventListener('pointerenter', () => this.#paint(part, true))
    path.addEventListener('pointerleave', () => this.#paint(part, false))
    path.setAttribute('role', 'button')
    if (isSide) this.#makeReachable(part)
    path.addEventListener('click', () => {
      if (this.#drag?.hasMoved !== true) this.#actions.goTo(region.view)
    })
    this.#svg.append(path)
    if (part.text !== null) this.#svg.append(part.text)
    return part
  }

  #createText(): SVGTextElement {
    const text = document.createElementNS(svgNamespace, 'text')
    text.setAttribute('text-anchor', 'middle')
    text.setAttribute('dominant-baseline', 'central')
    text.setAttribute('font-size', '11')
    text.setAttribute('font-weight', '600')
    text.setAttribute('font-family', 'inherit')
    text.style.pointerEvents = 'none'
    return text
  }

  #makeReachable(part: Part): void {
    const { path, region } = part
    path.setAttribute('tabindex', '0')
    path.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      event.stopPropagation()
      this.#actions.goTo(region.view)
    })
    path.addEventListener('focus', () => {
      this.#caption.textContent = path.getAttribute('aria-label')
      path.setAttribute('stroke', palettes[this.#theme].focus)
      path.setAttribute('stroke-width', '2.5')
    })
    path.addEventListener('blur', () => {
      this.#caption.textContent = ''
      path.setAttribute('stroke', palettes[this.#theme].line)
      path.setAttribute('stroke-width', '0.75')
    })
  }

  #createHomeButton(): HTMLButtonElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.append(houseIcon())
    Object.assign(button.style, {
      position: 'absolute',
      left: '-6px',
      top: '-2px',
      width: '24px',
      height: '24px',
      display: 'grid',
      placeItems: 'center',
      padding: '0',
      border: '1px solid',
      borderRadius: '6px',
      cursor: 'pointer',
    })
    button.addEventListener('click', () => this.#actions.goTo('home'))
    return button
  }

  #paint({ path, region }: Part, hover: boolean): void {
    const palette = palettes[this.#theme]
    path.setAttribute('fill', hover ? palette.hover : region.quads.length === 1 ? palette.side : palette.edge)
  }

  #listenToDrags(): void {
    const radiansPerPixel = Math.PI / size
    this.#svg.addEventListener('pointerdown', (event) => {
      this.#drag = { x: event.clientX, y: event.clientY, hasMoved: false }
    })
    this.#svg.addEventListener('pointermove', (event) => {
      const drag = this.#drag
      if (drag === null || event.buttons === 0) return
      const x = event.clientX - drag.x
      const y = event.clientY - drag.y
      if (!drag.hasMoved && Math.hypot(x, y) < 4) return
      if (!drag.hasMoved) this.#svg.setPointerCapture(event.pointerId)
      this.#drag = { x: event.clientX, y: event.clientY, hasMoved: true }
      this.#actions.orbit(x * radiansPerPixel, -y * radiansPerPixel)
    })
  }
}

const project = (point: Point, { right, up }: Frame): string =>
  `${(dot(point, right) * half).toFixed(2)} ${(-dot(point, up) * half).toFixed(2)}`

function drawPart({ region, path, text }: Part, frame: Frame): void {
  const visible = region.quads.filter((quad) => dot(quad.normal, frame.forward) < -0.02)
  const outline = visible.map((quad) => `M${quad.vertices.map((vertex) => project(vertex, frame)).join('L')}Z`)
  // A side that faces away stays in the tab order; it is only not drawn.
  path.setAttribute('d', outline.join(''))
  if (text === null) return
  text.style.display = visible.length > 0 ? '' : 'none'
  const side = cubeSides.find((candidate) => candidate.name === region.view)
  if (side === undefined || visible.length === 0) return
  const { right, up } = frame
  const [a, b] = [dot(side.textRight, right), -dot(side.textRight, up)]
  const [c, d] = [-dot(side.textUp, right), dot(side.textUp, up)]
  text.setAttribute(
    'transform',
    `matrix(${[a, b, c, d].map((value) => value.toFixed(4)).join(' ')} ${project(side.normal, frame)})`,
  )
}

function houseIcon(): SVGSVGElement {
  const icon = document.createElementNS(svgNamespace, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('width', '15')
  icon.setAttribute('height', '15')
  icon.setAttribute('fill', 'none')
  icon.setAttribute('stroke', 'currentColor')
  icon.setAttribute('stroke-width', '1.75')
  icon.setAttribute('stroke-linejoin', 'round')
  icon.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(svgNamespace, 'path')
  path.setAttribute('d', 'M3 11.5 12 4l9 7.5M6 9.5V20h12V9.5')
  icon.append(path)
  return icon
}
