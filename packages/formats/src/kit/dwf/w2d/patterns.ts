const [long, iso, gap, dot] = [24, 12, 3, 0.5]

/** Dashes and gaps of the line patterns by number, in a relative unit. */
const patterns: readonly (readonly [name: string, ...dashes: number[]])[] = [
  ['Illegal'],
  ['Solid'],
  ['Dashed', 8, 4],
  ['Dotted', 1, 2],
  ['Dash_Dot', 8, 3, 1, 3],
  ['Short_Dash', 3, 3],
  ['Medium_Dash', 6, 4],
  ['Long_Dash', 12, 4],
  ['Short_Dash_X2', 6, 6],
  ['Medium_Dash_X2', 12, 8],
  ['Long_Dash_X2', 24, 8],
  ['Medium_Long_Dash', 9, 4],
  ['Medium_Dash_Short_Dash_Short_Dash', 6, 3, 3, 3, 3, 3],
  ['Long_Dash_Short_Dash', 12, 3, 3, 3],
  ['Long_Dash_Dot_Dot', 12, 3, 1, 3, 1, 3],
  ['Long_Dash_Dot', 12, 3, 1, 3],
  ['Medium_Dash_Dot_Short_Dash_Dot', 6, 3, 1, 3, 3, 3, 1, 3],
  ['Sparse_Dot', 1, 6],
  ['ISO_Dash', iso, gap],
  ['ISO_Dash_Space', iso, 18],
  ['ISO_Long_Dash_Dot', long, gap, dot, gap],
  ['ISO_Long_Dash_Double_Dot', long, gap, dot, gap, dot, gap],
  ['ISO_Long_Dash_Triple_Dot', long, gap, dot, gap, dot, gap, dot, gap],
  ['ISO_Dot', dot, gap],
  ['ISO_Long_Dash_Short_Dash', long, gap, 6, gap],
  ['ISO_Long_Dash_Double_Short_Dash', long, gap, 6, gap, 6, gap],
  ['ISO_Dash_Dot', iso, gap, dot, gap],
  ['ISO_Double_Dash_Dot', iso, gap, iso, gap, dot, gap],
  ['ISO_Dash_Double_Dot', iso, gap, dot, gap, dot, gap],
  ['ISO_Double_Dash_Double_Dot', iso, gap, iso, gap, dot, gap, dot, gap],
  ['ISO_Dash_Triple_Dot', iso, gap, dot, gap, dot, gap, dot, gap],
  ['ISO_Double_Dash_Triple_Dot', iso, gap, iso, gap, dot, gap, dot, gap, dot, gap],
]

/** Returns the pattern with a number; null when there is none. */
export const patternOfNumber = (number: number): readonly number[] | null => {
  const row = patterns[number]
  return row === undefined ? null : (row.slice(1) as number[])
}

/** Returns the pattern with a name; null when there is none. */
export function patternOfName(name: string): readonly number[] | null {
  const row = patterns.find(([patternName]) => patternName.toLowerCase() === name.toLowerCase())
  return row === undefined ? null : (row.slice(1) as number[])
}

/** Millimetres per unit of a pattern whose size is left to the viewer, and per pixel of a pattern given in pixels. */
export const patternMillimetres = { unit: 0.5, pixel: 25.4 / 96 } as const
