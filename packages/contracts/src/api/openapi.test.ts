import { describe, expect, it } from 'vitest'
import { errorTable } from '@kamar/core'
import { openApiDocument, openApiPath } from './openapi.js'
import { routes } from '../generated/route-tables.js'
import { streamRoutes } from '../generated/stream-tables.js'

const document = openApiDocument()

function referencesIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '')
}

function resolve(reference: string): unknown {
  return reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
}

describe('openApiDocument', () => {
  it('contains every JSON route and every stream route once', () => {
    const all = [...Object.values(routes), ...streamRoutes]
    for (const { method, path } of all) {
      expect(document.paths[openApiPath(path)], path).toHaveProperty(method.toLowerCase())
    }
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(operations).toHaveLength(all.length)
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(all.length)
  })

  it('resolves every reference', () => {
    const references = referencesIn(document)
    expect(references.length).toBeGreaterThan(20)
    for (const reference of references) expect(resolve(reference), reference).toBeDefined()
  })

  it('defines the file record once and refers to it', () => {
    const listFiles = document.paths['/api/auth/my-urns']?.['get']
    expect(referencesIn(listFiles)).toContain('#/components/schemas/FileRecord')
    expect(resolve('#/components/schemas/FileRecord')).toMatchObject({
      required: expect.arrayContaining(['id', 'description', 'urn', 'updated_at', 'size']) as unknown,
    })
  })

  it('lists the whole error table with English texts', () => {
    expect(document['x-errors'].map((row) => row.code)).toEqual(Object.keys(errorTable))
    expect(document['x-errors'].find((row) => row.code === 'file-too-large')).toEqual({
      code: 'file-too-large',
      status: 413,
      message: 'File size exceeds {{limit}} limit',
      mayRetry: false,
    })
  })

  it('names its server, its licence, and the errors of every operation', () => {
    expect(document.servers).toEqual([{ url: '/', description: expect.any(String) as string }])
    expect(document.info.license).toEqual({ name: 'Apache License 2.0', identifier: 'Apache-2.0' })
    for (const { operationId, responses } of Object.values(document.paths).flatMap((methods) =>
      Object.values(methods),
    )) {
      expect(responses, operationId).toMatchObject({
        '4XX': { $ref: '#/components/responses/Error' },
        '5XX': { $ref: '#/components/responses/Error' },
      })
    }
  })

  it('declares path parameters and the security of a route', () => {
    expect(document.paths['/api/derivatives/{urn}/{path}']?.['get']).toMatchObject({
      parameters: [{ name: 'urn' }, { name: 'path' }],
      security: [{ accessToken: [] }, { viewerToken: [] }],
    })
    expect(document.paths['/api/auth/login']?.['post']?.security).toEqual([])
  })
})
