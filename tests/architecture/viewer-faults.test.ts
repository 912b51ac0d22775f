import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const table = readFileSync('tests/abuse/viewer.md', 'utf8')
const rows = table
  .split('\n')
  .filter((line) => /^\| J\d\d /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

describe('faults of the viewer', () => {
  it('are all of the list', () => {
    const ids = new Set(rows.map(([, id]) => id))
    expect([...ids].toSorted()).toEqual(Array.from({ length: 11 }, (_, at) => `J${String(at + 1).padStart(2, '0')}`))
  })

  it.each(rows.map(([, id = '', fault = '', name = '', file = '']) => ({ id, fault, name, file })))(
    '$id $fault: its test is there',
    ({ name, file }) => {
      expect(existsSync(file)).toBe(true)
      expect(readFileSync(file, 'utf8')).toContain(`'${name}'`)
    },
  )
})
