import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { campaignSize, isCampaign, seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { exchangeStart } from '../detection/exchange-start.js'
import type { IndexOptions } from './step-index.js'
import { indexOf } from './testing/exchange.js'
import { describeStatements, readReferenceStatements } from './testing/reference-statements.js'
import { encodeText, stepFile } from './testing/index.js'

const compare = (bytes: Uint8Array, options: IndexOptions = {}): { scanned: unknown; expected: unknown } => ({
  scanned: describeStatements(indexOf(bytes, options)),
  expected: readReferenceStatements(bytes, exchangeStart(bytes)),
})

/** Parts of statements, whole and damaged, in any order. */
const fragments = [
  ...['#1', '#22', '#4294967294', '#4294967295', '#99999999999', '#0', '#', '=', '= ', ' =\n', '\r\n', '\t', '  '],
  ...['IFCWALL', 'IfcDoor', 'IFC_X1', '(', ')', ')', ';', ';', ';\n', ');', ');\n', ',', '.5', '#3,', '$', '*', '/'],
  ..."'|''|'a'|'it''s'|'a;b'|'a\n#5=b'|'a);\n#6=B()|'/*'|';'".split('|'),
  ...['/*', '*/', '/* ; */', "/* ' */", '/**/', '/', '()', '((1.,2.),(3.))', '\0', '\u00ff', 'x'.repeat(40)],
]

describe('scan of statements', () => {
  it('equals the reading of one statement after the other for random sequences of delimiters', () => {
    for (let seed = 1; seed <= campaignSize(400, 40_000); seed++) {
      const random = seededRandom(seed)
      const count = 2 + Math.floor(random() * 60)
      const text = Array.from({ length: count }, () => fragments[Math.floor(random() * fragments.length)]).join('')
      const { scanned, expected } = compare(Uint8Array.from(Buffer.from(stepFile({ rows: text }), 'latin1')), {
        pageRows: 64,
      })
      expect(scanned, `seed ${seed}`).toEqual(expected)
    }
  })

  it('equals the reading of one statement after the other for random bytes between ordinary statements', () => {
    for (let seed = 1; seed <= campaignSize(100, 5000); seed++) {
      const random = seededRandom(seed)
      const bytes = encodeText(stepFile({ rows: "#1=IFCWALL('it''s',(1.,2.),#2);\n#2=IFCDOOR($,*,.T.);\n".repeat(20) }))
      for (let change = 0; change < 12; change++)
        bytes[150 + Math.floor(random() * (bytes.length - 150))] = Math.floor(random() * 128)
      const { scanned, expected } = compare(bytes, { pageRows: 64 })
      expect(scanned, `seed ${seed}`).toEqual(expected)
    }
  })

  it('continues in the next block and in the next page', () => {
    const rows = Array.from(
      { length: 90_000 },
      (_, at) => `#${at + 1}=IFCPOINT((${at}.5,${'0'.repeat(at % 37)}.,'a'));`,
    )
    const { scanned, expected } = compare(encodeText(stepFile({ rows: rows.join('\n') })))
    expect(JSON.stringify(scanned)).toBe(JSON.stringify(expected))
  })

  it('finds a text in the statements of one type', () => {
    const find = (rows: string, text = 'MapConversion'): boolean =>
      indexOf(encodeText(stepFile({ rows })), { search: { typeName: 'SET', text } }).hasSearchText
    const filler = "#1=SET('M','Map',$);\n".repeat(3)
    const blanks = ' '.repeat(2 ** 20 - 100)
    expect(find(`${filler}#2=SET('ePset_MapConversion',(#3));`)).toBe(true)
    expect(find(`#2=SET('MapConversion');`)).toBe(true)
    expect(find(`${filler}#2=Set(/* ; */'MapConversion');`)).toBe(true)
    expect(find(`${filler}#1=LABEL('${blanks}');#2=SET('${' '.repeat(90)}MapConversion');`)).toBe(true)
    expect(find(`${filler}#2=LABEL('MapConversion');\n#3=SET('Mapconversion');`)).toBe(false)
    expect(find(`${filler}#2=SET('MapConversio');#3=n();`)).toBe(false)
  })

  const folder = process.env.KAMAR_SAMPLES ?? join(import.meta.dirname, '../../../../../shared/samples')
  const samples = ['ifc', 'step'].flatMap((kind) =>
    existsSync(join(folder, kind))
      ? readdirSync(join(folder, kind), { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.(ifc|stp|step)$/i.test(name))
          .map((name) => join(folder, kind, name))
          .filter((path) => isCampaign || statSync(path).size < 3e6)
      : [],
  )
  it.skipIf(samples.length === 0)('equals the reading of one statement after the other for the samples', () => {
    for (const path of samples) {
      const { scanned, expected } = compare(readFileSync(path))
      // A comparison of objects would take seconds for each sample.
      expect(JSON.stringify(scanned) === JSON.stringify(expected), path).toBe(true)
    }
  })
})
