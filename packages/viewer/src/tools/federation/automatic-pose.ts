import type { Manifest } from '@kamar/package-format/read'
import { type AlignMethod, placementBy } from './align.js'
import { placementByLink } from './linked-position.js'
import type { ModelEntry } from './model-entries.js'
import type { ModelMember } from './model-members.js'
import { composed, type ModelPlacement, unmoved } from './placement.js'

/** Placement of a model, and the method that gave it. */
export type ModelPose = Pick<ModelMember, 'placement' | 'method'>

/** The model that the others are aligned to. */
interface FirstModel {
  readonly manifest: Manifest | null
  readonly placement: ModelPlacement | null
}

/** Aligns a model to the first by the data of both files; null if the data is missing. */
export function computeAlignment(
  method: AlignMethod,
  { manifest }: Pick<ModelEntry, 'manifest'>,
  first: FirstModel,
): ModelPlacement | null {
  if (manifest === null || first.manifest === null) return null
  return relateToFirst(placementBy(method, manifest, first.manifest), first)
}

/** Returns where the files put a model: where the first model links it, else by map coordinates if possible. */
export function computeAutomaticPose(
  { manifest, source }: Pick<ModelEntry, 'manifest' | 'source'>,
  first: FirstModel,
): ModelPose | null {
  if (manifest === null || first.manifest === null) return null
  const link = placementByLink({ label: source.label, origin: manifest.origin }, first.manifest)
  const byLink = relateToFirst(link, first)
  if (byLink !== null) return { placement: byLink, method: 'hand' }
  const byMap = computeAlignment('map', { manifest }, first)
  if (byMap !== null) return { placement: byMap, method: 'map' }
  const shared = computeAlignment('shared', { manifest }, first)
  return shared && { placement: shared, method: 'shared' }
}

/** Below this, a model is where it was, metres and degrees. */
const equality = 1e-6

/** Returns whether two placements with the same pivot are the same. */
export const isSamePlacement = (one: ModelPlacement, other: ModelPlacement): boolean =>
  (['x', 'y', 'z', 'rotationDegrees'] as const).every((name) => Math.abs(one[name] - other[name]) < equality)

const relateToFirst = (placement: ModelPlacement | null, first: FirstModel): ModelPlacement | null =>
  placement && composed(first.placement ?? unmoved, placement)
