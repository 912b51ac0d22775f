import {
  type BlobStore,
  type DerivativeStore,
  DiskBlobStore,
  DiskDerivativeStore,
  type ObjectClient,
  openObjectStores,
} from '@kamar/storage'
import type { Configuration } from '../configuration/configuration.js'
import { StartError } from '../start-error.js'

/** Stores of files, by configuration. */
export interface Stores {
  readonly blobs: BlobStore
  readonly derivatives: DerivativeStore
  /** Null with a disk. */
  readonly objects: ObjectClient | null
}

/** Opens the stores of a configuration; throws `StartError` when the object store does not respond. */
export async function openStores({
  dataFolder,
  objectStore,
}: Pick<Configuration, 'dataFolder' | 'objectStore'>): Promise<Stores> {
  if (objectStore === null) {
    const blobs = await DiskBlobStore.open(dataFolder)
    return { blobs, derivatives: await DiskDerivativeStore.open(dataFolder), objects: null }
  }
  try {
    const { blobs, client, derivatives } = await openObjectStores(objectStore, dataFolder)
    return { blobs, derivatives, objects: client }
  } catch (cause) {
    throw new StartError(
      `The bucket ${objectStore.bucket} cannot be reached. Look at KAMAR_S3_ENDPOINT, KAMAR_S3_REGION and the access key.`,
      { cause },
    )
  }
}
