import { describe, expect, it } from 'vitest'
import { FileBytes } from './file-bytes.js'
import { StepCursor } from './step-cursor.js'
import { StepIndexer, type StepIndex } from './step-index.js'
import { encodeText, listNumbers, stepFile } from './testing/exchange.js'

const rows = `
#1=CARTESIAN_POINT('',(1.,2.,3.));
#2=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));
#3 = ( A ( 'x;)' , #1 ) B ( ) );
#4=;
`
const bytes = encodeText(stepFile({ rows, schema: 'AUTOMOTIVE_DESIGN' }))

function indexWith(options: { complexInstances?: boolean }, sliceBytes = Infinity): StepIndex {
  const indexer = new StepIndexer(new FileBytes(bytes), options)
  while (!indexer.advance(indexer.position + sliceBytes));
  return indexer.result()
}

describe('STEP complex instances', () => {
  it('are indexed under the empty name when they are requested', () => {
    const index = indexWith({ complexInstances: true })
    expect(listNumbers(index)).toEqual([1, 2, 3])
    expect([...index.listRows('')].map((row) => index.getId(row))).toEqual([2, 3])
    expect(index).toMatchObject({ ended: true, unreadable: 1 })
  })

  it('begin after their outer parenthesis', () => {
    const index = indexWith({ complexInstances: true })
    const body = (row: number): string => Buffer.from(bytes.slice(index.getBody(row), index.getEnd(row))).toString()
    expect(body(1)).toBe('LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))')
    expect(body(2)).toBe(" A ( 'x;)' , #1 ) B ( ) )")
  })

  it('count as unreadable when they are not requested', () => {
    const index = indexWith({})
    expect(listNumbers(index)).toEqual([1])
    expect(index.unreadable).toBe(3)
  })

  it('are indexed with every slice size', () => {
    for (const slice of [1, 7, 40]) expect(listNumbers(indexWith({ complexInstances: true }, slice))).toEqual([1, 2, 3])
  })

  it('are read part by part', () => {
    const index = indexWith({ complexInstances: true })
    const text = Buffer.from(bytes).toString()
    const unit = text.indexOf('SI_UNIT(')
    const cursor = new StepCursor(new FileBytes(bytes), index).moveToPart(unit + 8, text.indexOf(')', unit) + 1)
    expect([cursor.enumeration(), cursor.enumeration(), cursor.hasMore]).toEqual(['MILLI', 'METRE', false])
    const partStart = text.indexOf("A ( 'x")
    cursor.moveToPart(partStart + 3, text.indexOf('B (') - 1)
    expect([cursor.text(), cursor.row(), cursor.hasMore]).toEqual(['x;)', 0, false])
    const empty = text.indexOf('B (') + 3
    expect(cursor.moveToPart(empty, empty + 2).hasMore).toBe(false)
  })
})
