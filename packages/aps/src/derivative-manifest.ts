import { failureDetails, failureMessages, fillPlaceholders } from '@kamar/contracts'
import {
  type TranslationFailure,
  type ExporterMetadata,
  type Exporter,
  exporters,
  exportFile,
  type ExportName,
  exportPath,
  type ExportSelection,
  listExportNames,
  type SelectableExport,
} from '@kamar/core'
import type { OutputType } from './job-request.js'
import type { ProtocolRegion } from './regions.js'
import { toDerivativeUrn } from './urn.js'

/** Status of a derivative, in APS terms. */
export type DerivativeStatus = 'pending' | 'inprogress' | 'success' | 'failed' | 'timeout'

/** Message about a translation. */
export interface ManifestMessage {
  readonly type: 'error' | 'warning'
  readonly code: string
  readonly message: string
}

/** Node of a manifest: a view, a file, a camera. */
export interface ManifestNode {
  readonly guid: string
  readonly type: 'resource' | 'geometry' | 'view'
  readonly role: string
  readonly status: DerivativeStatus
  readonly progress?: string
  readonly urn?: string
  readonly mime?: string
  readonly name?: string
  readonly viewableID?: string
  readonly hasThumbnail?: 'true' | 'false'
  readonly resolution?: readonly [number, number]
  readonly camera?: readonly number[]
  /** Set for an output of selected objects: the guid of their view, and the objects. */
  readonly modelGuid?: string
  readonly objectIds?: readonly number[]
  readonly children?: readonly ManifestNode[]
}

/** Output of a translation. */
export interface ManifestDerivative {
  readonly name: string
  readonly hasThumbnail: 'true' | 'false'
  readonly status: DerivativeStatus
  readonly progress: string
  readonly outputType: string
  readonly messages?: readonly ManifestMessage[]
  readonly children: readonly ManifestNode[]
}

/** Response of `GET …/:urn/manifest`. */
export interface DerivativeManifest {
  readonly type: 'manifest'
  readonly version: '1.0'
  readonly urn: string
  readonly region: ProtocolRegion
  readonly hasThumbnail: 'true' | 'false'
  readonly status: DerivativeStatus
  readonly progress: string
  readonly derivatives: readonly ManifestDerivative[]
}

/** Progress of a model export, 0 to 1; null when it failed. */
export type ExportProgress = number | null

/** Output of selected objects, and its progress. */
export interface ManifestSelection extends ExportSelection {
  readonly output: SelectableExport
  readonly progress: ExportProgress
}

/** Input of `buildManifest`. */
export interface ManifestInput {
  /** Base64url without padding. */
  readonly urn: string
  /** Name of the file. */
  readonly name: string
  readonly region: ProtocolRegion
  /** Outputs of the whole design. */
  readonly outputs: readonly OutputType[]
  readonly selections: readonly ManifestSelection[]
  readonly state: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  /** Progress of the translation, 0 to 100. */
  readonly progressPercent: number
  readonly failure: TranslationFailure | null
  readonly hasThumbnail: boolean
  /** False when the file has no drawable geometry: of a proprietary format only the stored preview image was read. */
  readonly hasGeometry: boolean
  readonly isPartial: boolean
  /** `2d` for drawings. */
  readonly role: '2d' | '3d'
  /** Metres. */
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] } | null
  readonly exports: ReadonlyMap<ExportName, ExportProgress>
  /** Names of a drawing's sheets, in order. */
  readonly sheets: readonly string[]
  /** Returns a UUID, always the same for the same part of the same design. */
  computeGuid(part: string): string
}

/** Content type of a view package manifest, from which a Kamar viewer loads the rest. */
export const viewPackageMime = 'application/vnd.kamar.view-package+json'
/** Path of the view package manifest below `output/`. */
export const viewPackagePath = 'manifest.json'
/** Thumbnail side lengths in pixels. */
export const thumbnailSides = [100, 200, 400] as const
/** Returns the path of a thumbnail below `output/`. */
export const thumbnailPath = (side: number): string => `thumbnails/${side}.png`
/** Part id of the single view of a model. */
export const modelViewPart = 'view'

const isViewable = (output: OutputType): boolean => output === 'svf' || output === 'svf2'

const listExporters = (output: OutputType): readonly Exporter[] =>
  exporters.filter((exporter) => (isViewable(output) ? exporter.viewable !== undefined : exporter.output === output))

/** Returns the exports that an output of a design with this number of sheets needs. */
export const neededExports = (output: OutputType, sheets: number): readonly ExportName[] =>
  listExporters(output).flatMap((exporter) => listExportNames(exporter, sheets))

/** Builds the manifest of a design. */
export function buildManifest(input: ManifestInput): DerivativeManifest {
  const derivatives = listOutputs(input).map((output) => buildDerivative(input, output))
  const { status, fraction } = overall(input, derivatives)
  return {
    type: 'manifest',
    version: '1.0',
    urn: input.urn,
    region: input.region,
    hasThumbnail: yesNo(input.hasThumbnail),
    status,
    progress: progressText(status, fraction),
    derivatives,
  }
}

