import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AuthenticationClient,
  DataManagementClient,
  DataRetentionPolicy,
  ManifestHelper,
  ModelDerivativeClient,
  ThumbnailSize,
  urnify,
  WebhookEvent,
  WebhooksClient,
  WebhookStatus,
  WebhookSystem,
} from 'aps-sdk-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, makeApplication } from './support/contract-server.js'
import { finished, houseInTwoParts } from './support/sample-model.js'

const bucket = 'aps-sdk-node-models'
const secret = 'the secret of the contract'
const house = houseInTwoParts()
let client: ModelDerivativeClient
let european: ModelDerivativeClient
let hooks: WebhooksClient
let urn: string
let receiver: Server
let callbackUrl: string
const received: { readonly body: string; readonly headers: NodeJS.Dict<string | string[]> }[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ body: body.toString(), headers: request.headers })
      response.end()
    })
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const { clientId: client_id, clientSecret: client_secret } = await makeApplication()
  const storage = new DataManagementClient({ client_id, client_secret }, address())
  client = new ModelDerivativeClient({ client_id, client_secret }, address())
  // The client does not export the names of regions.
  european = Object.assign(new ModelDerivativeClient({ client_id, client_secret }, address()), { region: 'EMEA' })
  hooks = new WebhooksClient({ client_id, client_secret }, address())
  const authentication = new AuthenticationClient(client_id, client_secret, address())
  await setSecret((await authentication.authenticate(['data:read', 'data:write'])).access_token)
  await storage.createBucket(bucket, DataRetentionPolicy.Transient)
  const { objectId } = await storage.uploadObject(bucket, 'Հայկական տուն.ifc', house)
  urn = urnify(objectId)
})
afterAll(() => receiver.close())

describe('aps-sdk-node WebhooksClient', () => {
  it('creates, lists, updates and deletes webhooks', async () => {
    const scope = { workflow: 'contract' }
    const hook = await hooks.createHook(WebhookSystem.Derivative, WebhookEvent.DerivativeExtractionFinished, {
      callbackUrl,
      scope,
    })
    const id = typeof hook === 'string' ? hook : ''
    const [system, event] = [WebhookSystem.Derivative, WebhookEvent.DerivativeExtractionFinished] as const
    expect(await hooks.listHooks(system)).toMatchObject([{ hookId: id, status: 'active', callbackUrl }])
    await hooks.updateHook(system, event, id, { status: WebhookStatus.Inactive })
    expect(await hooks.getHookDetails(system, event, id)).toMatchObject({ status: 'inactive', scope })
    await hooks.deleteHook(system, event, id)
    const both = await hooks.createHook(system, undefined, { callbackUrl, scope })
    expect(both).toMatchObject([{ event: 'extraction.finished' }, { event: 'extraction.updated' }])
  })
})

describe('aps-sdk-node ModelDerivativeClient', () => {
  it('starts a job and follows its manifest', async () => {
    const outputs = [{ type: 'svf2' as const, views: ['2d', '3d'] }]
    const job = await client.submitJob(urn, outputs, undefined, false, 'contract', { number: 7 })
    const answered = Buffer.from(urn, 'base64').toString('base64url')
    expect(job).toMatchObject({ result: 'success', urn: answered })
    const manifest = await finished(() => client.getManifest(urn))
    expect(manifest).toMatchObject({ status: 'success', hasThumbnail: 'true' })
    expect((await european.getManifest(urn)).urn).toBe(answered)
  })

  it('receives signed webhook events of the translation', async () => {
    while (!received.some(({ body }) => body.includes('EXTRACTION_FINISHED'))) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    for (const { body, headers } of received) {
      const signature = `sha1hash=${createHmac('sha1', secret).update(body).digest('hex')}`
      expect(headers['x-adsk-signature']).toBe(signature)
    }
    const [last] = received.slice(-1)
    expect(JSON.parse(last?.body ?? '')).toMatchObject({
      resourceUrn: Buffer.from(urn, 'base64').toString('base64url'),
      payload: { WorkflowId: 'contract', WorkflowAttributes: { number: 7 }, Payload: { status: 'success' } },
    })
  })

  it('downloads derivatives complete, as a stream and in chunks', async () => {
    const helper = new ManifestHelper(await client.getManifest(urn))
    const graphics = helper.search({ role: 'graphics' }).find((child) => 'mime' in child && child.mime.includes('gltf'))
    const glb = graphics && 'urn' in graphics ? graphics.urn : ''
    const glbBytes = Buffer.from(await client.getDerivative(urn, encodeURIComponent(glb)))
    expect(glbBytes.toString('latin1', 0, 4)).toBe('glTF')
    const stream: unknown = await client.getDerivativeStream(urn, encodeURIComponent(glb))
    expect((await buffer(stream as Readable)).equals(glbBytes)).toBe(true)
    expect((await buffer(client.getDerivativeChunked(urn, encodeURIComponent(glb), 10_000))).equals(glbBytes)).toBe(
      true,
    )
    const [database] = helper.search({ role: 'Autodesk.CloudPlatform.PropertyDatabase' })
    const properties = await client.getDerivative(
      urn,
      encodeURIComponent(database && 'urn' in database ? database.urn : ''),
    )
    expect(JSON.parse(Buffer.from(properties).toString())).toMatchObject({ model: { format: 'ifc' } })
  })

  it('reads views, tree, properties and a thumbnail, and deletes the manifest', async () => {
    const { data } = (await client.getMetadata(urn)) as { data: { metadata: { guid: string }[] } }
    const guid = data.metadata[0]?.guid ?? ''
    const tree = (await european.getViewableTree(urn, guid)) as { data: { objects: { objectid: number }[] } }
    expect(tree.data.objects[0]?.objectid).toBe(1)
    const properties = (await client.getViewableProperties(urn, guid, true)) as { data: { collection: unknown[] } }
    expect(properties.data.collection.length).toBeGreaterThan(20)
    expect(Buffer.from(await client.getThumbnail(urn, ThumbnailSize.Small)).readUInt32BE(16)).toBe(100)
    expect(await client.formats()).toHaveProperty('svf')
    await european.deleteManifest(urn)
    await expect(client.getManifest(urn)).rejects.toMatchObject({ response: { status: 404 } })
  })
})

/** Sets the secret that signs events; the client has no call for it. */
async function setSecret(token: string): Promise<void> {
  const response = await fetch(`${address()}/webhooks/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token: secret }),
  })
  expect(response.status).toBe(200)
}
