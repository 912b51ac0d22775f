import { workerData } from 'node:worker_threads'
import {
  createStringTable,
  decodePropertyColumns,
  listSheetKeys,
  type Manifest,
  propertyBlockPath,
} from '@kamar/package-format/read'
import { PackageReader } from '@kamar/package-format/package-reader'
import { openPackagePort } from '../threads/package-thread.js'
import type { FromSearchContentThread, SearchContentStart, SearchedSheet } from './search-content-messages.js'
import { TermCollector } from './term-collector.js'

// Entry point of the thread: one package. It reads one block of properties at a time, until the bound of words.

const { manifest } = workerData as SearchContentStart
const port = openPackagePort<FromSearchContentThread, never>()

async function collectTerms(model: PackageReader, collector: TermCollector): Promise<void> {
  const paths = new Set(model.manifest.files.map(({ path }) => path))
  for (let block = 0; paths.has(propertyBlockPath(block)) && !collector.isFull; block++) {
    const { values } = decodePropertyColumns(await model.file(propertyBlockPath(block)))
    const texts = createStringTable(values)
    for (let index = 0; index < texts.count && !collector.isFull; index++) collector.add(texts.text(index))
  }
}

function listSheets({ sheets = [] }: Manifest): SearchedSheet[] {
  const keys = listSheetKeys(sheets)
  return sheets.map(({ entities, kind, name }, position) => ({
    entities,
    kind,
    name,
    position,
    key: keys[position] ?? name,
  }))
}

const collector = new TermCollector()
let sheets: readonly SearchedSheet[] = []
let damage: string | null = null
try {
  const model = await PackageReader.open(manifest, port.storedFile)
  sheets = listSheets(model.manifest)
  await collectTerms(model, collector)
} catch (error) {
  damage = String(error)
}
port.send({ type: 'content', content: { terms: collector.terms, sheets, damage } })
port.close()
