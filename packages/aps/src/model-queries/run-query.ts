import { objectRecord, parseFields, type PropertyPayload, type SourceObject } from './object-properties.js'
import { objectTreeText } from './object-tree.js'
import { parsePropertyQuery, type ObjectFilter } from './property-query.js'
import type { ModelContents } from './model-contents.js'

/** Query for elements of a model. Elements are numbered from 1. */
export type ModelQuery =
  | { readonly kind: 'tree'; readonly objectid?: number | undefined; readonly level?: number | undefined }
  | { readonly kind: 'properties'; readonly objectid?: number | undefined }
  | {
      readonly kind: 'query'
      readonly query: unknown
      readonly fields: unknown
      readonly payload: PropertyPayload
      readonly offset: number
      readonly limit: number
    }

/**
 * Runs a query and yields JSON text in chunks; null when the element does not exist. Throws `RangeError` for an invalid
 * query.
 */
export function runQuery(model: ModelContents, query: ModelQuery): Promise<AsyncIterable<string> | null> {
  if (query.kind === 'tree') return treeText(model, query)
  return query.kind === 'properties' ? propertiesText(model, query.objectid) : queryText(model, query)
}

type QueryVariant<Kind extends ModelQuery['kind']> = Extract<ModelQuery, { kind: Kind }>

async function treeText(
  model: ModelContents,
  { objectid, level }: QueryVariant<'tree'>,
): Promise<AsyncIterable<string> | null> {
  const fragments = objectTreeText(await model.tree(), {
    ...(objectid === undefined ? {} : { objectid }),
    ...(level === undefined ? {} : { level }),
  })
  return fragments && toAsync(fragments)
}

async function* toAsync(fragments: Iterable<string>): AsyncGenerator<string> {
  yield* fragments
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
    yield separator + JSON.stringify(objectRecord(await readObject(model, element)))
    separator = ','
  }
  yield ']}}'
}

async function queryText(model: ModelContents, query: QueryVariant<'query'>): Promise<AsyncIterable<string>> {
  const fields = parseFields(query.fields)
  const matches = await matching(model, parsePropertyQuery(query.query))
  const records: string[] = []
  for (const element of matches.slice(query.offset, query.offset + query.limit)) {
    records.push(JSON.stringify(objectRecord(await readObject(model, element), fields, query.payload)))
  }
  const pagination = { limit: query.limit, offset: query.offset, totalResults: matches.length }
  const prefix = JSON.stringify({ pagination }).slice(0, -1)
  return toAsync([`${prefix},"data":{"type":"properties","collection":[${records.join(',')}]}}`])
}

/** Returns the matching elements in tree order. */
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

async function readObject(model: ModelContents, element: number): Promise<SourceObject> {
  const tree = await model.tree()
  return {
    objectid: element + 1,
    name: tree.name(element),
    externalId: tree.sourceId(element),
    sets: await model.readSets(element),
  }
}
