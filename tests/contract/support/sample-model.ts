import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@kamar/test-kit'

/** Our own small house as IFC. */
export const housePath = join(repositoryRoot(), 'packages/formats/src/ifc/fixtures/house.ifc')

/** Larger than one part of an upload. */
const commentBytes = 5 * 1024 ** 2

/** Returns the house with a long comment: two parts, and the same model for every client that translates it. */
export function houseInTwoParts(): Buffer {
  const text = readFileSync(housePath, 'latin1')
  const comment = `/* ${'A comment that makes a file long. '.repeat(commentBytes / 34)} */\n`
  return Buffer.from(text.replace('DATA;\n', `DATA;\n${comment}`), 'latin1')
}

/** Common fields of a manifest in all clients. */
interface ManifestLike {
  readonly status: string
  readonly progress: string
}

/** Polls a manifest until the translation has ended. */
export async function finished<Manifest extends ManifestLike>(getManifest: () => Promise<Manifest>): Promise<Manifest> {
  for (;;) {
    const manifest = await getManifest()
    if (manifest.status !== 'pending' && manifest.status !== 'inprogress') return manifest
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
