import { Readable } from 'node:stream'
import { AuthenticationClient, DataManagementClient, DataRetentionPolicy } from 'aps-sdk-node'
import { beforeAll, describe, expect, it } from 'vitest'
import { address, type ContractApplication, makeApplication, twoParts } from './support/contract-server.js'

const bucket = 'aps-sdk-node-contract'
const objectBytes = twoParts(2)
let application: ContractApplication
let client: DataManagementClient
beforeAll(async () => {
  application = await makeApplication()
  const { clientId: client_id, clientSecret: client_secret } = application
  client = new DataManagementClient({ client_id, client_secret }, address())
})

describe('aps-sdk-node storage', () => {
  it('gets a token, and receives invalid_scope for an unknown scope', async () => {
    const authentication = new AuthenticationClient(application.clientId, application.clientSecret, address())
    expect(await authentication.authenticate(['viewables:read'])).toMatchObject({ access_token: expect.any(String) })
    await expect(authentication.authenticate(['no:such'])).rejects.toMatchObject({
      response: { status: 400, data: { error: 'invalid_scope' } },
    })
  })

  it('creates buckets, and uploads from a buffer and from a stream', async () => {
    expect(await client.createBucket(bucket, DataRetentionPolicy.Temporary)).toMatchObject({ policyKey: 'temporary' })
    expect(await client.getBucketDetails(bucket)).toMatchObject({ bucketKey: bucket })
    expect((await client.listBuckets()).map((item) => item.bucketKey)).toEqual([bucket])
    const uploaded = await client.uploadObject(bucket, 'häuser 1.bin', objectBytes, { contentType: 'model/x' })
    expect(uploaded).toMatchObject({ size: objectBytes.length, contentType: 'model/x' })
    const streamed = await client.uploadObjectStream(bucket, 'stream.bin', Readable.from([objectBytes]))
    expect(streamed).toMatchObject({ size: objectBytes.length, sha1: uploaded.sha1 })
  })

  it('downloads byte for byte, lists, copies, signs and deletes objects', async () => {
    expect(Buffer.from(await client.downloadObject(bucket, 'häuser 1.bin')).equals(objectBytes)).toBe(true)
    const chunks: Buffer[] = await Readable.from(
      (await client.downloadObjectStream(bucket, 'stream.bin')) as AsyncIterable<Buffer>,
    ).toArray()
    expect(Buffer.concat(chunks).equals(objectBytes)).toBe(true)
    await client.copyObject(bucket, 'stream.bin', 'copy.bin')
    const pages: string[][] = []
    for await (const page of client.iterateObjects(bucket, 2)) pages.push(page.map((item) => item.objectKey))
    expect(pages).toEqual([['copy.bin', 'häuser 1.bin'], ['stream.bin']])
    const { signedUrl } = await client.createSignedUrl(bucket, 'copy.bin', 'read')
    const ranged = await fetch(signedUrl, { headers: { range: 'bytes=0-3' } })
    expect([ranged.status, Buffer.from(await ranged.arrayBuffer())]).toEqual([206, objectBytes.subarray(0, 4)])
    await client.deleteObject(bucket, 'copy.bin')
    await expect(client.getObjectDetails(bucket, 'copy.bin')).rejects.toMatchObject({
      response: { status: 404, data: { reason: 'Object not found' } },
    })
    await client.deleteBucket(bucket)
    expect(await client.listBuckets()).toEqual([])
  })
})
