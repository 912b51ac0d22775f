import { writePage } from './collect-pages.mjs'
import { httpGroups } from './http-groups.mjs'
import { listReferences, toLimits, toTypeText } from './schema-text.mjs'

const code = (text) => `\`${text}\``
const fence = (text) => `\`\`\`ts\n${text}\n\`\`\``
const toCell = (text) => text.replaceAll('|', String.raw`\|`)

const accessTexts = {
  accessToken: 'access token',
  viewerToken: 'viewer token',
  refreshCookie: 'refresh cookie',
  clientToken: 'client token',
  clientCredentials: 'client id and secret',
  signedAddress: 'signed address',
}

/** Writes the pages of the HTTP API from its OpenAPI document: operations by group, types, errors. */
export function writeHttpPages(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  )
  const groups = groupOperations(operations)
  for (const { name, title, operations: members } of groups) writePage(`http/${name}.md`, toGroupPage(title, members))
  writePage('http/types.md', toTypesPage(document.components.schemas))
  writePage('http/errors.md', toErrorsPage(document['x-errors']))
  writePage('http/index.md', toIndexPage(document, groups))
  writePage('public/openapi.json', JSON.stringify(document))
}

function groupOperations(operations) {
  const groups = httpGroups.map((group) => ({ ...group, operations: [] }))
  for (const operation of operations) {
    const group = groups.find(({ pattern }) => pattern.test(operation.path))
    if (group === undefined) throw new RangeError(`${operation.path} has no group in docs/site/lib/http-groups.mjs`)
    group.operations.push(operation)
  }
  return groups
}

function toIndexPage(document, groups) {
  const rows = groups.map(({ name, title, operations }) => `| [${title}](./${name}.md) | ${operations.length} |`)
  const access = Object.entries(document.components.securitySchemes).map(
    ([name, { description, type }]) => `| ${accessTexts[name] ?? name} | ${toCell(description ?? type)} |`,
  )
  return `# HTTP API

These pages are generated from the OpenAPI ${document.openapi} document of the server. A running server serves the same document at
${code('/api/openapi.json')} and as a page at ${code('/api/docs')}. [Download the document](/openapi.json).

Paths below ${code('/api')} are Kamar's own API. The other paths implement the protocol of Autodesk Platform Services (APS).

| page | operations |
|---|---|
${rows.join('\n')}

[Types](./types.md) lists the named shapes of requests and responses, [errors](./errors.md) the error codes.

## Access

| operations say | meaning |
|---|---|
${access.join('\n')}
`
}

function toGroupPage(title, operations) {
  const list = operations.map(({ method, path, summary }) => `| ${code(`${method} ${path}`)} | ${toCell(summary)} |`)
  const table = `| operation | description |\n|---|---|\n${list.join('\n')}`
  return `# ${title}\n\n${table}\n\n${operations.map(toOperation).join('\n\n')}\n`
}

function toOperation({ method, path, summary, security, parameters = [], requestBody, responses }) {
  const parts = [
    `## ${code(`${method} ${path}`)}`,
    `${summary}.`,
    `Access: ${toAccessText(security)}.`,
    ...toParameters(parameters),
    ...toBody('Request', requestBody),
    ...Object.entries(responses).flatMap(([status, response]) => toResponse(status, response)),
  ]
  return parts.join('\n\n')
}

function toAccessText(security) {
  const choices = security.flatMap((scheme) =>
    Object.entries(scheme).map(([name, scopes]) => {
      const withScopes = scopes.length === 0 ? '' : ` with ${scopes.map(code).join(' and ')}`
      return `${accessTexts[name] ?? name}${withScopes}`
    }),
  )
  return choices.length === 0 ? 'public' : choices.join(', or ')
}

function toParameters(parameters) {
  if (parameters.length === 0) return []
  const rows = parameters.map(({ name, in: location, required, schema }) => {
    const type = toCell(code(toTypeText(schema)))
    return `| ${code(name)} | ${location}${required ? '' : ', optional'} | ${type} | ${toCell(toLimits(schema))} |`
  })
  return [`| parameter | in | type | limits |\n|---|---|---|---|\n${rows.join('\n')}`]
}

function toBody(title, body) {
  return Object.entries(body?.content ?? {}).flatMap(([type, { schema }]) => [
    `${title}, ${code(type)}:`,
    ...(schema ? [fence(toTypeText(schema)), ...toReferences(schema)] : []),
  ])
}

function toResponse(status, { content }) {
  if (status === 'default') return []
  const parts = toBody(`Response ${status}`, { content })
  return parts.length === 0 ? [`Response ${status}: no body described.`] : parts
}

function toReferences(schema, page = './types.md') {
  const names = listReferences(schema)
  if (names.length === 0) return []
  return [`Types: ${names.map((name) => `[${name}](${page}#${name.toLowerCase()})`).join(', ')}`]
}

function toTypesPage(schemas) {
  const types = Object.entries(schemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) =>
      [
        `## ${name}`,
        ...(schema.description ? [schema.description] : []),
        fence(`type ${name} = ${toTypeText(schema)}`),
        ...toReferences(schema, ''),
      ].join('\n\n'),
    )
  return `# Types\n\nNamed shapes of requests and responses, in the notation of TypeScript.\n\n${types.join('\n\n')}\n`
}

function toErrorsPage(errors) {
  const rows = errors
    .toSorted((a, b) => a.status - b.status)
    .map(({ status, code: name, message, mayRetry }) => {
      return `| ${status} | ${code(name)} | ${toCell(message)} | ${mayRetry ? 'yes' : ''} |`
    })
  return `# Errors

A failed call below ${code('/api')} answers with the status and a body with the code and the message in the language of the request. The
services of the APS protocol answer with the error bodies of APS.

| status | code | message | retry |
|---|---|---|---|
${rows.join('\n')}
`
}
