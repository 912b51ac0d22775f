import { parseArgs } from 'node:util'
import {
  decoderReady,
  decodeTreeColumns,
  encodePropertyBlock,
  encodePropertyIndex,
  encoderReady,
  encodeTree,
  noParent,
} from '@kamar/package-format'
import { createSearchEngines, executeTask } from '../../packages/viewer/dist/engine/search/search-messages.js'
import { logProgress } from '../lib/log.mjs'
import { createRandom } from './made-city.mjs'

/**
 * Searches in a made model: storeys of 50,000 elements, 2,000 types with three sets each, two sets of each element.
 * Prints the processor time of each search, the lowest of some, and the bytes of tree and search.
 *
 * node --expose-gc view/search.mjs [--elements N] [--megabytes N]
 */
const { values } = parseArgs({
  options: { elements: { type: 'string', default: '2000000' }, megabytes: { type: 'string', default: '128' } },
})
const count = Number(values.elements)
const maxPropertyBytes = Number(values.megabytes) * 2 ** 20
const runs = 5
const setsPerBlock = 4000
const elementsPerStorey = 50_000
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$'
const kinds = ['Basic Wall:Interior - 138mm', 'Floor:Concrete 200', 'M_Single-Flush:0915 x 2134mm', 'Դուռ:Մուտքի']
const otherKinds = ['Стена:Кирпич 250', 'Pipe Types:Standard', 'Rectangular Duct:Radius Elbows', 'Hex Bolt:M16']
const types = Array.from({ length: 2000 }, (_, type) => `${[...kinds, ...otherKinds][type % 8]} ${type}`)

/** Returns a GlobalId of one session: such ids differ in their last digits. */
function formatId(element) {
  let text = ''
  for (let rest = element * 7 + 1; text.length < 6; rest = Math.floor(rest / 64)) text = digits[rest & 63] + text
  return `0$Yew7VZco2lz4iW${text}`
}

const random = createRandom(12_345)
const typeOf = Uint16Array.from({ length: count }, () => random() * types.length)
const isStorey = (element) => element % elementsPerStorey === 1

function encodeMadeTree() {
  const classNames = ['IfcProject', 'IfcBuildingStorey', 'IfcWallStandardCase', 'IfcDoor', 'IfcSlab', 'IfcFlowSegment']
  const getParent = (element) =>
    element === 0 ? noParent : isStorey(element) ? 0 : element - ((element - 1) % elementsPerStorey)
  return encodeTree({
    count,
    parent: Uint32Array.from({ length: count }, (_, element) => getParent(element)),
    classNames,
    classIndex: Uint16Array.from({ length: count }, (_, element) =>
      element === 0 ? 0 : isStorey(element) ? 1 : 2 + (element % 4),
    ),
    hidden: new Uint8Array(count),
    name: (element) => (isStorey(element) ? `Level ${element}` : `${types[typeOf[element]]}:${300_000 + element}`),
    sourceId: formatId,
  })
}

/** Returns the blocks of property sets and their index. */
function encodeMadeProperties() {
  const blocks = []
  const blockStart = []
  let sets = []
  let setCount = 0
  const flush = () => {
    blockStart.push(setCount - sets.length)
    blocks.push(encodePropertyBlock(sets, setCount - sets.length))
    sets = []
  }
  const add = (name, properties) => {
    sets.push({ name, properties: Object.entries(properties).map(([property, value]) => ({ name: property, value })) })
    setCount++
    if (sets.length === setsPerBlock) flush()
    return setCount - 1
  }
  const typeSets = []
  const findTypeSets = (type) =>
    (typeSets[type] ??= [
      add('Pset_TypeCommon', { Reference: types[type], FireRating: `${30 * (type % 5)} min` }),
      add('Identity', { Manufacturer: `Maker ${type % 40}`, Model: `MD-${type}` }),
      add('Materials', { Material: ['Concrete', 'Steel', 'Կաղնի', 'Кирпич'][type % 4], Thickness: type % 300 }),
    ])
  const setStart = new Uint32Array(count + 1)
  const setNumbers = new Uint32Array(count * 5)
  for (let element = 0, next = 0; element < count; element++) {
    const storey = Math.floor(element / elementsPerStorey)
    const phase = random() < 0.8 ? 'New construction' : 'Existing'
    const lengths = { Length: Math.round(random() * 1e7) / 1000, Area: Math.round(random() * 1e6) / 1000 }
    for (const set of findTypeSets(typeOf[element])) setNumbers[next++] = set
    setNumbers[next++] = add('Dimensions', { ...lengths, Phase: phase })
    setNumbers[next++] = add('Constraints', {
      Mark: `M-${storey}-${element % elementsPerStorey}`,
      Level: `Level ${storey}`,
    })
    setStart[element + 1] = next
  }
  if (sets.length > 0) flush()
  blockStart.push(setCount)
  const index = encodePropertyIndex({
    elementCount: count,
    setStart,
    setNumbers,
    blockStart: Uint32Array.from(blockStart),
  })
  return { blocks, index }
}

function measureMegabytes() {
  for (let time = 0; time < 2; time++) globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return Math.round((heapUsed + arrayBuffers) / 2 ** 20)
}

const cpuMilliseconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

await Promise.all([decoderReady, encoderReady])
const treeBytes = encodeMadeTree()
const { blocks, index } = encodeMadeProperties()
const before = measureMegabytes()
const tree = decodeTreeColumns(treeBytes)
const treeMegabytes = measureMegabytes() - before
logProgress(`tree: ${treeMegabytes} MB on the page, as much in the worker`)
const files = { tree, properties: index.slice().buffer, maxPropertyBytes }
const engines = await createSearchEngines(files, async (block) => blocks[block])
await executeTask(engines, { kind: 'prepare' })
const searches = {}
const texts = [
  'wall',
  '351423',
  'M-3-77',
  'radius 1.5',
  'new construction',
  'кирпич',
  'մուտք',
  'steel',
  '0915',
  'a',
  'zzzzqq',
]
for (const text of [...texts, formatId(count >> 1).slice(12)]) {
  let min = Infinity
  let result = { total: 0 }
  for (let run = 0; run < runs; run++) {
    const started = cpuMilliseconds()
    result = await executeTask(engines, { kind: 'query', query: { text, limit: 500 } })
    min = Math.min(min, cpuMilliseconds() - started)
  }
  searches[text] = Math.round(min)
  logProgress(`${text}: ${Math.round(min)} ms CPU, ${result.total} elements`)
}
const megabytes = measureMegabytes() - before
process.stdout.write(`${JSON.stringify({ elements: count, treeMegabytes, megabytes, searches })}\n`)
