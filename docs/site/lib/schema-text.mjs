const indent = (depth) => '  '.repeat(depth)
const refPrefix = '#/components/schemas/'

/** Formats a JSON Schema in TypeScript notation, with limits as comments. */
export function toTypeText(schema, depth = 0) {
  if (schema.$ref) return schema.$ref.slice(refPrefix.length)
  if ('const' in schema) return toLiteral(schema.const)
  if (schema.enum) return schema.enum.map(toLiteral).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => toTypeText(choice, depth)).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => toTypeText(part, depth)).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => toTypeText({ ...schema, type }, depth)).join(' | ')
  if (schema.type === 'array') return toArrayText(schema, depth)
  if (schema.type === 'object') return toObjectText(schema, depth)
  return schema.format === 'binary' ? 'bytes' : (schema.type ?? 'unknown')
}

const toLiteral = (value) => (typeof value === 'string' ? `'${value}'` : String(value))

function toArrayText({ items, prefixItems }, depth) {
  if (prefixItems) return `[${prefixItems.map((item) => toTypeText(item, depth)).join(', ')}]`
  const text = toTypeText(items ?? {}, depth)
  return /[|&]/.test(text) ? `(${text})[]` : `${text}[]`
}

function toObjectText({ properties = {}, required = [], additionalProperties }, depth) {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^[\w$]+$/.test(name) ? name : `'${name}'`
    const limits = toLimits(schema)
    const mark = required.includes(name) ? '' : '?'
    const text = toTypeText(schema, depth + 1)
    return `${indent(depth + 1)}${key}${mark}: ${text}${limits === '' ? '' : ` // ${limits}`}`
  })
  if (additionalProperties && typeof additionalProperties === 'object')
    lines.push(`${indent(depth + 1)}[key: string]: ${toTypeText(additionalProperties, depth + 1)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent(depth)}}`
}

/** Describes the limits of a value; omits those that only repeat the range of integers. */
export function toLimits(schema) {
  const alternatives = schema.anyOf ?? []
  const [only, ...others] = alternatives.filter(({ type }) => type !== 'null')
  const { description, format, maxItems, maxLength, maximum, minItems, minLength, minimum, exclusiveMinimum } =
    only && others.length === 0 ? { ...schema, ...only } : schema
  const parts = [
    description,
    format !== undefined && format !== 'binary' ? format : undefined,
    toRange('length', minLength, maxLength),
    toRange('items', minItems, maxItems),
    toRange('value', exclusiveMinimum === 0 ? 1 : minimum, maximum),
  ]
  return parts.filter(Boolean).join('; ')
}

function toRange(unit, min, max) {
  const hasMin = min !== undefined && min > Number.MIN_SAFE_INTEGER
  const hasMax = max !== undefined && max < Number.MAX_SAFE_INTEGER
  if (hasMin && hasMax) return min === max ? `${unit} ${min}` : `${unit} ${min} to ${max}`
  if (hasMin) return min === 0 ? undefined : `${unit} from ${min}`
  return hasMax ? `${unit} up to ${max}` : undefined
}

/** Lists the names of the schemas that a schema references directly. */
export function listReferences(schema) {
  const names = JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
  return [...new Set([...names].map(([, name]) => name))]
}
