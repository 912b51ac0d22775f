// @thatopen/fragments: its importer from IFC to .frag, as documented.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { IfcImporter } from '@thatopen/fragments'
import { reportResult } from '../../lib/driver-result.mjs'

const [, , path, target] = process.argv
const importer = new IfcImporter()
importer.wasm = { absolute: true, path: fileURLToPath(new URL('../../node_modules/web-ifc/', import.meta.url)) }
const bytes = await importer.process({
  bytes: new Uint8Array(readFileSync(path)),
  raw: false,
  progressCallback: () => {},
})
writeFileSync(target, bytes)
reportResult({ bytes: bytes.byteLength })
process.exit(0)
