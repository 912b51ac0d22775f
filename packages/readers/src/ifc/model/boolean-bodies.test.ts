import { describe, expect, it } from 'vitest'
import { idsOf, ifcOf, rowOf } from '../testing/step-file.js'
import { BooleanBodies } from './boolean-bodies.js'

/** The numbers of the bodies that stand for #1, one after the other, until there is none left. */
function bodiesOf(rows: string): number[] {
  const file = ifcOf(rows)
  const bodies = new BooleanBodies(file)
  const item = rowOf(file, 1)
  const taken: number[] = []
  while (bodies.takeCutOff(item) && taken.length < 100) taken.push(bodies.of(item))
  return idsOf(file, taken)
}

const chain = (length: number): string =>
  Array.from({ length }, (_, at) => `#${at + 1}=IFCBOOLEANRESULT(.DIFFERENCE.,#${at + 2},$);\n`).join('')

describe('what stands for a Boolean result', () => {
  it('is its first operand, and then the first operand of that', () => {
    expect(bodiesOf(`${chain(2)}#3=IFCBLOCK($,1.,1.,1.);`)).toEqual([2, 3])
  })

  it('is the innermost body after eight cuts', () => {
    expect(bodiesOf(`${chain(50)}#51=IFCBLOCK($,1.,1.,1.);`)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 51])
  })

  it('is nothing when it is no Boolean result, or its operand is missing', () => {
    expect(bodiesOf('#1=IFCBLOCK($,1.,1.,1.);')).toEqual([])
    expect(bodiesOf('#1=IFCBOOLEANRESULT(.DIFFERENCE.,#7,#8);')).toEqual([])
  })

  it('comes to an end in a circle of results', () => {
    const circle = '#1=IFCBOOLEANRESULT(.UNION.,#2,$);\n#2=IFCBOOLEANRESULT(.UNION.,#3,$);\n#3=IFCCSGSOLID(#1);'
    expect(bodiesOf(circle).length).toBeLessThan(10)
  })
})
