import { expect, it } from 'vitest'
import { rewriteAddress } from './rewrite-address.js'

const design = '/modelderivative/v2/designdata'

it.each([
  ['//authentication/v2/token', '/authentication/v2/token'],
  ['/api/health', '/api/health'],
  [`/${design}/abc/manifest`, `${design}/abc/manifest`],
  [`${design}/ab/c+d/e/manifest`, `${design}/ab_c-d_e/manifest`],
  [`${design}/ab/c/metadata/guid/properties:query?x=1`, `${design}/ab_c/metadata/guid/properties:query?x=1`],
  [`${design}/ab/c/manifest/urn:x/output/a/manifest/b`, `${design}/ab_c/manifest/urn:x/output/a/manifest/b`],
  [`${design}/abc/manifest/urn:x/manifest`, `${design}/abc/manifest/urn:x/manifest`],
  [`${design}/job`, `${design}/job`],
  ['/modelderivative/v2/regions/eu/designdata/a/b/thumbnail?width=100', `${design}/a_b/thumbnail?width=100`],
])('rewriteAddress routes %s as %s', (url, routed) => {
  expect(rewriteAddress({ url, headers: {} })).toBe(routed)
})

it('rewriteAddress sets the region header from the path unless the request has one', () => {
  const url = '/modelderivative/v2/regions/eu/designdata/job'
  const headers: Record<string, string> = {}
  rewriteAddress({ url, headers })
  expect(headers['region']).toBe('eu')
  headers['region'] = 'JPN'
  rewriteAddress({ url, headers })
  expect(headers['region']).toBe('JPN')
})

it('rewriteAddress handles a path of 40,000 characters', () => {
  const url = `${design}/${'a/'.repeat(20_000)}x`
  expect(rewriteAddress({ url, headers: {} })).toBe(url)
})
