import { describe, expect, it } from 'vitest'
import { openApiDocument, protocolScopes } from '@kamar/contracts'
import { withProtocol } from './openapi.js'
import { isProtocolPath, listProtocolRoutes } from './routes.js'

const plain = openApiDocument()
const document = withProtocol(plain)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const find = (operationId: string) => operations.find(({ operation }) => operation.operationId === operationId)

describe('OpenAPI document with the APS routes', () => {
  it('contains every operation of both APIs with a unique id', () => {
    const own = Object.values(plain.paths).flatMap((methods) => Object.keys(methods)).length
    expect(operations).toHaveLength(own + listProtocolRoutes().length)
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
    expect(JSON.stringify(plain)).not.toContain('/oss/v2/')
    for (const { operation } of operations)
      expect(Object.keys(operation.responses), operation.operationId).toContain('4XX')
  })

  it('declares path parameters and keeps the colon of properties:query', () => {
    const read = find('storage.describeObject')
    expect(read?.path).toBe('/oss/v2/buckets/{bucketKey}/objects/{objectKey}/details')
    expect(read?.operation.parameters?.map(({ name }) => name)).toEqual(['bucketKey', 'objectKey', 'with'])
    for (const { path } of operations) expect(path).not.toMatch(/\/:\w|\*/)
    expect(operations.map(({ path }) => path).filter((path) => path.endsWith('/properties:query'))).toHaveLength(1)
  })

  it('declares the security of operations: scopes, credentials, a signature or none', () => {
    expect(find('storage.listBuckets')?.operation.security).toEqual([
      { clientToken: ['bucket:read'] },
      { clientToken: ['data:read'] },
    ])
    expect(find('authentication.issueToken')?.operation.security).toEqual([{ clientCredentials: [] }])
    expect(find('storage.receivePart')?.operation.security).toEqual([{ signedAddress: [] }])
    expect(find('authentication.listKeys')?.operation.security).toEqual([])
    const schemes = document.components['securitySchemes'] as Record<
      string,
      { flows?: { clientCredentials: { scopes: object } } }
    >
    const used = new Set(
      operations.flatMap(({ operation }) => operation.security.flatMap((scheme) => Object.keys(scheme))),
    )
    expect(Object.keys(schemes)).toEqual(expect.arrayContaining([...used]))
    expect(Object.keys(schemes['clientToken']?.flows?.clientCredentials.scopes ?? {})).toEqual([...protocolScopes])
  })

  it('distinguishes forms, bytes and JSON', () => {
    const listContentTypes = (id: string) => Object.keys((find(id)?.operation.requestBody?.['content'] ?? {}) as object)
    expect(listContentTypes('authentication.issueToken')).toEqual(['application/x-www-form-urlencoded'])
    expect(listContentTypes('storage.writeObject')).toEqual(['application/octet-stream'])
    expect(listContentTypes('storage.createBucket')).toEqual(['application/json'])
    expect(find('storage.readObject')?.operation.responses['2XX']).toEqual({
      description: 'Done',
      content: { 'application/octet-stream': {} },
    })
    expect(find('storage.deleteObject')?.operation.responses['2XX']).toEqual({ description: 'Done' })
  })
})

describe('isProtocolPath', () => {
  it('distinguishes APS paths from all others', () => {
    for (const { path } of listProtocolRoutes()) expect(isProtocolPath(path), path).toBe(true)
    for (const path of Object.keys(plain.paths)) expect(isProtocolPath(path), path).toBe(false)
    for (const page of ['/', '/home', '/ossuary', '/authentication', '/.well-known/other']) {
      expect(isProtocolPath(page), page).toBe(false)
    }
  })
})
