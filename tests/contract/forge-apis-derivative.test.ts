import ForgeApis from 'forge-apis'
import { beforeAll, describe, expect, it } from 'vitest'
import { address, makeApplication } from './support/contract-server.js'
import { finished, houseInTwoParts } from './support/sample-model.js'

const bucketKey = 'forge-apis-models'
let client: ForgeApis.ApiClient
let authentication: ForgeApis.AuthClientTwoLeggedV2
let credentials: ForgeApis.Credentials
let urn: string

beforeAll(async () => {
  const { clientId, clientSecret } = await makeApplication()
  client = new ForgeApis.ApiClient(address())
  const scopes = ['bucket:create', 'data:read', 'data:create', 'data:write']
  authentication = new ForgeApis.AuthClientTwoLeggedV2(clientId, clientSecret, scopes, false, client)
  credentials = await authentication.authenticate()
  const buckets = new ForgeApis.BucketsApi(client)
  await buckets.createBucket({ bucketKey, policyKey: 'transient' }, {}, authentication, credentials)
  const data = houseInTwoParts()
  const sent = [{ objectKey: 'house.ifc', data, length: data.length }]
  const objects = new ForgeApis.ObjectsApi(client)
  const [uploaded] = await objects.uploadResources(bucketKey, sent, {}, authentication, credentials)
  urn = Buffer.from(uploaded?.completed.objectId ?? '').toString('base64')
})

describe('forge-apis DerivativesApi', () => {
  it.each(['US', 'EMEA'] as const)(
    'translates a file and reads its derivatives through the path of %s',
    async (region) => {
      const derivatives = new ForgeApis.DerivativesApi(client, region)
      const job = { input: { urn }, output: { formats: [{ type: 'svf2', views: ['3d'] }] } }
      const { body } = await derivatives.translate(job, { xAdsForce: true }, authentication, credentials)
      expect(body).toMatchObject({ result: 'success' })
      const manifest = await finished(
        async () => (await derivatives.getManifest(urn, {}, authentication, credentials)).body,
      )
      expect(manifest).toMatchObject({ status: 'success', region })
      const [glb = ''] = /urn:adsk\.viewing[^"]+\.glb/.exec(JSON.stringify(manifest)) ?? []
      const info = await derivatives.getDerivativeManifestInfo(urn, glb, {}, authentication, credentials)
      expect(Number(info.headers['content-length'])).toBeGreaterThan(10_000)
      // The client decodes any content as text.
      const { body: content } = await derivatives.getDerivativeManifest(urn, glb, {}, authentication, credentials)
      expect(content.slice(0, 4)).toBe('glTF')
      const { body: views } = await derivatives.getMetadata(urn, {}, authentication, credentials)
      const guid = views.data.metadata[0]?.guid ?? ''
      const tree = await derivatives.getModelviewMetadata(urn, guid, {}, authentication, credentials)
      expect(tree.body).toMatchObject({ data: { type: 'objects' } })
      const properties = await derivatives.getModelviewProperties(urn, guid, {}, authentication, credentials)
      expect(properties.body).toMatchObject({ data: { type: 'properties' } })
      await derivatives.deleteManifest(urn, authentication, credentials)
    },
  )
})
