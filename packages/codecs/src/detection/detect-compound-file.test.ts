import { describe, expect, it } from 'vitest'
import { detectCompoundFile } from './detect-compound-file.js'
import { writeCompound } from '../compound-file/testing/compound-writer.js'

const bytes = writeCompound({ BasicFileInfo: new Uint8Array(10), Other: new Uint8Array(10) })

describe('detection of a compound file', () => {
  it.each([
    ['one of its streams is listed', bytes, /^BasicFileInfo$/, 'yes'],
    ['none of its streams is listed', bytes, /^ClassDirectory/, 'no'],
    ['the directory lies beyond the first bytes', bytes.slice(0, 600), /^BasicFileInfo$/, 'maybe'],
    ['only another stream is listed in the first bytes', bytes.slice(0, 512 + 256), /^Other$/, 'no'],
    ['the signature is missing', bytes.with(0, 0), /^BasicFileInfo$/, 'no'],
    ['the file is empty', new Uint8Array(0), /^BasicFileInfo$/, 'no'],
  ])('returns the expected result when %s', (_, header, stream, expected) => {
    expect(detectCompoundFile(header, stream)).toBe(expected)
  })

  it('accepts sectors of 4096 bytes', () => {
    expect(detectCompoundFile(writeCompound({ Scene: new Uint8Array(1) }, 4096), /^Scene$/)).toBe('yes')
  })
})
