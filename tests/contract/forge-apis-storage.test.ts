import ForgeApis from 'forge-apis'
import { beforeAll, describe, expect, it } from 'vitest'
import { address, makeApplication, twoParts } from './support/contract-server.js'

const bucketKey = 'forge-apis-contract'
const objectBytes = twoParts(4)
let client: ForgeApis.ApiClient
let authentication: ForgeApis.AuthClientTwoLeggedV2
let credentials: ForgeApis.Credentials
beforeAll(async () => {
  const { clientId, clientSecret } = await makeApplication()
  client = new ForgeApis.ApiClient(address())
  const scopes = ['bucket:create', 'bucket:read', 'bucket:delete', 'data:read', 'data:create', 'data:write']
  authentication = new ForgeApis.AuthClientTwoLeggedV2(clientId, clientSecret, scopes, false, client)
  credentials = await authentication.authenticate()
})

describe('forge-apis', () => {
  it('verifies its token with the published keys', async () => {
    const claims = await authentication.verifyToken(credentials.access_token)
    expect(claims.scope).toEqual(expect.arrayContaining(['data:read', 'bucket:create']))
    await expect(authentication.verifyToken(`${credentials.access_token.slice(0, -8)}AAAAAAAA`)).rejects.toThrow(
      'Invalid token',
    )
  })

  it('uploads and downloads objects in batches', async () => {
    const buckets = new ForgeApis.BucketsApi(client)
    const objects = new ForgeApis.ObjectsApi(client)
    await buckets.createBucket({ bucketKey, policyKey: 'transient' }, {}, authentication, credentials)
    const { body } = await buckets.getBuckets({}, authentication, credentials)
    expect(body.items.map((item) => item.bucketKey)).toEqual([bucketKey])
    const sent = [
      { objectKey: 'two parts.bin', data: objectBytes, length: objectBytes.length },
      { objectKey: 'small.txt', data: Buffer.from('small'), length: 5 },
    ]
    const uploaded = await objects.uploadResources(bucketKey, sent, {}, authentication, credentials)
    expect(uploaded.map((item) => item.completed.size)).toEqual([objectBytes.length, 5])
    const downloads = sent.map(({ objectKey }) => ({ objectKey, responseType: 'arraybuffer' as const }))
    const received = await objects.downloadResources(bucketKey, downloads, {}, authentication, credentials)
    for (const [index, { data }] of received.entries())
      expect(data.equals(sent[index]?.data ?? Buffer.alloc(0))).toBe(true)
    const copy = await objects.copyTo(bucketKey, 'small.txt', 'copy.txt', authentication, credentials)
    expect(copy.body.objectKey).toBe('copy.txt')
    const details = await objects.getObjectDetails(bucketKey, 'copy.txt', {}, authentication, credentials)
    expect(details.body.size).toBe(5)
    await buckets.deleteBucket(bucketKey, authentication, credentials)
  })
})