/** Lists the requested output types, of the whole design or of selected objects. */
const listOutputs = ({ outputs, selections }: ManifestInput): OutputType[] => [
  ...new Set([...outputs, ...selections.map(({ output }) => output)]),
]

const listSelections = ({ selections }: ManifestInput, output: OutputType): ManifestSelection[] =>
  selections.filter((selection) => selection.output === output)

/** Lists the exports of the whole design that an output needs; empty when only selected objects were requested. */
const listModelExports = ({ outputs, sheets }: ManifestInput, output: OutputType): readonly ExportName[] =>
  outputs.includes(output) ? neededExports(output, sheets.length) : []

/** Computes the guid by which metadata routes refer to the model's view. */
export const computeViewGuid = (input: Pick<ManifestInput, 'computeGuid'>): string => input.computeGuid(modelViewPart)

const yesNo = (value: boolean): 'true' | 'false' => (value ? 'true' : 'false')

function progressText(status: DerivativeStatus, fraction: number): string {
  const isOver = status !== 'pending' && status !== 'inprogress'
  return isOver ? 'complete' : `${Math.min(99, Math.floor(fraction * 100))}% complete`
}

interface Reached {
  readonly status: DerivativeStatus
  /** 0 to 1. */
  readonly fraction: number
}

/** Combines the statuses: failed when anything failed, complete only when everything is. */
function overall(input: ManifestInput, derivatives: readonly ManifestDerivative[]): Reached {
  const reached = listOutputs(input).map((output) => computeProgress(input, output))
  const fraction = reached.reduce((sum, one) => sum + one.fraction, 0) / Math.max(1, reached.length)
  const order = ['pending', 'inprogress', 'timeout', 'failed', 'success'] as const
  const status = order.find((candidate) => derivatives.some((derivative) => derivative.status === candidate))
  return { status: status ?? translationStatus(input), fraction }
}

/** Returns whether an output is made of sheets, which only drawings have. */
const isOfSheets = (output: OutputType): boolean => listExporters(output).some(({ of }) => !of.includes('model'))

/** The translation accounts for most of the progress, its outputs for the rest. */
const translationFraction = 0.9

function computeProgress(input: ManifestInput, output: OutputType): Reached {
  const status = translationStatus(input)
  if (status !== 'success') return { status, fraction: (input.progressPercent / 100) * translationFraction }
  if (output === 'thumbnail') return { status: input.hasThumbnail ? 'success' : 'failed', fraction: 1 }
  if (!input.hasGeometry) return { status: 'failed', fraction: 1 }
  if (isOfSheets(output) && input.sheets.length === 0) return { status: 'failed', fraction: 1 }
  const exportProgress = [
    ...listModelExports(input, output).map((name) => input.exports.get(name) ?? (input.exports.has(name) ? null : 0)),
    ...listSelections(input, output).map(({ progress }) => progress),
  ]
  if (exportProgress.includes(null)) return { status: 'failed', fraction: 1 }
  const min = Math.min(1, ...exportProgress.map(Number))
  return min === 1
    ? { status: 'success', fraction: 1 }
    : { status: 'inprogress', fraction: translationFraction + (1 - translationFraction) * min }
}

/** Waiting counts as in progress: clients take any other status as final. */
function translationStatus({ state, failure }: ManifestInput): DerivativeStatus {
  if (state === 'succeeded') return 'success'
  if (state === 'queued' || state === 'running') return 'inprogress'
  const kind = failure?.details?.['kind']
  return failure?.code === 'limit-exceeded' && (kind === 'wall-clock' || kind === 'processor-time')
    ? 'timeout'
    : 'failed'
}

function buildDerivative(input: ManifestInput, output: OutputType): ManifestDerivative {
  const { status, fraction } = computeProgress(input, output)
  const messages = listMessages(input, status)
  return {
    name: input.name,
    hasThumbnail: yesNo(input.hasThumbnail),
    status,
    progress: progressText(status, fraction),
    outputType: output,
    ...(messages.length > 0 ? { messages } : {}),
    children: status === 'success' ? listChildren(input, output) : [],
  }
}

function listMessages(input: ManifestInput, status: DerivativeStatus): ManifestMessage[] {
  if (status === 'success') {
    return input.isPartial
      ? [{ type: 'warning', code: 'TranslationWorker-Partial', message: 'Something of the file is not shown.' }]
      : []
  }
  if (status !== 'failed' && status !== 'timeout') return []
  if (translationStatus(input) !== 'success') return [failureMessage(input)]
  return input.hasGeometry
    ? [{ type: 'error', code: 'TranslationWorker-ExportFailed', message: 'The output could not be made.' }]
    : [{ type: 'error', code: 'TranslationWorker-PreviewOnly', message: 'Only the stored picture could be read.' }]
}

