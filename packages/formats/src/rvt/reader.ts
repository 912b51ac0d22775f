import { TranslationError, type ByteSource, type ReadReport, type ReadContext, type Reader } from '@kamar/core'
import { decodePng, findPng } from '@kamar/codecs/image'
import { writeIdentity, writeIdentityNode, undrawnReport, type Identity } from '../kit/write-identity.js'
import { CompoundFile } from '@kamar/codecs/compound-file'
import { requireOwnFormat } from '../kit/own-format.js'
import { descriptor } from './descriptor.js'
import { parseFileInfo } from './file-info.js'
import { readProject } from './read-project.js'

/** The Revit reader; see README.md in this folder. */
export const reader: Reader = { descriptor: descriptor, read }

const maxInfoBytes = 256 * 1024
const maxPreviewBytes = 8 * 1024 * 1024

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  context.progress(0, 'reading')
  const file = await CompoundFile.open(input)
  const info = await file.stream('BasicFileInfo', maxInfoBytes)
  if (!info) throw new TranslationError({ code: 'not-this-format', details: { expected: descriptor.name } })
  const previewBytes = await file.stream('RevitPreview4.0', maxPreviewBytes)
  const png = previewBytes && findPng(previewBytes)
  const { version, properties } = parseFileInfo(info)
  const identity: Identity = { formatId: 'rvt', program: 'Revit', version, properties, preview: png && decodePng(png) }
  const project = await readProject(file, context, {
    program: `Revit ${version}`.trim(),
    pushRoot: (sets) => writeIdentityNode(context, { ...identity, sets }),
    undrawn: (report) => undrawnReport(context, identity, report),
  })
  return project ?? writeIdentity(context, identity)
}
