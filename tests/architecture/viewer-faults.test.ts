import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const table = readFileSync('tests/abuse/viewer.md', 'utf8')
const rows = table
  .split('\n')
  .filter((line) => /^\| J\d\d /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

describe('viewer fault list', () => {
  it('contains every id from J01 to J11', () => {
    const ids = new Set(rows.map(([, id]) => id))
    expect([...ids].toSorted()).toEqual(Array.from({ length: 11 }, (_, at) => `J${String(at + 1).padStart(2, '0')}`))
  })

  it.each(rows.map(([, id = '', fault = '', name = '', file = '']) => ({ id, fault, name, file })))(
    'names an existing test for $id $fault',
    ({ name, file }) => {
      expect(existsSync(file)).toBe(true)
      expect(readFileSync(file, 'utf8')).toContain(`'${name}'`)
    },
  )
})
