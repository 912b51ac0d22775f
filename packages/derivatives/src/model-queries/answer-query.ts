import {
  objectRecord,
  type ObjectFilter,
  objectTreeText,
  parseFields,
  parsePropertyQuery,
  type PropertyPayload,
  type SourceObject,
} from '@kamar/contracts/core'
import type { ModelContents } from './model-contents.js'

/** A question about the elements of a model. Elements are numbered from 1. */
export type ModelQuery =
  | { readonly ask: 'tree'; readonly objectid?: number | undefined; readonly level?: number | undefined }
  | { readonly ask: 'properties'; readonly objectid?: number | undefined }
  | {
      readonly ask: 'query'
      readonly query: unknown
      readonly fields: unknown
      readonly payload: PropertyPayload
      readonly offset: number
      readonly limit: number
    }

/** JSON text in pieces; null when there is no such element. `RangeError` for a query that does not fit. */
export function answerQuery(model: ModelContents, query: ModelQuery): Promise<AsyncIterable<string> | null> {
  if (query.ask === 'tree') return treeText(model, query)
  return query.ask === 'properties' ? propertiesText(model, query.objectid) : queryText(model, query)
}

type Ask<Kind extends ModelQuery['ask']> = Extract<ModelQuery, { ask: Kind }>

async function treeText(model: ModelContents, { objectid, level }: Ask<'tree'>): Promise<AsyncIterable<string> | null> {
  const pieces = objectTreeText(await model.tree(), {
    ...(objectid === undefined ? {} : { objectid }),
    ...(level === undefined ? {} : { level }),
  })
  return pieces && later(pieces)
}

async function* later(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces
}

async function propertiesText(model: ModelContents, objectid?: number): Promise<AsyncIterable<string> | null> {
  const { count } = await model.tree()
  if (objectid === undefined) return collection(model, range(0, count))
  const isKnown = Number.isSafeInteger(objectid) && objectid >= 1 && objectid <= count
  return isKnown ? collection(model, [objectid - 1]) : null
}

function* range(start: number, end: number): Generator<number> {
  for (let element = start; element < end; element++) yield element
}

async function* collection(model: ModelContents, elements: Iterable<number>): AsyncGenerator<string> {
  yield '{"data":{"type":"properties","collection":['
  let separator = ''
  for (const element of elements) {
    yield separator + JSON.stringify(objectRecord(await objectOf(model, element)))
    separator = ','
  }
  yield ']}}'
}

async function queryText(model: ModelContents, query: Ask<'query'>): Promise<AsyncIterable<string>> {
  const fields = parseFields(query.fields)
  const found = await matching(model, parsePropertyQuery(query.query))
  const records: string[] = []
  for (const element of found.slice(query.offset, query.offset + query.limit)) {
    records.push(JSON.stringify(objectRecord(await objectOf(model, element), fields, query.payload)))
  }
  const pagination = { limit: query.limit, offset: query.offset, totalResults: found.length }
  const head = JSON.stringify({ pagination }).slice(0, -1)
  return later([`${head},"data":{"type":"properties","collection":[${records.join(',')}]}}`])
}

/** Elements in the order of the tree. */
async function matching(model: ModelContents, filter: ObjectFilter): Promise<number[]> {
  const tree = await model.tree()
  const elements = [...range(0, tree.count)]
  if (filter.by === 'element') {
    return elements.filter((element) =>
      filter.matches({ objectid: element + 1, name: tree.name(element), externalId: tree.sourceId(element) }),
    )
  }
  const index = await model.propertyIndex()
  const isMatch = new Uint8Array(index.setCount)
  for (let set = 0; set < index.setCount; set++) isMatch[set] = filter.matches(await model.set(set)) ? 1 : 0
  return elements.filter(
    (element) => element < index.elementCount && index.setsOf(element).some((set) => isMatch[set] === 1),
  )
}

async function objectOf(model: ModelContents, element: number): Promise<SourceObject> {
  const tree = await model.tree()
  return {
    objectid: element + 1,
    name: tree.name(element),
    externalId: tree.sourceId(element),
    sets: await model.setsOf(element),
  }
}
