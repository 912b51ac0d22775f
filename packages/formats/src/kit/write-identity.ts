import {
  type Finding,
  type NodeId,
  type NodeInput,
  type Property,
  type PropertySet,
  type ReadReport,
  type ReadContext,
  throwIfBeyond,
  throwIfCancelled,
} from '@kamar/core'
import { cleanName } from '@kamar/codecs/text'
import { encodePreview, isBlank, type RasterImage } from '@kamar/codecs/image'
import { warning, information } from './report.js'

/** Identity of a file. Never contains names of users or paths of their machines. */
export interface Identity {
  /** `Revit`. */
  readonly program: string
  /** Common name, `2025`; '' when the file states none. */
  readonly version: string
  readonly properties: readonly Property[]
  /** Further properties of the file as a whole. */
  readonly sets?: readonly PropertySet[]
  readonly preview: RasterImage | null
  /** The format's id, which determines the export advice. */
  readonly formatId: string
}

const noIdentity: ReadReport = { status: 'preview', counts: {}, skipped: [], findings: [], missingCompanions: [] }

/** Writes one element that identifies the file, with its stored preview image; the report contains the advice. */
export async function writeIdentity(context: ReadContext, identity: Identity): Promise<ReadReport> {
  writeIdentityNode(context, identity)
  await context.scene.settle()
  context.progress(1, 'reading')
  return undrawnReport(context, identity, noIdentity)
}

/** Identity for the report of a read without drawable content. */
export type UndrawnFile = Pick<Identity, 'formatId' | 'preview' | 'program' | 'version'>

/**
 * Returns whether a finding still applies: without drawn content there are no dimensions to check, and no fraction of
 * elements to state.
 */
const isStillValid = ({ code, details }: Finding): boolean =>
  code !== 'check-dimensions' && (code !== 'opened-without-program' || details?.['total'] !== 0)

/**
 * Converts the report of a read with elements but without drawn content to one that says so. Keeps skipped content and
 * shows the preview image stored in the file. Without skipped content the result is a preview as well: finding nothing
 * in a proprietary format does not prove that nothing is there.
 */
export function undrawnReport(context: ReadContext, file: UndrawnFile, report: ReadReport): ReadReport {
  const preview = file.preview && !isBlank(file.preview) ? file.preview : null
  if (preview) context.scene.setPreview(encodePreview(preview))
  const details = { program: formatProgram(file) }
  const remaining = report.findings.filter(isStillValid)
  if (report.skipped.length === 0) {
    const finding = information(preview ? 'preview-only' : 'identity-only', details)
    return { ...report, status: 'preview', findings: [finding, ...remaining, createAdvice(file)] }
  }
  const isOnlyUndrawn = report.skipped.every(({ reason }) => reason === 'not-drawn')
  const finding = (isOnlyUndrawn ? information : warning)('nothing-drawn', details)
  const findings = [finding, ...remaining, ...(isOnlyUndrawn ? [] : [createAdvice(file)])]
  return { ...report, status: 'partial', findings, nothingDrawn: true }
}

const createAdvice = ({ formatId }: Pick<Identity, 'formatId'>): Finding => information(`advice-${formatId}`)

const formatProgram = ({ program, version }: Pick<Identity, 'program' | 'version'>): string =>
  `${program} ${version}`.trim()

/** Writes the root node of the file with its properties; the parent of models whose shapes are read. */
export function writeIdentityNode(
  context: ReadContext,
  identity: Identity,
  addNode: (node: NodeInput) => NodeId = (node) => context.scene.addNode(node),
): NodeId {
  const { program, version, properties } = identity
  throwIfCancelled(context.signal)
  throwIfBeyond('nodes', 1, context.limits)
  const { scene } = context
  scene.setAuthoringTool({ name: program, release: version })
  const node = addNode({ parent: null, name: cleanName(formatProgram(identity)), class: 'document', sourceId: '' })
  const fileProperties: readonly Property[] = [
    { name: 'Program', value: program },
    ...(version === '' ? [] : [{ name: 'Version', value: version }]),
    ...properties,
  ]
  const sets = [{ name: program, properties: fileProperties }, ...(identity.sets ?? [])]
  scene.assignPropertySets(
    node,
    sets.map((set) => scene.addPropertySet(set)),
  )
  return node
}
