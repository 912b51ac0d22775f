import type { PageDrafter } from './page-drafter.js'

/** Direction of north on a plan. */
export interface North {
  /** Counter-clockwise from the upper edge of the paper. */
  readonly degrees: number
  /** Letter at its tip. */
  readonly label: string
  /** False: the direction of the model, as the file does not state true north. */
  readonly isTrue: boolean
}

const radius = 6

/** Draws the arrow in a circle; only a stated true north is filled. */
export function drawNorthArrow(page: PageDrafter, x: number, y: number, { degrees, label, isTrue }: North): void {
  const radians = (degrees * Math.PI) / 180
  const toPage = (right: number, up: number): [number, number] => [
    x + right * Math.cos(radians) - up * Math.sin(radians),
    y + right * Math.sin(radians) + up * Math.cos(radians),
  ]
  const circle = Array.from({ length: 48 }, (_, at) => {
    const angle = (at / 48) * 2 * Math.PI
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  }).flat()
  page.line(circle, { closed: true })
  const half = [...toPage(0, radius), ...toPage(radius * 0.45, -radius * 0.75), ...toPage(0, -radius * 0.4)]
  const other = [...toPage(0, radius), ...toPage(-radius * 0.45, -radius * 0.75), ...toPage(0, -radius * 0.4)]
  if (isTrue) page.area(half)
  page.line(half, { closed: true })
  page.line(other, { closed: true })
  const [labelX, labelY] = toPage(0, radius + 2.4)
  page.text({ text: label, x: labelX, y: labelY, height: 2.2, horizontal: 'center', vertical: 'middle' })
}

/** Distance of the arrow's centre from the edges of its area. */
export const northArrowInset = radius + 6
