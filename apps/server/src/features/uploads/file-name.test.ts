import { limits, uploadExtensions } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { assertSupportedExtension, displayName } from './file-name.js'

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
  ])('shows %j as %j', (sent, shown) => {
    expect(displayName(sent)).toBe(shown)
  })

  it('cuts 300 characters and keeps the extension', () => {
    const name = displayName(`${'🏛'.repeat(150)}.ifc`)
    expect(name.length).toBeLessThanOrEqual(limits.maximumFileNameCharacters)
    expect(name).toMatch(/^[🏛]+….ifc$/u)
  })
})

describe('assertSupportedExtension', () => {
  it('takes the twenty extensions in any case', () => {
    expect(uploadExtensions).toHaveLength(20)
    for (const extension of uploadExtensions) {
      expect(() => assertSupportedExtension(`model${extension.toUpperCase()}`)).not.toThrow()
    }
  })

  it.each([
    ['virus.exe', '.exe'],
    ['model.ifc.zip', '.zip'],
    ['readme', ''],
    ['.ifc', ''],
    ['', ''],
  ])('refuses %j and names its extension', (name, extension) => {
    expect(() => assertSupportedExtension(name)).toThrow(
      expect.objectContaining({ code: 'unsupported-format', details: { extension } }) as Error,
    )
  })
})
