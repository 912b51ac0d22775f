import { TranslationError, unitInText } from '@kamar/core'
import { RecordedSource, seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { AsciiScanner, wordKey } from './ascii-scanner.js'
import { baseName, cleanName, decodeText, lastPathSegment } from './names.js'
import { textBlocks } from './text-blocks.js'
import type { BlockBoundary } from './text-blocks.js'

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)

function scannerOver(text: string): AsciiScanner {
  const scanner = new AsciiScanner()
  scanner.load(encodeText(`${text}\n`))
  return scanner
}

async function readBlocks(bytes: Uint8Array, boundary: BlockBoundary = 'line'): Promise<Uint8Array[]> {
  const blocks: Uint8Array[] = []
  const source = new RecordedSource('text', bytes)
  for await (const block of textBlocks(source, { signal: new AbortController().signal, boundary }))
    blocks.push(block.bytes)
  return blocks
}
const joined = (blocks: readonly Uint8Array[]): string => new TextDecoder().decode(Buffer.concat(blocks))

describe('AsciiScanner', () => {
  it.each([
    '0',
    '-0',
    '1',
    '-1',
    '+7',
    '.5',
    '5.',
    '-0.125',
    '1e3',
    '1E-3',
    '2.5e+10',
    '123456789012345',
    '1e22',
    '1e-22',
    '1e300',
    '1e-310',
  ])('reads %s as JavaScript does', (text) => {
    expect(scannerOver(text).number()).toBe(Number(text))
  })

  it('reads random numbers with a relative error of at most 2e-15', () => {
    const random = seededRandom(3)
    for (let round = 0; round < 5000; round++) {
      const value = (random() - 0.5) * 10 ** Math.floor(random() * 40 - 20)
      for (const text of [String(value), value.toFixed(8), value.toExponential(12)]) {
        const exact = Number(text)
        expect(Math.abs(scannerOver(text).number() - exact), text).toBeLessThanOrEqual(Math.abs(exact) * 2e-15)
      }
    }
  })

  it.each(['', '-', '.', '+.', 'e5', '1e', '1x', '1.2.3', 'nan', 'inf', '--1', '1.#QNAN', 'Ⅳ'])(
    'reads no number from %j and continues after it',
    (text) => {
      const scanner = scannerOver(`${text} 8`)
      expect(scanner.number()).toBeNaN()
      scanner.skipBlanks()
      expect(scanner.number()).toBe(8)
    },
  )

  it('ends a number at a slash, a line continuation and the end of the line', () => {
    const scanner = scannerOver('1/2 3\\\n4')
    expect(scanner.number()).toBe(1)
    scanner.position++
    expect(scanner.integer()).toBe(2)
    expect(scanner.skipBlanks()).toBe(true)
    expect(scanner.number()).toBe(3)
    expect(scanner.skipBlanks()).toBe(true)
    expect(scanner.integer()).toBe(4)
    expect(scanner.skipBlanks()).toBe(false)
    expect(scanner.atEnd).toBe(false)
  })
})

describe('AsciiScanner', () => {
  it('returns words in lower case and as keys', () => {
    const scanner = scannerOver(' FACET Normal')
    scanner.skipBlanks()
    expect(scanner.word()).toBe('facet')
    scanner.skipBlanks()
    expect(scanner.wordKey()).toBe(wordKey('normal'))
    expect(wordKey('solid')).not.toBe(wordKey('facet'))
  })

  it('skips a line together with its continuation lines', () => {
    const scanner = scannerOver('skip this \\\nand this \\\r\nand this\r\nstay')
    scanner.skipLine()
    scanner.skipWhiteSpace()
    expect(new TextDecoder().decode(scanner.restOfLine())).toBe('stay')
    expect(scanner.atEnd).toBe(true)
  })

  it('skips control characters and a backslash that continues no line', () => {
    const scanner = scannerOver('\u0001\u0000 a\\b \\')
    expect(scanner.skipBlanks()).toBe(true)
    expect(scanner.word()).toBe('a\\b')
    expect(scanner.skipBlanks()).toBe(false)
  })
})

