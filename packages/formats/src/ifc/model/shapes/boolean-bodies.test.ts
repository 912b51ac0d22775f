import { describe, expect, it } from 'vitest'
import { listIds, parseIfc, requireRow } from '../../testing/step-file.js'
import { BooleanBodies } from './boolean-bodies.js'

/** Lists the numbers of the bodies that successively replace #1, until none is left. */
function listBodies(rows: string): number[] {
  const file = parseIfc(rows)
  const bodies = new BooleanBodies(file)
  const item = requireRow(file, 1)
  const results: number[] = []
  while (bodies.takeCutOff(item) && results.length < 100) results.push(bodies.of(item))
  return listIds(file, results)
}

const chain = (length: number): string =>
  Array.from({ length }, (_, at) => `#${at + 1}=IFCBOOLEANRESULT(.DIFFERENCE.,#${at + 2},$);\n`).join('')

describe('BooleanBodies', () => {
  it('takes the first operand of a Boolean result, then the first operand of that', () => {
    expect(listBodies(`${chain(2)}#3=IFCBLOCK($,1.,1.,1.);`)).toEqual([2, 3])
  })

  it('takes the innermost body after eight cuts', () => {
    expect(listBodies(`${chain(50)}#51=IFCBLOCK($,1.,1.,1.);`)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 51])
  })

  it('finds nothing for another item or a missing operand', () => {
    expect(listBodies('#1=IFCBLOCK($,1.,1.,1.);')).toEqual([])
    expect(listBodies('#1=IFCBOOLEANRESULT(.DIFFERENCE.,#7,#8);')).toEqual([])
  })

  it('ends in a cycle of Boolean results', () => {
    const circle = '#1=IFCBOOLEANRESULT(.UNION.,#2,$);\n#2=IFCBOOLEANRESULT(.UNION.,#3,$);\n#3=IFCCSGSOLID(#1);'
    expect(listBodies(circle).length).toBeLessThan(10)
  })
})
