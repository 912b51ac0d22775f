import { createHash } from 'node:crypto'
import { AuthenticationClient, Scopes } from '@aps_sdk/authentication'
import type { SdkManager } from '@aps_sdk/autodesk-sdkmanager'
import { Height, ModelDerivativeClient, OutputType, Region, View, Width } from '@aps_sdk/model-derivative'
import { OssClient, PolicyKey, Region as OssRegion } from '@aps_sdk/oss'
import { writeZip } from '@kamar/bcf'
import type { ManifestNode } from '@kamar/aps'
import { beforeAll, describe, expect, it } from 'vitest'
import { createLocalSdkManager } from './support/aps-sdk.js'
import { address, makeApplication } from './support/contract-server.js'
import { finished, houseInTwoParts } from './support/sample-model.js'

const bucketKey = 'aps-sdk-models'
const house = houseInTwoParts()
let sdkManager: SdkManager
let accessToken: string
let client: ModelDerivativeClient
let oss: OssClient
let urn: string
let guid: string
let graphics: string

beforeAll(async () => {
  const { clientId, clientSecret } = await makeApplication()
  sdkManager = createLocalSdkManager()
  const scopes = [Scopes.DataRead, Scopes.DataWrite, Scopes.DataCreate, Scopes.BucketCreate, Scopes.BucketRead]
  const authentication = new AuthenticationClient({ sdkManager })
  accessToken = (await authentication.getTwoLeggedToken(clientId, clientSecret, scopes)).access_token
  const authenticationProvider = { getAccessToken: async () => accessToken }
  oss = new OssClient({ sdkManager, authenticationProvider })
  client = new ModelDerivativeClient({ sdkManager, authenticationProvider })
  await oss.createBucket(OssRegion.Us, { bucketKey, policyKey: PolicyKey.Transient })
  const { objectId } = await oss.uploadObject(bucketKey, 'models/house.ifc', house)
  urn = Buffer.from(objectId ?? '').toString('base64')
})

const start = (type: typeof OutputType.Svf2 | typeof OutputType.Svf = OutputType.Svf2, xAdsForce = false) =>
  client.startJob(
    { input: { urn }, output: { formats: [{ type, views: [View._3d, View._2d] }, { type: OutputType.Thumbnail }] } },
    { region: Region.Emea, xAdsForce },
  )

/** The client's types lack the option names of the API reference. */
const startObj = (objectIds: readonly number[]) => {
  const advanced = { modelGuid: guid, objectIds } as object
  return client.startJob({ input: { urn }, output: { formats: [{ type: OutputType.Obj, advanced }] } })
}

async function downloaded(derivativeUrn: string): Promise<Buffer> {
  const { url } = await client.getDerivativeUrl(derivativeUrn, urn)
  return Buffer.from(await (await fetch(url ?? '')).arrayBuffer())
}

