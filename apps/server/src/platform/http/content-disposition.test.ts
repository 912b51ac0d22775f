import { describe, expect, it } from 'vitest'
import { attachmentHeader } from './content-disposition.js'

const extendedName = (header: string): string => decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(header)?.[1] ?? '')

describe('attachmentHeader', () => {
  it('writes an ASCII name as filename and filename*', () => {
    expect(attachmentHeader('house.ifc')).toBe(`attachment; filename="house.ifc"; filename*=UTF-8''house.ifc`)
  })

  it('writes non-ASCII characters in filename* only', () => {
    const header = attachmentHeader('Շենք 🏛.ifc')
    expect(header).toContain('filename="____ __.ifc"')
    expect(extendedName(header)).toBe('Շենք 🏛.ifc')
  })

  it.each([
    ['line breaks', 'a\r\nSet-Cookie: x=1.ifc'],
    ['quotes', 'a"; filename="evil.exe'],
    ['backslashes and paths', '..\\..\\a/b.ifc'],
    ['NUL and escape characters', 'a\u0000b\u001b[31m.ifc'],
    ['apostrophes and asterisks', "it's (1)*.ifc"],
    ['a lone surrogate', 'a\ud800.ifc'],
    ['300 characters', 'ա'.repeat(300)],
  ])('writes one well-formed header for %s', (_, name) => {
    const header = attachmentHeader(name)
    expect(header).toMatch(/^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[A-Za-z0-9%!#$&+.^_`|~-]+$/)
    expect(extendedName(header)).not.toMatch(/[\u0000-\u001f/\\]/)
  })

  it('removes bidirectional control characters', () => {
    expect(extendedName(attachmentHeader('plan\u202eexe.ifc'))).toBe('planexe.ifc')
  })

  it.each(['', '..', ' ', '\u202e'])('replaces %j with "file"', (name) => {
    expect(attachmentHeader(name)).toContain('filename="file"')
  })
})
