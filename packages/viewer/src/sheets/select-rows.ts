import type { SheetFills, SheetLines } from '@kamar/package-format/sheets'

/** Returns some polylines of a table, in the order of their numbers. */
export function selectLines(lines: SheetLines, numbers: Uint32Array): SheetLines {
  const { start, points } = selectPoints(lines, numbers)
  return {
    count: numbers.length,
    entity: numbers.map((line) => lines.entity[line]),
    style: numbers.map((line) => lines.style[line]),
    level: numbers.map((line) => lines.level[line]),
    closed: Uint8Array.from(numbers, (line) => lines.closed[line]),
    start,
    points,
  }
}

/** Returns some polylines of a table as lines from their first to their middle point. */
export function selectShortLines(lines: SheetLines, numbers: Uint32Array): SheetLines {
  const points = new Int32Array(numbers.length * 4)
  numbers.forEach((line, at) => {
    const [from, to] = [lines.start[line], lines.start[line + 1]]
    for (const [end, point] of [from, (from + to) >> 1].entries())
      points.set(lines.points.subarray(point * 2, point * 2 + 2), at * 4 + end * 2)
  })
  return {
    count: numbers.length,
    entity: numbers.map((line) => lines.entity[line]),
    style: numbers.map((line) => lines.style[line]),
    level: numbers.map((line) => lines.level[line]),
    closed: new Uint8Array(numbers.length),
    start: Uint32Array.from({ length: numbers.length + 1 }, (_, at) => at * 2),
    points,
  }
}

/** Returns some areas of a table, in the order of their numbers. */
export function selectFills(fills: SheetFills, numbers: Uint32Array): SheetFills {
  const { start, points } = selectPoints(fills, numbers)
  const indexStart = new Uint32Array(numbers.length + 1)
  const newNumbers = new Map<number, number>()
  numbers.forEach((fill, at) => {
    indexStart[at + 1] = indexStart[at] + fills.indexStart[fill + 1] - fills.indexStart[fill]
    newNumbers.set(fill, at)
  })
  const indices = new Uint32Array(indexStart[numbers.length])
  numbers.forEach((fill, at) => {
    const own = fills.indices.subarray(fills.indexStart[fill], fills.indexStart[fill + 1])
    indices.set(
      own.map((index) => index - fills.start[fill] + start[at]),
      indexStart[at],
    )
  })
  return {
    count: numbers.length,
    entity: numbers.map((fill) => fills.entity[fill]),
    style: numbers.map((fill) => fills.style[fill]),
    level: numbers.map((fill) => fills.level[fill]),
    start,
    points,
    indexStart,
    indices,
    gradients: fills.gradients.flatMap((gradient) => {
      const fill = newNumbers.get(gradient.fill)
      return fill === undefined ? [] : [{ ...gradient, fill }]
    }),
  }
}

function selectPoints(
  runs: { readonly start: Uint32Array; readonly points: Int32Array },
  numbers: Uint32Array,
): { start: Uint32Array; points: Int32Array } {
  const start = new Uint32Array(numbers.length + 1)
  numbers.forEach((run, at) => {
    start[at + 1] = start[at] + runs.start[run + 1] - runs.start[run]
  })
  const points = new Int32Array(start[numbers.length] * 2)
  numbers.forEach((run, at) => {
    points.set(runs.points.subarray(runs.start[run] * 2, runs.start[run + 1] * 2), start[at] * 2)
  })
  return { start, points }
}
