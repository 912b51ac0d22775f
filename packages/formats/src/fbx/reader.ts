import {
  TranslationError,
  type ByteSource,
  type ReadReport,
  type ReadContext,
  type Reader,
  type ReaderLimits,
  throwIfCancelled,
} from '@kamar/core'
import { matchesAt } from '@kamar/codecs/detection'
import { requireOwnFormat } from '../kit/own-format.js'
import { binaryMagic, descriptor } from './descriptor.js'
import { readAuthoringTool } from './authoring-tool.js'
import { FbxDocument } from './document.js'
import type { FbxTree } from './fbx-node.js'
import { parseBinary } from './parse-binary.js'
import { parseText } from './parse-text.js'
import { walkText } from './walk-text.js'
import { FileWindow } from '../kit/file-window.js'
import { FbxSceneWriter } from './scene-writer.js'
import { buildReport, warning, findingIf } from '../kit/report.js'

const oldestVersion = 6000
const newestVersion = 7999

/** The FBX reader; see the README of this folder. */
export const reader: Reader = { descriptor: descriptor, read }

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  context.progress(0, 'reading')
  const window = new FileWindow(input, { signal: context.signal })
  let lastRead = 0
  window.onRead = (position) => {
    lastRead = Math.max(lastRead, position)
    context.progress((0.5 * lastRead) / input.size, 'reading')
  }
  const tree = await parse(window, context.limits)
  window.onRead = () => undefined
  throwIfCancelled(context.signal)
  requireKnownVersion(tree)
  context.progress(0.5, 'meshing')
  const tool = readAuthoringTool(tree)
  if (tool) context.scene.setAuthoringTool(tool)
  const document = new FbxDocument(tree)
  const writer = new FbxSceneWriter(context, document)
  await writer.push()
  context.progress(1, 'meshing')
  return report(tree, document, writer)
}

/** Parses either encoding. */
export async function parse(window: FileWindow, limits: ReaderLimits): Promise<FbxTree> {
  const isBinary = matchesAt(await window.load(0, binaryMagic.length), 0, binaryMagic)
  if (isBinary) return parseBinary(window, limits)
  return window.size > window.maxBytes ? walkText(window) : parseText(await window.load(0, window.size))
}

function requireKnownVersion({ version, isCut }: FbxTree): void {
  if (version >= oldestVersion && version <= newestVersion) return
  if (version === 0 && isCut) throw new TranslationError({ code: 'damaged' })
  throw new TranslationError({ code: 'unsupported-version', details: { version: version / 1000 } })
}

function report(tree: FbxTree, document: FbxDocument, writer: FbxSceneWriter): ReadReport {
  const report = buildReport({
    counts: {
      objects: writer.modelCount,
      triangles: writer.triangles,
      materials: document.ofKind('Material').length,
    },
    skipped: [{ kind: 'array', reason: 'damaged', count: tree.damagedArrays }, ...writer.skipped.list],
    findings: [...writer.findings, ...findingIf(tree.isCut, warning('file-ends-early'))],
    missingCompanions: writer.materials.textures.missing,
  })
  if (writer.instanceCount > 0) return report
  throw new TranslationError({ code: tree.isCut || report.skipped.length > 0 ? 'damaged' : 'nothing-to-show' })
}
