import { arcSegments } from '@kamar/core'

/** One outline or line of a path. */
export interface PathFigure {
  /** x y each. */
  readonly points: readonly number[]
  readonly isClosed: boolean
  /** Whether its interior belongs to the area of the path. */
  readonly isFilled: boolean
  /** Indices of points that no line is drawn to. */
  readonly unstroked: readonly number[]
}

/** Outlines and lines of a path, with flattened curves. */
export interface PathFigures {
  readonly figures: readonly PathFigure[]
  /** Whether the nonzero winding rule applies; otherwise the even-odd rule. */
  readonly isNonZero: boolean
}

const curveSegments = 16
const maxPoints = 20_000_000
const token = /([FfMmLlHhVvCcSsQqAaZz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/g
/** Number of arguments per command. */
const argumentCounts: Readonly<Record<string, number>> = { F: 1, M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 }

/** Parses an abbreviated path; returns null for invalid data. */
export function parsePathData(data: string): PathFigures | null {
  const writer = new FigureWriter()
  let command = ''
  let numbers: number[] = []
  for (const [, commandCode, number] of data.matchAll(token)) {
    if (commandCode !== undefined) {
      if (numbers.length > 0) return null
      command = commandCode
      if (argumentCounts[command.toUpperCase()] === 0) writer.close()
      continue
    }
    numbers.push(Number(number))
    if (numbers.length !== argumentCounts[command.toUpperCase()]) continue
    if (!writer.add(command, numbers)) return null
    // Further points after a moveto are linetos.
    if (command === 'M') command = 'L'
    if (command === 'm') command = 'l'
    numbers = []
  }
  return numbers.length > 0 ? null : writer.result
}

type Point = readonly [number, number]

interface GrowingFigure extends PathFigure {
  readonly points: number[]
  readonly unstroked: number[]
  isClosed: boolean
}

/** Writer of figures that follows a path and flattens its curves. */
export class FigureWriter {
  readonly #figures: GrowingFigure[] = []
  #isNonZero = false
  #current: GrowingFigure | null = null
  #start: Point = [0, 0]
  #at: Point = [0, 0]
  #control: Point | null = null
  #total = 0
  /** Whether new figures are filled. */
  isFilled = true
  /** Whether new segments are stroked. */
  isStroked = true

  get result(): PathFigures {
    return { figures: this.#figures, isNonZero: this.#isNonZero }
  }

  set isNonZero(value: boolean) {
    this.#isNonZero = value
  }

  close(): void {
    if (this.#current) this.#current.isClosed = true
    this.#current = null
    this.#at = this.#start
    this.#control = null
  }

  /** Adds a command with its numbers; lower-case commands are relative. Returns false for an unknown one. */
  add(command: string, numbers: readonly number[]): boolean {
    const isRelative = command !== command.toUpperCase()
    const [x0, y0] = isRelative ? this.#at : [0, 0]
    const point = (at: number): Point => [numbers[at] + x0, numbers[at + 1] + y0]
    const control = this.#control
    this.#control = null
    switch (command.toUpperCase()) {
      case 'F':
        this.#isNonZero = numbers[0] === 1
        break
      case 'M':
        this.#start = this.#at = point(0)
        this.#current = null
        break
      case 'L':
        this.#line(point(0))
        break
      case 'H':
        this.#line([numbers[0] + x0, this.#at[1]])
        break
      case 'V':
        this.#line([this.#at[0], numbers[0] + y0])
        break
      case 'C':
        this.#curve(point(0), point(2), point(4))
        break
      case 'S':
        this.#curve(
          control ? [2 * this.#at[0] - control[0], 2 * this.#at[1] - control[1]] : this.#at,
          point(0),
          point(2),
        )
        break
      case 'Q':
        this.#quadratic(point(0), point(2))
        break
      case 'A':
        this.#arc(numbers, point(5))
        break
      default:
        return false
    }
    return this.#total <= maxPoints
  }

  #push([x, y]: Point): void {
    if (!this.#current) {
      this.#current = { points: [...this.#at], isClosed: false, isFilled: this.isFilled, unstroked: [] }
      this.#figures.push(this.#current)
    }
    if (!this.isStroked) this.#current.unstroked.push(this.#current.points.length / 2)
    this.#current.points.push(x, y)
    this.#total++
  }

  #line(to: Point): void {
    this.#push(to)
    this.#at = to
  }

  #curve(first: Point, second: Point, to: Point): void {
    const [ax, ay] = this.#at
    for (let chunk = 1; chunk <= curveSegments; chunk++) {
      const t = chunk / curveSegments
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3]
      this.#push([a * ax + b * first[0] + c * second[0] + d * to[0], a * ay + b * first[1] + c * second[1] + d * to[1]])
    }
    this.#at = to
    this.#control = second
  }

  #quadratic(control: Point, to: Point): void {
    const [ax, ay] = this.#at
    for (let chunk = 1; chunk <= curveSegments; chunk++) {
      const t = chunk / curveSegments
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
      this.#push([a * ax + b * control[0] + c * to[0], a * ay + b * control[1] + c * to[1]])
    }
    this.#at = to
  }

  /** Adds an arc as in SVG: radii, rotation in degrees, large-arc flag, clockwise flag. */
  #arc([width, height, degrees, long, sweep]: readonly number[], to: Point): void {
    const [x, y] = this.#at
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    const [dx, dy] = [(x - to[0]) / 2, (y - to[1]) / 2]
    const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx]
    const grow = Math.max(1, Math.sqrt((px / width) ** 2 + (py / height) ** 2))
    const [rx, ry] = [Math.abs(width) * grow, Math.abs(height) * grow]
    if (!(rx > 0 && ry > 0) || (dx === 0 && dy === 0)) {
      this.#line(to)
      return
    }
    const share = Math.max(0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2) / ((rx * py) ** 2 + (ry * px) ** 2)
    const side = Math.sqrt(share) * (long === sweep ? -1 : 1)
    const [qx, qy] = [(side * rx * py) / ry, (-side * ry * px) / rx]
    const center: Point = [cos * qx - sin * qy + (x + to[0]) / 2, sin * qx + cos * qy + (y + to[1]) / 2]
    const from = Math.atan2((py - qy) / ry, (px - qx) / rx)
    let angle = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - from
    if (sweep === 0 && angle > 0) angle -= 2 * Math.PI
    if (sweep !== 0 && angle < 0) angle += 2 * Math.PI
    const chunks = arcSegments(angle)
    for (let chunk = 1; chunk < chunks; chunk++) {
      const currentAngle = from + (angle * chunk) / chunks
      const [ex, ey] = [rx * Math.cos(currentAngle), ry * Math.sin(currentAngle)]
      this.#push([center[0] + cos * ex - sin * ey, center[1] + sin * ex + cos * ey])
    }
    this.#line(to)
  }
}
