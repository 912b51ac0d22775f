/** A group of a DXF: its code and value. */
export type DxfGroup = readonly [code: number, value: string | number]

/** Handles count up through a file. */
export class DxfHandles {
  #last = 0x0f

  next(): string {
    return (++this.#last).toString(16).toUpperCase()
  }

  /** One above the last: what the header has to say. */
  get seed(): string {
    return (this.#last + 1).toString(16).toUpperCase()
  }
}

/** Groups as lines. Values have no line ends of their own. */
export const dxfLines = (groups: readonly DxfGroup[]): string =>
  groups.map(([code, value]) => `${code}\n${typeof value === 'number' ? numberText(value) : oneLine(value)}\n`).join('')

const numberText = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)))

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ')

/** A name that tables take. */
export const dxfName = (name: string): string => name.replaceAll(/[<>/\\":;?*|=`\r\n]/g, '_') || '_'

/** A section between its begin and end. */
export const dxfSection = (name: string, body: readonly DxfGroup[]): readonly DxfGroup[] => [
  [0, 'SECTION'],
  [2, name],
  ...body,
  [0, 'ENDSEC'],
]

/** Line weights that DXF knows, hundredths of a millimetre. */
const knownWeights = [
  0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211,
]

/** The nearest line weight that DXF knows. */
export function dxfWeight(millimetres: number): number {
  const hundredths = millimetres * 100
  return knownWeights.reduce((best, one) => (Math.abs(one - hundredths) < Math.abs(best - hundredths) ? one : best))
}

/** Groups that are the same in every file, as codes and values in turn. */
export function fixedGroups(text: string): DxfGroup[] {
  const parts = text.split(' ')
  return Array.from({ length: parts.length / 2 }, (_, at) => [Number(parts[at * 2]), parts[at * 2 + 1]])
}

/** A place: `code` for x, ten more for y. */
export const pointGroups = (code: number, x: number, y: number): DxfGroup[] => [
  [code, x],
  [code + 10, y],
]
