import type { OpenApiDocument, OpenApiOperation } from '@kamar/contracts'
import type { InjectOptions } from 'fastify'

type Json = Readonly<Record<string, unknown>>
type Random = () => number

/** Generator of requests from an OpenAPI document: of the declared schema, with a ratio of hostile values. */
export interface RequestGenerator {
  /** Returns one request, without credentials, and its operation. */
  next(): GeneratedRequest
  /**
   * Sets the existing ids, by the path segment of their collection: `{ 'my-urns': [file.id] }`. Other collections stay.
   */
  learn(idsByCollection: Readonly<Record<string, readonly string[]>>): void
}

export interface GeneratedRequest {
  readonly operationId: string
  /** Last fixed segment of its path: `topics` of `/api/auth/my-urns/{id}/topics/{topicId}`. */
  readonly collection: string
  readonly request: InjectOptions
}

const methodsWithBody = new Set(['post', 'put', 'patch'])

/** Texts that are difficult for databases, file systems, parsers and logs. */
const hostileStrings = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\udc00\ud800',
  '\ufeff',
  '\ufffe\uffff',
  '\u202egnp.exe',
  '\u007f\u0085\u2028\u2029',
  '👩‍👩‍👧‍👦 Հայերեն',
  'x'.repeat(10_000),
  '../../etc/passwd',
  '..',
  '.',
  '/',
  '\\',
  '%00',
  '%',
  '%25%30',
  '*',
  '?',
  '[]',
  '(',
  "'; select 1; --",
  '"',
  '\\u0000',
  '${7*7}',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e400',
  '9223372036854775808',
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-0000-0000-00000000000g',
  'urn:adsk.objects:os.object:bucket/object',
  '2026-02-30',
  '0000-00-00',
  '275760-09-14T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  'a@b',
  'http://[::1',
  'javascript:alert(1)',
  'W/"0"',
] as const

const hostileNumbers = [0, -0, -1, 0.5, 1e-320, 1e21, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), 2 ** 64] as const

/**
 * Generates requests for every operation of the document with equal probability, reproducible for the same `random`.
 */
export function generateRequests(document: OpenApiDocument, random: Random): RequestGenerator {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const values = new ValueGenerator(document.components['schemas'] as Json, random)
  return {
    learn: (idsByCollection) => {
      for (const [collection, ids] of Object.entries(idsByCollection)) values.knownIds.set(collection, ids)
    },
    next() {
      const { path, method, operation } = values.pick(operations)
      // So that some requests pass the schema validation, and others fail each of its checks.
      values.hostileRatio = values.pick([0, 0.05, 0.2, 0.6])
      const url = createAddress(values, path, operation)
      const request = { method: method.toUpperCase() as 'GET', url, ...createBody(values, method, operation) }
      return { operationId: operation.operationId, collection: getCollection(path), request }
    },
  }
}

const getCollection = (path: string): string => path.split('/').findLast((segment) => /^[\w-]+$/.test(segment)) ?? ''

function createAddress(values: ValueGenerator, path: string, { parameters = [] }: OpenApiOperation): string {
  const query = new URLSearchParams()
  let address = path
  for (const { name, in: parameterLocation, schema } of parameters as { name: string; in: string; schema: Json }[]) {
    const collection = getCollection(path.slice(0, path.indexOf(`{${name}}`)))
    const text = asText(parameterLocation === 'path' ? values.identifier(collection) : values.make(schema))
    if (parameterLocation === 'path') address = address.replace(`{${name}}`, encode(text) || '%20')
    if (parameterLocation === 'query' && values.chance(0.6)) query.append(name, text)
  }
  return query.size === 0 ? address : `${address}?${query.toString()}`
}

/**
 * Percent-encodes a text; unpaired surrogates, which have no encoding, become the bytes that some clients send for
 * them.
 */
const encode = (text: string): string => (/\p{Surrogate}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text))

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function createBody(values: ValueGenerator, method: string, { requestBody }: OpenApiOperation): Partial<InjectOptions> {
  if (!methodsWithBody.has(method)) return {}
  const content = (requestBody?.['content'] ?? { 'application/json': {} }) as Readonly<
    Record<string, { schema?: Json }>
  >
  const [contentType = ''] = Object.keys(content)
  const value = values.make(content[contentType]?.schema ?? {})
  const headers = { 'content-type': contentType === 'multipart/form-data' ? `${contentType}; boundary=x` : contentType }
  if (contentType.endsWith('json')) return { headers, payload: JSON.stringify(value) ?? '' }
  if (contentType.endsWith('urlencoded')) return { headers, payload: encodeForm(value) }
  return { headers, payload: asText(value) }
}

