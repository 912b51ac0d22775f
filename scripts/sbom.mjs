import { readFileSync, writeFileSync } from 'node:fs'
import { productPackages } from './lib/product-packages.mjs'
import { root } from './lib/run.mjs'
import { wasmHashes } from './lib/wasm-files.mjs'

// Writes the product's bill of materials (CycloneDX 1.5) from package-lock.json alone: to a given file, or to standard
// output. The same lock produces the same bytes. `npm sbom --omit dev` also omits packages that a test requires
// (measured: pg, zod).
const { name, version, license } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const packages = productPackages()
const hex = (integrity) => Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
const toPackageUrl = (entry) => `pkg:npm/${entry.name.replace('@', '%40')}@${entry.version}`
const toLicences = (licence) => {
  if (licence === null) return []
  return /[ ()]/.test(licence) ? [{ expression: licence }] : [{ license: { [spdxOrName(licence)]: licence } }]
}
const spdxOrName = (licence) => (licence.startsWith('SEE ') ? 'name' : 'id')
const libraries = packages.map((entry) => ({
  type: 'library',
  'bom-ref': entry.path,
  name: entry.name,
  version: entry.version,
  purl: toPackageUrl(entry),
  licenses: toLicences(entry.licence),
  ...(entry.integrity?.startsWith('sha512-') ? { hashes: [{ alg: 'SHA-512', content: hex(entry.integrity) }] } : {}),
}))
const compiled = Object.entries(wasmHashes()).map(([path, sha256]) => ({
  type: 'file',
  'bom-ref': path,
  name: path,
  hashes: [{ alg: 'SHA-256', content: sha256 }],
}))
const bill = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': name, name, version, licenses: toLicences(license) } },
  components: [...libraries, ...compiled],
  dependencies: packages.map(({ needs, path }) => ({ ref: path, dependsOn: needs.toSorted() })),
}
const text = `${JSON.stringify(bill, null, 2)}\n`
const [file] = process.argv.slice(2)
if (file === undefined) process.stdout.write(text)
else writeFileSync(file, text)
