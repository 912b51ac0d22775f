import { decodeSheetEntities, readSheetInfo } from '../../packages/package-format/dist/sheets/read.js'

/** Reads the sheets of a package and their selectable entities. */
export async function readSheets(model) {
  const sheets = []
  for (const { path } of model.manifest.sheets ?? []) {
    const info = readSheetInfo(JSON.parse(new TextDecoder().decode(await model.file(path))))
    sheets.push({ info, entities: decodeSheetEntities(await model.file(info.entityFile), info.layers.length) })
  }
  return sheets
}
