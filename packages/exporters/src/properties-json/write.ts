import { noParent } from '@kamar/package-format/read'
import type { ExportJob } from '../kit/export-job.js'
import { type ElementProperties, elementProperties } from '../kit/element-properties.js'
import { encodeTextChunks } from '../kit/encode-text-chunks.js'

/**
 * Writes `{model: {name, format, unit, origin}, elements: [{number, parent, id, name, class, propertySets}]}`; `parent`
 * is the number of an element or null, `id` the identifier in the source (an IFC GlobalId).
 */
export function write(job: ExportJob): AsyncGenerator<Uint8Array> {
  return encodeTextChunks(jsonTexts(job))
}

async function* jsonTexts({ model, onFraction }: ExportJob): AsyncGenerator<string> {
  const { source, unit, origin } = model.manifest
  const modelInfo = { name: source.name ?? null, format: source.formatId, unit, origin }
  yield `{"model":${JSON.stringify(modelInfo)},"elements":[`
  let separator = '\n'
  for await (const element of elementProperties(model, onFraction)) {
    yield separator + JSON.stringify(elementRecord(element))
    separator = ',\n'
  }
  yield '\n]}\n'
}

function elementRecord({ element, tree, sets }: ElementProperties) {
  const parent = tree.parent[element]
  return {
    number: element,
    parent: parent === noParent ? null : parent,
    id: tree.sourceId(element),
    name: tree.name(element),
    class: tree.classNames[tree.classIndex[element]],
    propertySets: sets,
  }
}
