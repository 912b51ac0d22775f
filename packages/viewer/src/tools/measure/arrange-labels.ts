/** A label's box in CSS pixels, by its centre. */
export interface LabelBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Maximum shift of a label in heights. */
const maxSteps = 6
const gap = 3

const overlap = (a: LabelBox, b: LabelBox): boolean =>
  Math.abs(a.x - b.x) * 2 < a.width + b.width + gap * 2 && Math.abs(a.y - b.y) * 2 < a.height + b.height + gap * 2

/**
 * Positions labels with the least overlap: each moves up or down by its height until it is free. Earlier labels keep
 * their positions.
 */
export function arrangeLabels(boxes: readonly LabelBox[]): LabelBox[] {
  const arranged: LabelBox[] = []
  for (const box of boxes) {
    const steps = Array.from({ length: maxSteps * 2 + 1 }, (_, at) => Math.ceil(at / 2) * (at % 2 === 0 ? 1 : -1))
    const free = steps
      .map((step) => ({ ...box, y: box.y + step * (box.height + gap) }))
      .find((candidate) => arranged.every((other) => !overlap(candidate, other)))
    arranged.push(free ?? box)
  }
  return arranged
}
