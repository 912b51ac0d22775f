import { DataManagementClient, DataRetentionPolicy, ModelDerivativeClient, urnify } from 'forge-server-utils'
import { beforeAll, describe, expect, it } from 'vitest'
import { address, makeApplication } from './support/contract-server.js'
import { finished, houseInTwoParts } from './support/sample-model.js'

const bucket = 'forge-server-utils-models'
const house = houseInTwoParts()
let client: ModelDerivativeClient
let storage: DataManagementClient
let urn: string

beforeAll(async () => {
  const { clientId: client_id, clientSecret: client_secret } = await makeApplication()
  client = new ModelDerivativeClient({ client_id, client_secret }, address())
  storage = new DataManagementClient({ client_id, client_secret }, address())
  await storage.createBucket(bucket, DataRetentionPolicy.Transient)
  urn = urnify((await storage.uploadObject(bucket, 'house.ifc', 'application/x-step', house)).objectId)
})

describe('forge-server-utils', () => {
  it('translates a file and reads derivatives, tree, properties and a thumbnail', async () => {
    expect(await client.submitJob(urn, [{ type: 'svf', views: ['3d'] }])).toMatchObject({ result: 'success', urn })
    const manifest = await finished(() => client.getManifest(urn))
    expect(manifest.derivatives).toMatchObject([{ outputType: 'svf', status: 'success' }])
    const text = JSON.stringify(manifest)
    const [glb = ''] = /urn:adsk\.viewing[^"]+\.glb/.exec(text) ?? []
    expect(Buffer.from(await client.getDerivative(urn, encodeURIComponent(glb))).toString('latin1', 0, 4)).toBe('glTF')
    const { data } = (await client.getMetadata(urn)) as { data: { metadata: { guid: string }[] } }
    const guid = data.metadata[0]?.guid ?? ''
    expect(await client.getViewableTree(urn, guid)).toMatchObject({ data: { objects: [{ objectid: 1 }] } })
    expect(await client.getViewableProperties(urn, guid, false, 1)).toMatchObject({
      data: { collection: [{ objectid: 1, name: expect.any(String) as string }] },
    })
    expect(Buffer.from(await client.getThumbnail(urn)).readUInt32BE(16)).toBe(200)
    expect(Buffer.from(await storage.downloadObject(bucket, 'house.ifc')).equals(house)).toBe(true)
  })
})
