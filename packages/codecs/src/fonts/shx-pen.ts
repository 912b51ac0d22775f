import type { ShxFont } from './shx-font.js'

/** Lines drawn by a shape, in the units of its file. */
export interface DrawnShape {
  /** x y per point, y up. */
  readonly lines: readonly (readonly number[])[]
  /** Final pen position. */
  readonly end: readonly [x: number, y: number]
}

/** Limits: steps of a shape and its subshapes, drawn points, nesting depth, saved positions. */
const maxSteps = 20_000
const maxPoints = 20_000
const deepest = 8
const maxStackDepth = 64
/** Maximum coordinate; only runaway scale factors exceed it. */
const farthest = 1e6
const octant = Math.PI / 4
/** Chords of a full circle. */
const circleSegments = 32

/** Directions of the sixteen short vectors: the longer side is 1. */
const directions: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, 0.5],
  [1, 1],
  [0.5, 1],
  [0, 1],
  [-0.5, 1],
  [-1, 1],
  [-1, 0.5],
  [-1, 0],
  [-1, -0.5],
  [-1, -1],
  [-0.5, -1],
  [0, -1],
  [0.5, -1],
  [1, -1],
  [1, -0.5],
]

/** Draws a shape; returns null when the font lacks its code. Cuts off excessive shapes. */
export function drawShape(font: ShxFont, code: number): DrawnShape | null {
  const steps = font.shapes.get(code)
  if (!steps) return null
  const pen = new Pen(font)
  pen.draw(steps, 0)
  const lines = pen.lines.filter((line) => line.length > 2 && line.every((value) => Math.abs(value) < farthest))
  return { lines, end: Math.hypot(pen.x, pen.y) < farthest ? [pen.x, pen.y] : [0, 0] }
}

const signed = (byte: number): number => (byte << 24) >> 24

class Pen {
  readonly lines: number[][] = []
  x = 0
  y = 0
  readonly #font: ShxFont
  readonly #positionStack: (readonly [number, number])[] = []
  #isDown = true
  #isJoined = false
  #scale = 1
  /** Additional x and y scale of a part of an Asian glyph. */
  #stretch: readonly [number, number] = [1, 1]
  #steps = 0
  #points = 0

  constructor(font: ShxFont) {
    this.#font = font
  }

  /** Executes steps until they end. */
  draw(steps: Uint8Array, depth: number): void {
    let at = 0
    let isForColumns = false
    while (at < steps.length && steps[at] !== 0 && this.#steps++ < maxSteps) {
      const length = computeStepLength(steps, at, this.#font.kind)
      if (at + length > steps.length) return
      if (!isForColumns) this.#step(steps.subarray(at, at + length), depth)
      // The next step applies only to vertical text.
      isForColumns = !isForColumns && steps[at] === 0x0e
      at += length
    }
  }

  #step(step: Uint8Array, depth: number): void {
    const [code] = step
    if (code >= 0x10) this.#shortVector(code)
    else if (code <= 6) this.#prepare(step)
    else if (code === 7) this.#shapeWithin(step, depth)
    else if (code <= 9) this.#ways(step)
    else if (code === 0x0a) this.#octants(step)
    else if (code === 0x0b) this.#fraction(step)
    else if (code <= 0x0d) this.#bulges(step)
  }

  /** Lifts or lowers the pen, changes the scale, saves or restores a position. */
  #prepare([code, factor]: Uint8Array): void {
    if (code === 1 || code === 2) this.#setDown(code === 1)
    else if (code === 3 && factor > 0) this.#scale /= factor
    else if (code === 4 && factor > 0) this.#scale *= factor
    else if (code === 5 && this.#positionStack.length < maxStackDepth) this.#positionStack.push([this.x, this.y])
    else if (code === 6) this.#restore()
  }

