import { loadSource } from '../lib/load-source.mjs'

/** Loads the descriptors of members, in the order of lists. */
export async function loadDescriptors(folder, ids) {
  const descriptors = []
  for (const id of ids) {
    const { descriptor } = await loadSource(`${folder}/${id}/descriptor.ts`)
    if (descriptor.id !== id) throw new Error(`${folder}/${id}: the descriptor has the id ${descriptor.id}`)
    descriptors.push(descriptor)
  }
  return descriptors.sort((a, b) => a.order - b.order)
}

/** Renders an array with an object a line. */
export const renderRows = (rows) => `[\n${rows.map((row) => `  ${JSON.stringify(row)},\n`).join('')}]`