function encodeForm(value: unknown): string {
  const form = new URLSearchParams()
  for (const [name, field] of Object.entries(Object(value) as Json)) form.append(name, asText(field))
  return form.toString()
}

/** Generates values of JSON schemas, with a ratio of hostile ones. */
class ValueGenerator {
  readonly knownIds = new Map<string, readonly string[]>()
  hostileRatio = 0

  constructor(
    private readonly schemas: Json,
    private readonly random: Random,
  ) {}

  pick<Value>(list: readonly Value[]): Value {
    return list[Math.floor(this.random() * list.length)] as Value
  }

  chance(share: number): boolean {
    return this.random() < share
  }

  make(schema: Json, depth = 0): unknown {
    if (this.chance(this.hostileRatio)) return this.hostile(depth)
    const reference = schema['$ref']
    if (typeof reference === 'string')
      return depth > 12 ? null : this.make(this.schemas[reference.split('/').at(-1) ?? ''] as Json, depth + 1)
    for (const choices of ['anyOf', 'oneOf', 'enum', 'const'] as const) {
      if (!(choices in schema)) continue
      if (choices === 'const') return schema['const']
      const choice = this.pick(schema[choices] as readonly unknown[])
      return choices === 'enum' ? choice : this.make(choice as Json, depth + 1)
    }
    return this.ofType(schema, depth)
  }

  private ofType(schema: Json, depth: number): unknown {
    const type = Array.isArray(schema['type']) ? this.pick(schema['type'] as string[]) : schema['type']
    if (type === 'string') return this.text(schema)
    if (type === 'integer' || type === 'number') return this.number(schema)
    if (type === 'boolean') return this.chance(0.5)
    if (type === 'array') return this.list(schema, depth)
    if (type === 'object' || 'properties' in schema) return this.object(schema, depth)
    return null
  }

  private text(schema: Json): string {
    switch (schema['format']) {
      case 'uuid':
        return this.knownId()
      case 'email':
        return `person-${Math.floor(this.random() * 1000)}@generated.test`
      case 'date':
        return this.pick(['2026-11-24', '9999-12-31', '0001-01-01'])
      case 'date-time':
        return this.pick(['2026-11-24T12:00:00Z', '9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z'])
      case 'uri':
        return 'https://203.0.113.9/path'
      default:
        return this.chance(0.5) ? this.knownId() : this.pick(['a', 'A title', 'house.stl', 'en', '10', 'dHJ1ZQ'])
    }
  }

  /** Returns an id for a path: mostly an existing one of its collection. */
  identifier(collection: string): unknown {
    if (this.chance(this.hostileRatio)) return this.hostile(0)
    const ids = this.knownIds.get(collection) ?? []
    return ids.length > 0 && this.chance(0.8) ? this.pick(ids) : this.knownId()
  }

  private knownId(): string {
    const ids = [...this.knownIds.values()].flat()
    return ids.length > 0 ? this.pick(ids) : '00000000-0000-4000-8000-000000000000'
  }

  private number({ minimum, maximum, type }: Json): number {
    const from = Math.max(Number(minimum ?? -10), -1e9)
    const to = Math.min(Number(maximum ?? 100), 1e9)
    const value = from + this.random() * (to - from)
    return type === 'integer' ? Math.round(value) : value
  }

  private list({ items, prefixItems, minItems, maxItems }: Json, depth: number): unknown[] {
    if (Array.isArray(prefixItems)) return (prefixItems as Json[]).map((item) => this.make(item, depth + 1))
    const length = Math.min(Number(maxItems ?? 3), Number(minItems ?? 0) + Math.floor(this.random() * 3))
    return Array.from({ length }, () => this.make((items ?? {}) as Json, depth + 1))
  }

  private object({ properties = {}, required = [], additionalProperties }: Json, depth: number): Json {
    const object: Record<string, unknown> = {}
    for (const [name, schema] of Object.entries(properties as Record<string, Json>)) {
      if ((required as string[]).includes(name) || this.chance(0.6)) object[name] = this.make(schema, depth + 1)
    }
    if (typeof additionalProperties === 'object')
      object[this.pick(['key', ...hostileStrings])] = this.make(additionalProperties as Json, depth + 1)
    if (this.chance(this.hostileRatio)) object[this.pick(hostileStrings)] = this.hostile(depth)
    return object
  }

  private hostile(depth: number): unknown {
    const kind = this.pick(['text', 'text', 'text', 'number', 'other', 'list', 'object'])
    if (kind === 'number') return this.pick(hostileNumbers)
    if (kind === 'other') return this.pick([null, true, false, undefined])
    if (kind === 'list' && depth < 4) return [this.hostile(depth + 1)]
    if (kind === 'object' && depth < 4) return { [this.pick(hostileStrings)]: this.hostile(depth + 1) }
    return this.pick(hostileStrings)
  }
}