describe('textBlocks', () => {
  const lines = Array.from({ length: 60_000 }, (_, index) => `line ${index} ${'ա'.repeat(index % 40)}\n`).join('')

  it('never cuts a line and loses no text', async () => {
    const blocks = await readBlocks(encodeText(lines))
    expect(blocks.length).toBeGreaterThan(2)
    expect(joined(blocks).trimEnd()).toBe(lines.trimEnd())
    expect(blocks.every((block) => block.at(-1) === 10)).toBe(true)
  })

  it.each([
    ['UTF-8', [0xef, 0xbb, 0xbf], (unit: number) => [...encodeText(String.fromCharCode(unit))]],
    ['UTF-16 LE', [0xff, 0xfe], (unit: number) => [unit & 255, unit >> 8]],
    ['UTF-16 BE', [0xfe, 0xff], (unit: number) => [unit >> 8, unit & 255]],
  ] as const)('drops the byte order mark of %s and returns UTF-8', async (_, mark, encode) => {
    const text = lines.slice(0, 700_000)
    const encoded = new Uint8Array(mark.length + 3 * text.length)
    let length = 0
    const put = (values: readonly number[]): void => {
      encoded.set(values, length)
      length += values.length
    }
    put(mark)
    for (let at = 0; at < text.length; at++) put(encode(text.charCodeAt(at)))
    expect(joined(await readBlocks(encoded.slice(0, length))).trimEnd()).toBe(text.trimEnd())
  })

  it('does not end a block after a line continuation', async () => {
    const text = `${'v 1 2 \\\n3 '.repeat(150_000)}\nend`
    const blocks = await readBlocks(encodeText(text))
    expect(blocks.slice(0, -1).every((block) => block.at(-2) !== 92)).toBe(true)
    expect(joined(blocks)).toBe(`${text}\n`)
  })

  it('can end a block at any white space in the mode without lines', async () => {
    const text = 'vertex 1 2 3 '.repeat(200_000)
    const blocks = await readBlocks(encodeText(text), 'white space')
    expect(blocks.length).toBeGreaterThan(2)
    expect(blocks.every((block) => (block.at(-1) ?? 0) <= 32)).toBe(true)
    expect(joined(blocks).trimEnd()).toBe(text.trimEnd())
    await expect(readBlocks(new Uint8Array(40_000_000).fill(120))).rejects.toMatchObject({
      failure: { code: 'damaged' },
    })
  })

  it('loses nothing when a long word follows a line', async () => {
    const text = `one two\nthree ${'x'.repeat(2_500_000)} four\\\n${'y'.repeat(2_500_000)} five\nsix seven`
    for (const boundary of ['line', 'white space'] as const) {
      const blocks = await readBlocks(encodeText(text), boundary)
      expect(joined(blocks).trimEnd()).toBe(text)
      expect(blocks[1]?.at(-1)).toBe(boundary === 'line' ? 10 : 32)
    }
  })

  it('fails as cancelled between blocks', async () => {
    const abort = new AbortController()
    const reading = async (): Promise<void> => {
      const source = new RecordedSource('text', encodeText(lines))
      for await (const { fraction } of textBlocks(source, { signal: abort.signal, boundary: 'line' })) {
        expect(fraction).toBeLessThan(1)
        abort.abort()
      }
    }
    await expect(reading()).rejects.toThrow(TranslationError)
  })
})

describe('names in source files', () => {
  it('are decoded from UTF-8, Windows-1251 or Windows-1252', () => {
    expect(decodeText(encodeText('Կամար'))).toBe('Կամար')
    expect(decodeText(Uint8Array.of(0xcf, 0xee, 0xeb))).toBe('Пол')
    expect(decodeText(Uint8Array.of(0x54, 0xfc, 0x72))).toBe('Tür')
  })

  it('are shortened and cleaned of control and direction characters', () => {
    expect(cleanName(' a\u202egpj.exe\n\u0000 ')).toBe('a gpj.exe')
    expect(cleanName('<script>')).toBe('<script>')
    expect(Array.from(cleanName('😀'.repeat(500)))).toHaveLength(200)
  })

  it('are the last segment of a path with either kind of slash', () => {
    expect(['a/b\\c.mtl', '..\\..\\c.mtl', 'c.mtl', 'http://x/c.mtl'].map(lastPathSegment)).toEqual(
      Array(4).fill('c.mtl'),
    )
    expect(['a/b/model.v2.obj', 'model', '.obj'].map(baseName)).toEqual(['model.v2', 'model', ''])
  })

  it('are recognized as units in comments', () => {
    expect(unitInText('UNITS=mm')?.metres).toBe(0.001)
    expect(unitInText('# units: Feet')?.name).toBe('ft')
    expect(unitInText('the unit of work')).toBeNull()
    expect(unitInText('100 m of rope')).toBeNull()
  })
})
