import { createHash } from 'node:crypto'
import { AuthenticationClient, Scopes } from '@aps_sdk/authentication'
import type { SdkManager } from '@aps_sdk/autodesk-sdkmanager'
import { ObjectsApi, OssClient, PolicyKey, Region } from '@aps_sdk/oss'
import { beforeAll, describe, expect, it } from 'vitest'
import { createLocalSdkManager } from './support/aps-sdk.js'
import { address, type ContractApplication, makeApplication, twoParts } from './support/contract-server.js'

const scopes = [
  Scopes.DataRead,
  Scopes.DataWrite,
  Scopes.DataCreate,
  Scopes.BucketCreate,
  Scopes.BucketRead,
  Scopes.BucketDelete,
]
const bucketKey = 'aps-sdk-contract'
const objectBytes = twoParts(1)

let application: ContractApplication
let sdkManager: SdkManager
let accessToken: string
beforeAll(async () => {
  application = await makeApplication()
  sdkManager = createLocalSdkManager()
})

describe('@aps_sdk/authentication', () => {
  it('gets a token, introspects it and reads the signing keys', async () => {
    const client = new AuthenticationClient({ sdkManager })
    const token = await client.getTwoLeggedToken(application.clientId, application.clientSecret, scopes)
    expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 3599 })
    accessToken = token.access_token
    const { clientId, clientSecret } = application
    const introspection = await client.introspectToken(accessToken, clientId, { clientSecret })
    expect(introspection).toMatchObject({ active: true, client_id: clientId })
    expect(introspection.scope?.split(' ')).toEqual(expect.arrayContaining(['data:read', 'bucket:create']))
    const { keys } = await client.getKeys()
    expect(keys).toEqual([expect.objectContaining({ kty: 'RSA', alg: 'RS256', use: 'sig' })])
    expect(await client.getOidcSpec()).toMatchObject({ token_endpoint: `${address()}/authentication/v2/token` })
  })

  it('revokes a token', async () => {
    const client = new AuthenticationClient({ sdkManager })
    const { clientId, clientSecret } = application
    const { access_token: token } = await client.getTwoLeggedToken(clientId, clientSecret, [Scopes.DataRead])
    await client.revoke(token, clientId, 'access_token', { clientSecret })
    expect(await client.introspectToken(token, clientId, { clientSecret })).toEqual({ active: false })
  })
})

describe('@aps_sdk/oss', () => {
  it('creates a bucket, and uploads, describes, lists and downloads an object of two parts', async () => {
    const client = new OssClient({ sdkManager, authenticationProvider: { getAccessToken: async () => accessToken } })
    const bucket = await client.createBucket(Region.Us, { bucketKey, policyKey: PolicyKey.Transient })
    expect(bucket).toMatchObject({ bucketKey, bucketOwner: application.clientId, policyKey: 'transient' })
    const uploaded = await client.uploadObject(bucketKey, 'a folder/two parts.bin', objectBytes)
    expect(uploaded.size).toBe(objectBytes.length)
    const details = await client.getObjectDetails(bucketKey, 'a folder/two parts.bin')
    expect(details.sha1).toBe(createHash('sha1').update(objectBytes).digest('hex'))
    const { items } = await client.getObjects(bucketKey)
    expect(items?.map((item) => item.objectKey)).toEqual(['a folder/two parts.bin'])
    const { content } = await new ObjectsApi(sdkManager).signedS3Download(
      accessToken,
      bucketKey,
      'a folder/two parts.bin',
    )
    expect(content.status).toBe('complete')
    const received = await fetch(content.url ?? '')
    expect(Buffer.from(await received.arrayBuffer()).equals(objectBytes)).toBe(true)
  })

  it('downloads by ranges, although the last one ends a byte past the object', async () => {
    const client = new OssClient({ sdkManager, authenticationProvider: { getAccessToken: async () => accessToken } })
    const slice = objectBytes.subarray(0, 100_000)
    await client.uploadObject(bucketKey, 'piece', slice)
    // The client never ends its download stream, so the test counts the bytes.
    const received: Buffer[] = []
    let bytes = 0
    for await (const data of (await client.downloadObject(bucketKey, 'piece')) as unknown as AsyncIterable<Buffer>) {
      received.push(data)
      bytes += data.length
      if (bytes >= slice.length) break
    }
    expect(Buffer.concat(received).equals(slice)).toBe(true)
    await client.deleteObject(bucketKey, 'piece')
  })

  it('signs, copies and deletes objects, and deletes the bucket', async () => {
    const client = new OssClient({ sdkManager, authenticationProvider: { getAccessToken: async () => accessToken } })
    await client.uploadObject(bucketKey, 'small', Buffer.from('small'))
    const { signedUrl } = await client.createSignedResource(bucketKey, 'small', { accessToken })
    expect(await (await fetch(signedUrl)).text()).toBe('small')
    expect((await client.copyTo(bucketKey, 'small', 'copy')).objectKey).toBe('copy')
    await client.deleteObject(bucketKey, 'small')
    await expect(client.getObjectDetails(bucketKey, 'small')).rejects.toMatchObject({
      axiosError: { response: { status: 404 } },
    })
    const { items } = await client.getBuckets()
    expect(items.map((item) => item.bucketKey)).toEqual([bucketKey])
    await client.deleteBucket(bucketKey)
    expect((await client.getBuckets()).items).toEqual([])
  })
})
