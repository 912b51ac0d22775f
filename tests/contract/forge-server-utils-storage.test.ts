import { AuthenticationClient, DataManagementClient, DataRetentionPolicy } from 'forge-server-utils'
import { beforeAll, describe, expect, it } from 'vitest'
import { address, type ContractApplication, makeApplication } from './support/contract-server.js'

const bucket = 'forge-server-utils-contract'
const bytes = Buffer.from('solid house\nendsolid house\n')
let application: ContractApplication
beforeAll(async () => {
  application = await makeApplication()
})

describe('forge-server-utils', () => {
  it('gets a token in the format of version 1', async () => {
    const client = new AuthenticationClient(application.clientId, application.clientSecret, address())
    const { access_token: token, expires_in: seconds } = await client.authenticate(['data:read'])
    expect(token.split('.')).toHaveLength(3)
    expect(seconds).toBeGreaterThan(3000)
  })

  it('uploads, downloads, copies, lists and signs objects', async () => {
    const { clientId: client_id, clientSecret: client_secret } = application
    const client = new DataManagementClient({ client_id, client_secret }, address())
    await client.createBucket(bucket, DataRetentionPolicy.Transient)
    const uploaded = await client.uploadObject(bucket, 'house.stl', 'model/stl', bytes)
    expect(uploaded).toMatchObject({ size: bytes.length, contentType: 'model/stl', bucketKey: bucket })
    expect(Buffer.from(await client.downloadObject(bucket, 'house.stl')).equals(bytes)).toBe(true)
    await client.copyObject(bucket, 'house.stl', 'villa.stl')
    expect((await client.listObjects(bucket)).map((item) => item.objectKey)).toEqual(['house.stl', 'villa.stl'])
    expect((await client.listObjects(bucket, 'villa')).map((item) => item.objectKey)).toEqual(['villa.stl'])
    const { signedUrl } = await client.createSignedUrl(bucket, 'villa.stl', 'read')
    expect(await (await fetch(signedUrl)).text()).toBe(bytes.toString())
    await client.deleteBucket(bucket)
  })
})
