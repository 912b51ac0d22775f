import { describe, expect, it } from 'vitest'
import { parseUploadPath } from './upload-paths.js'

describe('parseUploadPath', () => {
  it.each(['../x.ifc', 'a/../../x.ifc', 'C:\\x.ifc', 'c:/x.ifc', '/etc/x.ifc', '\\\\server\\x.ifc', '', './'])(
    'P12 parseUploadPath refuses %j',
    (path) => expect(parseUploadPath(path)).toBeNull(),
  )

  it.each([
    ['Plans/Level 1/slab.ifc', ['Plans', 'Level 1'], 'slab.ifc', false],
    ['.\\Plans\\slab.ifc', ['Plans'], 'slab.ifc', false],
    ['a:b/x?.ifc', ['a_b'], 'x_.ifc', true],
    ['CON/NUL.ifc', ['_CON'], '_NUL.ifc', true],
    ['Plans./x.ifc', ['Plans'], 'x.ifc', true],
    ['a\u0000b/\u202Ex.ifc', ['a b'], 'x.ifc', true],
    ['e\u0301/x.ifc', ['\u00E9'], 'x.ifc', false],
  ])('P11 parseUploadPath converts %j', (path, folders, name, isRenamed) =>
    expect(parseUploadPath(path)).toEqual({ folders, name, isRenamed }),
  )

  it('P11 parseUploadPath shortens names of more than 255 characters', () => {
    const parsed = parseUploadPath(`${'a'.repeat(300)}/${'b'.repeat(300)}.ifc`)
    expect(parsed?.folders[0]).toHaveLength(255)
    expect(parsed?.name).toMatch(/^b+….ifc$/)
    expect(parsed?.name).toHaveLength(255)
  })
})
