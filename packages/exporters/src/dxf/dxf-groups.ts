/** DXF group: its code and value. */
export type DxfGroup = readonly [code: number, value: string | number]

/** Sequence of handles in a file. */
export class DxfHandles {
  #last = 0x0f

  next(): string {
    return (++this.#last).toString(16).toUpperCase()
  }

  /** Returns the next handle, for the header. */
  get seed(): string {
    return (this.#last + 1).toString(16).toUpperCase()
  }
}

/** Formats groups as lines. Values must not contain line breaks. */
export const dxfLines = (groups: readonly DxfGroup[]): string =>
  groups.map(([code, value]) => `${code}\n${typeof value === 'number' ? numberText(value) : oneLine(value)}\n`).join('')

const numberText = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)))

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ')

/** Converts a name to one that DXF tables accept. */
export const dxfName = (name: string): string => name.replaceAll(/[<>/\\":;?*|=`\r\n]/g, '_') || '_'

/** Wraps a section's groups in its begin and end. */
export const dxfSection = (name: string, body: readonly DxfGroup[]): readonly DxfGroup[] => [
  [0, 'SECTION'],
  [2, name],
  ...body,
  [0, 'ENDSEC'],
]

/** Line weights of DXF, hundredths of a millimetre. */
const knownWeights = [
  0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211,
]

/** Returns the nearest DXF line weight. */
export function dxfWeight(millimetres: number): number {
  const hundredths = millimetres * 100
  return knownWeights.reduce((best, one) => (Math.abs(one - hundredths) < Math.abs(best - hundredths) ? one : best))
}

/** Parses constant groups from text of alternating codes and values. */
export function fixedGroups(text: string): DxfGroup[] {
  const parts = text.split(' ')
  return Array.from({ length: parts.length / 2 }, (_, at) => [Number(parts[at * 2]), parts[at * 2 + 1]])
}

/** Returns the groups of a point: `code` for x, ten more for y. */
export const pointGroups = (code: number, x: number, y: number): DxfGroup[] => [
  [code, x],
  [code + 10, y],
]
