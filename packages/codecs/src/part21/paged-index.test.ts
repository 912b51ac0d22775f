import { seededRandom } from '@kamar/test-kit'
import { afterEach, describe, expect, it } from 'vitest'
import { FileBytes } from './file-bytes.js'
import { StatementClosure } from './statement-closure.js'
import { StepCursor } from './step-cursor.js'
import { StepIndexer, type IndexOptions, type StepIndex } from './step-index.js'
import { encodeText, stepFile, storeBytes, type StoredBytes } from './testing/index.js'

const stored: StoredBytes[] = []
afterEach(() => {
  for (const file of stored.splice(0)) file.close()
})

function buildIndex(bytes: FileBytes, options: IndexOptions): StepIndex {
  const indexer = new StepIndexer(bytes, { complexInstances: true, ...options })
  while (!indexer.advance(indexer.position + 1000));
  return indexer.result()
}

/** Opens the same text in memory, and on disk with windows and pages that end at every opportunity. */
function openBoth(text: string): { bytes: FileBytes; index: StepIndex }[] {
  const encoded = encodeText(text)
  const disk = storeBytes(encoded, { windowBytes: 64, maxWindows: 2 })
  stored.push(disk)
  return [
    { bytes: new FileBytes(encoded), options: {} },
    { bytes: new FileBytes(disk.content), options: { pageRows: 64 } },
  ].map(({ bytes, options }) => ({ bytes, index: buildIndex(bytes, options) }))
}

type Random = () => number
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item

/** Writes an attribute: numbers, references, strings with delimiters, comments, lists. */
function randomAttribute(random: Random, maxId: number, depth = 0): string {
  const list = (): string =>
    `(${Array.from({ length: Math.floor(random() * 5) }, () => randomAttribute(random, maxId, depth + 1)).join(pick(random, [',', ' , ', ',\n']))})`
  return pick(random, [
    () => '$',
    () => `#${1 + Math.floor(random() * maxId)}`,
    () => (random() * 1000).toFixed(3),
    () => `-${Math.floor(random() * 1e6)}.`,
    () => '.T.',
    () => `'${'x'.repeat(random() * (random() < 0.05 ? 400 : 20))}'`,
    () => "'it''s; #3=A()'",
    () => `/* ${'c'.repeat(random() * (random() < 0.1 ? 300 : 10))}; */ 1`,
    () => `IFCLABEL('${Math.floor(random() * 100)}')`,
    ...(depth < 3 ? [list, list] : []),
  ])()
}

/** Writes statements in the given order of numbers, some damaged, with comments and blanks between them. */
function randomRows(random: Random, ids: readonly number[]): string {
  const maxId = Math.max(...ids) + 3
  const types = ['IFCPOINT', 'IFCPOINT', 'IFCPOINT', 'IFCWALL', 'IfcDoor', 'IFCLOOP']
  const rows = ids.map((id) => {
    const attributes = Array.from({ length: Math.floor(random() * 6) }, () => randomAttribute(random, maxId)).join(',')
    return pick(random, [
      `#${id}=${pick(random, types)}(${attributes});`,
      `#${id} = ${pick(random, types)} ( ${attributes} ) ;`,
      `#${id}=${pick(random, types)}(${attributes});`,
      ...(random() < 0.1
        ? [
            `#${id}=(A()B(${attributes}));`,
            `#${id}${' '.repeat(random() * 300)}=${'\n'.repeat(random() * 300)}IFCWALL(${attributes});`,
            `#${id}=IFCWALL('unclosed);`,
            `#${id}=;`,
            'JUNK();',
          ]
        : []),
    ])
  })
  const separators = ['\n', '\r\n', '', ' ', `/* ${'-'.repeat(random() * 400)} */`]
  return rows.map((row) => row + pick(random, random() < 0.9 ? ['\n'] : separators)).join('')
}

/** Lists the numbers from 1 on in runs of a hundred. */
const listRuns = (count: number): number[][] =>
  Array.from({ length: Math.ceil(count / 100) }, (_, run) =>
    Array.from({ length: Math.min(100, count - run * 100) }, (__, at) => run * 100 + at + 1),
  )