function failureMessage({ state, failure }: ManifestInput): ManifestMessage {
  const code = state === 'cancelled' ? 'cancelled' : (failure?.code ?? 'reader-fault')
  return {
    type: 'error',
    code: code === 'reader-fault' ? 'TranslationWorker-InternalFailure' : `TranslationWorker-${pascalCase(code)}`,
    message: fillPlaceholders(failureMessages.en[code], failure ? failureDetails(failure, 'en') : {}),
  }
}

const pascalCase = (code: string): string =>
  code.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

function listChildren(input: ManifestInput, output: OutputType): ManifestNode[] {
  if (output === 'thumbnail') return thumbnails(input)
  if (isViewable(output)) return [...viewableNodes(input, 'properties'), view(input, viewableNodes(input, 'graphics'))]
  return [
    ...listModelExports(input, output).map((name) => graphics(input, name)),
    ...listSelections(input, output).map((selection) => chosenGraphics(input, selection)),
  ]
}

/** Returns the node of a graphics file; for a single sheet it has the sheet's name. */
function graphics(input: ManifestInput, name: ExportName): ManifestNode {
  const { exporter, path, sheet } = exportFile(name)
  const role = (exporter.selectable && exporter.output) ?? 'graphics'
  const node = resource(input, { path, role, mime: exporter.contentType })
  return sheet === null ? node : { ...node, name: input.sheets[sheet] ?? '' }
}

function chosenGraphics(input: ManifestInput, selection: ManifestSelection): ManifestNode {
  const { output, objectIds } = selection
  const path = exportPath(output, selection)
  const node = resource(input, { path, role: output, mime: exportFile(output).exporter.contentType })
  return { ...node, modelGuid: computeViewGuid(input), objectIds }
}

const viewableRoles = { graphics: 'graphics', properties: 'Autodesk.CloudPlatform.PropertyDatabase' } as const

const viewableNodes = (input: ManifestInput, part: NonNullable<ExporterMetadata['viewable']>): ManifestNode[] =>
  exporters
    .filter(({ viewable }) => viewable === part)
    .flatMap((exporter) => listExportNames(exporter, input.sheets.length))
    .map((name) => exportFile(name))
    .map(({ exporter, path }) => resource(input, { path, role: viewableRoles[part], mime: exporter.contentType }))

function view(input: ManifestInput, models: readonly ManifestNode[]): ManifestNode {
  const camera = input.bounds && cameraOn(input.bounds)
  const viewPackage = resource(input, { path: viewPackagePath, role: 'graphics', mime: viewPackageMime })
  const viewableID = input.computeGuid('viewable')
  return {
    guid: computeViewGuid(input),
    type: 'geometry',
    role: input.role,
    name: input.name,
    viewableID,
    status: 'success',
    progress: 'complete',
    hasThumbnail: yesNo(input.hasThumbnail),
    children: [
      ...(camera ? [cameraNode(input, { viewableID, camera })] : []),
      ...thumbnails(input),
      ...models,
      viewPackage,
    ],
  }
}

const cameraNode = (
  input: ManifestInput,
  { viewableID, camera }: { readonly viewableID: string; readonly camera: readonly number[] },
): ManifestNode => ({
  guid: viewableID,
  type: 'view',
  role: input.role,
  name: input.name,
  status: 'success',
  progress: 'complete',
  camera,
})

const thumbnails = (input: ManifestInput): ManifestNode[] =>
  input.hasThumbnail
    ? thumbnailSides.map((side) => ({
        ...resource(input, { path: thumbnailPath(side), role: 'thumbnail', mime: 'image/png' }),
        resolution: [side, side],
      }))
    : []

function resource(
  input: ManifestInput,
  { path, role, mime }: { readonly path: string; readonly role: string; readonly mime: string },
): ManifestNode {
  return {
    guid: input.computeGuid(path),
    type: 'resource',
    role,
    mime,
    urn: toDerivativeUrn({ urn: input.urn, path }),
    status: 'success',
  }
}

const viewAngleRadians = Math.PI / 4

/**
 * Returns position, target, up, aspect, field of view, orthographic scale and a perspective flag, seen from front,
 * right and above.
 */
function cameraOn({ min, max }: NonNullable<ManifestInput['bounds']>): number[] {
  const center = [0, 1, 2].map((axis) => ((min[axis] ?? 0) + (max[axis] ?? 0)) / 2)
  const radius = Math.hypot(...[0, 1, 2].map((axis) => (max[axis] ?? 0) - (min[axis] ?? 0))) / 2 || 1
  const distance = radius / Math.sin(viewAngleRadians / 2)
  const direction = [1, -1, 1].map((part) => part / Math.sqrt(3))
  const position = center.map((value, axis) => value + (direction[axis] ?? 0) * distance)
  return [...position, ...center, 0, 0, 1, 1, viewAngleRadians, distance, 0]
}