describe('@aps_sdk/model-derivative', () => {
  it('lists the formats, starts a job and follows its manifest to the end', async () => {
    const { formats } = await client.getFormats()
    expect(formats?.['svf2']).toContain('ifc')
    const job = await start()
    expect(job).toMatchObject({ result: 'success', urn: urn.replace(/=+$/, '') })
    const first = await client.getManifest(urn)
    expect(['inprogress', 'success']).toContain(first.status)
    const manifest = await finished(() => client.getManifest(urn))
    expect(manifest).toMatchObject({ status: 'success', progress: 'complete', hasThumbnail: 'true', region: 'EMEA' })
    const [viewable] = manifest.derivatives
    const view = viewable?.children?.find(({ type }) => type === 'geometry')
    const glb = view?.children?.find(({ mime }) => mime === 'model/gltf-binary')
    graphics = glb?.urn ?? ''
    expect(graphics).toMatch(/^urn:adsk\.viewing:fs\.file:.+\/output\/.+\.glb$/)
    expect((await start()).result).toBe('created')
  })

  it('reads the object tree, all properties and queried ones', async () => {
    const { data } = await client.getModelViews(urn)
    expect(data.metadata).toMatchObject([{ name: 'house.ifc', role: '3d' }])
    guid = data.metadata[0]?.guid ?? ''
    const tree = await client.getObjectTree(urn, guid)
    expect(tree.isProcessing).toBe(false)
    const [root] = tree.data.objects
    expect(root?.objects?.length).toBeGreaterThan(0)
    const all = await client.getAllProperties(urn, guid)
    const wall = all.data.collection.find(({ properties }) => properties?.['Pset_WallCommon'] !== undefined)
    expect(wall?.externalId).toMatch(/^[\w$]{22}$/)
    const page = await client.fetchSpecificProperties(urn, guid, {
      query: { $in: ['externalId', wall?.externalId] },
      fields: ['objectid', 'name', 'properties.Pset_WallCommon.*'],
      pagination: { offset: 0, limit: 5 },
    })
    expect(page.pagination).toEqual({ limit: 5, offset: 0, totalResults: 1 })
    expect(page.data.collection).toEqual([
      {
        objectid: wall?.objectid,
        name: wall?.name,
        properties: { Pset_WallCommon: wall?.properties?.['Pset_WallCommon'] },
      },
    ])
  })

  it('exports selected objects as OBJ, with all descendants and nothing else', async () => {
    const [root] = (await client.getObjectTree(urn, guid)).data.objects
    const [wall, ...others] = (await client.getAllProperties(urn, guid)).data.collection.filter(
      ({ properties }) => properties?.['Pset_WallCommon'] !== undefined,
    )
    const choices = [[root?.objectid ?? 0], [wall?.objectid ?? 0]]
    for (const objectIds of choices) {
      expect((await startObj(objectIds)).result).toBe('success')
    }
    const { derivatives } = await finished(() => client.getManifest(urn))
    const children = derivatives.find(({ outputType }) => outputType === 'obj')?.children ?? []
    const files = children as readonly Pick<ManifestNode, 'modelGuid' | 'objectIds' | 'role' | 'urn'>[]
    expect(files.map(({ objectIds, role, modelGuid }) => [objectIds, role, modelGuid])).toEqual(
      choices.map((objectIds) => [objectIds, 'obj', guid]),
    )
    const contents = await Promise.all(files.map(({ urn: file }) => downloaded(file ?? '')))
    const objects = contents.map((zip) => zip.toString('utf8').match(/^o .*$/gm) ?? [])
    expect(objects[0]?.length).toBeGreaterThan(others.length)
    expect(objects[1]).toEqual([`o ${wall?.name} ${(wall?.objectid ?? 0) - 1}`])
    expect(objects[0]).toContain(objects[1]?.[0])
    await expect(startObj([1_000_000])).rejects.toMatchObject({
      axiosError: { response: { status: 400, data: { diagnostic: 'There is no object 1000000' } } },
    })
  })

  it('downloads a derivative byte for byte from its signed URL', async () => {
    const { url, size } = await client.getDerivativeUrl(graphics, urn)
    expect(new URL(url ?? '').searchParams.has('Key-Pair-Id')).toBe(true)
    const byAddress = Buffer.from(await (await fetch(url ?? '')).arrayBuffer())
    const direct = await fetch(`${address()}/modelderivative/v2/designdata/${urn}/manifest/${graphics}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(direct.headers.get('content-type')).toBe('model/gltf-binary')
    expect(Buffer.from(await direct.arrayBuffer()).equals(byAddress)).toBe(true)
    expect([byAddress.length, byAddress.toString('latin1', 0, 4)]).toEqual([size, 'glTF'])
    const derivativeHeaders = await client.headCheckDerivative(urn, graphics)
    expect(Number(derivativeHeaders.response.headers['content-length'])).toBe(size)
  })

  it('reads a thumbnail in the requested size, and the SHA-1 of the original', async () => {
    const thumbnail: unknown = await client.getThumbnail(urn, {
      width: Width.NUMBER_400,
      height: Height.NUMBER_400,
      options: { responseType: 'arraybuffer' },
    })
    expect(Buffer.from(thumbnail as ArrayBuffer).readUInt32BE(16)).toBe(400)
    // The client assembles the chunks of a download in any order; the stored object is compared by its hash.
    const { sha1 } = await oss.getObjectDetails(bucketKey, 'models/house.ifc')
    expect(sha1).toBe(createHash('sha1').update(house).digest('hex'))
  })

  it('sets references, forces a new translation and deletes the manifest', async () => {
    const result = await client.specifyReferences(urn, { references: [{ urn, relativePath: 'linked/house.ifc' }] })
    expect(result.result).toBe('success')
    expect((await start(OutputType.Svf, true)).result).toBe('success')
    const manifest = await finished(() => client.getManifest(urn))
    expect(manifest.derivatives.map(({ outputType }) => outputType)).toEqual(['svf', 'thumbnail'])
    expect((await client.deleteManifest(urn)).result).toBe('success')
    await expect(client.getManifest(urn)).rejects.toMatchObject({
      axiosError: { response: { status: 404, data: { diagnostic: expect.any(String) } } },
    })
  })

  it('translates the root file of an archive with its companion', async () => {
    const texts = {
      'work/panel.obj': 'mtllib panel.mtl\nusemtl copper\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n',
      'work/panel.mtl': 'newmtl copper\nKd 1 0 0\n',
      'old/panel.mtl': 'newmtl copper\nKd 0 0 1\n',
    }
    const files = Object.entries(texts).map(([name, text]) => ({ name, content: Buffer.from(text) }))
    const stored = await oss.uploadObject(bucketKey, 'models/panel.zip', await writeZip(files))
    const archive = Buffer.from(stored.objectId ?? '').toString('base64')
    const input = { urn: archive, compressedUrn: true, rootFilename: 'work/panel.obj' }
    await client.startJob({ input, output: { formats: [{ type: OutputType.Svf2, views: [View._3d] }] } })
    const { derivatives } = await finished(() => client.getManifest(archive))
    const children = derivatives[0]?.children?.flatMap((child) => child.children ?? []) ?? []
    const model = children.find(({ mime }) => mime === 'model/gltf-binary')?.urn ?? ''
    const { url } = await client.getDerivativeUrl(model, archive)
    const glb = Buffer.from(await (await fetch(url ?? '')).arrayBuffer())
    const { materials } = JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12))) as {
      materials: { pbrMetallicRoughness: { baseColorFactor: number[] } }[]
    }
    expect(materials.map((material) => material.pbrMetallicRoughness.baseColorFactor)).toEqual([[1, 0, 0, 1]])
  })

  it('receives a diagnostic for an unsupported output', async () => {
    const job = client.startJob({ input: { urn }, output: { formats: [{ type: OutputType.Dwg }] } })
    await expect(job).rejects.toMatchObject({
      axiosError: { response: { status: 406, data: { diagnostic: 'The output dwg cannot be made' } } },
    })
  })
})
