import type { PackageLoader } from '@kamar/viewer'

/** URLs of the package's files by their paths; `node scripts/landing-model.mjs` writes them. */
const files = import.meta.glob<string>('./package/**/*', { eager: true, query: '?url', import: 'default' })

/** Model of the landing page, which belongs to the web site and not to an account. */
export const packagedModel: PackageLoader = {
  fetchManifest: async (signal) => (await fetchFile('manifest.json', signal)).json(),
  fetchFile: async (path, signal) => (await fetchFile(path, signal)).arrayBuffer(),
}

async function fetchFile(path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(files[`./package/${path}`] ?? '', { signal })
  if (!response.ok) throw new TypeError(`${path} answered ${response.status}`)
  return response
}
