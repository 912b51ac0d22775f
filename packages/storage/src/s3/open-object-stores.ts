import { ObjectClient, type ObjectStoreSettings } from './object-client.js'
import { S3BlobStore } from './s3-blob-store.js'
import { S3DerivativeStore } from './s3-derivative-store.js'

/** Both stores in one bucket, and their client. */
export interface ObjectStores {
  readonly client: ObjectClient
  readonly blobs: S3BlobStore
  readonly derivatives: S3DerivativeStore
}

/** Opens the stores; the local `folder` holds data in transit. Throws unless the bucket responds. */
export async function openObjectStores(settings: ObjectStoreSettings, folder: string): Promise<ObjectStores> {
  const client = await ObjectClient.open(settings)
  await client.assertReady()
  return { client, blobs: await S3BlobStore.open(client, folder), derivatives: new S3DerivativeStore(client) }
}
