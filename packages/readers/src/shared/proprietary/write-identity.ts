import type { Finding, NodeId, NodeInput, Property, PropertySet, ReadReport, ReadContext } from '@kamar/scene'
import { cleanName } from '../names.js'
import { throwIfBeyond, throwIfCancelled } from '../read-guards.js'
import { encodePreview, isBlank, type RasterImage } from './preview-image.js'

/** What a file says about itself. Names of users and paths of their machines never belong here. */
export interface Identity {
  /** `Revit`. */
  readonly program: string
  /** As people say it: `2025`; '' when the file does not state one. */
  readonly version: string
  readonly properties: readonly Property[]
  /** What else is known of the file as a whole. */
  readonly sets?: readonly PropertySet[]
  readonly preview: RasterImage | null
  /** The format's id: what to export instead depends on it. */
  readonly formatId: 'rvt' | 'nwd' | 'skp' | 'max'
}

const nothingFound: ReadReport = { status: 'preview', counts: {}, skipped: [], findings: [], missingCompanions: [] }

/** Pushes one element that says what the file is, and the picture stored in it; the report tells what to do. */
export async function writeIdentity(context: ReadContext, identity: Identity): Promise<ReadReport> {
  writeIdentityNode(context, identity)
  await context.scene.settle()
  context.progress(1, 'reading')
  return undrawnReport(context, identity, nothingFound)
}

/** What the end of a read that drew nothing says about the file. */
export type UndrawnFile = Pick<Identity, 'formatId' | 'preview' | 'program' | 'version'>

/** There are no dimensions to check where nothing is drawn, and no share to be stated of no elements. */
const staysTrue = ({ code, details }: Finding): boolean =>
  code !== 'check-dimensions' && (code !== 'opened-without-program' || details?.['total'] !== 0)

/**
 * Makes of the report of a read that drew nothing, although elements are in the scene, one that says so. What was skipped
 * stays in it; the picture stored in the file is shown instead. Where nothing was skipped either it is a preview: that
 * nothing was found in a closed format does not prove that nothing is there.
 */
export function undrawnReport(context: ReadContext, file: UndrawnFile, report: ReadReport): ReadReport {
  const preview = file.preview && !isBlank(file.preview) ? file.preview : null
  if (preview) context.scene.setPreview(encodePreview(preview))
  const details = { program: formatProgram(file) }
  const remaining = report.findings.filter(staysTrue)
  if (report.skipped.length === 0) {
    const finding: Finding = { code: preview ? 'preview-only' : 'identity-only', severity: 'information', details }
    return { ...report, status: 'preview', findings: [finding, ...remaining, createAdvice(file)] }
  }
  const isOnlyUndrawn = report.skipped.every(({ reason }) => reason === 'not-drawn')
  const finding: Finding = { code: 'nothing-drawn', severity: isOnlyUndrawn ? 'information' : 'warning', details }
  const findings = [finding, ...remaining, ...(isOnlyUndrawn ? [] : [createAdvice(file)])]
  return { ...report, status: 'partial', findings, nothingDrawn: true }
}

const createAdvice = ({ formatId }: Pick<Identity, 'formatId'>): Finding => ({
  code: `advice-${formatId}`,
  severity: 'information',
})

const formatProgram = ({ program, version }: Pick<Identity, 'program' | 'version'>): string =>
  `${program} ${version}`.trim()

/** Pushes the element that stands for the file, with what is known about it; models whose shapes are read hang below it. */
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
