/** An arch of five cut stones around the centre of its semicircle; all lengths in the drawing's own units. */
export interface ArchShape {
  readonly centerX: number
  readonly centerY: number
  readonly outerRadius: number
  readonly innerRadius: number
  /** Height by which the keystone rises above the other stones. */
  readonly keystoneRise: number
  /** Depth by which the lowest stones extend below the springing line. */
  readonly springer: number
  /** Width of a joint. */
  readonly joint: number
}

/** Shape of the product's logo in a 32 × 32 box; `public/mark.svg` is drawn from the same numbers. */
export const markShape: ArchShape = {
  centerX: 16,
  centerY: 20.6,
  outerRadius: 14,
  innerRadius: 7,
  keystoneRise: 1.4,
  springer: 6,
  joint: 1.1,
}

const stoneCount = 5
const stoneDegrees = 180 / stoneCount
/** Index of the centre stone, counted from the right. */
export const keystoneIndex = 2

/** Returns the SVG path of each stone, counter-clockwise from the right; joints have a constant width. */
export function archStones(shape: ArchShape): string[] {
  return Array.from({ length: stoneCount }, (_, index) => stone(shape, index))
}

function stone(shape: ArchShape, index: number): string {
  const outer = index === keystoneIndex ? shape.outerRadius + shape.keystoneRise : shape.outerRadius
  const inner = shape.innerRadius
  const from = (radius: number): string => onJoint(shape, radius, { joint: index, side: 1 })
  const to = (radius: number): string => onJoint(shape, radius, { joint: index + 1, side: -1 })
  return [
    `M${from(outer)}A${outer} ${outer} 0 0 0 ${to(outer)}`,
    index === stoneCount - 1 ? foot(shape, -outer, -inner) : '',
    `L${to(inner)}A${inner} ${inner} 0 0 1 ${from(inner)}`,
    index === 0 ? foot(shape, inner, outer) : '',
    'Z',
  ].join('')
}

/** Returns a point on the face of a stone at a joint: half a joint's width away from the ray, at any radius. */
function onJoint(shape: ArchShape, radius: number, { joint, side }: { joint: number; side: 1 | -1 }): string {
  const isFree = joint === 0 || joint === stoneCount
  const half = isFree ? 0 : Math.asin(shape.joint / 2 / radius)
  const angle = (joint * stoneDegrees * Math.PI) / 180 + side * half
  return point(shape.centerX + radius * Math.cos(angle), shape.centerY - radius * Math.sin(angle))
}

function foot(shape: ArchShape, firstX: number, secondX: number): string {
  const y = shape.centerY + shape.springer
  return `L${point(shape.centerX + firstX, y)}L${point(shape.centerX + secondX, y)}`
}

const point = (x: number, y: number): string => `${round(x)} ${round(y)}`
const round = (value: number): number => Math.round(value * 100) / 100
