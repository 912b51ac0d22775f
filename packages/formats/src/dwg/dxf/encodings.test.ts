import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from '../reader.js'

/** Creates a drawing with a line on the layer Стена and a text. */
function drawing(release: string, codePage: string | null, encode: (text: string) => Uint8Array): Uint8Array {
  const page = codePage === null ? '' : `9\r\n$DWGCODEPAGE\r\n  3\r\n${codePage}\r\n`
  const header = `0\r\nSECTION\r\n2\r\nHEADER\r\n  9\r\n$ACADVER\r\n  1\r\n${release}\r\n${page}0\r\nENDSEC\r\n`
  const line = '0\r\nLINE\r\n5\r\n30\r\n8\r\nСтена\r\n10\r\n0\r\n20\r\n0\r\n11\r\n1\r\n21\r\n1\r\n'
  const text = '0\r\nTEXT\r\n5\r\n31\r\n8\r\n0\r\n10\r\n0\r\n20\r\n0\r\n40\r\n1\r\n1\r\nДом\r\n'
  return encode(`${header}0\r\nSECTION\r\n2\r\nENTITIES\r\n${line}${text}0\r\nENDSEC\r\n0\r\nEOF\r\n`)
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const cyrillic = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) =>
    character < '\u0080' ? character.charCodeAt(0) : character.charCodeAt(0) - 0x0410 + 0xc0,
  )

async function readTexts(bytes: Uint8Array): Promise<string[]> {
  const { scene } = await runReader(reader, bytes, { name: 'model.dxf' })
  const [sheet] = scene.sheets
  const texts = (sheet?.texts ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap((runs) => runs.map(({ text }) => text)),
  )
  return [...(sheet?.layers ?? []).map(({ name }) => name), ...texts]
}

describe('DXF character encoding', () => {
  it.each([
    ['AC1021', 'ANSI_1252', utf8],
    ['AC1027', 'ANSI_1251', utf8],
    ['AC1032', null, utf8],
    ['AC1027', 'ANSI_1251', cyrillic],
    ['AC1015', 'ANSI_1251', cyrillic],
  ] as const)('decodes names and texts of release %s with stated code page %s', async (release, codePage, encode) => {
    const texts = await readTexts(drawing(release, codePage, encode))
    expect(texts).toEqual(expect.arrayContaining(['Стена', 'Дом']))
  })
})
