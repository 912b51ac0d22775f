import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@kamar/test-kit'

/** A small house of ours, as IFC. */
export const housePath = join(repositoryRoot(), 'packages/readers/src/ifc/fixtures/house.ifc')

/** More than one part of an upload. */
const commentBytes = 5 * 1024 ** 2

/** The house with a long comment in it: two parts, and the same model for every client that translates it. */
export function houseInTwoParts(): Buffer {
  const text = readFileSync(housePath, 'latin1')
  const comment = `/* ${'A comment that makes a file long. '.repeat(commentBytes / 34)} */\n`
  return Buffer.from(text.replace('DATA;\n', `DATA;\n${comment}`), 'latin1')
}

/** What a client says of a manifest, wherever it has it from. */
interface ManifestLike {
  readonly status: string
  readonly progress: string
}

/** Asks for a manifest until the translation is over. */
export async function finished<Manifest extends ManifestLike>(getManifest: () => Promise<Manifest>): Promise<Manifest> {
  for (;;) {
    const manifest = await getManifest()
    if (manifest.status !== 'pending' && manifest.status !== 'inprogress') return manifest
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
