import type { SVFReader } from 'svf-utils'
import { understood } from './open-svf.js'

type Assets = Awaited<ReturnType<SVFReader['getManifest']>>['assets']
/** An entry of the archive's asset list. */
export type SvfAsset = Omit<Assets[number], 'type'> & { readonly type: string }

const cloudPlatform = 'Autodesk.CloudPlatform.'
const requiredKinds = new Set([
  `${cloudPlatform}FragmentList`,
  `${cloudPlatform}GeometryMetadataList`,
  `${cloudPlatform}PackFile`,
  `${cloudPlatform}PropertyIDs`,
  `${cloudPlatform}PropertyOffsets`,
  `${cloudPlatform}PropertyAVs`,
  `${cloudPlatform}PropertyAttributes`,
  `${cloudPlatform}PropertyValues`,
  `${cloudPlatform}Image`,
  'ProteinMaterials',
])

/** Returns the assets listed in the archive, without entries that have no address. */
export async function readAssets(model: SVFReader): Promise<readonly SvfAsset[]> {
  return understood(async () => {
    const { assets } = await model.getManifest()
    return assets.filter(({ URI }) => typeof URI === 'string' && URI !== '')
  })
}

/** Returns the addresses, relative to the archive, of the external files to read; embedded assets need no file. */
export async function neededAddresses(model: SVFReader): Promise<string[]> {
  const assets = await readAssets(model)
  const outside = assets.filter(({ type, URI }) => requiredKinds.has(type) && !URI.startsWith('embed:'))
  return [...new Set(outside.map(({ URI }) => URI))]
}

/** Returns the address of the first entry of a kind. */
export function findAddress(assets: readonly SvfAsset[], kind: string): string | null {
  const fullKind = `${cloudPlatform}${kind}`
  return assets.find(({ type }) => type === fullKind)?.URI ?? null
}
