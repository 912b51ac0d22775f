import { limits } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { displayName } from './file-name.js'

describe('displayName', () => {
  it.each([
    ['house.ifc', 'house.ifc'],
    ['  Շենք 3.ifc ', 'Շենք 3.ifc'],
    ['../../etc/passwd.ifc', 'passwd.ifc'],
    ['C:\\models\\house.dwg', 'house.dwg'],
    ['a\r\nb\u0000.ifc', 'a  b .ifc'],
    ['plan\u202ecfi.exe', 'plancfi.exe'],
    ['Cafe\u0301.ifc', 'Café.ifc'],
    ['half\ud83c.ifc', 'half .ifc'],
    ['', ''],
  ])('normalises %j to %j', (sent, displayedName) => {
    expect(displayName(sent)).toBe(displayedName)
  })

  it('shortens 300 characters and keeps the extension', () => {
    const name = displayName(`${'🏛'.repeat(150)}.ifc`)
    expect(name.length).toBeLessThanOrEqual(limits.maxFileNameCharacters)
    expect(name).toMatch(/^[🏛]+….ifc$/u)
  })
})
