import { describe, expect, it } from 'vitest'
import { FileBytes } from './file-bytes.js'
import { ExchangeFile } from './exchange-file.js'
import { encodeText, indexOf, stepFile } from './testing/exchange.js'

function openExchangeFile(rows: string): { file: ExchangeFile; row: (id: number) => number } {
  const bytes = encodeText(stepFile({ rows }))
  const file = new ExchangeFile(new FileBytes(bytes), indexOf(bytes))
  return { file, row: (id) => file.index.findRow(id) }
}

describe('ExchangeFile', () => {
  const { file, row } = openExchangeFile(
    `#10=WALL('a',#20,$);\n#20=POINT((1.,2.));\n#30=WALL('b',#99,3.);\n#40=SLAB('c');`,
  )

  it('returns the type of each statement', () => {
    expect([10, 20, 99].map((id) => file.typeOf(row(id)))).toEqual(['WALL', 'POINT', ''])
  })

  it('lists rows by the requested types, then in file order', () => {
    expect(file.listRows('SLAB', 'WALL')).toEqual([row(40), row(10), row(30)])
    expect(file.listRows('DOOR')).toEqual([])
  })

  it('follows references and reads strings, and returns -1 or null for other values', () => {
    expect([file.rowAt(row(10), 1), file.rowAt(row(10), 0), file.rowAt(-1, 0)]).toEqual([row(20), -1, -1])
    expect([file.textAt(row(30), 0), file.textAt(row(30), 2), file.textAt(-1, 0)]).toEqual(['b', null, null])
    expect(file.at(row(20)).numbers()).toEqual([1, 2])
  })

  it('counts references to missing statements', () => {
    const { file: fresh, row: rowIn } = openExchangeFile('#1=WALL(#99,#1,#98);')
    for (const attribute of [0, 1, 2]) fresh.rowAt(rowIn(1), attribute)
    expect(fresh.missingReferences).toBe(2)
  })
})
