import type { NodeId, NodeInput, Property, PropertySet, ReadReport, ReadRoom } from '@kamar/scene'
import { cleanName } from '../names.js'
import { throwIfBeyond, throwIfCancelled } from '../room-guards.js'
import { encodePreview, isBlank, type Picture } from './preview-picture.js'

/** What was read of a file whose shapes are not read yet. Names of users and paths of their machines never belong here. */
export interface Identity {
  /** `Revit`. */
  readonly program: string
  /** As people say it: `2025`; '' when the file does not state one. */
  readonly version: string
  readonly properties: readonly Property[]
  /** What else is known of the file as a whole. */
  readonly sets?: readonly PropertySet[]
  readonly preview: Picture | null
  /** The format's id: what to export instead depends on it. */
  readonly formatId: 'rvt' | 'nwd' | 'skp' | 'max'
}

/** Pushes one element that says what the file is, and the picture stored in it; the report tells what to do. */
export async function pushIdentity(room: ReadRoom, identity: Identity): Promise<ReadReport> {
  pushIdentityNode(room, identity)
  return previewReport(room, identity)
}

/** Ends a read of which nothing is drawn: with the picture stored in the file, and with what to do instead. */
export async function previewReport(room: ReadRoom, identity: Identity): Promise<ReadReport> {
  const { formatId } = identity
  const preview = identity.preview && !isBlank(identity.preview) ? identity.preview : null
  const { scene } = room
  if (preview) scene.setPreview(encodePreview(preview))
  await scene.settle()
  room.progress(1, 'reading')
  return {
    status: 'preview',
    counts: {},
    skipped: [],
    findings: [
      {
        code: preview ? 'preview-only' : 'identity-only',
        severity: 'information',
        details: { program: namedOf(identity) },
      },
      { code: `advice-${formatId}`, severity: 'information' },
    ],
    missingCompanions: [],
  }
}

const namedOf = ({ program, version }: Identity): string => `${program} ${version}`.trim()

/** Pushes the element that stands for the file, with what is known about it; models whose shapes are read hang below it. */
export function pushIdentityNode(
  room: ReadRoom,
  identity: Identity,
  addNode: (node: NodeInput) => NodeId = (node) => room.scene.addNode(node),
): NodeId {
  const { program, version, properties } = identity
  throwIfCancelled(room.signal)
  throwIfBeyond('nodes', 1, room.limits)
  const { scene } = room
  const node = addNode({ parent: null, name: cleanName(namedOf(identity)), class: 'document', sourceId: '' })
  const stated: readonly Property[] = [
    { name: 'Program', value: program },
    ...(version === '' ? [] : [{ name: 'Version', value: version }]),
    ...properties,
  ]
  const sets = [{ name: program, properties: stated }, ...(identity.sets ?? [])]
  scene.assignPropertySets(
    node,
    sets.map((set) => scene.addPropertySet(set)),
  )
  return node
}
