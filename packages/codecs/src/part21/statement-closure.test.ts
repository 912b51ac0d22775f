import { describe, expect, it } from 'vitest'
import { FileBytes } from './file-bytes.js'
import { StatementClosure, type ClosureTypes } from './statement-closure.js'
import { encodeText, indexOf, stepFile } from './testing/exchange.js'

function reached(
  rows: string,
  starts: readonly number[],
  types: Partial<Record<keyof ClosureTypes, string[]>> = {},
): number[] {
  const bytes = encodeText(stepFile({ rows }))
  const index = indexOf(bytes)
  const closure = new StatementClosure(
    { bytes: new FileBytes(bytes), index },
    { leaves: new Set(types.leaves), outward: new Set(types.outward) },
  )
  closure.startRun()
  const visited: number[] = []
  for (const start of starts)
    closure.follow(index.findRow(start), (row) => {
      visited.push(index.getId(row))
    })
  return visited.toSorted((a, b) => a - b)
}

const rows = `#1=A(#2,(#3,#4));#2=B('#5');#3=C(#1);#4=LEAF(#6);#5=D();#6=E();#7=OUT(#5);#8=A(#7,#2);`

describe('StatementClosure', () => {
  it('contains every referenced statement once, also in lists and cycles', () => {
    expect(reached(rows, [1])).toEqual([1, 2, 3, 4, 6])
    expect(reached(rows, [1, 3, 1])).toEqual([1, 2, 3, 4, 6])
  })

  it('ignores references within strings', () => {
    expect(reached(rows, [2])).toEqual([2])
  })

  it('follows the rows that the visitor returns in place of references', () => {
    const bytes = encodeText(stepFile({ rows }))
    const index = indexOf(bytes)
    const closure = new StatementClosure(
      { bytes: new FileBytes(bytes), index },
      { leaves: new Set(), outward: new Set() },
    )
    closure.startRun()
    const visited: number[] = []
    closure.follow(index.findRow(1), (row) => {
      visited.push(index.getId(row))
      return index.getId(row) === 1 ? [index.findRow(4)] : undefined
    })
    expect(visited).toEqual([1, 4, 6])
  })

  it('stops at leaves and omits outward types', () => {
    expect(reached(rows, [1], { leaves: ['LEAF'] })).toEqual([1, 2, 3, 4])
    expect(reached(rows, [8])).toEqual([2, 5, 7, 8])
    expect(reached(rows, [8], { outward: ['OUT'] })).toEqual([2, 8])
  })

  it('reports a statement as new in the next run', () => {
    const bytes = encodeText(stepFile({ rows }))
    const index = indexOf(bytes)
    const closure = new StatementClosure(
      { bytes: new FileBytes(bytes), index },
      { leaves: new Set(), outward: new Set() },
    )
    closure.startRun()
    expect(closure.markVisited(0)).toBe(false)
    expect(closure.markVisited(0)).toBe(true)
    closure.startRun()
    expect(closure.markVisited(0)).toBe(false)
  })
})