const orders: Readonly<Record<string, (random: Random, count: number) => number[]>> = {
  ascending: (_, count) => Array.from({ length: count }, (__, at) => at + 1),
  'ascending with gaps': (random, count) => {
    let id = 0
    return Array.from({ length: count }, () => (id += 1 + Math.floor(random() ** 8 * 90)))
  },
  shuffled: (random, count) => orders.ascending!(random, count).toSorted(() => random() - 0.5),
  'in runs': (random, count) =>
    listRuns(count)
      .toSorted(() => random() - 0.5)
      .flat(),
  repeated: (random, count) => Array.from({ length: count }, () => 1 + Math.floor(random() * count)),
  sparse: (random, count) => {
    let id = 0
    return Array.from({ length: count }, () => (id += 1 + Math.floor(random() * 9_000_000)))
  },
}

/** Describes everything that an index states. */
function describeIndex(index: StepIndex) {
  const rows = Array.from({ length: index.count }, (_, row) => row)
  return {
    rows: rows.map((row) => [
      index.getId(row),
      index.getType(row),
      index.getStart(row),
      index.getBody(row),
      index.getEnd(row),
    ]),
    lists: index.typeNames.map((name) => [name, ...index.listRows(name)]),
    found: rows.flatMap((row) => [index.findRow(index.getId(row)), index.findRow(index.getId(row) + 1)]),
    missing: [0, -1, index.maxId + 1, 2 ** 40, NaN].map((id) => index.findRow(id)),
    ended: index.ended,
    unreadable: index.unreadable,
    maxId: index.maxId,
    header: [...index.header],
  }
}

describe('index of a file on disk', () => {
  for (const [name, order] of Object.entries(orders)) {
    it(`equals the one in memory for numbers that are ${name}`, () => {
      for (let seed = 1; seed <= 12; seed++) {
        const random = seededRandom(seed)
        const text = stepFile({ rows: randomRows(random, order(random, 40 + seed * 40)) })
        const cut = text.slice(0, seed % 3 === 0 ? Math.floor(random() * text.length) : text.length)
        const [inMemory, onDisk] = openBoth(cut).map(({ index }) => describeIndex(index))
        expect(onDisk, `seed ${seed}`).toEqual(inMemory)
      }
    })
  }

  it.each(['ascending', 'ascending with gaps', 'shuffled', 'in runs', 'repeated', 'sparse'])(
    'finds the last row of each number, and no other number, for numbers that are %s',
    (name) => {
      for (let seed = 1; seed <= 4; seed++) {
        const random = seededRandom(seed)
        const ids = orders[name]!(random, 900)
        const { index } = openBoth(stepFile({ rows: ids.map((id) => `#${id}=A(1);\n`).join('') }))[1]!
        const rowOf = new Map(ids.map((id, row) => [id, row]))
        const numbers = ids.flatMap((id) => [id - 1, id, id + 1])
        expect(numbers.map((id) => index.findRow(id))).toEqual(numbers.map((id) => rowOf.get(id) ?? -1))
      }
    },
  )

  it('gives the same values to cursors and the same closure', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = seededRandom(seed)
      const text = stepFile({ rows: randomRows(random, orders['ascending with gaps']!(random, 300)) })
      const [inMemory, onDisk] = openBoth(text).map(({ bytes, index }) => {
        const cursor = new StepCursor(bytes, index)
        const values = Array.from({ length: index.count }, (_, row) => {
          cursor.moveTo(row)
          const attributes: unknown[] = []
          while (cursor.hasMore) attributes.push(cursor.value())
          return [
            attributes,
            cursor.moveTo(row, 1).rows(),
            cursor.moveTo(row, 1).text(),
            cursor.moveTo(row, 2).number(),
          ]
        })
        const closure = new StatementClosure({ bytes, index }, { leaves: new Set(['IFCPOINT']), outward: new Set() })
        const closures = Array.from({ length: 20 }, (_, row) => {
          const visited: number[] = []
          closure.startRun()
          closure.follow(row * 7, (each) => void visited.push(each))
          return visited
        })
        return { values, closures, missing: cursor.missingReferences }
      })
      expect(onDisk, `seed ${seed}`).toEqual(inMemory)
    }
  })
})

describe('index of a long statement on disk', () => {
  it('continues after statements and comments longer than the blocks that are read', () => {
    const rows = `#1=A('${'a'.repeat(9 * 2 ** 20)}');/*${'*'.repeat(20 * 2 ** 20)}*/#2=B('${"''".repeat(5 * 2 ** 20)}');\n#3=C();`
    const [inMemory, onDisk] = openBoth(stepFile({ rows })).map(({ index }) => describeIndex(index))
    expect(onDisk).toEqual(inMemory)
    expect(onDisk?.rows.map(([id]) => id)).toEqual([1, 2, 3])
  })
})