  /** Draws one stated displacement, or many until a zero one. */
  #ways(step: Uint8Array): void {
    const end = step.length - (step[0] === 9 ? 2 : 0)
    for (let at = 1; at + 1 < end; at += 2) this.#by(signed(step[at]), signed(step[at + 1]))
  }

  #bulges(step: Uint8Array): void {
    for (let at = 1; at + 2 < step.length; at += 3)
      this.#bulge(signed(step[at]), signed(step[at + 1]), signed(step[at + 2]) / 127)
  }

  #shortVector(code: number): void {
    const [dx, dy] = directions[code & 15]
    this.#by((code >> 4) * dx, (code >> 4) * dy)
  }

  #setDown(isDown: boolean): void {
    this.#isDown = isDown
    this.#isJoined = false
  }

  #restore(): void {
    const [x, y] = this.#positionStack.pop() ?? [this.x, this.y]
    this.#isJoined = false
    this.x = x
    this.y = y
  }

  #shapeWithin(step: Uint8Array, depth: number): void {
    const isPart = this.#font.kind === 'bigfont' && step[1] === 0
    const code = isPart ? step[2] * 256 + step[3] : step.length > 2 ? step[1] * 256 + step[2] : step[1]
    const steps = this.#font.shapes.get(code)
    if (!steps || depth >= deepest) return
    const [x, y, scale, stretch] = [this.x, this.y, this.#scale, this.#stretch]
    this.#setDown(true)
    if (isPart) {
      const [left, bottom, width, height] = [signed(step[4]), signed(step[5]), step[6], step[7]]
      this.x += left * scale * stretch[0]
      this.y += bottom * scale * stretch[1]
      this.#stretch = [(stretch[0] * width) / this.#font.above, (stretch[1] * height) / this.#font.above]
    }
    this.draw(steps, depth + 1)
    this.#scale = scale
    this.#stretch = stretch
    if (isPart) [this.x, this.y] = [x, y]
    this.#isJoined = false
  }

  #by(dx: number, dy: number): void {
    this.#to(this.x + dx * this.#scale * this.#stretch[0], this.y + dy * this.#scale * this.#stretch[1])
  }

  #to(x: number, y: number): void {
    if (this.#isDown && this.#points++ < maxPoints) {
      if (!this.#isJoined) this.lines.push([this.x, this.y])
      this.lines.at(-1)?.push(x, y)
      this.#isJoined = true
    }
    this.x = x
    this.y = y
  }

  /** Draws an arc: radius, start octant and number of octants; 0 means all eight, negative values are clockwise. */
  #octants(step: Uint8Array): void {
    const direction = step[2] >= 0x80 ? -1 : 1
    const from = ((step[2] >> 4) & 7) * octant
    this.#arc(step[1], from, direction * (step[2] & 7 || 8) * octant)
  }

  /** Draws an arc like octants, but with start and end offsets in 1/256 of an octant. */
  #fraction([, after, upTo, high, low, octants]: Uint8Array): void {
    const direction = octants >= 0x80 ? -1 : 1
    const begin = (after / 256) * octant
    const count = Math.max(1, octants & 7)
    const end = upTo === 0 ? count * octant : (count - 1 + upTo / 256) * octant
    this.#arc(high * 256 + low, ((octants >> 4) & 7) * octant + direction * begin, direction * (end - begin))
  }

  /** Draws an arc from the current position; the centre lies one radius back at the start angle. */
  #arc(radius: number, from: number, sweep: number): void {
    const [width, height] = this.#stretch.map((stretch) => radius * this.#scale * stretch)
    const [x, y] = [this.x - width * Math.cos(from), this.y - height * Math.sin(from)]
    const chunks = Math.max(1, Math.ceil((Math.abs(sweep) / (2 * Math.PI)) * circleSegments))
    for (let chunk = 1; chunk <= chunks; chunk++) {
      const angle = from + (sweep * chunk) / chunks
      this.#to(x + width * Math.cos(angle), y + height * Math.sin(angle))
    }
  }

  /** Draws an arc to a point; the bulge is the tangent of a quarter of its angle. */
  #bulge(dx: number, dy: number, bulge: number): void {
    const sweep = 4 * Math.atan(bulge)
    if (Math.abs(sweep) < 1e-3 || (dx === 0 && dy === 0)) return this.#by(dx, dy)
    const [x, y] = [this.x, this.y]
    const [cx, cy] = [
      dx / 2 - (dy * (1 - bulge * bulge)) / (4 * bulge),
      dy / 2 + (dx * (1 - bulge * bulge)) / (4 * bulge),
    ]
    const chunks = Math.max(1, Math.ceil((Math.abs(sweep) / (2 * Math.PI)) * circleSegments))
    for (let chunk = 1; chunk <= chunks; chunk++) {
      const [cos, sin] = [Math.cos((sweep * chunk) / chunks), Math.sin((sweep * chunk) / chunks)]
      const [u, v] = [cx - cos * cx + sin * cy, cy - sin * cx - cos * cy]
      this.#to(x + u * this.#scale * this.#stretch[0], y + v * this.#scale * this.#stretch[1])
    }
  }
}

const fixedLengths: Readonly<Record<number, number>> = { 3: 2, 4: 2, 8: 3, 0x0a: 3, 0x0b: 6, 0x0c: 4 }

/** Computes the length of a step with its operands; runs include their final pair of zeros. */
function computeStepLength(steps: Uint8Array, at: number, kind: ShxFont['kind']): number {
  const code = steps[at]
  if (code === 7) return kind === 'unifont' ? 3 : kind === 'bigfont' && steps[at + 1] === 0 ? 8 : 2
  if (code !== 9 && code !== 0x0d) return fixedLengths[code] ?? 1
  const size = code === 9 ? 2 : 3
  let end = at + 1
  while (end < steps.length && (steps[end] !== 0 || steps[end + 1] !== 0)) end += size
  return end + 2 - at
}
